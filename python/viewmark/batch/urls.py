"""Reads lists of URLs as a stream: from files, stdin or any iterable."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sys
import threading
from collections.abc import AsyncIterable, Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Any

LONGEST = 32_000
"""Maximum characters of a URL; a longer one gives a row with an error."""
_END = object()


def lines_of(path: str | Path) -> Iterator[str]:
    """Yield the URLs of a file, one per line; `-` is stdin. Skip empty lines and `# ...`.

    Raises:
        OSError: the file cannot be read.
    """
    if str(path) == "-":
        yield from _lines(sys.stdin.buffer)
        return
    with Path(path).open("rb") as file:
        yield from _lines(file)


def _lines(file: IO[bytes]) -> Iterator[str]:
    while line := file.readline(LONGEST + 2):
        if not line.endswith(b"\n"):  # read an overlong line to its end, but keep only the start
            while (rest := file.readline(1 << 16)) and not rest.endswith(b"\n"):
                pass
        text = line.decode("utf-8", "replace").strip().lstrip("\ufeff")
        if text and not text.startswith("#"):
            yield text


def count_lines(path: str | Path) -> int | None:
    """Return the number of URLs in a file; None for stdin and other files readable only once."""
    if str(path) == "-" or not Path(path).is_file():
        return None
    return sum(1 for _ in lines_of(path))


class Feed:
    """Reads URLs ahead, up to a limit; reads an iterable that may block in a thread.

    Args:
        urls: an iterable or async iterable.
        prefetched: maximum number of URLs read ahead.
        wake: callback that runs in the event loop when a URL has arrived.
    """

    def __init__(
        self, urls: Iterable[str] | AsyncIterable[str], prefetched: int, wake: Callable[[], None]
    ) -> None:
        self._ready: queue.Queue[Any] = queue.Queue(prefetched)
        self._wake, self._loop = wake, asyncio.get_running_loop()
        self._stopped = threading.Event()
        self._task: asyncio.Task[None] | None = None
        self.ended = False
        """Whether the last URL was returned."""
        if isinstance(urls, AsyncIterable):
            self._task = asyncio.create_task(self._pull(urls))
        else:
            # A daemon thread, because a blocking read of stdin must not keep the process alive.
            threading.Thread(target=self._read_urls, args=(urls,), daemon=True).start()

    def take(self) -> str | None:
        """Return the next URL if one is available now, else None.

        Raises:
            Exception: an error raised by the iterable.
        """
        if self.ended:
            return None
        try:
            found = self._ready.get_nowait()
        except queue.Empty:
            return None
        if found is _END:
            self.ended = True
            return None
        if isinstance(found, BaseException):
            self.ended = True
            raise found
        return str(found)

    def stop(self) -> None:
        """Stop reading."""
        self._stopped.set()
        if self._task is not None:
            self._task.cancel()

    def _read_urls(self, urls: Iterable[str]) -> None:
        try:
            for url in urls:
                self._put_item(url)
                if self._stopped.is_set():
                    return
            self._put_item(_END)
        except BaseException as error:  # `take` raises the error again, in the consumer
            self._put_item(error)

    def _put_item(self, what: Any) -> None:
        while not self._stopped.is_set():
            try:
                self._ready.put(what, timeout=0.2)
            except queue.Full:
                continue
            # the event loop is closed: no one consumes URLs
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._wake)
            return

    async def _pull(self, urls: AsyncIterable[str]) -> None:
        last: Any = _END
        try:
            async for url in urls:
                await asyncio.to_thread(self._put_item, url)
        except Exception as error:
            last = error
        await asyncio.to_thread(self._put_item, last)
