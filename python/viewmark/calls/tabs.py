"""The tabs of a session: list, open, switch and close them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from viewmark.calls.answer import CallAnswer
from viewmark.calls.call import Invocation
from viewmark.calls.method import result_of
from viewmark.calls.present import answer_lines, present
from viewmark.page.action_lines import result_lines
from viewmark.page.arrival import where_now
from viewmark.page.change_report import changes_now
from viewmark.page.changes import wire_of


async def tabs(call: Invocation) -> CallAnswer:
    """List the open tabs, and which of them is the current one."""
    session = call.session
    await session.check_browser()
    rows: list[dict[str, Any]] = [
        {
            **session.tab_facts(each.id),
            "url": each.url,
            "title": each.title,
            "current": each.id == session.tabs.current_id,
        }
        for each in await session.tabs.list_tabs()
    ]
    rows.sort(key=lambda row: row.get("tab", 0))
    lines = [
        f"{'*' if r['current'] else ' '} {r.get('tab', r['tab_id'])}  {r['title']}  {r['url']}"
        for r in rows
    ]
    return CallAnswer(text="\n".join(lines) or "No tab is open.", facts={"tabs": rows})


async def new_tab(call: Invocation) -> CallAnswer:
    """Open a tab, make it the current one, and open a URL in it if one is given."""
    session, url = call.session, call.args.get("url")
    if url is not None:
        call.args["url"] = session.tabs.guard.check_typed(url)
    tab = await session.new_tab(call)
    name, facts = session.tab_name(tab.id), session.tab_facts(tab.id)
    if url is None:
        there = await where_now(tab.page.browser_page, "new_tab")
        return CallAnswer(text=name, facts=facts | {"url": there.url})
    call.args["tab_id"] = tab.id
    there = await result_of(call)
    facts = there.to_json() | facts
    lines = [name, *result_lines(there, lambda _: None)]
    return answer_lines(call, lines, there.changes, facts, address=False)


async def switch_tab(call: Invocation) -> CallAnswer:
    """Make a tab the current one and show it."""
    session = call.session
    wanted = call.args.get("tab")
    if wanted is None and not session.is_model:
        return await tabs(call)
    await session.check_browser()
    tab = await session.tabs.switch(session.tab_id(call))
    tab.page.changes = call.changes
    there = await where_now(tab.page.browser_page, "tab")
    changes = await changes_now(tab.page.context)
    if not session.is_model:
        return present(replace(there, changes=changes), call, tab.page)
    facts = {"tab_id": tab.id, "url": tab.page.url}
    lines = [f"{session.tab_name(tab.id)}  {tab.page.url}"]
    return answer_lines(call, lines, changes, facts | wire_of(changes), address=False)


async def close_tab(call: Invocation) -> CallAnswer:
    """Close a tab, and report which tab is current now."""
    session = call.session
    await session.check_browser()
    closed = session.tab_facts(await session.tabs.close_tab(session.tab_id(call)))
    current = session.tabs.current_id
    now = f"now on {session.tab_name(current)}" if current else "no tab is open"
    number = closed.get("tab", closed["tab_id"])
    return CallAnswer(text=f"closed tab {number}; {now}", facts={"closed": number})
