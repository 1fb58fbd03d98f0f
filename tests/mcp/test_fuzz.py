"""Any arguments give a result or a documented error, never an internal error."""

from __future__ import annotations

import contextlib
import math
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from long_forms import short_of
from webserver import LocalSite

from viewmark.attach_policy import TokenBucket
from viewmark.errors import ViewmarkError, table
from viewmark.mcp.dispatcher import Dispatcher
from viewmark.mcp.settings import Settings
from viewmark.mcp.tool import Tool
from viewmark.mcp.tools import TOOLS
from viewmark.mcp.validation import validate
from viewmark.parameters.parameter import Parameter

Call = tuple[str, dict[str, Any]]

HTML = """<!doctype html><title>Fuzz</title><h1>x</h1><form><label>Name <input id=a></label>
<input type=password id=p><input type=date id=d><select id=s><option>1<option>2</select>
<button id=b onclick="console.log('x')">Go</button></form><a href="#x">Link</a>
<iframe srcdoc="<button>In</button>"></iframe><div style="height:3000px">Long</div>"""

HOSTILE = """
\0 . / .. a/b CON con.txt -1 0 1e999 NaN null true [] {} '\" \\ %00 %s {0} ${x}
../../etc/passwd @ @a @sub.1 #a #b #d #s #p a,b * :hover ::before [x=\" >>> //x dm_x dm_0000 f_1
http:// http://[ http://a\\@b http://[redacted]@127.0.0.1:1/ http://\ud800 file:///x javascript:1
about:blank data:text/html,x data:text/html,\ud800 Enter Control+Shift+A Control+ + ++ F99 \ud83d
\udfff \ufdd0 \u202e number 1x1 red rgb() transparent all_visible
"""
WORDS = [*HOSTILE.split(), "\n", " ", ""]
TEXTS = st.sampled_from(WORDS) | st.text(max_size=12) | st.just("x" * 20_000) | st.just("/" * 4000)
NUMBERS = st.sampled_from([0, -0.0, 1, -1, 0.1, 2, 5, 99, 1e-300, 1e12, -1e12, 2**53, 10**11])
NONSENSE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)


def value_of(parameter: Parameter) -> st.SearchStrategy[Any]:
    """Generate mostly values of the right type, which pass more checks than arbitrary ones."""
    if parameter.name == "timeout_s":
        return st.sampled_from([0.1, 1, "x", -1, math.inf])
    kinds: list[st.SearchStrategy[Any]] = [NONSENSE]
    if parameter.enum:
        kinds += [st.sampled_from(parameter.enum)] * 4
    if "string" in parameter.kinds and not parameter.enum:
        kinds += [TEXTS] * 4
    if {"integer", "number"} & set(parameter.kinds):
        low, high = parameter.low, parameter.high
        kinds += [NUMBERS, NUMBERS, st.integers(int(low or 0), int(high or 3000))]
    if "boolean" in parameter.kinds:
        kinds += [st.booleans()] * 4
    if "array" in parameter.kinds:
        kinds += [st.lists(TEXTS, max_size=3)] * 3
    if "object" in parameter.kinds:
        fields = {each.name: value_of(each) for each in parameter.fields}
        kinds += [st.fixed_dictionaries({}, optional=fields)] * 4
        names = [
            "badge_color",
            "box_color",
            "box_style",
            "opacity",
            "badge_size",
            "palette",
            "selector",
            "quality",
        ]
        kinds += [st.dictionaries(st.sampled_from(names), NONSENSE, max_size=3)]
    return st.one_of(kinds)


BY_NAME = {tool.name: tool for tool in TOOLS}
AIMED = frozenset(
    {"click", "double_click", "hover", "type", "fill", "check", "drag", "upload", "keypress"}
    | {"select", "drop", "copy", "cut", "paste", "mouse_move", "mouse_down", "mouse_up", "get"}
)
"""Actions on a target; most calls get an existing one."""
NEEDED: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "type": {"text": TEXTS},
    "fill": {"value": TEXTS},
    "select": {"value": TEXTS},
    "drag": {"to": st.sampled_from(["#b", "#s", "1", "@a"])},
    "upload": {"files": st.lists(TEXTS, min_size=1, max_size=2)},
    "drop": {"text": TEXTS},
    "keypress": {"key": TEXTS},
    "key_down": {"key": TEXTS},
    "key_up": {"key": TEXTS},
    "scroll_until": {"text": TEXTS, "scrolls": st.just(1)},
    "run_script": {"script": TEXTS},
    "fill_form": {
        "fields": st.lists(st.fixed_dictionaries({"selector": st.just("#a"), "value": TEXTS}))
    },
    "call_page_tool": {"tool_name": TEXTS, "input": st.dictionaries(TEXTS, NONSENSE, max_size=2)},
    "navigate": {"url": TEXTS},
    "wait_for": {"text": TEXTS},
    "find": {"text": TEXTS},
    "traffic": {"headers": st.dictionaries(TEXTS, TEXTS, max_size=2)},
}
"""Arguments without which a call fails the validation."""


@st.composite
def calls(draw: st.DrawFn) -> Call:
    tool: Tool = draw(st.sampled_from(TOOLS))
    what = draw(st.sampled_from(list(tool.by_what)))
    known = [each for each in tool.known(what) if not each.unlisted]
    # An unknown tab ends a call at once, so few calls name one.
    apart = {"tab_id"} if draw(st.integers(0, 9)) else set()
    known = tuple(each for each in known if each.name not in apart)
    some = st.lists(st.sampled_from(known), max_size=3, unique_by=lambda p: p.name)
    chosen = draw(some) if known and draw(st.booleans()) else []
    arguments = {each.name: draw(value_of(each)) for each in chosen}
    if what in ("navigate", "wait_for", "new_tab"):
        arguments["timeout_s"] = 1
    if draw(st.integers(0, 7)):
        needed = {name: draw(value) for name, value in NEEDED.get(what, {}).items()}
        if what in AIMED and not {"ref", "label", "x", "y"} & arguments.keys():
            needed["selector"] = draw(st.sampled_from(["#a", "#b", "#s", "#d"]))
        arguments = needed | arguments
    if what in ("annotations", "run_script"):
        arguments["timeout_s"] = 1
    if "expect" in arguments:
        arguments["timeout_s"] = 0.2
    if draw(st.booleans()) and draw(st.booleans()):
        arguments[draw(TEXTS)] = draw(NONSENSE)
    return tool.name, {"what": what, **arguments}


def collected(examples: int) -> list[Call]:
    """Calls generated by Hypothesis, the same in every run."""
    found: list[Call] = []

    @settings(
        max_examples=examples,
        database=None,
        deadline=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(calls())
    def collect(call: Call) -> None:
        found.append(call)

    collect()
    return found


@pytest.mark.timeout(240)
@pytest.mark.parametrize("examples", short_of([100, 300], 100))
async def test_any_call_is_answered_with_a_result_or_a_documented_error(
    tmp_path: Path, site: LocalSite, bounded: Callable[..., Awaitable[Any]], examples: int
) -> None:
    site.put("/fuzz", HTML)
    dispatcher = Dispatcher(Settings(answers="json", output=tmp_path / "out", allow_script=True))
    dispatcher.state.bucket = TokenBucket(per_minute=1_000_000)
    codes: dict[str, int] = {}
    handled = 0
    try:
        for number, (tool, arguments) in enumerate(collected(examples)):
            if number % 10 == 0:
                await dispatcher.call("interact", {"what": "navigate", "url": site.url("/fuzz")})
            with contextlib.suppress(ViewmarkError):
                validate(BY_NAME[tool], arguments)
                handled += 1
            answer = await bounded(dispatcher.call(tool, arguments))
            code = ""
            if answer.failed:
                facts = dict(answer.facts or {})
                code = facts["error_code"]
                assert code in table(), (tool, arguments, facts)
                assert code != "internal_error", (tool, arguments, facts)
                assert facts["hint"]
            codes[code] = codes.get(code, 0) + 1
    finally:
        await dispatcher.close()
    refused = sum(codes.get(c, 0) for c in ("invalid_option", "unknown_parameter", "tab_not_found"))
    assert codes[""] > examples / 5, codes
    assert handled > 0.46 * examples, handled  # most calls should reach a handler
    assert sum(codes.values()) - refused > examples / 3, codes  # calls that reached the page
    assert len(codes) > 5, codes
    assert set(os.listdir(tmp_path)) <= {"out"}
