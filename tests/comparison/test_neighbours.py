"""Neighbours of a changed element are not confused with it, nor with new or removed elements."""

from __future__ import annotations

from page_over import PageOf

import viewmark

WORDS = ("Overview", "Orders", "Invoices", "Customers", "Reports", "Team")
ROWS = (
    "<style>body { margin: 0 } li { display: block; height: 200px; position: relative }</style><ul>"
    + "".join(f"<li>{word} <div>Words</div> Is Active</li>" for word in WORDS)
    + "</ul>"
)
LIST = "<title>L</title><div role=list style='overflow: auto; border: 1px solid'>" + "".join(
    f"<div role=listitem id={word}>Order of {word}</div>" for word in WORDS
)
TABLE = "<title>T</title><table border style='width: 600px'>" + "".join(
    f"<tr><td id={word}>Order of {word}<td>Oslo<td>7" for word in WORDS
)


def told(found: viewmark.PageComparison) -> list[tuple[str, str]]:
    return [(each.kind, each.sentence.partition(":")[0]) for each in found.changes]


async def test_a_row_that_comes_into_view_is_not_the_one_that_went(
    page_of: PageOf,
) -> None:
    page = viewmark.Page(await page_of(ROWS))
    before = await page.checkpoint()
    await page.evaluate("document.querySelectorAll('li')[1].remove(); 0")
    found = await page.compare(before)
    assert [each.kind for each in found.changes].count("gone") == 1, found.lines()
    gone = next(each for each in found.changes if each.kind == "gone")
    assert "Orders" in gone.sentence
    assert {each.kind for each in found.changes} <= {"gone", "place"}, found.lines()
    assert not any("down" in each.sentence for each in found.changes), found.lines()


async def test_a_list_that_begins_to_scroll_is_not_new(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of(LIST))
    before = await page.checkpoint()
    await page.evaluate("Invoices.style.cssText = 'position: relative; left: 11px; top: 9px'; 0")
    found = await page.compare(before)
    assert told(found) == [("place", 'listitem "Order of Invoices"')], found.lines()


async def test_a_cell_that_moves_down_does_not_follow_from_a_narrower_column(
    page_of: PageOf,
) -> None:
    page = viewmark.Page(await page_of(TABLE))
    before = await page.checkpoint()
    await page.evaluate(
        "document.querySelector('table').style.width = '580px';"
        "Team.style.position = 'relative'; Team.style.top = '9px'; 0"
    )
    found = await page.compare(before)
    moved = [each.sentence for each in found.changes if each.kind == "place"]
    assert moved == ['cell "Order of Team": moved 9 px down'], found.lines()


async def test_the_box_around_words_that_has_a_role_now_is_not_new(
    page_of: PageOf,
) -> None:
    html = "<h1>Shop</h1><div id=box><div><div id=item>Red</div></div></div><p>Below</p>"
    page = viewmark.Page(await page_of(html))
    before = await page.checkpoint()
    await page.evaluate(
        "box.setAttribute('role', 'listbox'); box.setAttribute('aria-label', 'Colour');"
        "box.tabIndex = 0; 0"
    )
    found = viewmark.compare(before, await page.checkpoint())
    assert not {"new", "gone"} & {each.kind for each in found.changes}, found.lines()
