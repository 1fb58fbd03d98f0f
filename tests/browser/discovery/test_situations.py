"""Situations in which Chromium does not reply to commands: each ends at once, with its reason.

The timeouts of the commands are far above the limits of the tests, so a test passes only if the
situation itself ended the command.
"""

from __future__ import annotations

import asyncio
import os
import signal

import pytest

from viewmark.browser.actions.navigation import goto
from viewmark.browser.capture.screenshot import capture
from viewmark.errors import (
    CommandTimeout,
    ConnectionLost,
    DialogOpen,
    PageCrashed,
    PageNavigated,
    ScreenshotFailed,
    TabNotFound,
)

FOREVER = 300


async def open_dialog(page, script="alert('Hi')"):
    """Open a dialog from a timer, so that it does not block our command."""
    async with page.session.stream("Page.javascriptDialogOpening") as events:
        await page.session.send("Runtime.evaluate", {"expression": f"setTimeout(() => {script})"})
        await events.__anext__()


@pytest.mark.parametrize("kind", ["alert", "confirm", "prompt"])
async def test_the_command_that_opens_a_dialog_ends_with_that_news(page_of, bounded, kind):
    page = await page_of("<h1>Page</h1>")
    with pytest.raises(DialogOpen, match=rf"JavaScript {kind} dialog is open") as opened:
        await bounded(page.call(None, f"() => {kind}('Sure?\\nReally')", timeout=FOREVER))
    assert opened.value.data["dialog_message"] == "Sure? Really"
    assert page.dialog is not None
    assert page.dialog.kind == kind
    await page.answer_dialog(accept=True)
    assert page.dialog is None
    assert await page.call(None, "() => 1") == 1


async def test_everything_that_a_dialog_blocks_is_refused_and_a_capture_too(page_of, bounded):
    page = await page_of("<h1>Page</h1>")
    await bounded(open_dialog(page))
    for method in ("Runtime.evaluate", "DOMSnapshot.captureSnapshot", "Page.getLayoutMetrics"):
        with pytest.raises(DialogOpen):
            await bounded(page.session.send(method, {"expression": "1"}, timeout=FOREVER))
    with pytest.raises(DialogOpen):
        await bounded(capture(page, timeout=FOREVER))
    await page.session.send("Page.bringToFront")
    await page.answer_dialog(accept=False)
    assert (await capture(page)).width == 1280


async def test_a_dialog_under_a_capture_ends_the_capture(page_of, bounded):
    page = await page_of("<h1>Page</h1>")
    for _ in range(3):
        shot = asyncio.ensure_future(page.session.send("Page.captureScreenshot", timeout=FOREVER))
        opening = asyncio.ensure_future(open_dialog(page))
        outcome = (await bounded(asyncio.gather(shot, return_exceptions=True)))[0]
        assert isinstance(outcome, (dict, DialogOpen))
        await bounded(opening)
        await page.answer_dialog(accept=True)


async def test_a_long_dialog_text_is_cut_and_its_control_characters_go(page_of, bounded):
    page = await page_of("<h1>Page</h1>")
    with pytest.raises(DialogOpen):
        await bounded(page.call(None, "() => alert('\\u001b[31m\\u202e' + 'x'.repeat(9999))"))
    assert page.dialog is not None
    assert len(page.dialog.message) == 200
    assert page.dialog.message.isprintable()
    await page.answer_dialog(accept=True)


async def test_a_page_that_asks_before_it_is_left_stops_a_navigation_at_once(
    page_of, site, bounded
):
    page = await page_of("<button>Hold</button><script>onbeforeunload = e => 'Stay'</script>")
    await page.session.send(
        "Runtime.evaluate", {"expression": "1", "userGesture": True}
    )  # beforeunload needs a user gesture
    site.put("/next", "<p>Next")
    with pytest.raises(DialogOpen, match="beforeunload"):
        await bounded(goto(page, site.url("/next"), timeout=FOREVER))
    await page.answer_dialog(accept=False)
    assert page.url.endswith("page0.html")
    with pytest.raises(DialogOpen):
        await bounded(goto(page, site.url("/next"), timeout=FOREVER))
    async with page.session.stream("Page.loadEventFired") as events:
        await page.answer_dialog(accept=True)
        await bounded(events.__anext__())
    assert page.url.endswith("/next")


async def test_a_navigation_right_after_a_refused_one_is_not_taken_for_it(
    own_browser, site, bounded
):
    """The renderer is stopped, so it is still in its beforeunload handler when we get the reply."""
    browser = await own_browser()
    root = browser.connection.browser
    site.put("/asks", "<!doctype html><p>Hold<script>onbeforeunload = e => 'Stay'</script>")
    site.put("/next", "<!doctype html><p>Next")
    page = await browser.page(site.url("/asks"))
    await page.session.send("Runtime.evaluate", {"expression": "1", "userGesture": True})
    with pytest.raises(DialogOpen, match="beforeunload"):
        await bounded(goto(page, site.url("/next"), timeout=FOREVER))

    async def stay_then_leave():
        await page.answer_dialog(accept=False)
        await goto(page, site.url("/next"), timeout=FOREVER)

    listed = (await root.send("SystemInfo.getProcessInfo"))["processInfo"]
    renderers = [process["id"] for process in listed if process["type"] == "renderer"]
    async with page.session.stream("Page.javascriptDialogClosed") as events:
        for process in renderers:
            os.kill(process, signal.SIGSTOP)
        try:
            leaving = asyncio.ensure_future(stay_then_leave())
            await bounded(events.__anext__())
            for _ in range(3):  # gives commands that were wrongly sent too early time to arrive
                await bounded(root.send("Target.getTargets"))
        finally:
            for process in renderers:
                os.kill(process, signal.SIGCONT)
    with pytest.raises(DialogOpen, match="beforeunload"):
        await bounded(leaving)


async def test_a_dialog_while_loading_ends_the_wait_for_the_load(page_of, site, bounded):
    page = await page_of("<p>First")
    site.put("/alerting", "<script>alert('Welcome')</script>")
    with pytest.raises(DialogOpen):
        await bounded(goto(page, site.url("/alerting"), timeout=FOREVER))
    await page.answer_dialog(accept=True)


@pytest.mark.full_browser  # in the headless shell a crash ends the whole browser
@pytest.mark.parametrize("how", ["Page.crash", "chrome://crash"])
async def test_a_crashed_page_fails_what_waits_and_what_follows_until_it_is_reloaded(
    page_of, site, bounded, eventually, how
):
    page = await page_of("<h1>Page</h1>")
    waiting = asyncio.ensure_future(page.call(None, "() => new Promise(() => {})", timeout=FOREVER))
    await page.call(None, "() => 1")
    method, params = ("Page.crash", {}) if how == "Page.crash" else ("Page.navigate", {"url": how})
    crash = asyncio.ensure_future(page.session.send(method, params, timeout=FOREVER))
    with pytest.raises(PageCrashed, match=r"^The page crashed\. "):
        await bounded(waiting)
    await bounded(asyncio.gather(crash, return_exceptions=True))
    await eventually(lambda: page.crashed, "the crash")
    with pytest.raises(PageCrashed):
        await bounded(capture(page, timeout=FOREVER))
    with pytest.raises(PageCrashed):
        await bounded(page.facts(timeout=FOREVER))
    site.put("/after", "<h1>Alive</h1>")
    await bounded(goto(page, site.url("/after")))
    assert not page.crashed
    assert await page.call(None, "() => document.body.innerText") == "Alive"


async def test_a_tab_closed_in_mid_capture_ends_the_capture(page_of, chromium, bounded):
    page = await page_of("<h1>Page</h1>")
    shot = asyncio.ensure_future(capture(page, timeout=FOREVER))
    await asyncio.sleep(0)  # lets the capture command be sent
    target = {"targetId": page.session.target_id}
    closing = asyncio.ensure_future(chromium.connection.browser.send("Target.closeTarget", target))
    outcome = (await bounded(asyncio.gather(shot, return_exceptions=True)))[0]
    assert isinstance(outcome, TabNotFound)
    await bounded(closing)
    assert page.closed
    await page.close()
    with pytest.raises(TabNotFound):
        await goto(page, "about:blank")


@pytest.mark.full_browser  # the shell is started by a script, which would be killed instead
async def test_a_browser_killed_in_mid_capture_ends_the_capture(own_browser, bounded):
    browser = await own_browser()
    page = await browser.page("data:text/html,<h1>Page")
    shot = asyncio.ensure_future(capture(page, timeout=FOREVER))
    await asyncio.sleep(0)
    browser.process._popen.kill()
    with pytest.raises(ConnectionLost):
        await bounded(shot)


@pytest.mark.parametrize("host", ["127.0.0.1", "other.localhost"])
async def test_a_raw_capture_never_outlives_a_navigation(page_of, site, bounded, host):
    """After a cross-site navigation Chromium never replies to `captureScreenshot`."""
    page = await page_of("<h1>Here</h1>")
    site.put("/there", "<h1>There</h1>")
    outcomes = []
    for _ in range(5):
        shot = asyncio.ensure_future(page.session.send("Page.captureScreenshot", timeout=FOREVER))
        going = asyncio.ensure_future(goto(page, site.url("/there", host=host)))
        outcomes += await bounded(asyncio.gather(shot, return_exceptions=True))
        await bounded(going)
        host = "localhost" if host == "other.localhost" else host
    assert all(isinstance(each, (dict, PageNavigated)) for each in outcomes), outcomes


@pytest.mark.parametrize("host", ["127.0.0.1", "other.localhost"])
async def test_a_capture_during_a_navigation_shows_the_new_page(page_of, site, bounded, host):
    page = await page_of("<h1>Here</h1>")
    site.put("/there", "<title>There</title>")
    going = asyncio.ensure_future(goto(page, site.url("/there", host=host)))
    taken = await bounded(capture(page))
    await bounded(going)
    assert taken.width == 1280
    last = await bounded(capture(page))
    assert last.state.title == "There"
    assert last.epoch == page.epoch


async def test_several_tabs_of_one_window_are_all_captured_at_once(chromium, page_of, bounded):
    first = await page_of("<h1>0</h1>")
    targets = [
        await chromium.connection.browser.send("Target.createTarget", {"url": "about:blank"})
        for _ in range(3)
    ]
    pages = [first, *[await chromium.page(tab_id=each["targetId"]) for each in targets]]
    taken = await bounded(asyncio.gather(*(capture(page, timeout=60) for page in pages)), 60)
    assert all(each.width > 0 for each in taken)
    for each in targets:
        await chromium.connection.browser.send("Target.closeTarget", each)


async def test_a_busy_page_costs_its_deadline_and_no_more(page_of, bounded):
    page = await page_of("<h1>Busy</h1>")
    busy = "new Promise(f => setTimeout(f)).then(() => { for (;;); })"
    await page.session.send("Runtime.evaluate", {"expression": busy})
    with pytest.raises(CommandTimeout, match=r"did not answer within 0\.2 s"):
        await bounded(page.facts(timeout=0.2))
    with pytest.raises(ScreenshotFailed, match=r"no picture within 0\.3 s"):
        await bounded(capture(page, timeout=0.3))
