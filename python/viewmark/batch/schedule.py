"""Chooses the next page view: politely to hosts, a bounded number ahead, retries after a pause."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from viewmark.batch.model import PageTask, host_of, key_of
from viewmark.batch.urls import LONGEST, Feed

if TYPE_CHECKING:
    from collections.abc import AsyncIterable, Callable, Iterable, Sequence

    from viewmark.batch.model import PageView
    from viewmark.batch.options import BatchOptions

_SCHEMES = ("http", "https", "data", "about")
_AT_ONCE = 500
"""Addresses that are taken in one go, before others have a turn."""


@dataclass(slots=True)
class _Host:
    waiting: deque[PageTask] = field(default_factory=deque)
    running: int = 0
    free_at: float = 0.0
    """When the next page view of it may begin, by the loop's clock."""


class Schedule:
    """The page views that are to be done, in an order that is fair to hosts.

    Args:
        urls: the addresses.
        views: how each is looked at.
        options: politeness, and how far to read ahead.
        is_done: whether the page view with that key is done already.
    """

    def __init__(
        self,
        urls: Iterable[str] | AsyncIterable[str],
        views: Sequence[PageView],
        options: BatchOptions,
        is_done: Callable[[str], bool],
    ) -> None:
        self._views, self._options, self._is_done = views, options, is_done
        self._changed = asyncio.Event()
        self._feed = Feed(urls, 1000, self._changed.set)
        self._hosts: dict[str, _Host] = {}
        self._keys: set[str] = set()
        """Keys of page views that wait or run: an address may come twice."""
        self._later: list[tuple[float, PageTask]] = []
        self._waiting = self._running = 0
        self.skipped = 0
        """Page views that were done before, or came twice."""
        self.read = 0
        """Addresses that were read."""

    async def take(self) -> PageTask | None:
        """The next page view, when there is one; None when all are done."""
        loop = asyncio.get_running_loop()
        while True:
            self._changed.clear()
            full = self._read()
            now = loop.time()
            self._bring_back(now)
            if (task := self._ready(now)) is not None:
                return task
            over = self._feed.ended and not (self._waiting or self._running or self._later)
            if over:
                self._changed.set()  # the other workers wait for it too
                return None
            if full:
                await asyncio.sleep(0)
                continue
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._changed.wait(), self._pause(now))

    def done(self, task: PageTask, *, again_after: float | None = None) -> None:
        """A page view ended; it comes again after so many seconds, or not."""
        host = self._hosts.get(host_of(task.url))
        if host is not None:
            host.running -= 1
        self._running -= 1
        if again_after is None:
            self._keys.discard(task.key)
        else:
            at = asyncio.get_running_loop().time() + again_after
            self._later.append((at, task))
        self._changed.set()

    def slow_down(self, url: str, seconds: float) -> None:
        """Pause requests to a host that reported too many of them."""
        host = self._hosts.setdefault(host_of(url), _Host())
        host.free_at = max(host.free_at, asyncio.get_running_loop().time() + seconds)

    def stop(self) -> None:
        """Read no more."""
        self._feed.stop()

    def _read(self) -> bool:
        """Take addresses until enough wait; whether there may be more at once."""
        for _ in range(_AT_ONCE):
            if self._waiting + len(self._later) >= self._options.lookahead:
                return False
            url = self._feed.take()
            if url is None:
                return False
            self.read += 1
            refusal = self._refusal(url)
            for view in self._views:
                key = key_of(url, view)
                if key in self._keys or self._is_done(key):
                    self.skipped += 1
                    continue
                self._keys.add(key)
                self._put(PageTask(url, view, key, refusal=refusal))
        return True

    def _refusal(self, url: str) -> str:
        if len(url) > LONGEST:
            return f"The address is longer than {LONGEST:,} characters."
        scheme = url.partition(":")[0].strip().lower()
        if ":" not in url:
            return f"{url!r:.80} is not an address: it has no scheme such as https:."
        if scheme not in _SCHEMES and not self._options.allow_local:
            return f"{scheme[:20]}: addresses are not opened (allow_local)."
        return ""

    def _put(self, task: PageTask) -> None:
        self._hosts.setdefault(host_of(task.url), _Host()).waiting.append(task)
        self._waiting += 1

    def _bring_back(self, now: float) -> None:
        for at, task in [each for each in self._later if each[0] <= now]:
            self._later.remove((at, task))
            self._put(task)

    def _ready(self, now: float) -> PageTask | None:
        for name, host in list(self._hosts.items()):
            if not host.waiting:
                if not host.running and host.free_at <= now:
                    del self._hosts[name]  # there may be millions of hosts
                continue
            polite = name == "" or (host.running < self._options.per_host and host.free_at <= now)
            if not polite:
                continue
            task = host.waiting.popleft()
            host.running += 1
            host.free_at = max(host.free_at, now + self._options.host_interval)
            self._hosts[name] = self._hosts.pop(name)  # the others come first next time
            self._waiting -= 1
            self._running += 1
            return task
        return None

    def _pause(self, now: float) -> float | None:
        """Seconds until something may have come; None: until something ends."""
        times = [at for at, _ in self._later]
        times += [
            host.free_at
            for host in self._hosts.values()
            if host.waiting and host.running < self._options.per_host
        ]
        return max(0.001, min(times) - now) if times else None
