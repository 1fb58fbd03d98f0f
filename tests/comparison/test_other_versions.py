"""A newer version of a UI library may change ids, roles, or which outer element has the mark."""

from __future__ import annotations

from dataclasses import replace

from page_over import PageOf

import viewmark
from viewmark.comparison.moves import displacement
from viewmark.geometry import Bounds

FIELD = "<title>F</title><h1>Shop</h1><div><input role=combobox id=many-{} {}></div><p>Foot</p>"
ITEM = (
    "<title>I</title><h1>Shop</h1><div><div {}>"
    "Small <button aria-label='Remove Small'>x</button>"
    "</div></div><p>Foot</p>"
)
FRAME = (
    "<title>C</title><style>#f {{ height: 40px; background: #eee }} input {{ all: unset; "
    "display: block; width: 100%; height: 40px }}</style>"
    "<h1>Shop</h1><div id=f {}><input {}></div><p>Foot</p>"
)


async def compared(page_of: PageOf, before: str, after: str) -> viewmark.PageComparison:
    one = await viewmark.Page(await page_of(before)).checkpoint()
    return viewmark.compare(one, await viewmark.Page(await page_of(after)).checkpoint())


async def test_a_field_without_a_name_is_the_same_with_another_id(
    page_of: PageOf,
) -> None:
    other = FIELD.format("control", "aria-haspopup=listbox")
    found = await compared(page_of, FIELD.format("selected", ""), other)
    assert [(each.kind, each.detail) for each in found.changes] == [("state", "haspopup")]
    # With different names they are two different fields.
    other = FIELD.format("control", "aria-label=Sizes")
    found = await compared(page_of, FIELD.format("selected", "aria-label=Colours"), other)
    assert {each.kind for each in found.changes} == {"gone", "new"}, found.lines()


async def test_an_item_that_has_a_role_now_is_not_new(page_of: PageOf) -> None:
    """The item was represented by a surrounding mark with its text; only its button was listed."""
    before = await viewmark.Page(await page_of(ITEM.format(""))).checkpoint()
    listed = tuple(each for each in before.entries if "Small" not in each.words)
    assert len(listed) == len(before.entries) - 1
    before = replace(before, entries=listed, total_found=len(listed))
    page = viewmark.Page(await page_of(ITEM.format("role=link tabindex=0 aria-label=Small")))
    after = await page.checkpoint()
    assert any(each.element.role == "link" for each in after.entries)
    for pair in ((before, after), (after, before)):
        assert viewmark.compare(*pair).is_same, viewmark.compare(*pair).lines()


async def test_a_field_and_the_box_around_it_are_one_where_they_take_the_same_place(
    page_of: PageOf,
) -> None:
    before = FRAME.format("", "aria-label=null")
    after = FRAME.format("role=combobox tabindex=0", "tabindex=-1 style='display: none'")
    found = await compared(page_of, before, after)
    assert [each.kind for each in found.changes][:1] == ["role"], found.lines()
    assert not {"gone", "new"} & {each.kind for each in found.changes}, found.lines()


async def test_what_moves_with_another_font_is_not_told(page_of: PageOf) -> None:
    html = (
        "<title>P</title><style>body {{ margin: 0; font: 16px {} }} main {{ padding: 80px }}"
        "</style><main><h1>Shop</h1><button>Buy</button><p>Words to read</p><p>More</p></main>"
    )
    found = await compared(page_of, html.format("serif"), html.format("sans-serif"))
    assert [each.kind for each in found.changes] == ["font"], found.lines()


def test_the_way_is_that_of_the_first_edges() -> None:
    """A heading that moved 14 px and became 12 px narrower did not move by 2 px."""
    box = Bounds(72, 16, 1118, 52)
    assert displacement(box, Bounds(86, 32, 1106, 60)) == (14, 16)
    assert displacement(box, Bounds(72, 4, 1130, 52)) == (0, -12)
    assert displacement(box, Bounds(60, 16, 1142, 52)) == (0, 0)  # the edges moved apart
