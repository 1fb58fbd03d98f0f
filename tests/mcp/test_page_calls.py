"""Calls of `Page` through the tools: forms, options, waits, emulation, storage."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from pdf_files import pdf
from webserver import LocalSite

from viewmark.files import write_atomic
from viewmark.mcp.dispatcher import Dispatcher
from viewmark.mcp.settings import Settings

pytestmark = pytest.mark.full_browser  # needs the PDF viewer

FORM = """<!doctype html><title>Form</title><form>
<label>Name <input id=name value=old></label><label>Day <input type=date id=day></label>
<label><input type=checkbox id=terms> Terms</label>
<label>Colours <select id=colours multiple><option value=r>Red<option value=g>Green<option>Blue
</select></label></form>"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def dispatcher(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Dispatcher]:
    dispatcher = Dispatcher(Settings(answers="json", output=tmp_path_factory.mktemp("calls")))
    yield dispatcher
    await dispatcher.close()


async def result(dispatcher: Dispatcher, tool: str, **arguments: Any) -> Any:
    answer = await dispatcher.call(tool, arguments)
    assert not answer.failed, answer.text
    return json.loads(answer.text)


async def error(dispatcher: Dispatcher, tool: str, **arguments: Any) -> Any:
    answer = await dispatcher.call(tool, arguments)
    assert answer.failed, answer.text
    return dict(answer.facts or {})


async def open_page(dispatcher: Dispatcher, site: LocalSite, html: str) -> None:
    site.put("/calls.html", html)
    await result(dispatcher, "interact", what="navigate", url=site.url("/calls.html"))


async def evaluated(dispatcher: Dispatcher, expression: str) -> Any:
    page = (await dispatcher.state.tabs.tab()).page.browser_page
    return await page.call(None, f"() => {expression}")


async def test_fill_sets_whatever_a_control_is(dispatcher: Dispatcher, site: LocalSite) -> None:
    await open_page(dispatcher, site, FORM)
    for selector, value in (("#name", "Ada"), ("#day", "2026-11-22"), ("#terms", "true")):
        done = await result(dispatcher, "interact", what="fill", selector=selector, value=value)
        assert done["what"] in ("fill", "check")
    assert await evaluated(dispatcher, "document.querySelector('#name').value") == "Ada"
    assert await evaluated(dispatcher, "document.querySelector('#day').value") == "2026-11-22"
    assert await evaluated(dispatcher, "document.querySelector('#terms').checked") is True
    await result(dispatcher, "interact", what="clear", selector="#name")
    assert await evaluated(dispatcher, "document.querySelector('#name').value") == ""
    facts = await error(dispatcher, "interact", what="fill", selector="#terms", value="maybe")
    assert facts["param"] == "value"


async def test_check_and_uncheck_press_only_if_need_be(
    dispatcher: Dispatcher, site: LocalSite
) -> None:
    await open_page(dispatcher, site, FORM)
    state = "document.querySelector('#terms').checked"
    for arguments, checked in (
        ({"what": "check"}, True),
        ({"what": "check", "checked": True}, True),
        ({"what": "uncheck"}, False),
        ({"what": "check", "checked": "false"}, False),
    ):
        await result(dispatcher, "interact", selector="#terms", **arguments)
        assert await evaluated(dispatcher, state) is checked


async def test_a_form_is_filled_in_one_call(dispatcher: Dispatcher, site: LocalSite) -> None:
    await open_page(dispatcher, site, FORM)
    seen = await result(dispatcher, "observe", what="page", annotate_screenshot=True, map="json")
    label = next(a["label"] for a in seen["annotations"] if a["name"] == "Terms")
    fields = [
        {"target": "#name", "value": "Ada"},
        {"target": str(label), "value": "true"},
        {"target": "#colours", "value": ["Red", "Blue"]},
    ]
    done = await result(dispatcher, "interact", what="fill_form", fields=json.dumps(fields))
    assert [each["hit"]["name"] for each in done["fields"]] == ["Name", "Terms", "Colours"]
    assert await evaluated(dispatcher, "document.querySelector('#terms').checked") is True
    facts = await error(
        dispatcher, "interact", what="fill_form", fields=[{"target": "#name", "text": "x"}]
    )
    assert facts["error_code"] == "unknown_parameter"
    assert "fields[0]" in facts["message"]


READ = """<!doctype html><title>Read</title><h1>Fares</h1><p>From <b>12</b> euros.</p>
<a href=#x>Book</a><div style="height:3000px"></div><button>Far below</button>"""


async def test_a_page_is_read_without_a_picture_and_acted_on_by_its_refs(
    dispatcher: Dispatcher, site: LocalSite
) -> None:
    await open_page(dispatcher, site, READ)
    answer = await dispatcher.call("observe", {"what": "snapshot"})
    assert not answer.failed, answer.text
    line = next(each for each in answer.text.splitlines() if "Far below" in each)
    ref = next(word for word in line.split() if word.startswith("@"))
    clicked = await result(dispatcher, "interact", what="click", ref=ref)
    assert clicked["hit"]["name"] == "Far below"
    frame_id = answer.text.split("frame_id ")[1].split()[0]
    same = await result(dispatcher, "observe", what="snapshot", since=frame_id, map="json")
    assert same["text"] == ""
    words = (await dispatcher.call("observe", {"what": "text", "selector": "p"})).text
    assert "From **12** euros." in words or "From 12 euros." in words
    assert "Book" not in words


async def test_a_long_reading_goes_on_at_its_cursor(
    dispatcher: Dispatcher, site: LocalSite
) -> None:
    await open_page(dispatcher, site, "".join(f"<p>Line number {n}</p>" for n in range(400)))
    first = await result(dispatcher, "observe", what="text", characters=2500, map="json")
    assert first["cursor"]
    then = await result(dispatcher, "observe", what="text", cursor=first["cursor"], map="json")
    assert then["start"] > 0
    facts = await error(dispatcher, "observe", what="logs", cursor="f_x:3")
    assert facts["param"] == "cursor"
    answer = await dispatcher.call("observe", {"what": "logs", "cursor": "0"})
    assert "console line(s)" in answer.text


DRAG = """<!doctype html><div id=a draggable=true>Card</div><div id=b>Here</div>
<script>b.ondragover = e => e.preventDefault(); b.ondrop = e => document.title = 'dropped'</script>
<input type=file id=f aria-label=File onchange="document.title = this.files[0].name">"""


async def test_things_are_dragged_and_files_of_the_output_folder_uploaded(
    dispatcher: Dispatcher, site: LocalSite
) -> None:
    await open_page(dispatcher, site, DRAG)
    await result(dispatcher, "interact", what="drag", selector="#a", to="#b")
    assert await evaluated(dispatcher, "document.title") == "dropped"
    output = dispatcher.state.settings.output
    write_atomic(output / "cv.txt", b"me")
    await result(dispatcher, "interact", what="upload", selector="#f", files=["cv.txt"])
    assert await evaluated(dispatcher, "document.title") == "cv.txt"
    facts = await error(
        dispatcher, "interact", what="upload", selector="#f", files=["/etc/hostname"]
    )
    assert facts["error_code"] == "path_not_allowed"


@pytest.mark.parametrize("options", [["Red", "Blue"], ["g"], "Green"], ids=str)
async def test_several_options_are_chosen_by_label_or_value(
    dispatcher: Dispatcher, site: LocalSite, options: Any
) -> None:
    await open_page(dispatcher, site, FORM)
    done = await result(dispatcher, "interact", what="select", selector="#colours", value=options)
    wanted = {"g": "Green"}
    names = options if isinstance(options, list) else [options]
    assert [each["label"] for each in done["selected"]] == [wanted.get(n, n) for n in names]


async def test_a_plain_wait_waits_and_takes_no_condition(
    dispatcher: Dispatcher, site: LocalSite
) -> None:
    await open_page(dispatcher, site, FORM)
    there = await result(dispatcher, "interact", what="wait", time_ms="20")
    assert there["url"].endswith("/calls.html")
    facts = await error(dispatcher, "interact", what="wait_for", time_ms=20, selector="#name")
    assert facts["param"] == "time_ms"


async def test_a_page_is_made_to_believe_in_a_device(
    dispatcher: Dispatcher, site: LocalSite
) -> None:
    await open_page(dispatcher, site, FORM)
    dark = "matchMedia('(prefers-color-scheme: dark)').matches"
    before = await evaluated(dispatcher, "innerWidth")
    await result(
        dispatcher,
        "configure",
        what="emulate",
        environment={"device": "iPhone 15", "color_scheme": "dark"},
    )
    assert await evaluated(dispatcher, dark) is True
    view = (await result(dispatcher, "configure", what="viewport"))["viewport"]
    assert view["device_scale_factor"] == 3
    await result(dispatcher, "configure", what="emulate", reset=True)
    assert await evaluated(dispatcher, dark) is False
    assert await evaluated(dispatcher, "innerWidth") == before
    await result(dispatcher, "configure", what="viewport", width=500)
    await result(dispatcher, "configure", what="viewport", reset=True)
    assert await evaluated(dispatcher, "innerWidth") == before
    for wrong in ({}, {"environment": {"device": "Pocket Watch"}}):
        facts = await error(dispatcher, "configure", what="emulate", **wrong)
        assert facts["error_code"] == "invalid_option"


async def test_log_ins_are_kept_in_the_output_folder_and_values_are_not_told(
    dispatcher: Dispatcher, site: LocalSite
) -> None:
    await open_page(dispatcher, site, FORM)
    await evaluated(dispatcher, "{ document.cookie = 'session=geheim-7; max-age=600' }")
    told = await result(dispatcher, "configure", what="cookies")
    assert [each["name"] for each in told["cookies"]] == ["session"]
    assert "geheim-7" not in json.dumps(told)
    saved = await result(dispatcher, "configure", what="storage", task="save", file="login.json")
    assert "geheim-7" not in json.dumps(saved)
    file: Path = dispatcher.state.settings.output / "login.json"
    assert stat.S_IMODE(os.stat(file).st_mode) == 0o600
    await result(dispatcher, "configure", what="storage", task="clear")
    assert await evaluated(dispatcher, "document.cookie") == ""
    await result(dispatcher, "configure", what="storage", task="load", file="login.json")
    assert await evaluated(dispatcher, "document.cookie") == "session=geheim-7"
    for task, name, code in (
        ("load", "../x.json", "path_not_allowed"),
        ("save", "../x.json", "path_not_allowed"),
        ("load", "nothing.json", "invalid_option"),
        ("save", None, "invalid_option"),
    ):
        facts = await error(dispatcher, "configure", what="storage", task=task, file=name)
        assert facts["error_code"] == code
    await result(dispatcher, "configure", what="storage", task="clear")


async def test_a_download_comes_into_the_output_folder(
    dispatcher: Dispatcher, site: LocalSite
) -> None:
    head = {"Content-Type": "text/csv", "Content-Disposition": 'attachment; filename="a.csv"'}
    site.put("/a.csv", b"a,b", headers=head)
    await open_page(dispatcher, site, "<!doctype html><a id=get href=/a.csv>Export</a>")
    done = await result(dispatcher, "interact", what="click", selector="#get")
    (got,) = done["downloads"]
    output = dispatcher.state.settings.output
    assert (got["name"], os.path.dirname(got["path"])) == ("a.csv", str(output.absolute()))


async def test_a_password_opens_a_pdf_for_all_later_readings(
    dispatcher: Dispatcher, site: LocalSite
) -> None:
    paper = pdf("Salary 4,200 EUR", password="open-sesame")
    site.put("/salary.pdf", paper, headers={"Content-Type": "application/pdf"})
    await result(dispatcher, "interact", what="navigate", url=site.url("/salary.pdf"))
    locked = await dispatcher.call("observe", {"what": "text"})
    assert "encrypted and asks for a password" in locked.text
    failed = await error(dispatcher, "observe", what="text", password="nothing")
    assert failed["error_code"] == "pdf_unreadable"
    for more in ({"password": "open-sesame"}, {}):
        answer = await dispatcher.call("observe", {"what": "text", **more})
        assert "Salary 4,200 EUR" in answer.text
        assert "open-sesame" not in answer.text
