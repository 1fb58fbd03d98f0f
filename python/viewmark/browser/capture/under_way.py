"""Keeps track of the captures that the browser is at, also of those that nobody waits for.

A capture that is given up goes on in the browser: for a clip or a scale it emulates another size
until it has its frame. A picture that is begun, or a size that is set meanwhile meets that
emulation: the page was seen repeated beside itself in it, with the covers of what is secret at the
places of one. So whoever begins the next waits until the browser is done.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from viewmark.browser.page_target import PageTarget

PATIENCE = 5.0
"""Seconds for the browser to end what was given up; a page that draws nothing for longer ends no
capture at all."""


@dataclass(slots=True)
class UnderWay:
    """Captures of a tab that the browser has not answered."""

    wanted: set[asyncio.Task[dict[str, Any]]] = field(default_factory=set)
    given_up: set[asyncio.Task[dict[str, Any]]] = field(default_factory=set)

    def forget(self, task: asyncio.Task[dict[str, Any]]) -> None:
        """Drop a capture that has ended."""
        self.wanted.discard(task)
        self.given_up.discard(task)
        if not task.cancelled():
            task.exception()  # nobody waits for what was given up


async def take(page: PageTarget, params: dict[str, Any], timeout: float) -> dict[str, Any]:
    """Send `Page.captureScreenshot`, after what was given up before has ended; CDP's answer.

    Raises:
        ScreenshotFailed, PageNavigated, CommandTimeout and others: as `Session.send`.
    """
    known = _of(page)
    if known.given_up:
        await asyncio.wait(tuple(known.given_up), timeout=PATIENCE)
    work = page.session.send("Page.captureScreenshot", params, timeout=timeout)
    task = asyncio.get_running_loop().create_task(work)
    task.add_done_callback(known.forget)
    known.wanted.add(task)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        if not task.done():
            known.wanted.discard(task)
            known.given_up.add(task)
        raise


async def all_done(page: PageTarget) -> None:
    """Come back when the browser captures nothing of this page, or after a while."""
    known = _of(page)
    if tasks := (*known.wanted, *known.given_up):
        await asyncio.wait(tasks, timeout=PATIENCE)


def _of(page: PageTarget) -> UnderWay:
    return page.state.of(UnderWay)
