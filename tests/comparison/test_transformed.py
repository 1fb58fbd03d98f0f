"""Elements with a `transform`, also out of view, and observations without styles."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from page_over import PageOf

import viewmark
from viewmark.comparison.api import as_checkpoint
from viewmark.comparison.scaled import fit_similarity
from viewmark.errors import NotComparable
from viewmark.geometry import Bounds

CELLS = "".join(
    "<tr>" + "".join(f"<td>Cell {r}.{c} <button>Do {r}.{c}</button>" for c in range(5))
    for r in range(4)
)
TABLE = (
    "<style>body { margin: 8px; overflow-x: hidden } td { padding: 6px 30px }</style><h1>Shop</h1>"
    f"<div id=part style='width: max-content'><table>{CELLS}</table></div><p>Foot</p>"
)
LINES = "".join(
    f"<p>Line {n} <button>Do {n}</button> <a href=#{n}>Go {n}</a> "
    f"<span style='float: right'>End {n}</span></p>"
    for n in range(6)
)
CARD = (
    "<style>body { margin: 8px; overflow-x: hidden } #two { display: flex }</style><h1>Shop</h1>"
    "<div id=two><div style='width: 200px'>Left</div>"
    f"<div id=part style='width: 500px'>{LINES}</div></div>"
)
DRAWER = (
    "<style>body { margin: 8px; overflow-x: hidden }</style><h1>Shop</h1><nav id=part style='"
    f"position: absolute; right: 0; width: 300px'>{LINES}</nav><button>Buy</button>"
)


async def changed(
    page_of: PageOf, html: str, script: str, *, has_styles: bool = True
) -> viewmark.PageComparison:
    page = viewmark.Page(await page_of(html))
    take = page.checkpoint if has_styles else page.observe
    before = await take()
    await page.evaluate(f"{{ part.style.transformOrigin = '0 0'; {script} }}; 0")
    return viewmark.compare(before, await take())


@pytest.mark.parametrize("has_styles", [True, False])
@pytest.mark.parametrize("html", [TABLE, CARD])
@pytest.mark.parametrize(
    ("transform", "told"),
    [
        ("scale(1.5)", " 150 % of before: "),
        ("scale(2)", " 200 % of before: "),  # half of the element leaves the viewport
        ("rotate(20deg)", ": turned by 20°"),
        ("rotate(-9deg) scale(.8)", ": turned by 9° to the left, 80 % of before"),
        ("translateX(700px)", ": moved 700 px right"),
        ("translate(500px, 200px)", ": moved 500 px right and 200 px down"),
    ],
)
async def test_a_part_that_is_transformed_is_one_sentence(
    page_of: PageOf, html: str, transform: str, told: str, *, has_styles: bool
) -> None:
    script = f"part.style.transform = '{transform}'"
    found = await changed(page_of, html, script, has_styles=has_styles)
    # The transformed element may also cover its neighbours; that is reported as well.
    others = [each for each in found.changes if not each.sentence.startswith(("text 1", "text 2"))]
    own = [each for each in found.changes if told in each.sentence]
    assert len(own) == 1, found.lines()
    assert own[0].count > 5
    covered = [each for each in others if each.kind == "covered" or "covered" in each.sentence]
    assert len(found) == 1 + len(covered), found.lines()


async def test_a_drawer_that_leaves_is_one_sentence_with_all_of_it(
    page_of: PageOf,
) -> None:
    """The body's `overflow` applies to the viewport, so nothing is clipped at the body's edge."""
    found = await changed(page_of, DRAWER, "part.style.transform = 'translateX(400px)'")
    assert [each.kind for each in found.changes] == ["gone"], found.lines()
    assert found.changes[0].count == 24, found.lines()


async def test_what_goes_from_a_scaled_part_is_told(page_of: PageOf) -> None:
    script = "part.style.transform = 'scale(1.5)'; document.querySelectorAll('#part a')[2].remove()"
    found = await changed(page_of, CARD, script)
    assert 'link "Go 2": gone' in found.lines()


async def test_the_first_of_a_row_that_goes_is_told_though_all_others_move_up(
    page_of: PageOf,
) -> None:
    row = "".join(f"<button>Step {n}</button>" for n in range(8))
    html = f"<body style='margin: 0'><div id=part style='display: flex'>{row}</div>"
    found = await changed(page_of, html, "part.firstElementChild.remove()")
    assert [each.kind for each in found.changes] == ["gone"], found.lines()


@pytest.mark.parametrize("how", ["documentElement.style.zoom = 1.25", "body.style.zoom = .8"])
async def test_a_zoom_between_ordinary_looks_is_one_sentence(page_of: PageOf, how: str) -> None:
    found = await changed(page_of, CARD, f"document.{how}", has_styles=False)
    assert len(found) == 1, found.lines()
    match = re.match(r"size (?:about )?(\d+) % of before: button ", found.changes[0].sentence)
    assert match, found.lines()
    # Glyph widths do not scale exactly with the font size.
    assert abs(int(match[1]) - (125 if "1.25" in how else 80)) <= 3


async def test_what_a_zoom_pushes_out_of_view_is_not_gone(page_of: PageOf) -> None:
    cards = "".join(f"<div class=card><h2>Card {n}</h2><p>Words {n}</p></div>" for n in range(24))
    html = (
        "<style>.card { display: inline-block; width: 290px; height: 100px }</style>"
        f"<div id=part>{cards}</div>"
    )
    found = await changed(page_of, html, "document.body.style.zoom = 1.25")
    assert [each.kind for each in found.changes] == ["font"], found.lines()
    script = "document.body.style.zoom = 1.25; document.querySelectorAll('h2')[9].remove()"
    found = await changed(page_of, html, script)
    assert 'heading "Card 9": gone' in found.lines()


async def test_a_zoom_of_the_browser_is_said(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of(CARD))
    await page.set_viewport(width=1280, height=720, device_scale_factor=1)
    before = await page.checkpoint()
    await page.set_viewport(width=1024, height=576, device_scale_factor=1.25)
    with pytest.raises(NotComparable, match="the browser's zoom is 125% of before"):
        viewmark.compare(before, await page.checkpoint())
    await page.set_viewport(width=1024, height=700, device_scale_factor=1.25)
    with pytest.raises(NotComparable, match=r"1024 x 700 CSS px\."):
        viewmark.compare(before, await page.checkpoint())


def test_boxes_that_do_not_go_as_one_are_no_such_part() -> None:
    boxes = [Bounds(40.0 * n, 30.0 * (n % 3), 20, 10) for n in range(6)]
    moved = [(box, box.shift(7.0 * n, -3.0 * n)) for n, box in enumerate(boxes)]
    assert fit_similarity(moved) is None
    assert fit_similarity([(boxes[0], boxes[0])] * 4) is None
    turned = [(b, Bounds(100 - b.y - b.height, 5 + b.x, b.height, b.width)) for b in boxes]
    found = fit_similarity(turned)
    assert found is not None
    assert (round(found.degrees), round(found.factor, 3)) == (90, 1.0)
    assert found.takes(*turned[4])


@pytest.mark.parametrize("has_styles", [True, False])
async def test_boxes_without_a_size_are_compared(page_of: PageOf, has_styles: bool) -> None:
    """A saved observation may contain boxes of any size."""
    page = viewmark.Page(await page_of(TABLE))
    take = page.checkpoint if has_styles else page.observe
    before = as_checkpoint(await take())
    entries = tuple(
        replace(each, element=replace(each.element, bounds=Bounds(40.0, 40.0, 0.0, 0.0)))
        for each in before.entries
    )
    after = replace(before, entries=entries, picture=None)
    for one, other in ((before, after), (after, before)):
        assert viewmark.compare(one, other).changes


def test_boxes_that_all_come_to_one_point_went_no_way_back() -> None:
    pairs = [(Bounds(50.0 * n, 40.0 * n, 1.0, 1.0), Bounds(9.0, 9.0, 1.0, 1.0)) for n in range(5)]
    assert fit_similarity(pairs) is None
