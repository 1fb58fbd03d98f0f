"""Elements with a delegated jQuery handler get a mark, even without a pointer cursor or role.

The pages have no jQuery, but store handlers where it stores them: jQuery 3 at the elements, jQuery
1 and 2 where only `_data` finds them.
"""
# ruff: noqa: E501 - a script is one line

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable

import pytest
from sent_commands import sent_to

from viewmark.browser.discovery.discover import discover
from viewmark.browser.page_target import PageTarget

PageOf = Callable[..., Awaitable[PageTarget]]

AT_ELEMENTS = "box.jQuery3600123 = { events }"
BY_DATA = "window.jQuery = { _data: (el, what) => (el === box && what === 'events' ? events : undefined) }"
"""As in jQuery 2, which stores nothing at the element itself."""


def served(box: str, selectors: list[str], *, way: str = AT_ELEMENTS, type_: str = "click") -> str:
    """Return a script that does what `$(box).on(type, selector, ...)` does for each selector."""
    handlers = json.dumps([{"selector": each} for each in selectors])
    return (
        f"<script>{{ const box = {box}; const events = {{ {type_}: {handlers} }};"
        f"box.addEventListener('{type_}', () => 1); {way} }}</script>"
    )


NOTES = (
    "<div id=wrap><h1>Board</h1><div class=board>"
    + "".join(
        f"<div class=note id=n{i}><div class=text id=t{i}>Note {i}</div></div>" for i in range(3)
    )
    + "</div><p class=text>no note</p></div>"
)
WRAP = "document.getElementById('wrap')"


async def ids_on(page: PageTarget) -> list[str]:
    return sorted(each.identity.id or "" for each in (await discover(page)).elements)


async def run(page: PageTarget, script: str) -> None:
    await page.session.send("Runtime.evaluate", {"expression": script})


@pytest.mark.parametrize("way", [AT_ELEMENTS, BY_DATA])
@pytest.mark.parametrize("type_", ["click", "mousedown"])
async def test_notes_that_a_press_edits_have_one_mark_each(page_of, way, type_) -> None:
    handlers = served(WRAP, [".board .text"], way=way, type_=type_)
    assert await ids_on(await page_of(NOTES + handlers)) == ["t0", "t1", "t2"]


async def test_what_listens_for_all_has_no_mark_where_it_had_none(page_of) -> None:
    without = await page_of(NOTES + served(WRAP, []))
    assert await ids_on(without) == await ids_on(await page_of(NOTES + served(WRAP, [".none"])))


@pytest.mark.parametrize("type_", ["mouseover", "keydown"])
async def test_handlers_for_other_events_give_no_mark(page_of, type_: str) -> None:
    listens = "<script>document.getElementById('wrap').onclick = () => 1</script>"
    before = await ids_on(await page_of(NOTES + listens))
    page = await page_of(NOTES + listens + served(WRAP, [".text"], type_=type_))
    assert await ids_on(page) == before


async def test_one_note_alone_has_the_mark_and_not_the_list_around_it(page_of) -> None:
    note = "<div class=note id=n style='width:200px'>Only one</div>"
    board = f"<div id=wrap style='width:600px;height:220px'><div>{note}</div></div>"
    assert await ids_on(await page_of(board + served(WRAP, [".note"]))) == ["n"]


async def test_what_comes_later_has_a_mark_without_another_question(page_of, monkeypatch) -> None:
    page = await page_of(NOTES + served(WRAP, [".board .text"]))
    assert await ids_on(page) == ["t0", "t1", "t2"]
    await run(
        page,
        "document.querySelector('.board').insertAdjacentHTML('beforeend',"
        " '<div class=note><div class=text id=t9>later</div></div>')",
    )
    methods = sent_to(page, monkeypatch)
    assert await ids_on(page) == ["t0", "t1", "t2", "t9"]
    assert await ids_on(page) == ["t0", "t1", "t2", "t9"]
    assert "Runtime.evaluate" not in methods


async def test_a_handler_at_another_node_is_read_when_it_comes(page_of) -> None:
    page = await page_of(NOTES + "<div id=two><p class=more id=m>More</p></div>")
    assert await ids_on(page) == []
    script = served("document.getElementById('two')", [".more"])
    await run(page, script.removeprefix("<script>").removesuffix("</script>"))
    assert await ids_on(page) == ["m"]
    await run(page, "document.getElementById('two').replaceWith(two.cloneNode(true))")
    assert await ids_on(page) == []


@pytest.mark.parametrize("wide", ["*", ":not(.note)", "html *,body", ".many"])
async def test_a_selector_for_all_gives_none_and_others_of_the_page_do(page_of, wide: str) -> None:
    many = "<i class=many></i>" * 501
    page = await page_of(NOTES + many + served("document", [wide, "#t1"]))
    assert await ids_on(page) == ["t1"]


ENDLESS = "new Proxy(function () {}, { get: (_, key) => (key === 'length' ? 1e9 : endless) })"
HOSTILE = [
    "Object.defineProperty(window, 'jQuery', { get() { throw 1 } })",
    "window.jQuery = { get _data() { throw 1 } }",
    "window.jQuery = { _data() { while (true); } }",
    "window.jQuery = { _data: () => ({ get click() { while (true); } }) }",
    "window.jQuery = { _data: () => ({ click: { length: Infinity, 0: { get selector() { throw 1 } } } }) }",
    f"const endless = {ENDLESS}; window.jQuery = endless",
    "const endless = { click: { length: 1e9 } }; window.jQuery = { _data: () => endless }",
    "window.jQuery = new Proxy({}, { get() { throw 1 }, has() { throw 1 }, ownKeys() { throw 1 } })",
    "window.jQuery = { _data: () => ({ click: [{ selector: 'p'.repeat(1e7) }, { selector: { toString() { throw 1 } } }] }) }",
    "let n = 0; window.jQuery = { _data: () => ({ click: Array.from({ length: 1e4 }, () => ({ selector: `.a${n += 1}` })) }) }",
    "Array.prototype[Symbol.iterator] = function* () { while (true) yield 'click' }",
    "Object.keys = () => { throw 1 }; Array.prototype.join = Array.prototype.push = () => { throw 1 }",
    "performance.now = () => NaN; Object.keys = () => new Proxy([], { get: () => 'jQuery1' })",
    "Document.prototype.getElementsByTagName = () => new Proxy({}, { get: () => document.body })",
    "Object.defineProperty(document.body, 'jQuery1', { enumerable: true, get() { while (true); } })",
]


@pytest.mark.parametrize("script", HOSTILE)
async def test_a_page_that_misleads_is_one_without_such_handlers(page_of, script: str) -> None:
    page = await page_of(
        f"<button id=b>Press</button><p id=p onclick=x()>Words</p><i>no</i><script>{script}</script>"
    )
    assert await ids_on(page) == ["b", "p"]
    answer = await page.session.send("Runtime.evaluate", {"expression": "1 + 1"})
    assert answer["result"]["value"] == 2


def grid(table: str, cells: str) -> str:
    """Two rows of two cells, each with an id, in a table of that id."""
    rows = "".join(
        f"<tr>{''.join(f'<td id={table}{i}{j} {cells}>Tea {i}{j}' for j in range(2))}"
        for i in range(2)
    )
    return f"<table><thead><tr><th>A<th>B<tbody id={table}>{rows}</table>"


@pytest.mark.parametrize("selector", ["td", "td, th", "td:first-child", "td:nth-child(2)"])
async def test_cells_that_a_plug_in_takes_all_of_have_no_mark(page_of, selector: str) -> None:
    before = await ids_on(await page_of(grid("t", "") + served("t", [])))
    assert await ids_on(await page_of(grid("t", "") + served("t", [selector]))) == before
    with_hand = grid("t", "style='cursor:pointer'")
    assert await ids_on(await page_of(with_hand + served("t", [selector]))) != before
