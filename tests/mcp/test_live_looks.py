"""Kept looks over the tools: told as such, by the setting of who started the server."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal

import pytest

from viewmark.mcp.dispatcher import Dispatcher
from viewmark.mcp.settings import Settings
from viewmark.shell.session import settings_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from webserver import LocalSite

    Bounded = Callable[..., Awaitable[Any]]

STILL = "<!doctype html><title>Still</title><button>Save</button>"
LOOK = {"what": "page", "annotate_screenshot": True}


async def opened(site: LocalSite, folder: Path, live: Literal["auto", "off", "on"]) -> Dispatcher:
    site.put("/still.html", STILL)
    dispatcher = Dispatcher(Settings(output=folder, live=live))
    answer = await dispatcher.call("interact", {"what": "navigate", "url": site.url("/still.html")})
    assert not answer.failed, answer.text
    return dispatcher


@pytest.mark.parametrize("live", ["auto", "on"])
async def test_a_kept_look_is_told_with_its_age(
    site: LocalSite, tmp_path: Path, bounded: Bounded, live: Literal["auto", "on"]
) -> None:
    dispatcher = await opened(site, tmp_path, live)

    async def until(words: str, **more: Any) -> str:
        while True:
            answer = await dispatcher.call("observe", {**LOOK, **more})
            assert not answer.failed, answer.text
            assert answer.picture is not None
            if words in answer.text:
                return answer.text

    image = json.loads(await bounded(until('"source":"live"')))["image"]
    assert image["age_ms"] > 0
    assert " ms old" in await bounded(until("live, ", map_format="lines"))
    await dispatcher.close()


async def test_switched_off_every_look_is_a_capture(site: LocalSite, tmp_path: Path) -> None:
    dispatcher = await opened(site, tmp_path, "off")
    for _ in range(4):
        answer = await dispatcher.call("observe", LOOK)
        assert "source" not in json.loads(answer.text)["image"]
    page = (await dispatcher.state.tabs.tab()).page
    assert page.live == "off"
    await dispatcher.close()


def test_a_shell_session_keeps_looks_as_it_is_told() -> None:
    assert settings_of({"output": "out", "live": "auto"}).live == "auto"
