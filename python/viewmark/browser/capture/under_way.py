"""Tracks the running captures of the browser, also those that nobody awaits.

A capture that is given up goes on in the browser: for a clip or a scale it emulates another size
until it has its frame. A picture that is begun, or a size that is set meanwhile meets that
emulation: the page was seen repeated beside itself in it, with the covers of what is secret at the
places of one. So whoever begins the next waits until the browser is done.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from viewmark.background import TaskSet
from viewmark.browser.page_target import PageTarget

PATIENCE = 5.0
"""Seconds for the browser to end what was given up; a page that draws nothing for longer ends no
capture at all."""


@dataclass(slots=True)
class UnderWay:
    """Captures of a tab that the browser has not answered."""

    all: TaskSet = field(default_factory=TaskSet)
    given_up: TaskSet = field(default_factory=TaskSet)


async def take(page: PageTarget, params: dict[str, Any], timeout: float) -> dict[str, Any]:
    """Send `Page.captureScreenshot`, after what was given up before has ended; CDP's answer.

    Raises:
        ScreenshotFailed, PageNavigated, CommandTimeout and others: as `Session.send`.
    """
    captures = page.state.of(UnderWay)
    await captures.given_up.wait(PATIENCE)
    task = captures.all.start(page.session.send("Page.captureScreenshot", params, timeout=timeout))
    # What is given up may fail without anybody who waits for it.
    task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        captures.given_up.start(task)
        raise


async def all_done(page: PageTarget) -> None:
    """Come back when the browser captures nothing of this page, or after a while."""
    await page.state.of(UnderWay).all.wait(PATIENCE)
