"""`interact navigate`, `back`, `forward`, `reload` and `wait_for`."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from viewmark.defaults import TOOL_TIMEOUTS
from viewmark.errors import InvalidOption
from viewmark.mcp.content import Answer, lines_answer
from viewmark.mcp.parameters import TAB
from viewmark.mcp.tool import Call, What
from viewmark.mcp.tools.interact.target import SELECTOR
from viewmark.page.action_lines import result_lines
from viewmark.page.navigate import where_now
from viewmark.parameters.parameter import parameter, rare

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from viewmark.api.browsers import Page
    from viewmark.page.navigate import NavigationResult

    Going = Callable[[Page, dict[str, Any]], Coroutine[Any, Any, NavigationResult]]

__all__ = ["TEXT", "TIMEOUT", "TRAVEL", "URL", "WAIT_FOR", "blocked"]


def blocked(call: Call) -> dict[str, Any]:
    """What was kept from loading since this was asked last, as a member of the answer."""
    rows = call.state.tabs.blocked()
    return {"blocked": rows} if rows else {}


async def navigate(call: Call) -> Answer:
    """Open an address and wait until it is loaded."""
    url = call.state.tabs.guard.check_typed(call.needed("url"))
    return await _go(call, lambda page, options: page.goto(url, **options))


async def back(call: Call) -> Answer:
    """Go back in the tab's history."""
    return await _go(call, lambda page, options: page.back(**options))


async def forward(call: Call) -> Answer:
    """Go forward in the tab's history."""
    return await _go(call, lambda page, options: page.forward(**options))


async def reload(call: Call) -> Answer:
    """Load the page again."""
    return await _go(call, lambda page, options: page.reload(**options))


async def _go(call: Call, going: Going) -> Answer:
    tabs = call.state.tabs
    tab = await tabs.tab(call.args.get("tab_id"))  # one that may not be read may be left
    call.reporting(tab)
    there = await going(tab.page, call.given(timeout_s="timeout"))
    facts = there.to_json() | {"navigated_to": there.url, "tab_id": tab.id}
    return _arrival(there, facts | blocked(call))


def _arrival(there: NavigationResult, facts: dict[str, Any]) -> Answer:
    lines = result_lines(there, lambda _: None)
    return lines_answer(lines, there.changes, facts, there, address=False)


async def wait_for(call: Call) -> Answer:
    """Wait until an element, a text or an address is there or gone, or just so many ms."""
    tab, args = await call.tab(), call.args
    given = [each for each in _CONDITIONS if args.get(each) not in (None, "", False)]
    given += [name for name in ("time_ms", "seconds") if name in args]
    if len(given) != 1:
        problem = f"wait_for needs one of {', '.join(_CONDITIONS)} and time_ms"
        problem += f", not {' and '.join(given)}." if given else "."
        raise InvalidOption(problem, hint="Give one of them.", param=(given or ["text"])[-1])
    if given[0] in ("time_ms", "seconds"):
        await asyncio.sleep(args["seconds"] if "seconds" in args else args["time_ms"] / 1000)
        there = await where_now(tab.page.browser_page, "wait_for")
        return _arrival(there, there.to_json())
    if given == ["dialog"]:
        dialog = await tab.page.wait_for_dialog(**call.given(timeout_s="timeout"))
        facts = {"kind": dialog.kind, "message": dialog.message}
        members = {"what": "wait_for", "dialog": facts}
        return lines_answer([f"{dialog.kind} is open: {dialog.message}"], None, members, dialog)
    options = {"absent": args["absent"], given[0]: args[given[0]]}
    there = await tab.page.wait_for(**options, **call.given(timeout_s="timeout"))
    return _arrival(there, there.to_json())


TEXT = parameter(
    "text",
    "string",
    doc="type: added to the field unless clear; wait_for: words to appear",
    aliases=("value",),
    may_be_empty=True,
)
URL = parameter("url", "string", doc="whole; wait_for: a part", aliases=("address",))
TIMEOUT = parameter(
    "timeout_s",
    "number",
    low=TOOL_TIMEOUTS.low,
    high=TOOL_TIMEOUTS.high,
)
_CONDITIONS = ("text", "selector", "url", "load", "dialog")
_LOAD = rare("load", "string", enum=("dom", "load"))
_DIALOG = rare("dialog", "boolean", doc="until a dialog opens")
_TIME = parameter(
    "time_ms",
    "integer",
    low=0,
    high=30_000,
    doc="or so long, to 30000",
    aliases=("ms", "milliseconds", "duration_ms", "wait_ms"),
)
_SECONDS = rare(
    "seconds",
    "number",
    low=0,
    high=30,
    unlisted=True,
    doc="instead: just so long",
    aliases=("time", "duration"),
)
_ABSENT = parameter("absent", "boolean", default=False, doc="wait until it is gone")

TRAVEL = (
    What(
        name="navigate",
        handler=navigate,
        parameters=(URL, TIMEOUT, TAB),
        aliases={"goto": {}, "go_to": {}, "open": {}, "visit": {}, "open_url": {}},
    ),
    What(
        name="back",
        handler=back,
        parameters=(TIMEOUT, TAB),
        aliases={"go_back": {}, "navigate_back": {}},
    ),
    What(name="forward", handler=forward, parameters=(TIMEOUT, TAB), aliases={"go_forward": {}}),
    What(name="reload", handler=reload, parameters=(TIMEOUT, TAB), aliases={"refresh": {}}),
)
WAIT_FOR = What(
    name="wait_for",
    handler=wait_for,
    parameters=(SELECTOR, TEXT, URL, _LOAD, _DIALOG, _ABSENT, _TIME, _SECONDS, TIMEOUT, TAB),
    aliases={
        name: {}
        for name in (
            *("wait", "wait_until", "sleep", "pause", "wait_for_text", "wait_for_element"),
            *("wait_for_selector", "wait_for_url"),
        )
    },
)
