"""Painted and clickable elements have a mark, all others have none: random pages, pixel checks.

`VIEWMARK_FUZZ=10000 VIEWMARK_FUZZ_SEED=7 pytest tests/browser/discovery/test_painted_and_pressed.py
-m long` sets their number and seed. The ways to paint and to click are data
(`painted_and_pressed.py`), so a new one is a new line there.
"""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import os

import pytest
from painted_and_pressed import BLANK, ICON, PER_PAGE, Case, cases, html_of, verdicts

from viewmark.page.context import PageContext
from viewmark.page.observe import ObserveOptions, observe

PICTURED = ObserveOptions(annotate=True, max_annotations=500)
BARE = ObserveOptions(annotate=False, max_annotations=500)


async def faults_of(page_of, asked: list[Case]) -> tuple[list[str], int]:
    """Return errors in the marks of a page of cases, and the number of painted, clickable cases."""
    page = await page_of(html_of(asked))
    context = PageContext(page)
    seen = await observe(context, PICTURED)
    bare = {a.element.handle.node_id for a in (await observe(context, BARE)).annotations}
    rows = await verdicts(page, asked, seen)
    await page.close()
    faults = [f"{row.fault}: {row.case.name}" for row in rows if row.fault]
    # Without a capture uncertain elements are kept, so all elements found with one are included.
    lost = [a.element for a in seen.annotations if a.element.handle.node_id not in bare]
    faults += [f"not there without a picture: {element.selector}" for element in lost]
    return faults, sum(row.painted is True and row.pressed for row in rows)


SEEDS = (1, 2, 3, 4, 5, 6)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.heavy(20)
async def test_what_is_painted_and_pressed_has_a_mark_and_nothing_else(page_of, seed) -> None:
    faults, count = await faults_of(page_of, cases(seed, PER_PAGE))
    assert faults == []
    assert count > PER_PAGE / 3  # else the pages show nothing


@pytest.mark.long
@pytest.mark.timeout(7200)
async def test_ten_thousand_things(page_of) -> None:
    most = int(os.environ.get("VIEWMARK_FUZZ", "10000"))
    first = int(os.environ.get("VIEWMARK_FUZZ_SEED", "1000"))
    found, count = [], 0
    for seed in range(first, first + -(-most // PER_PAGE)):
        faults, both = await faults_of(page_of, cases(seed, PER_PAGE))
        found += [f"seed {seed}: {fault}" for fault in faults]
        count += both
    print(f"{most} things, {count} of them painted and pressed: {len(found)} faults")
    assert found == []


LISTEN = "<script>for (const el of document.querySelectorAll('[id]')) el.addEventListener('click', () => 1)</script>"
SIZE = "width:60px;height:28px"
ROWS = [
    ("a card on its gradient", f"<body style='background:linear-gradient(#fff,#9ab)'><div id=a style='{SIZE}'></div><div id=b style='{SIZE};background:#345'></div>", ["b"]),
    ("an empty pane over words", "<p style='margin:0'>Words below</p><div id=a style='position:absolute;left:0;top:0;width:200px;height:80px'></div>", ["a"]),
    ("an empty pane", "<div id=a style='width:180px;height:120px'></div>", []),
    ("a board to draw on", "<canvas id=a width=300 height=200></canvas>", ["a"]),
    ("an editor without words", "<div id=a contenteditable style='width:300px;height:60px;outline:none'></div>", ["a"]),
    ("cells of a table", "<table style='border-spacing:0'><tr><td id=a style='width:120px;height:60px'><td id=b style='width:120px'>b</table>", ["a", "b"]),
    ("between lines of a list", f"<div style='border-bottom:1px solid'>one<div id=a style='{SIZE}'></div></div><div>two</div>", []),
    ("in a frame of its size", f"<div style='display:inline-block;border:1px solid;padding:1px'><div id=a style='{SIZE}'></div></div>", ["a"]),
    ("a rect of a chart", "<svg width=300 height=100><rect id=a width=60 height=40 fill=none pointer-events=all /><rect id=b x=80 width=60 height=40 fill=teal /></svg>", ["b"]),
    ("a cover of a secret", f"<input type=password value=secret style='position:absolute;left:0;top:0;width:80px'><div id=a style='{SIZE};position:absolute;left:0;top:0'></div>", ["a", ""]),
    ("an item that holds a hidden select", "<ul><li style='width:200px'>Words<select style='opacity:0;pointer-events:none;width:20px'><option>a</select></ul>", []),
    ("a picture that takes the press", f'<div style="width:80px;height:60px" id=a><object data="{ICON}" width=80 height=60 style="display:block"></object></div>', []),
    ("an empty handler", "<b onclick=''>Words</b>", []),
    ("an icon by content", f"<style>#a {{ content: url(\"{ICON}\"); height: 16px }}</style><span id=a></span>", ["a"]),
]  # fmt: skip


@pytest.mark.parametrize(("html", "ids"), [r[1:] for r in ROWS], ids=[r[0] for r in ROWS])
async def test_the_picture_tells_what_is_painted(page_of, html, ids) -> None:
    page = await page_of("<!doctype html><body style='margin:0'>" + html + LISTEN)
    seen = await observe(PageContext(page), PICTURED)
    assert sorted(a.element.identity.id for a in seen.annotations) == sorted(ids)


FADED = f"""<!doctype html><style>.in {{ opacity: 0 }} .row:hover .in {{ opacity: 1 }}</style>
<div class=row><a href=# id=row>Row</a> <button id=pin aria-label=Pin style="border:0;background:none;{SIZE}">
<svg class=in width=16 height=16><path d="M0 0h16v16z"/></svg></button></div>
<button id=odd aria-label=Odd style="border:0;background:none;{SIZE};color:transparent;text-shadow:0 0 0 red">Odd</button>"""


@pytest.mark.parametrize("options", [PICTURED, BARE], ids=["with a picture", "without"])
async def test_what_comes_under_the_pointer_is_named_at_its_row_alone(page_of, options) -> None:
    seen = await observe(PageContext(await page_of(FADED)), options)
    told = [(a.element.identity.id, a.element.on_hover) for a in seen.annotations]
    assert told == [("row", ("Pin",)), ("odd", ())]


async def test_a_whole_page_and_the_looks_after_it_tell_the_same(page_of) -> None:
    html = f"<div id=a style='{SIZE}'></div><div style='height:1500px'></div><div id=b style='{SIZE}'></div><button id=c>Go</button>"
    page = await page_of("<!doctype html>" + html + LISTEN)
    context = PageContext(page)
    whole = await observe(context, ObserveOptions(annotate=True, area="page"))
    assert [a.element.identity.id for a in whole.annotations] == ["c"]
    for _ in range(4):
        seen = await observe(context, PICTURED)
        assert seen.annotations == ()


async def test_every_way_to_be_blank_is_one_to_be_told_by_the_picture_only(page_of) -> None:
    asked = [Case(name, "listener", "plain", "white", "small") for name in BLANK]
    page = await page_of(html_of(asked))
    assert (await observe(PageContext(page), PICTURED)).annotations == ()
