"""Tracks the running captures of the browser, including those that nobody awaits.

An abandoned capture continues in the browser: for a clip or a scale it emulates another size until
it has a frame. A capture or a resize that starts meanwhile would see that emulation: pictures have
shown the page twice side by side, with the covers of secrets on only one of them. So the next one
waits until the browser is done.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from viewmark.background import TaskSet
from viewmark.browser.page_target import PageTarget

PATIENCE = 5.0
"""Seconds to wait for abandoned captures; a page that draws nothing for longer never finishes a
capture.
"""


@dataclass(slots=True)
class UnderWay:
    """Captures of a tab that the browser has not answered."""

    all: TaskSet = field(default_factory=TaskSet)
    given_up: TaskSet = field(default_factory=TaskSet)


async def take(page: PageTarget, params: dict[str, Any], timeout: float) -> dict[str, Any]:
    """Send `Page.captureScreenshot` after abandoned captures have ended; returns CDP's answer.

    Raises:
        ScreenshotFailed, PageNavigated, CommandTimeout and others: as `Session.send`.
    """
    captures = page.state.of(UnderWay)
    await captures.given_up.wait(PATIENCE)
    task = captures.all.start(page.session.send("Page.captureScreenshot", params, timeout=timeout))
    # An abandoned capture may fail without anybody awaiting it.
    task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        captures.given_up.start(task)
        raise


async def all_done(page: PageTarget) -> None:
    """Wait until the browser captures nothing of this page, up to a limit."""
    await page.state.of(UnderWay).all.wait(PATIENCE)
