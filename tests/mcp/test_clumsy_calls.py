"""Calls in the style of other tools succeed if their meaning is clear; errors give a correction."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from webserver import LocalSite

from viewmark.mcp.dispatcher import Dispatcher
from viewmark.mcp.settings import Settings

PAGE = """<!doctype html><title>Clumsy</title>
<style>button, input { display: block; height: 30px; width: 120px }
.up { text-transform: uppercase }
#p, #q, #box, #end { position: absolute; left: 400px } #p { top: 10px } #q { top: 60px }
#box { top: 110px } #end { top: 200px }</style>
<form onsubmit="return false"><label>User name <input id=u></label>
<label>Word <input id=w></label></form>
<button id=p onclick="done(this, event)" ondblclick="done(this, event)">Sign in</button>
<button id=q class=up onclick="done(this, event)">Send now</button>
<div id=box onpointerdown="held = true">box</div>
<div id=end onpointerup="done(this, event)">end</div>
<a id=more href="/more?a=1">More</a>
<div style="height: 3000px"></div>
<script>const log = []; let held = false;
const note = (words) => { log.push(words); document.title = log.join(); };
const done = (node, event) =>
  note((event.shiftKey ? 'shifted' : event.type) + ' ' + node.id);
document.addEventListener('keydown', (event) => note(event.key));
</script>"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("clumsy")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def dispatcher(folder: Path) -> AsyncIterator[Dispatcher]:
    dispatcher = Dispatcher(Settings(answers="json", output=folder))
    yield dispatcher
    await dispatcher.close()


async def text(dispatcher: Dispatcher, tool: str, **arguments: Any) -> str:
    answer = await dispatcher.call(tool, arguments)
    assert not answer.failed, answer.text
    return answer.text


async def error(dispatcher: Dispatcher, tool: str, arguments: dict[str, Any]) -> Any:
    answer = await dispatcher.call(tool, arguments)
    assert answer.failed, answer.text
    return dict(answer.facts or {})


@pytest_asyncio.fixture(loop_scope="session")
async def refs(dispatcher: Dispatcher, site: LocalSite) -> dict[str, Any]:
    """Refs and labels of the elements on a fresh page that was captured."""
    site.put("/clumsy", PAGE)
    await text(dispatcher, "interact", what="navigate", url=site.url("/clumsy"))
    seen = json.loads(
        await text(dispatcher, "observe", what="page", annotate_screenshot=True, map="json")
    )
    rows = {each["name"]: each for each in seen["annotations"]}
    found = {f"ref of {name}": row["ref"] for name, row in rows.items()}
    return found | {f"number of {name}": row["label"] for name, row in rows.items()}


async def title(dispatcher: Dispatcher) -> str:
    found = json.loads(await text(dispatcher, "observe", what="page"))
    return str(found["page"]["title"])


def filled(value: Any, refs: dict[str, Any]) -> Any:
    """Return a call with `{ref of Sign in}` replaced by the refs and numbers of the page."""
    if isinstance(value, dict):
        return {name: filled(each, refs) for name, each in value.items()}
    if isinstance(value, list):
        return [filled(each, refs) for each in value]
    if isinstance(value, str):
        if value in (whole := {f"{{{name}}}": each for name, each in refs.items()}):
            return whole[value]
        for name, each in refs.items():
            value = value.replace(f"{{{name}}}", str(each))
    return value


CLICK = {"what": "click"}
SIGN = "click p"
PRESSES: list[tuple[dict[str, Any], str]] = [
    ({**CLICK, "element": "Sign in button", "ref": "{ref of Sign in}"}, SIGN),
    ({"what": "left_click", "coordinate": [460, 25]}, SIGN),
    ({"what": "left_click", "coordinate": "[460, 25]"}, SIGN),
    ({"what": "double_click", "coordinate": [460, 25]}, "click p,click p,dblclick p"),
    ({**CLICK, "coordinates": [460, 25]}, SIGN),
    ({**CLICK, "selector": "{ref of Sign in}"}, SIGN),
    ({**CLICK, "selector": "ref:{ref of Sign in}"}, SIGN),
    ({**CLICK, "selector": "ref={ref of Sign in}"}, SIGN),
    ({**CLICK, "ref": "{ref of Sign in}:"}, SIGN),
    ({**CLICK, "ref": 'button "Sign in" {ref of Sign in}: clickable'}, SIGN),
    ({**CLICK, "target": "[{number of Sign in}]"}, SIGN),
    ({**CLICK, "ref": "[{number of Sign in}]"}, SIGN),
    ({**CLICK, "target": '[{number of Sign in}] {ref of Sign in} button "Sign in" c'}, SIGN),
    ({**CLICK, "target": 'button "Sign in"'}, SIGN),
    ({**CLICK, "selector": 'button "Sign in"'}, SIGN),
    ({**CLICK, "index": "{number of Sign in}"}, SIGN),
    ({**CLICK, "selector": "role=button[name=Sign in]"}, SIGN),
    ({**CLICK, "selector": 'role=Button[name="sign in"]'}, SIGN),
    ({**CLICK, "selector": 'role=button[name="SEND NOW"]'}, "click q"),
    ({**CLICK, "selector": "text=/^sign\\s/i"}, SIGN),
    ({**CLICK, "selector": "xpath=//button[contains(., 'Sign')]"}, SIGN),
    ({**CLICK, "selector": "//button[@id='p']"}, SIGN),
    ({**CLICK, "ref": "{ref of Sign in}", "doubleClick": True}, "click p,click p,dblclick p"),
    ({**CLICK, "ref": "{ref of Sign in}", "doubleClick": False}, SIGN),
    ({**CLICK, "ref": "{ref of Sign in}", "modifiers": ["Shift"]}, "shifted p"),
    (
        {"what": "left_click_drag", "start_coordinate": [410, 115], "coordinate": [410, 205]},
        "pointerup end",
    ),
    ({"what": "drag", "from": "#box", "to": "#end"}, "pointerup end"),
    ({"what": "drag", "target": "#box", "to": "#end"}, "pointerup end"),
    ({"what": "drag", "from": [410, 115], "to": [410, 205]}, "pointerup end"),
    (
        {"what": "drag", "startElement": "box", "from": {"selector": "#box"}, "endElement": "end"}
        | {"to": "#end"},
        "pointerup end",
    ),
    ({"what": "keypress", "key": "Page_Down"}, "PageDown"),
    ({"what": "press_key", "key": "ctrl+Page_Down"}, "Control,PageDown"),
]


@pytest.mark.parametrize(("sent", "heard"), PRESSES, ids=lambda value: str(value)[:90])
async def test_what_has_one_meaning_is_done(
    dispatcher: Dispatcher, refs: dict[str, Any], sent: dict[str, Any], heard: str
) -> None:
    await text(dispatcher, "interact", **filled(sent, refs))
    assert await title(dispatcher) == heard


FIELDS: list[Any] = [
    [{"name": "User name", "type": "textbox", "ref": "{ref of User name}", "value": "ann"}],
    [{"element": "User name field", "ref": "{ref of User name}:", "value": "ann"}],
    [{"name": "User name", "type": "textbox", "value": "ann"}],
    [{"target": 'textbox "User name"', "value": "ann"}],
    [{"selector": 'role=textbox[name="user name"]', "value": "ann"}],
    [{"index": "{number of User name}", "value": "ann"}],
    {"{ref of User name}": "ann"},
]


@pytest.mark.parametrize("fields", FIELDS, ids=str)
async def test_fields_of_a_form_are_named_in_many_ways(
    dispatcher: Dispatcher, refs: dict[str, Any], fields: Any
) -> None:
    rows = filled(fields, refs)
    if isinstance(fields, dict):
        rows = {filled(name, refs): value for name, value in fields.items()}
    await text(dispatcher, "interact", what="fill_form", fields=rows)
    got = await text(dispatcher, "observe", what="get", selector="#u", property="value")
    assert json.loads(got)["value"] == "ann"


async def test_other_words_of_other_tools_are_understood(
    dispatcher: Dispatcher, refs: dict[str, Any], folder: Path
) -> None:
    sent: dict[str, Any] = {"what": "type", "ref": refs["ref of Word"], "element": "Word field"}
    await text(dispatcher, "interact", **sent, text="ab", slowly=True)
    assert (await title(dispatcher)).endswith("a,b")
    for timeout in (5, 5000, "5000"):
        facts = await text(dispatcher, "interact", what="wait_for", text="Sign in", timeout=timeout)
        assert json.loads(facts)["waited_ms"] < 5000
    await text(dispatcher, "interact", what="wait_for", textGone="Never seen", timeout=2000)
    got = await text(dispatcher, "observe", what="get", selector="#more", attribute="href")
    assert json.loads(got)["value"] == "/more?a=1"
    await text(dispatcher, "observe", what="screenshot", filename="clumsy.png", type="png")
    assert (folder / "clumsy.png").read_bytes().startswith(b"\x89PNG")
    assert "def test_" in await text(dispatcher, "generate", what="playwright_test")
    await text(dispatcher, "configure", what="emulate", darkMode=True)
    await text(dispatcher, "configure", what="emulate", environment={"darkMode": False})
    await text(dispatcher, "configure", what="emulate", reset=True)


@pytest.mark.parametrize(
    ("sent", "offset"),
    [
        ({"direction": "down", "amount": 3}, 300),
        ({"direction": "down", "amount": 450}, 450),
        ({"coordinate": [100, 300], "scroll_direction": "down", "scroll_amount": 5}, 500),
        ({"amount": 2}, 200),
        ({"deltaY": 120}, 120),
    ],
    ids=str,
)
async def test_scrolls_go_as_far_as_is_said(
    dispatcher: Dispatcher, refs: dict[str, Any], sent: dict[str, Any], offset: int
) -> None:
    await text(dispatcher, "interact", what="scroll", **sent)
    found = json.loads(await text(dispatcher, "observe", what="page"))
    assert found["page"]["viewport"]["scroll_y"] == offset


@pytest.mark.parametrize(
    ("tool", "sent", "told"),
    [
        ("interact", {**CLICK, "element": "Sign in"}, "selector: 'text=Save'"),
        ("interact", {**CLICK, "coordinate": 3}, "Give x and y"),
        ("interact", {"what": "switch_tab", "index": 1}, "Give tab_id; observe tabs lists them"),
        ("interact", {"what": "scroll", "dy": 10, "amount": 3}, "Give one of them"),
        ("interact", {**CLICK, "ref": "@a", "position": {"x": 1, "y": 1}}, "ref inside"),
        ("interact", {"what": "screenshot", "filename": "a.png"}, "observe screenshot with"),
        ("observe", {"what": "cookies"}, "Call configure storage with task: cookies"),
        ("observe", {"what": "playwright_test"}, "Call generate test"),
    ],
    ids=str,
)
async def test_what_has_no_plain_meaning_is_answered_with_the_right_call(
    dispatcher: Dispatcher, tool: str, sent: dict[str, Any], told: str
) -> None:
    assert told in (await error(dispatcher, tool, sent))["hint"]


@pytest.mark.parametrize("selector", ["text=/(/", "xpath=//[", "//*["])
async def test_a_broken_expression_is_no_selector(
    dispatcher: Dispatcher, refs: dict[str, Any], selector: str
) -> None:
    told = await error(dispatcher, "interact", {**CLICK, "selector": selector})
    assert told["error_code"] == "invalid_selector"
