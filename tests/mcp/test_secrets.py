"""Secrets that a GET form puts into the page's URL reach no result, file or log."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest_asyncio
from webserver import LocalSite

from viewmark.mcp.content import blocks
from viewmark.mcp.dispatcher import Dispatcher
from viewmark.mcp.logging_setup import RedactingFormatter
from viewmark.mcp.settings import Settings
from viewmark.text import compact

SECRETS = ("hunter2-value", "4111-1111", "778899", "tok-abc-def", "userpw-xyz")
FORM = """<!doctype html><title>Login</title><form action="/in.html">
<input id=user name=who><input id=pw name="acc[geheim]" type=password>
<input id=card name=kk autocomplete="cc-number"><input id=code name=einmal
 autocomplete="one-time-code"><button id=go>Send</button></form>"""
INSIDE = """<!doctype html><title>In</title><a id=on href="/on.html?weiter=1">On</a>
<script>console.log("came by " + location.href); fetch("/api?from=" + encodeURIComponent(
location.href)).catch(() => 0); setTimeout(() => { throw new Error(location.href) })</script>"""


@pytest_asyncio.fixture(loop_scope="session")
async def dispatcher(tmp_path: Path) -> AsyncIterator[Dispatcher]:
    dispatcher = Dispatcher(Settings(output=tmp_path))
    yield dispatcher
    await dispatcher.close()


async def reply(dispatcher: Dispatcher, tool: str, **arguments: Any) -> str:
    return compact(blocks(await dispatcher.call(tool, arguments)))


async def test_no_answer_shows_what_was_typed_into_secret_fields(
    dispatcher: Dispatcher, site: LocalSite, tmp_path: Path
) -> None:
    site.put("/form.html", FORM)
    site.put("/in.html", INSIDE)
    await reply(dispatcher, "interact", what="navigate", url=site.url("/form.html"))
    for ref, text in (("@user", "mara"), ("@pw", SECRETS[0]), ("@card", SECRETS[1])):
        await reply(dispatcher, "interact", what="type", selector=f"#{ref[1:]}", text=text)
    await reply(dispatcher, "interact", what="type", selector="#code", text=SECRETS[2])
    told = [await reply(dispatcher, "interact", what="click", selector="#go")]
    assert "who=mara" in told[0], "what is no secret stays"
    assert "geheim%5D=[redacted]" in told[0]
    assert "kk=[redacted]" in told[0]
    await dispatcher.call("interact", {"what": "wait_for", "selector": "#on"})
    for tool, whats in (
        ("observe", "page dom accessibility errors logs network tabs screenshot"),
        ("generate", "reproduction test har"),
        ("configure", "status"),
    ):
        for what in whats.split():
            told.append(await reply(dispatcher, tool, what=what))
            assert '"isError"' not in told[-1]
            if what in ("errors", "logs", "network", "tabs"):
                told.append(await reply(dispatcher, tool, what=what, map="json"))
    told.append(await reply(dispatcher, "observe", what="page", annotate_screenshot=True))
    told.append(await reply(dispatcher, "interact", what="reload"))
    told.append(await reply(dispatcher, "interact", what="back"))
    told.append(await reply(dispatcher, "interact", what="forward"))
    told.append(await reply(dispatcher, "interact", what="wait_for", text="never", timeout_s=0.1))
    for what in ("har", "reproduction", "test"):
        told.append(await reply(dispatcher, "generate", what=what, save_to=f"{what}.txt"))
        told.append((tmp_path / f"{what}.txt").read_text())
    everything = "\n".join(told)
    assert "in.html" in everything
    for secret in SECRETS:
        assert secret not in everything, secret


async def test_well_known_names_and_users_are_taken_out_of_any_address(
    dispatcher: Dispatcher, site: LocalSite
) -> None:
    site.put("/in.html", INSIDE)
    port = site.url("/").rpartition(":")[2].strip("/")
    told = [
        await reply(
            dispatcher,
            "interact",
            what="navigate",
            url=f"http://mara:{SECRETS[4]}@127.0.0.1:{port}/in.html?token={SECRETS[3]}&a=1",
        ),
        await reply(
            dispatcher, "interact", what="navigate", url=f"http://127.0.0.1:1/?api_key={SECRETS[3]}"
        ),
        await reply(
            dispatcher, "interact", what="navigate", url=f"file:///x?password={SECRETS[3]}"
        ),
        await reply(dispatcher, "observe", what="network"),
        await reply(dispatcher, "observe", what="tabs"),
        await reply(dispatcher, "generate", what="har"),
        await reply(dispatcher, "generate", what="test"),
    ]
    assert "token=[redacted]&a=1" in told[0]
    assert "navigation_failed" in told[1]
    assert "origin_not_allowed" in told[2]
    for secret in SECRETS:
        assert secret not in "\n".join(told), secret


async def test_names_that_a_human_saw_only_are_known_before_the_next_answer(
    dispatcher: Dispatcher, site: LocalSite
) -> None:
    """Without any action of ours: the page's own script fills in and submits the form."""
    site.put("/form.html", FORM + "<script>history.replaceState(0, '', '?einmal=778899')</script>")
    told = await reply(dispatcher, "interact", what="navigate", url=site.url("/form.html"))
    told += await reply(dispatcher, "observe", what="page")
    assert "einmal=[redacted]" in told
    assert "778899" not in told


def test_the_log_has_no_secrets_either() -> None:
    dispatcher = Dispatcher()
    dispatcher.state.redactor.learn(["geheim"])
    try:
        raise ValueError("GET http://u:p@h/?geheim=hunter2&x=1")
    except ValueError as error:
        record = logging.LogRecord(
            "viewmark", logging.ERROR, "f", 1, "at %s", ("/?pwd=hunter2",), None
        )
        record.exc_info = (ValueError, error, error.__traceback__)
    shown = RedactingFormatter(dispatcher.state.redactor).format(record)
    assert "hunter2" not in shown
    assert "u:p" not in shown
    assert "Traceback" in shown
