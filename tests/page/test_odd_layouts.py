"""Extreme layouts: deep nesting, one-pixel elements, and the maximum number of marks."""

from __future__ import annotations

from itertools import combinations

from page_over import PageOf

import viewmark


def badges_of(seen: viewmark.Observation) -> list[tuple[int, int, int, int]]:
    """Return the boxes of all badges, after checking that none overlaps another."""
    badges = [each.badge for each in seen if each.badge is not None]
    for (x, y, w, h), (left, top, width, height) in combinations(badges, 2):
        apart = x + w <= left or left + width <= x or y + h <= top or top + height <= y
        assert apart, (x, y, left, top)
    return badges


async def test_equal_buttons_nested_fifty_deep_are_one_mark(page_of: PageOf) -> None:
    nested = "<div role=button tabindex=0 aria-label=Deep>" * 50 + "Deep" + "</div>" * 50
    seen = await viewmark.Page(await page_of(nested)).observe(annotate=True)
    assert [each.name for each in seen] == ["Deep"]
    assert len(badges_of(seen)) == 1


async def test_boxes_of_one_pixel_give_a_clean_picture(page_of: PageOf) -> None:
    style = "<style>i{position:absolute;top:90px;width:1px;height:1px;background:red}</style>"
    dots = "".join(
        f"<i role=button tabindex=0 aria-label='Dot {n}' style='left:{n * 3}px'></i>"
        for n in range(100)
    )
    page = viewmark.Page(await page_of(f"{style}<button>Save</button>{dots}"))
    seen = await page.observe(annotate=True)
    assert "Save" in [each.name for each in seen]
    assert len(badges_of(seen)) == len(seen)


async def test_five_hundred_marks_share_one_picture(page_of: PageOf) -> None:
    style = "<style>body{margin:0}button{width:36px;height:20px;margin:2px;padding:0;float:left}"
    buttons = "".join(f"<button>{n}</button>" for n in range(600))
    page = viewmark.Page(await page_of(f"{style}</style>{buttons}"))
    seen = await page.observe(annotate=True, max_annotations=500)
    assert (len(seen), seen.total_found) == (500, 600)
    assert [each.label for each in seen] == list(range(1, 501))
    assert len(badges_of(seen)) == 500
