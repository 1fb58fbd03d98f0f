"""The same page at another scroll position: entering or leaving the view is no change."""

from __future__ import annotations

import pytest
from page_over import PageOf

import viewmark

PAGE = (
    """<title>Rows</title><style>
body { margin: 0; font: 16px/20px sans-serif } p { margin: 30px }
#bar { position: fixed; top: 0; left: 0; right: 0; height: 40px; background: #eee }
#head { position: sticky; top: 40px; margin: 90px 30px 0; background: #fff }
</style><div id=bar><button id=menu>Menu</button> <a href=/help>Help</a></div>
<div><div id=head><b>Name</b></div>"""
    + "".join(f"<p>Row {n} <button id=edit{n}>Edit {n}</button></p>" for n in range(60))
    + "</div>"
)
BOXES = (
    "<style>body { margin: 0 } div { height: 520px }</style><form><div></div>"
    + "".join(f"<label><input type=checkbox disabled>{letter}</label>" for letter in "ABC")
    + "</form><form><div></div><section>"
    + "".join(f"<label><input type=checkbox>{letter}</label>" for letter in "ABC")
    + "</section><div></div></form>"
)


@pytest.mark.parametrize("by", [100, 400, 900])
async def test_a_scrolled_page_is_the_same(page_of: PageOf, by: int) -> None:
    page = viewmark.Page(await page_of(PAGE))
    before = await page.checkpoint()
    await page.evaluate(f"scrollTo(0, {by}); 0")
    after = await page.checkpoint()
    found = viewmark.compare(before, after)
    assert found.is_same, found.lines()
    assert any("scrolled elsewhere" in note for note in found.notes)
    await page.evaluate("menu.textContent = 'Close'; 0")
    found = viewmark.compare(before, await page.checkpoint())
    assert [each.kind for each in found.changes] == ["text"], found.lines()


async def test_what_is_in_view_twice_is_compared(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of(PAGE))
    before = await page.checkpoint()
    await page.evaluate("scrollTo(0, 300); edit9.disabled = true; edit8.remove(); 0")
    found = viewmark.compare(before, await page.checkpoint())
    told = sorted((each.kind, each.entry.element.name) for each in found.changes if each.entry)
    assert ("gone", "Edit 8") in told, found.lines()
    assert ("state", "Edit 9") in told, found.lines()
    assert not {"place", "covered", "undecidable", "new"} & {kind for kind, _ in told}


async def test_equals_that_are_in_view_once_are_two(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of(BOXES))
    before = await page.checkpoint()
    other = viewmark.Page(await page_of(BOXES))
    await other.evaluate("scrollTo(0, 570); 0")
    found = viewmark.compare(before, await other.checkpoint())
    assert found.is_same, found.lines()


async def test_what_is_cut_at_the_edge_of_a_scrolled_page_did_not_move(
    page_of: PageOf,
) -> None:
    page = viewmark.Page(await page_of(PAGE.replace("position: fixed", "position: absolute")))
    await page.evaluate("scrollTo(0, 400); 0")
    before = await page.checkpoint()
    for by in (395, 408):
        await page.evaluate(f"scrollTo(0, {by}); 0")
        found = viewmark.compare(before, await page.checkpoint())
        assert found.is_same, found.lines()
