"""Elements that do not move are not reported as moving, and a click on their box hits them."""

from __future__ import annotations

from typing import Any

import pytest
from own_world import ask
from page_over import PageOf
from still_things import FRAMES, KINDS, frame, frame_page, page_with
from webserver import LocalSite

import viewmark
from viewmark.page.target import at

UNDER = """(points) => points.map(([x, y]) => {
  const hit = document.elementFromPoint(x, y);
  let at = hit;
  while (at && !at.dataset?.k) at = at.assignedSlot ?? at.parentElement ?? at.getRootNode().host;
  return at?.dataset.k ?? hit?.localName;
})"""
"""For each point, the kind of the element that a click would hit."""


async def looked(page: viewmark.Page, captures: list[int]) -> viewmark.Observation:
    """Observe the page and append the number of captures that it took to the list."""
    session = page.browser_page.session
    send, before = session.send, len(captures)
    captures.append(0)

    async def counted(method: str, *args: Any, **more: Any) -> Any:
        captures[before] += method == "Page.captureScreenshot"
        return await send(method, *args, **more)

    session.send = counted
    try:
        return await page.observe(annotate=True, max_annotations=200)
    finally:
        del session.send


async def test_no_kind_of_still_thing_moves_and_its_middle_presses_it(page_of: PageOf) -> None:
    target = await page_of(page_with(KINDS))
    page = viewmark.Page(target)
    captures: list[int] = []
    for _ in range(3):
        seen = await looked(page, captures)
        assert [seen[label - 1].name for label in seen.layout_shifted] == []
    assert captures[1:] == [1, 1]
    named = {each.element.name: each.element for each in seen}
    assert KINDS.keys() - named.keys() == set()
    points = [
        (kind, (rect.x + rect.width / 2, rect.y + rect.height / 2))
        for kind in KINDS
        for rect in named[kind].rects
    ]
    under = await ask(target, f"({UNDER})({[list(point) for _, point in points]})")
    assert [(k, u) for (k, _), u in zip(points, under, strict=True) if k != u] == []


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
async def test_what_stands_in_a_still_frame_stands_still(
    page_of: PageOf, site: LocalSite, host: str
) -> None:
    addresses = {kind: f"/{number}.html" for number, kind in enumerate(FRAMES)}
    for kind, path in addresses.items():
        site.put(path, frame_page(kind))
    cells = "".join(frame(kind, site.url(path, host=host)) for kind, path in addresses.items())
    hear = "<script>heard = []; onmessage = (e) => heard.push(e.data)</script>"
    target = await page_of(page_with({}) + cells + hear)
    await target.settle_frames()
    page = viewmark.Page(target)
    captures: list[int] = []
    for _ in range(3):
        seen = await looked(page, captures)
        assert [seen[label - 1].name for label in seen.layout_shifted] == []
    assert captures[1:] == [1, 1]
    named = {each.element.name: each.element for each in seen}
    assert sorted(named) == sorted(FRAMES)
    for kind in FRAMES:
        box = named[kind].bounds
        await page.click(at(box.x + box.width / 2, box.y + box.height / 2))
    assert await ask(target, "heard.join()") == ",".join(FRAMES)
