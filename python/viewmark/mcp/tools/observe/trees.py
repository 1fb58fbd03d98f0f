"""`observe dom`, `accessibility` and `tabs`: the page as a tree, and the tabs that are open."""

from __future__ import annotations

from typing import Any

from viewmark.mcp.content import Answer, compact
from viewmark.mcp.tool import Call, What
from viewmark.mcp.tools.observe.records import LIMIT, MAP_FORMAT
from viewmark.page.trees import ACCESSIBLE_NODES, NODES

__all__ = ["ACCESSIBILITY", "DOM", "TABS"]


async def dom(call: Call) -> Answer:
    """The page as a tree whose nodes say whether they are in view."""
    view = await (await call.tab()).page.dom(nodes=call.args.get("limit", NODES))
    return Answer(text=compact(view.to_json()))


async def accessibility_tree(call: Call) -> Answer:
    """The page as assistive technology has it: Chrome's accessibility tree, without values."""
    page = (await call.tab()).page
    tree = await page.accessibility(nodes=call.args.get("limit", ACCESSIBLE_NODES))
    as_json = call.args.get("map_format") == "json"
    return Answer(text=compact(tree.to_json()) if as_json else tree.lines())


async def tabs(call: Call) -> Answer:
    """The tabs that are open, and which of them is the current one."""
    state = call.state
    rows: list[dict[str, Any]] = [
        {"tab_id": t.id, "url": t.url, "title": t.title, "current": t.id == state.tabs.current_id}
        for t in await state.tabs.listed()
    ]
    if call.args.get("map_format") == "json":
        return Answer(text=compact({"tabs": rows}))
    lines = [
        f"{'*' if r['current'] else ' '} {r['tab_id']}  {r['title']}  {r['url']}" for r in rows
    ]
    return Answer(text="\n".join(lines) or "No tab is open.")


DOM = What(
    name="dom",
    handler=dom,
    parameters=(LIMIT,),
    aliases={"dom_tree": {}, "tree": {}},
    hint="tree with inViewport",
)
ACCESSIBILITY = What(
    name="accessibility",
    handler=accessibility_tree,
    parameters=(LIMIT, MAP_FORMAT),
    aliases={"a11y": {}, "accessibility_tree": {}},
)
TABS = What(name="tabs", handler=tabs, parameters=(MAP_FORMAT,), aliases={"list_tabs": {}})
