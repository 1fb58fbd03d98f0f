"""Drawings: each thing in one has one mark, and the mark is what a press there meets."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover
from viewmark.page.context import PageContext
from viewmark.page.observe import ObserveOptions, observe

LISTEN = """<script>
for (const el of document.querySelectorAll('.l')) el.addEventListener('pointerdown', () => {})
for (const type of ['pointerdown', 'click']) addEventListener(type, e => { document.documentElement.dataset.met = e.composedPath().map((el) => el.id ?? '').join(' ') }, true)
</script>"""
LINE = "<div class='w' style='cursor:pointer;position:absolute;left:{}px;top:{}px;width:{}px;height:{}px'><div style='margin:9px;height:{}px;width:{}px;background:#555'></div></div>"
LINK = "<div id={} style='cursor:auto'>" + "".join(
    LINE.format(*piece) for piece in ((40, 40, 60, 20, 2, 42), (80, 44, 20, 60, 42, 2), (84, 80, 70, 20, 2, 52))
) + "</div>"  # fmt: skip


def svg(inside: str, more: str = "class=l") -> str:
    return f"<svg width=600 height=400 {more} style='position:absolute;left:0;top:0'>{inside}</svg>"


def block(name: str, x: int, words: str, inside: str = "") -> str:
    return (
        f"<g id={name} class=l transform='translate({x},20)' style='cursor:grab'><path id={name}p fill=teal d='M0 0h160v60h-160z'/>"
        f"<g class=l id={name}w><text x=10 y=20>{words}</text></g>{inside}</g>"
    )


def node(name: str, x: int, words: str) -> str:
    return (
        f"<g id={name} transform='translate({x},40)'><g style='pointer-events:none'><rect width=100 height=60 fill=white stroke=black />"
        f"<text x=20 y=30>{words}</text></g><rect width=100 height=60 fill=none style='pointer-events:all' /></g>"
    )


FIELD = "<g id=f class=l style='cursor:text'><rect x=70 y=8 width=50 height=20 fill=white /><text x=75 y=22>7</text></g>"
SMALL = "<g id=b2 class=l transform='translate(60,30)' style='cursor:grab'><path fill=navy d='M0 0h70v24h-70z'/><g class=l><text x=5 y=16 fill=white>inner</text></g></g>"
CASES = [
    ("the pieces of a line", LINK.format("link"), ["link"]),
    ("two lines side by side", LINK.format("link") + "<div style='position:absolute;left:300px;top:0'>" + LINK.format("other") + "</div>", ["link", "other"]),
    ("swatches that touch", "<div style='position:absolute;left:20px;top:20px'>" + "".join(f"<div id=s{i} class=s style='cursor:pointer;position:absolute;left:{i * 18}px;width:20px;height:20px;background:hsl({i * 90} 80% 50%)'></div>" for i in range(3)) + "</div>", ["s0", "s1", "s2"]),
    ("lines that do not touch", "<div>" + "".join(f"<div id=s{i} class=s style='cursor:pointer;position:absolute;left:20px;top:{20 + 40 * i}px;width:200px;height:3px;background:#333'></div>" for i in range(3)) + "</div>", ["s0", "s1", "s2"]),
    ("sides of a box that are chosen one by one", "<div style='position:relative;width:80px;height:40px'>" + "".join(f"<div id=s{i} class=s style='cursor:pointer;position:absolute;background:#333;{at}'></div>" for i, at in enumerate(("inset:0 0 auto 0;height:3px", "inset:0 0 0 auto;width:3px"))) + "</div>", ["s0", "s1"]),
    ("a block and its words", svg(block("b", 20, "count with")), ["b"]),
    ("a block with a field", svg(block("b", 20, "count", FIELD)), ["bp", "f"]),
    ("a block in a block", svg(block("b", 20, "do", SMALL)), ["b2", "bp"]),
    ("words that take the press for themselves", svg(block("b", 20, "mode").replace("<g class=l id=bw>", "<g class=l id=bw style='cursor:pointer'>")), ["bp", "bw"]),
    ("a drawer with two blocks", svg("<path id=ground class=l fill=#ddd d='M0 0h400v140h-400z'/>" + block("a", 10, "one") + block("b", 200, "two")), ["a", "b"]),
    ("a ground that listens under one shape", svg("<rect id=ground class=l fill=#ddd width=300 height=140 />" + block("a", 10, "one")), ["a", "ground"]),
    ("shapes of a diagram", svg(node("a", 20, "Start") + node("b", 200, "End")), ["a", "b"]),
    ("shapes of a diagram that takes the focus", svg(node("a", 20, "Start") + node("b", 200, "End"), "class=l id=all tabindex=0"), ["a", "b"]),
    ("a diagram under a listener", "<div class=l style='width:600px;height:400px'>" + svg(node("a", 20, "Start"), "") + "</div>", ["a"]),
    ("a diagram that nothing listens to", svg(node("a", 20, "Start"), ""), []),
    ("a connection", svg(node("a", 20, "A") + "<g id=c><g style='pointer-events:none'><path d='M130 200h200' fill=none stroke=black /></g><path d='M130 200h200' style='pointer-events:stroke;fill:none;stroke:white;stroke-opacity:0;stroke-width:15px'/></g>"), ["a", "c"]),
    ("handles that change a size", svg(node("a", 20, "A") + "<g id=h transform='translate(200,200)'><rect width=8 height=8 fill=navy /><rect width=20 height=20 fill=none style='pointer-events:all;cursor:nwse-resize'/></g>"), ["a"]),
    ("a pane over a chart", svg("<g id=chart><rect width=500 height=300 fill=none style='pointer-events:all'/>" + "".join(f"<rect id=r{i} x={i * 40} y=20 width=30 height=90 fill=teal style='cursor:pointer'/>" for i in range(3)) + "</g>"), ["r0", "r1", "r2"]),
    ("bars under one listener", svg("<g class=l>" + "".join(f"<rect id=r{i} x={i * 30} y=20 width=30 height=90 fill=teal style='cursor:pointer'/>" for i in range(3)) + "</g>", ""), ["r0", "r1", "r2"]),
]  # fmt: skip


@pytest.mark.parametrize(("html", "ids"), [case[1:] for case in CASES], ids=[c[0] for c in CASES])
async def test_each_thing_has_one_mark_and_takes_its_press(page_of, html, ids) -> None:
    page = await page_of("<!doctype html><body style='margin:0'>" + html + LISTEN)
    seen = await observe(PageContext(page), ObserveOptions(annotate=True))
    found = [a.element for a in seen.annotations]
    assert sorted(e.identity.id for e in found) == ids
    bare = (await discover(page)).elements
    assert {e.identity.id for e in bare} >= set(ids)
    for element in found:
        assert element.point is not None
        at = {"x": element.point.x, "y": element.point.y, "button": "left", "clickCount": 1}
        await page.session.send("Input.dispatchMouseEvent", {"type": "mousePressed", **at})
        await page.session.send("Input.dispatchMouseEvent", {"type": "mouseReleased", **at})
        met = await page.call(None, "() => document.documentElement.dataset.met ?? ''")
        assert element.identity.id in met.split()
