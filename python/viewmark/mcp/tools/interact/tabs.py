"""`interact new_tab`, `switch_tab` and `close_tab`."""

from __future__ import annotations

from viewmark.mcp.content import Answer, compact, lines_answer
from viewmark.mcp.parameters import TAB
from viewmark.mcp.tool import Call, What
from viewmark.mcp.tools.interact.travel import TIMEOUT, URL, blocked
from viewmark.page.action_lines import result_lines
from viewmark.page.change_report import changes_now
from viewmark.page.changes import wire_of

__all__ = ["TABS"]


async def new_tab(call: Call) -> Answer:
    """Open a tab, make it the current one, and go to an address if one is given."""
    tabs = call.state.tabs
    url = tabs.guard.check_typed(call.args["url"]) if "url" in call.args else None
    tab = await tabs.new()
    if url is None:
        facts = {"tab_id": tab.id, "url": tab.page.url}
        return lines_answer([f"tab_id {tab.id}"], None, facts)
    call.reporting(tab)
    there = await tab.page.goto(url, **call.given(timeout_s="timeout"))
    failed = {
        name: value for name, value in there.to_json().items() if name in ("status", "changes")
    }
    facts = {"tab_id": tab.id, "url": there.url} | failed | blocked(call)
    lines = [f"tab_id {tab.id}", *result_lines(there, lambda _: None)]
    return lines_answer(lines, there.changes, facts, address=False)


async def switch_tab(call: Call) -> Answer:
    """Make a tab the current one and show it."""
    tab = await call.state.tabs.switch(call.needed("tab_id"))
    call.reporting(tab)
    facts = {"tab_id": tab.id, "url": tab.page.url}
    changes = await changes_now(tab.page.context)
    lines = [f"tab_id {tab.id}  {tab.page.url}"]
    return lines_answer(lines, changes, facts | wire_of(changes), address=False)


async def close_tab(call: Call) -> Answer:
    """Close a tab."""
    closed = await call.state.tabs.close_tab(call.args.get("tab_id"))
    return Answer(text=compact({"closed": closed}))


TABS = (
    What(name="new_tab", handler=new_tab, parameters=(URL, TIMEOUT), aliases={"open_tab": {}}),
    What(
        name="switch_tab",
        handler=switch_tab,
        parameters=(TAB,),
        aliases={"select_tab": {}, "activate_tab": {}, "focus_tab": {}},
    ),
    What(name="close_tab", handler=close_tab, parameters=(TAB,)),
)
