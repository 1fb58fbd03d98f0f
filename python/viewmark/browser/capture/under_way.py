"""Tracks the browser's running captures, including those whose caller has given up.

An abandoned capture continues in the browser: for a clip or a scale, it emulates another size until
it gets a frame. A capture or a resize that starts meanwhile would be affected by that emulation:
screenshots have shown the page twice side by side, with the masks of secrets on only one of them.
The next capture therefore waits until the browser has finished.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from viewmark.background import TaskSet
from viewmark.browser.page_target import PageTarget

PATIENCE = 5.0
"""Seconds to wait for abandoned captures; if a page draws nothing for longer, they never finish."""


@dataclass(slots=True)
class UnderWay:
    """Captures of a tab that the browser has not completed yet."""

    all: TaskSet = field(default_factory=TaskSet)
    given_up: TaskSet = field(default_factory=TaskSet)


async def take(page: PageTarget, params: dict[str, Any], timeout: float) -> dict[str, Any]:
    """Send `Page.captureScreenshot` once abandoned captures have ended; return CDP's reply.

    Raises:
        ScreenshotFailed, PageNavigated, CommandTimeout and others: as for `Session.send`.
    """
    captures = page.state.of(UnderWay)
    await captures.given_up.wait(PATIENCE)
    task = captures.all.start(page.session.send("Page.captureScreenshot", params, timeout=timeout))
    # Retrieve the exception, because an abandoned capture may fail with no one awaiting it.
    task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        captures.given_up.start(task)
        raise


async def all_done(page: PageTarget) -> None:
    """Wait, up to a limit, until the browser has no running capture of this page."""
    await page.state.of(UnderWay).all.wait(PATIENCE)
