"""`observe dom`, `accessibility` and `tabs`: the page as a tree, and the tabs that are open."""

from __future__ import annotations

from typing import Any

from viewmark.mcp.content import Answer, compact
from viewmark.mcp.tool import Call, What
from viewmark.mcp.tools.observe.reading import PART, read
from viewmark.mcp.tools.observe.records import LIMIT, MAP
from viewmark.page.trees import ACCESSIBLE_NODES, NODES

__all__ = ["ACCESSIBILITY", "DOM", "TABS"]


async def dom(call: Call) -> Answer:
    """The rendered DOM, a line for each node, with refs, states and what is in view."""
    page = (await call.tab()).page
    if _wants_tree(call):
        view = await page.dom_tree(
            nodes=call.args.get("limit", NODES), characters=call.args["characters"]
        )
        return Answer(text=compact(view.to_json()))
    return await read(call, page, page.dom, nodes=call.args.get("limit"))


async def accessibility_tree(call: Call) -> Answer:
    """The page as assistive technology is told: Chrome's accessibility tree, with refs."""
    page = (await call.tab()).page
    if _wants_tree(call):
        tree = await page.accessibility_tree(nodes=call.args.get("limit", ACCESSIBLE_NODES))
        return Answer(text=compact(tree.to_json()))
    return await read(call, page, page.accessibility, nodes=call.args.get("limit"))


def _wants_tree(call: Call) -> bool:
    """Whether the whole tree is wanted as JSON; parts and differences are of lines."""
    args = call.args
    return args.get("map") == "json" and not (args.get("since") or args.get("cursor"))


async def tabs(call: Call) -> Answer:
    """The tabs that are open, and which of them is the current one."""
    state = call.state
    rows: list[dict[str, Any]] = [
        {"tab_id": t.id, "url": t.url, "title": t.title, "current": t.id == state.tabs.current_id}
        for t in await state.tabs.list_tabs()
    ]
    if call.args.get("map") == "json":
        return Answer(text=compact({"tabs": rows}))
    lines = [
        f"{'*' if r['current'] else ' '} {r['tab_id']}  {r['title']}  {r['url']}" for r in rows
    ]
    return Answer(text="\n".join(lines) or "No tab is open.")


_PARAMETERS = (LIMIT, *PART, MAP)
DOM = What(
    name="dom",
    handler=dom,
    parameters=_PARAMETERS,
    aliases={"dom_tree": {}, "tree": {}},
    hint="trees with refs",
)
ACCESSIBILITY = What(
    name="accessibility",
    handler=accessibility_tree,
    parameters=_PARAMETERS,
    aliases={"a11y": {}, "accessibility_tree": {}},
    hint="trees with refs",
)
TABS = What(name="tabs", handler=tabs, parameters=(MAP,), aliases={"list_tabs": {}})
