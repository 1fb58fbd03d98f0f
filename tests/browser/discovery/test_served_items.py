"""List items served by one listener, without pointer cursor or role: split if named."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

from viewmark.browser.discovery.discover import discover

LISTEN = "<script>document.getElementById('list').addEventListener('click', (e) => e.target.closest('.x'))</script>"
STYLE = "<style>#list { width: 300px } #list > * { display: block; padding: 4px } #list.flexed { display: flex } .active, .current { background: #cde } .hovered:hover { background: #eee }</style>"


def _list(inner: str, attributes: str = "class=nav-group") -> str:
    return f"<!doctype html>{STYLE}<div id=list {attributes}>{inner}</div>{LISTEN}"


ALL = ["Inbox", "Drafts", "Sent"]


async def _ids(page_of, html: str) -> list[str]:
    return [one.identity.id for one in (await discover(await page_of(html))).elements]


async def test_items_that_are_links_or_buttons_keep_their_marks_alone(page_of) -> None:
    links = "".join(f"<div class=nav-item><a href=#x id={word}>{word}</a></div>" for word in ALL)
    assert await _ids(page_of, _list(links)) == ALL
    buttons = "".join(f"<button class=nav-item id={word}>{word}</button>" for word in ALL)
    assert await _ids(page_of, _list(buttons)) == ALL
