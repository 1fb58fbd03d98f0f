"""Tabs that tests reuse: with the same session, or emptied."""

from __future__ import annotations

import pytest
from reused_tab import ReusedTab
from webserver import LocalSite

from viewmark import Page
from viewmark.browser.launch.browser import ChromeBrowser


@pytest.mark.parametrize(
    ("command", "is_kept"),
    [("Page.getLayoutMetrics", True), ("Emulation.setPageScaleFactor", False)],
)
async def test_a_test_that_leaves_nothing_leaves_its_session(
    chromium: ChromeBrowser, site: LocalSite, command: str, is_kept: bool
) -> None:
    site.put("/a.html", "<!doctype html><button id=go onclick='document.title=1'>Go</button>")
    tab, pages = ReusedTab(chromium), []
    for _ in range(3):  # the first one is always emptied
        page = await tab.open(site.url("/a.html"))
        assert (await page.facts()).title == ""
        pages.append(page)
        await Page(page).click("#go")
        assert len(await Page(page).observe(annotate=True)) == 1
        await page.session.send(command, {"pageScaleFactor": 1} if not is_kept else {})
        await tab.leave(page, site, keep=True)
    assert (pages[1] is pages[2]) is is_kept
    await pages[-1].close()
