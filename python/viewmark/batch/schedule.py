"""Chooses the next page view, with limits per host, bounded read-ahead and delayed retries."""

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
"""Number of URLs read at once before other tasks of the event loop run."""


@dataclass(slots=True)
class _Host:
    waiting: deque[PageTask] = field(default_factory=deque)
    running: int = 0
    free_at: float = 0.0
    """Time, on the event loop's clock, before which no page view of the host may start."""


class Schedule:
    """The page views that are still to be done, in an order that is fair to all hosts.

    Args:
        urls: the URLs.
        views: the views in which each URL is observed.
        options: limits per host, and how far to read ahead.
        is_done: function that returns whether the page view with a given key is already finished.
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
        """Keys of waiting and running page views, because a URL may occur twice."""
        self._later: list[tuple[float, PageTask]] = []
        self._waiting = self._running = 0
        self.skipped = 0
        """Number of page views that were finished in earlier runs, or occurred twice."""
        self.read = 0
        """Number of URLs read so far."""

    async def take(self) -> PageTask | None:
        """Wait for the next page view; return None when all are finished."""
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
                self._changed.set()  # wake the other workers, which also return None
                return None
            if full:
                await asyncio.sleep(0)
                continue
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._changed.wait(), self._pause(now))

    def done(self, task: PageTask, *, again_after: float | None = None) -> None:
        """Record that a page view ended; with `again_after`, retry the view after these seconds."""
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
        """Delay the page views of a host that reported too many requests."""
        host = self._hosts.setdefault(host_of(url), _Host())
        host.free_at = max(host.free_at, asyncio.get_running_loop().time() + seconds)

    def stop(self) -> None:
        """Stop reading URLs."""
        self._feed.stop()

    def _read(self) -> bool:
        """Read URLs until enough are waiting; return whether more may be available at once."""
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
                    del self._hosts[name]  # forget idle hosts, because there may be millions
                continue
            polite = name == "" or (host.running < self._options.per_host and host.free_at <= now)
            if not polite:
                continue
            task = host.waiting.popleft()
            host.running += 1
            host.free_at = max(host.free_at, now + self._options.host_interval)
            self._hosts[name] = self._hosts.pop(name)  # moves the host to the end of the queue
            self._waiting -= 1
            self._running += 1
            return task
        return None

    def _pause(self, now: float) -> float | None:
        """Return the seconds until a page view may start; None if a running one must end first."""
        times = [at for at, _ in self._later]
        times += [
            host.free_at
            for host in self._hosts.values()
            if host.waiting and host.running < self._options.per_host
        ]
        return max(0.001, min(times) - now) if times else None
