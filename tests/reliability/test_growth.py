"""The work of an observation grows linearly with the page; counted, not timed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from long_forms import short_of
from page_over import PageOf
from shapes import DEEP, DEEPEST, SHAPES, look, points_since, show, start_counting, work_since

from viewmark import Page
from viewmark.browser import scripts
from viewmark.browser.discovery import discover as discovery

SMALL, TIMES = 1_000, 4
GROWTH = 1.15
"""Maximum factor by which the work may grow beyond four times for a page of four times the size,
because some tables are filled only once.
"""
MOST = {
    "boxes": 50,
    "one line of spans": 100,
    "one line of spans in a scroller": 150,
    "inline boxes right in the body": 100,
    "words": 130,
    "lines of code": 170,
    "small buttons in view": 5_000,
    "buttons": 1_300,
    "cells with a hand": 4_200,
    "points of a chart": 3_000,
    "labels of hidden fields": 6_500,
    "fields in clipped boxes": 3_200,
}
"""Maximum steps per element of the large page. Comparing all elements with each other would add
4,000 steps per element."""
LOOKS = ("interactive", "all_visible", "custom", "dom")


async def counted(page_of: Any, shape: str, n: int) -> dict[str, float]:
    """Return the work by kind of observation."""
    # Chromium counts less for code that has run often in a renderer, so use a new one.
    page = await page_of("<!doctype html>", new=True)
    await start_counting(page)
    await show(page, shape, n)
    found = {}
    for kind in LOOKS:
        await work_since(page)
        await look(page, kind)
        found[kind] = await work_since(page)
    return found


@pytest.mark.parametrize(
    "shape",
    short_of([*SHAPES, DEEP], "boxes", "buttons", "points of a chart"),
)
async def test_four_times_the_page_is_at_most_four_times_the_work(
    page_of: PageOf, shape: str
) -> None:
    size = DEEPEST[0] // 2 if shape == DEEP else SMALL  # Chromium cannot nest deeper
    small, large = [await counted(page_of, shape, n) for n in (size, size * TIMES)]
    for kind in LOOKS:
        assert small[kind] > size, "the count sees the work"
        assert large[kind] <= TIMES * GROWTH * small[kind], (kind, small, large)
    each = large["interactive"] / (size * TIMES)
    assert each <= MOST.get(shape, each), f"{each:.0f} steps for each thing"


async def test_a_line_of_a_thousand_inline_boxes_is_never_hit_tested(page_of) -> None:
    page = await page_of("<!doctype html>")
    await start_counting(page)
    html = "<!doctype html><button>b</button><pre id=line>" + "<i>x</i>" * 1000
    await page.session.send(
        "Page.setDocumentContent", {"frameId": page.main_frame.id, "html": html}
    )
    for target in ("interactive", "all_visible"):
        await look(page, target)
    points = await points_since(page)
    top, bottom = await page.call(
        None,
        "function () { const r = document.querySelector('i').getBoundingClientRect();"
        " return [r.top, r.bottom]; }",
    )
    assert points
    assert [y for _, y in points if top <= y <= bottom] == []


async def test_what_covers_a_crowded_line_is_told_from_beside(page_of) -> None:
    page = await page_of(
        "<style>#cover{position:fixed;left:0;top:0;width:300px;height:200px}"
        "a{position:relative}</style>"
        "<p style='margin:60px 0;white-space:pre'>"
        + "<a href=#>x</a>" * 600
        + "<div id=cover></div>"
    )
    found = await discovery.discover(page, max_annotations=100)
    assert found.elements
    assert min(e.bounds.x for e in found.elements) > 290


async def test_elements_deeper_than_a_stack_are_in_every_kind_of_look(page_of) -> None:
    page = await page_of(
        "<body><script>let at = document.body; for (let i = 0; i < 1700; i += 1) {"
        "const div = document.createElement('div'); div.append(`${i}`); at.append(div); at = div }"
        "at.innerHTML = '<button>deep</button>'; at.style.cssText ="
        "'position:absolute;top:9px;left:400px'</script>"
    )
    found = await look(page, "interactive")
    assert [e.name for e in found.elements] == ["deep"]
    assert "deep" in {e.name for e in (await look(page, "all_visible")).elements} | {""}
    tree = await look(page, "dom")
    assert tree.total > 1700
    assert json.loads(json.dumps(tree.to_json()))["kept"] == tree.kept


async def test_lines_of_a_deep_accessibility_tree_are_not_mostly_indentation(page_of) -> None:
    page = await page_of("<ul><li>x" * 200)
    lines = (await Page(page).accessibility()).text.splitlines()
    assert max(map(len, lines)) < 200
    assert any(line.lstrip().startswith("(1") for line in lines)


async def test_a_look_without_time_stops_itself_and_says_so(page_of, monkeypatch) -> None:
    page = await page_of("<button>b</button>" * 400)
    monkeypatch.setattr(discovery, "PATIENCE_MS", 0.0)
    found = await discovery.discover(page)
    assert found.total_found < 400
    assert any("time of a look was over" in reason for reason in found.incomplete)
    monkeypatch.undo()
    assert (await discovery.discover(page)).incomplete == ()
    options = {"nodes": 500, "characters": 30_000, "compact": True, "patience": 0}
    assert (await scripts.call(page, None, "domView", options))["cut"] is True


async def test_of_very_many_elements_those_beyond_the_cap_are_counted_by_region(page_of) -> None:
    page = await page_of("<style>a{float:left;width:9px;height:9px}</style><a href=#>.</a>" * 3000)
    found = await discovery.discover(page, max_annotations=20)
    assert len(found.elements) == 20
    assert found.total_found == 3000
    assert sum(found.omitted.values()) == 2980
    tops = [e.bounds.y for e in found.elements]
    assert tops == sorted(tops)
    assert max(tops) < 12
