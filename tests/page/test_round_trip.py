"""Every selector in an observation resolves to its own element when actions use it.

Covers all pages of `tests/pages`, including frames of the same and of other processes and closed
shadow roots. The selector is resolved as actions do, up to the browser's hit test in every frame
from the top document to the element.
"""

from __future__ import annotations

import pytest
from browser.finding import SITUATIONS, serve_pages
from js.asking import WORDS, text_of
from webserver import LocalSite

from viewmark.browser.discovery.discover import discover
from viewmark.browser.launch.browser import ChromeBrowser
from viewmark.page.context import PageContext
from viewmark.page.resolve import element, reach
from viewmark.page.resolved_target import SelectorTarget

PATIENCE = 30.0
"""Seconds for an element to stop moving; nothing on these pages moves."""


@pytest.mark.parametrize("name", [*SITUATIONS, *(f"words/{name}" for name in WORDS)])
async def test_acting_by_the_returned_selector_reaches_the_element(
    chromium: ChromeBrowser, site: LocalSite, name: str
) -> None:
    serve_pages(site)
    for words in WORDS:
        site.put(f"/words/{words}.html", text_of(f"words/{words}"))
    page = await chromium.page(site.url(f"/{name}.html"))
    try:
        context = PageContext(page)
        found = (await discover(page, max_annotations=100)).elements
        for one in found:
            target = SelectorTarget(one.selector)
            frame, node, _ = await element(context, target)
            assert (frame.id, node) == (one.handle.frame_id, one.handle.node_id), one.selector
            if not one.disabled:
                spot = await reach(context, target, timeout=PATIENCE)
                assert spot.links[-1].frame.id == one.handle.frame_id, one.selector
    finally:
        await page.close()
