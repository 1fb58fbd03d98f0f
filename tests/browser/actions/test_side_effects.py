"""Effects of an action are reported, in whatever order Chromium sends their events."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from page_over import PageOf
from webserver import LocalSite

import viewmark
from viewmark.browser.actions.side_effects import SideEffects
from viewmark.browser.opened_tabs import until_documents


async def test_a_download_of_which_the_browser_tells_after_the_navigation_has_ended(
    page_of: PageOf, bounded: Any
) -> None:
    page = await page_of("<p>x")
    frame = {"frameId": page.main_frame.id}
    begins = {"guid": "late-one", "suggestedFilename": "late.csv", **frame}
    async with SideEffects(page, []) as watch:
        page.session.receive("Page.frameStartedNavigating", {**frame, "url": "http://x/late"})
        page.session.receive("Page.frameStoppedLoading", frame)
        assert await bounded(watch.arrived(5))
        reading = asyncio.ensure_future(watch.finish_downloads())
        await asyncio.sleep(0)
        page.session.root.receive("Browser.downloadWillBegin", begins)
        page.session.root.receive(
            "Browser.downloadProgress", {"guid": "late-one", "state": "canceled"}
        )
        (one,) = await bounded(reading)
    assert (one.name, one.state) == ("late.csv", "cancelled")


async def test_what_the_page_loaded_before_ends_no_navigation_that_was_asked_for(
    page_of: PageOf, bounded: Any
) -> None:
    page = await page_of("<p>x")
    frame = {"frameId": page.main_frame.id}
    async with SideEffects(page, []) as watch:
        page.session.receive("Page.frameRequestedNavigation", {**frame, "url": "http://x/"})
        page.session.receive("Page.frameStoppedLoading", frame)
        assert not await watch.arrived(limit=0.05)
        page.session.receive("Page.frameStartedNavigating", {**frame, "url": "http://x/"})
        page.session.receive("Page.frameStoppedLoading", frame)
        assert await bounded(watch.arrived(5))


async def open_tab(page: Any, path: str) -> None:
    by_user = {"expression": f"void window.open('{path}')", "userGesture": True}
    await page.session.send("Runtime.evaluate", by_user)


async def test_a_tab_with_a_document_is_known_not_to_be_a_download(
    page_of: PageOf, site: LocalSite, bounded: Any
) -> None:
    target = await page_of("<a id=a href=/two target=_blank>a</a>")
    site.put("/two", "<title>Two</title>two")
    silent = site.hold("/silent", "late")
    await open_tab(target, "/two")
    await bounded(until_documents(target, [site.url("/two")]), 10)
    await open_tab(target, "/silent")
    with pytest.raises((asyncio.TimeoutError, TimeoutError)):
        await bounded(until_documents(target, [site.url("/two"), site.url("/silent")]), 0.3)
    silent.released.set()
    await bounded(until_documents(target, [site.url("/two"), site.url("/silent")]), 10)
    assert (await viewmark.Page(target).click("#a")).outcome.downloads == ()


async def test_a_press_that_leads_nowhere_downloads_nothing(
    page_of: PageOf, site: LocalSite
) -> None:
    page = viewmark.Page(await page_of("<a id=a href=/nothing>a</a>"))
    site.put("/nothing", "", status=204)
    outcome = (await page.click("#a")).outcome
    assert (outcome.downloads, outcome.navigated_to, outcome.navigating) == ((), None, False)


async def test_a_press_on_a_link_to_a_file_waits_until_the_browser_tells_of_it(
    page_of: PageOf, site: LocalSite, bounded: Any
) -> None:
    page = viewmark.Page(await page_of("<a id=a href=/slow.csv download>a</a>"))
    slow = site.hold("/slow.csv", "1,2\n")
    pressing = asyncio.ensure_future(page.click("#a"))
    assert await asyncio.to_thread(slow.asked.wait, 20)
    for _ in range(20):  # well after the frame at which other clicks return
        await page.evaluate("new Promise(requestAnimationFrame)")
    slow.released.set()
    (one,) = (await bounded(pressing, 20)).outcome.downloads
    assert (one.name, one.state, one.size) == ("slow.csv", "completed", 4)


async def test_a_press_that_the_page_keeps_from_a_link_to_a_file_awaits_none(
    page_of: PageOf, site: LocalSite
) -> None:
    page = viewmark.Page(
        await page_of("<a id=a href=/no.csv download onclick='event.preventDefault()'>a</a>")
    )
    refused = site.hold("/no.csv")
    assert (await page.click("#a")).outcome.downloads == ()
    assert not refused.asked.is_set()
