"""Frames that Chromium delivers whenever what a page shows changes: they tell when it last did.

A screencast of a page at rest costs nothing and delivers nothing; a change comes as a frame 20 to
30 ms later. A capture makes one more frame of the same pixels. So "no other frame than captures
made" means that the picture of before is the picture of now. The frames' own pictures are only
compared, never shown: what is delivered are captures, in whatever size and format was asked for.

It runs in a session of its own, for captures begin and end screencasts on the page's. It ends by
itself where nobody looks any more, and where the page keeps on drawing (a core of CPU, measured).
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from typing import TYPE_CHECKING, Any

from viewmark.background import outlived
from viewmark.browser import wire
from viewmark.browser.capture.screenshot import shooting_since
from viewmark.errors import ViewmarkError

if TYPE_CHECKING:
    from collections.abc import Callable

    from viewmark.browser.cdp.events import Subscription
    from viewmark.browser.cdp.session import Session
    from viewmark.browser.page_target import PageTarget

__all__ = ["LiveFrames"]

IDLE_S = 10.0
"""Seconds without a look after which it ends."""
MOST_PER_SECOND = 10
"""Frames; a page that draws more is one that moves by itself."""
FIRST_PAUSE_S, LONGEST_PAUSE_S = 2.0, 60.0
"""Seconds until such a page is tried again; doubled each time."""
LEAST_SETTLE_S = 0.1
"""Seconds within which a change has surely come as a frame: five times what it takes at rest."""
LATE_FACTOR = 3.0
"""The same as a multiple of what the last frames took, where the machine is slower."""
_PARAMS = {"format": "jpeg", "quality": 90}


class LiveFrames:
    """The screencast of one page, and when it last showed something new, by the loop's clock."""

    def __init__(self, page: PageTarget) -> None:
        self.page = page
        self.on_change: Callable[[], None] | None = None
        """Called at once when the page shows something new."""
        self.on_end: Callable[[], None] | None = None
        """Called when frames are delivered no more."""
        self.changed_at = 0.0
        """When the last frame came that a capture does not explain."""
        self.came_at = 0.0
        """When the last frame came."""
        self.since: float | None = None
        """Since when frames are delivered; None: they are not."""
        self._session: Session | None = None
        self._subscription: Subscription | None = None
        self._starting: asyncio.Task[None] | None = None
        self._idle: asyncio.TimerHandle | None = None
        self._print = 0
        self._latencies: deque[float] = deque(maxlen=16)
        self._changes: deque[float] = deque(maxlen=MOST_PER_SECOND)
        self._pause, self._paused_until, self._paused_epoch = FIRST_PAUSE_S, 0.0, ""
        page.at_stop.append(self.stop)

    @property
    def is_starting(self) -> bool:
        """Whether the browser was asked for frames and has not answered yet."""
        return self._starting is not None

    @property
    def settle_s(self) -> float:
        """Seconds without a frame after which all earlier changes are known to have come."""
        return max(LEAST_SETTLE_S, LATE_FACTOR * max(self._latencies, default=0.0))

    def wanted(self) -> None:
        """Somebody looks: start if need be, and go on for `IDLE_S` from now."""
        loop = asyncio.get_running_loop()
        if self._idle is not None:
            self._idle.cancel()
        self._idle = loop.call_later(IDLE_S, self.stop)
        is_paused = loop.time() < self._paused_until and self._paused_epoch == self.page.epoch
        if self.since is None and self._starting is None and not is_paused:
            self._starting = loop.create_task(self._start())
            self._starting.add_done_callback(lambda _: setattr(self, "_starting", None))

    def stop(self) -> None:
        """End it; nothing is left in the browser."""
        session, self._session = self._session, None
        self.since = None
        if self._idle is not None:
            self._idle.cancel()
        if self._subscription is not None:
            self._subscription()
        if session is not None and not session.ended:
            outlived(_end(session))
        if session is not None and self.on_end is not None:
            self.on_end()

    def pause(self) -> None:
        """End it for a while: the page moves by itself. Longer each time in one document."""
        if self._paused_epoch != self.page.epoch:
            self._paused_epoch, self._pause = self.page.epoch, FIRST_PAUSE_S
        self._paused_until = asyncio.get_running_loop().time() + self._pause
        self._pause = min(LONGEST_PAUSE_S, 2 * self._pause)
        self._changes.clear()
        self.stop()

    async def _start(self) -> None:
        session = None
        try:
            session = await self.page.session.sibling()
            if session is self.page.session:
                return  # a foreign client's: its screencasts are its own
            self._subscription = session.on("Page.screencastFrame", self._came, inline=True)
            self._session = session
            await session.send("Page.enable")
            await session.send("Page.startScreencast", _PARAMS)
        except ViewmarkError:
            self.stop()
            return
        if self._session is session:  # not stopped meanwhile
            self.since = self.changed_at = asyncio.get_running_loop().time()

    def _came(self, params: dict[str, Any]) -> None:
        session, now = self._session, asyncio.get_running_loop().time()
        if session is None:
            return
        outlived(_acknowledge(session, params.get("sessionId")))
        stamp = wire.number(wire.record(params.get("metadata")).get("timestamp"))
        self._latencies.append(min(5.0, max(0.0, time.time() - stamp)))
        print_ = hash(params.get("data"))
        is_same, self._print, self.came_at = print_ == self._print, print_, now
        if is_same and now - shooting_since(self.page) <= self.settle_s:
            return  # a capture draws once more what is there
        self.changed_at = now
        if not is_same:
            self._changes.append(now)
        if len(self._changes) == MOST_PER_SECOND and now - self._changes[0] < 1.0:
            self.pause()
        elif self.on_change is not None:
            self.on_change()


async def _acknowledge(session: Session, number: object) -> None:
    with contextlib.suppress(ViewmarkError):
        await session.send("Page.screencastFrameAck", {"sessionId": number})


async def _end(session: Session) -> None:
    with contextlib.suppress(ViewmarkError):
        await session.send("Page.stopScreencast", timeout=1.0)
        await session.detach()
