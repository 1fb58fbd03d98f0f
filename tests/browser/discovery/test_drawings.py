"""SVG drawings: each interactive part has one mark, and a press on the mark hits that part."""
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


def svg(inside: str, more: str = "class=l") -> str:
    return f"<svg width=600 height=400 {more} style='position:absolute;left:0;top:0'>{inside}</svg>"


def node(name: str, x: int, words: str) -> str:
    return (
        f"<g id={name} transform='translate({x},40)'><g style='pointer-events:none'><rect width=100 height=60 fill=white stroke=black />"
        f"<text x=20 y=30>{words}</text></g><rect width=100 height=60 fill=none style='pointer-events:all' /></g>"
    )


CASES = [
    ("swatches that touch", "<div style='position:absolute;left:20px;top:20px'>" + "".join(f"<div id=s{i} class=s style='cursor:pointer;position:absolute;left:{i * 18}px;width:20px;height:20px;background:hsl({i * 90} 80% 50%)'></div>" for i in range(3)) + "</div>", ["s0", "s1", "s2"]),
    ("lines that do not touch", "<div>" + "".join(f"<div id=s{i} class=s style='cursor:pointer;position:absolute;left:20px;top:{20 + 40 * i}px;width:200px;height:3px;background:#333'></div>" for i in range(3)) + "</div>", ["s0", "s1", "s2"]),
    ("sides of a box that are chosen one by one", "<div style='position:relative;width:80px;height:40px'>" + "".join(f"<div id=s{i} class=s style='cursor:pointer;position:absolute;background:#333;{at}'></div>" for i, at in enumerate(("inset:0 0 auto 0;height:3px", "inset:0 0 0 auto;width:3px"))) + "</div>", ["s0", "s1"]),
    ("a diagram that nothing listens to", svg(node("a", 20, "Start"), ""), []),
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
