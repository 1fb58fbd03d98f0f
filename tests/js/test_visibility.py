"""Visible parts of elements: one table, checked with the page scripts in a real page.

The expected boxes are computed by hand from the CSS; where Chromium's IntersectionObserver covers
the case (clips of ancestors), it is compared too.
"""

from __future__ import annotations

import pytest

from viewmark.browser import scripts
from viewmark.browser.discovery.discover import discover

BOX = "<button id=b style='position:absolute;left:0;top:0;width:100px;height:40px;{}'>b</button>"
INNER = BOX.format("")


def at(style: str, inner: str = INNER) -> str:
    """Return a positioned box at (50, 60), 200 by 100 px, with the button in its top left."""
    place = "position:absolute;left:50px;top:60px;width:200px;height:100px;"
    return f"<div style='{place}{style}'>{inner}</div>"


# html, visible box (x, y, width, height) or None for invisible
ANCESTORS = [
    (at(""), (50, 60, 100, 40)),
    (at("overflow:hidden;width:70px"), (50, 60, 70, 40)),
    (at("overflow:hidden;height:10px"), (50, 60, 100, 10)),
    (at("overflow:clip;width:30px;height:30px"), (50, 60, 30, 30)),
    (at("overflow-x:clip;overflow-y:visible;width:30px;height:10px"), (50, 60, 30, 40)),
    (at("overflow:auto;width:70px;height:300px;scrollbar-width:none"), (50, 60, 70, 40)),
    (at("overflow:hidden;border:10px solid;width:50px;box-sizing:border-box"), (60, 70, 30, 40)),
    (at("clip-path:inset(10px 150px 0 5px)"), (55, 70, 45, 30)),
    (at("clip-path:circle(30px at 30px 20px)"), (50, 60, 60, 40)),
    (at("clip-path:polygon(0 0, 50px 0, 50px 20px, 0 20px)"), (50, 60, 50, 20)),
    (at("clip:rect(0, 40px, 15px, 10px)"), (60, 60, 30, 15)),
    (at("contain:paint;width:20px"), (50, 60, 20, 40)),
    (at("transform:translate(7px, 3px)"), (57, 63, 100, 40)),
    (at("transform:scale(.5);transform-origin:0 0;overflow:hidden;width:60px"), (50, 60, 30, 20)),
    (at("overflow:hidden;position:static;width:5px;height:5px"), (0, 0, 100, 40)),
    (at("overflow:hidden;width:5px", INNER.replace("absolute", "fixed")), (0, 0, 100, 40)),
    (
        at("overflow:hidden;width:50px;will-change:transform", INNER.replace("absolute", "fixed")),
        (50, 60, 50, 40),
    ),
]
UNBOXED = [
    "overflow:hidden;width:5px;height:5px",
    "clip-path:inset(50%)",
    "clip:rect(0, 0, 0, 0)",
    "contain:paint;width:5px",
    "transform:translate(7px, 3px);overflow:hidden",
]
"""Styles that have no effect on the content of an element without a box (display: contents)."""
ANCESTORS += [(at(f"display:contents;{style}"), (0, 0, 100, 40)) for style in UNBOXED]
ANCESTORS += [
    (at("width:70px;overflow:hidden", at(f"display:contents;{style}")), (50, 60, 70, 40))
    for style in UNBOXED
]


_SEEN = """function (vm, id) {
  return new Promise((done) => new IntersectionObserver(([e]) => {
    const r = e.intersectionRect;
    done([r.x, r.y, r.width, r.height]);
  }).observe(vm.nodeOf(id)));
}"""


@pytest.mark.parametrize(("html", "box"), ANCESTORS)
async def test_the_table_says_what_intersection_observer_says(page_of, html, box) -> None:
    page = await page_of(f"<body style='margin:0'>{html}")
    [found] = (await discover(page)).elements
    vm = await scripts.handle(page, None)
    seen = await page.call(None, _SEEN, vm, found.handle.node_id)
    assert seen == pytest.approx(box, abs=0.6)
