"""Runs a batch: workers with browsers; rows are written to the journal and to Parquet files."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Sequence
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from viewmark.batch.browsers import WorkerSlot
from viewmark.batch.dhash import dhash
from viewmark.batch.journal import Journal
from viewmark.batch.model import PageTask, PageView
from viewmark.batch.options import BatchOptions
from viewmark.batch.progress import BatchProgress
from viewmark.batch.row import PageRow, blank
from viewmark.batch.schedule import Schedule
from viewmark.batch.schema import arrow
from viewmark.batch.shards import next_name, record_of, write_facts, write_shard
from viewmark.batch.soundness import UNDER_WAY, check_sound, forget_failed, rebuilt
from viewmark.batch.visit import BUSY, Prepare, is_passing, visit
from viewmark.errors import (
    BrowserError,
    BrowserFailed,
    InternalError,
    InvalidOption,
    ViewmarkError,
)
from viewmark.support import one_line, redact

_log = logging.getLogger("viewmark.batch")
_END = object()


async def observe_many(
    urls: Iterable[str] | AsyncIterable[str],
    *,
    out: str | Path | None = None,
    views: Sequence[PageView] = (PageView(),),
    prepare: Prepare | None = None,
    options: BatchOptions | None = None,
    total: int | None = None,
    on_progress: Callable[[BatchProgress], object] | None = None,
    rebuild: bool = False,
    retry_errors: bool = False,
) -> AsyncIterator[PageRow]:
    """Observe many pages; yield a row for each page view when it ends, even if it failed.

    The list may have any length, because it is read during the work. With `out`, every row is
    stored before it is yielded, existing rows are not repeated, and the data set is complete when
    the iteration ends. If the iteration is abandoned or the process killed, the next call continues
    it.

    Args:
        urls: an iterable of URLs, which may block because it is read in a thread, or an async
            iterable.
        out: folder of the data set (see docs/batch.md); None: rows are only yielded.
        views: the views in which each page is observed.
        prepare: called as `prepare(page, task)` after a page has loaded and before it is observed,
            to log in, scroll or open a menu; plain or `async`. If it raises an error, the row gets
            the error code `prepare_failed`.
        options: all other options.
        total: total number of page views, to estimate the remaining time.
        on_progress: called after each page view.
        rebuild: recreate a damaged journal from the Parquet files.
        retry_errors: repeat page views that failed in earlier runs; their rows are removed first.

    Raises:
        InvalidOption: `out` contains rows made with other options, or another process is using it.
        StateInvalid: the journal or a Parquet file is damaged.
        FileNotWritten: the disk is full, or the folder cannot be written to; stored rows are kept.
        BrowserError: no browser can be started or reached any more.
        ExtraMissing: `out` needs `viewmark[batch]`.
    """
    chosen = options or BatchOptions()
    if not views:
        raise InvalidOption("A batch needs a view.", param="views")
    batch = _Batch(chosen, prepare, BatchProgress(total=total), on_progress)
    journal = None
    if out is not None:
        journal = await asyncio.to_thread(_journal, out, chosen, rebuild, retry_errors)
    try:
        async for row in batch.rows(urls, views, journal):
            yield row
        if journal is not None:
            await batch.finish(journal, views)
    finally:
        if journal is not None:
            journal.close()


def version_of_ours() -> str:
    """Return viewmark's version; empty if it is not installed as a package."""
    try:
        return version("viewmark")
    except PackageNotFoundError:
        return ""


def _journal(out: str | Path, options: BatchOptions, rebuild: bool, retry_errors: bool) -> Journal:
    arrow()  # fail before any work if pyarrow is not installed
    folder = Path(out)
    journal = rebuilt(folder) if rebuild else Journal(folder)
    try:
        journal.agree(options.content())
        # set if an earlier run was killed while removing failed rows; files and journal may then
        # differ
        under_way = journal.fact(UNDER_WAY)
        if not under_way:
            check_sound(journal)
        if retry_errors or under_way:
            forget_failed(journal)
    except BaseException:
        journal.close()
        raise
    return journal


class _Batch:
    def __init__(
        self,
        options: BatchOptions,
        prepare: Prepare | None,
        progress: BatchProgress,
        on_progress: Callable[[BatchProgress], object] | None,
    ) -> None:
        self._options, self._prepare = options, prepare
        self._progress, self._on_progress = progress, on_progress
        self._shipping = asyncio.Lock()

    async def rows(
        self,
        urls: Iterable[str] | AsyncIterable[str],
        views: Sequence[PageView],
        journal: Journal | None,
    ) -> AsyncIterator[PageRow]:
        """Yield rows as their page views end."""
        options = self._options
        schedule = Schedule(urls, views, options, self._was_done(journal))
        seats = [
            WorkerSlot(options, address, self._note_recycled)
            for address in (options.attach or (None,) * options.browsers)
        ]
        ended: asyncio.Queue[Any] = asyncio.Queue(options.concurrency)
        workers = [
            asyncio.create_task(self._worker(schedule, seats, n, journal, ended))
            for n in range(options.concurrency)
        ]
        gate = asyncio.create_task(_when_all(workers, ended))
        try:
            while (row := await ended.get()) is not _END:
                if isinstance(row, BaseException):
                    raise row
                self._report_progress(schedule)
                yield row
            self._report_progress(schedule)
        finally:
            schedule.stop()
            for task in (*workers, gate):
                task.cancel()
            await asyncio.gather(*workers, gate, return_exceptions=True)
            await asyncio.gather(*(slot.close() for slot in seats), return_exceptions=True)

    def _was_done(self, journal: Journal | None) -> Callable[[str], bool]:
        def is_done(key: str) -> bool:
            error = None if journal is None else journal.outcome(key)
            self._progress.failed_before += bool(error)
            return error is not None

        return is_done

    def _note_recycled(self) -> None:
        self._progress.recycled += 1

    def _report_progress(self, schedule: Schedule) -> None:
        self._progress.skipped = schedule.skipped
        if self._on_progress is not None:
            self._on_progress(self._progress)

    async def _worker(
        self,
        schedule: Schedule,
        seats: Sequence[WorkerSlot],
        n: int,
        journal: Journal | None,
        ended: asyncio.Queue[Any],
    ) -> None:
        while (task := await schedule.take()) is not None:
            again: float | None = None
            try:
                row, again = await self._attempt(schedule, task, seats, n)
                if row is not None and (journal is None or await self._record_row(journal, row)):
                    duplicate = row.duplicate_of is not None
                    self._progress.count(row.error_code, row.size, duplicate=duplicate)
                    await ended.put(row)
            finally:
                schedule.done(task, again_after=again)

    async def _attempt(
        self, schedule: Schedule, task: PageTask, seats: Sequence[WorkerSlot], n: int
    ) -> tuple[PageRow | None, float | None]:
        """Try a page view once; return its row, or None and the seconds until the next attempt."""
        task.attempts += 1
        left = task.attempts <= self._options.retries
        pause = self._options.retry_delay * 2 ** (task.attempts - 1)
        try:
            row = await self._visit(task, seats, n)
        except _NoBrowser:
            raise
        except ViewmarkError as error:
            if left and is_passing(error):
                self._again(task, error.code)
                return None, pause
            return self._failed_row(task, error), None
        except Exception:
            _log.exception("a page view failed inside viewmark: %s", redact(task.url))
            return self._failed_row(
                task, InternalError("The page view failed inside viewmark.")
            ), None
        if row.status in BUSY and left:
            self._again(task, f"http_{row.status}")
            schedule.slow_down(task.url, max(1.0, pause))
            return None, max(1.0, pause)
        return row, None

    def _again(self, task: PageTask, reason: str) -> None:
        task.reasons += (reason,)
        self._progress.attempts_again += 1

    async def _visit(self, task: PageTask, seats: Sequence[WorkerSlot], n: int) -> PageRow:
        alive = [slot for slot in seats if not slot.dead]
        if not alive:
            raise _NoBrowser()
        seat = alive[n % len(alive)]
        try:
            page, browser = await seat.take(task.view)
        except BrowserError:
            if all(each.dead for each in seats):
                raise _NoBrowser() from None
            raise
        sound = False
        try:
            row = await visit(page, task, self._options, self._prepare)
            sound = True
            return row
        finally:
            await asyncio.shield(seat.give_back(browser, page, task.view, sound=sound))

    def _failed_row(self, task: PageTask, error: ViewmarkError) -> PageRow:
        row = blank(task, self._options, redact)
        row.error_code = error.code
        message = one_line(redact(error.message), 1000)
        row.error = message.encode("utf-8", "replace").decode()
        return row

    async def _record_row(self, journal: Journal, row: PageRow) -> bool:
        picture = row.image or row.marked
        if picture is not None:
            with contextlib.suppress(OSError):
                row.phash = (await asyncio.to_thread(dhash, picture)).hex()
        if self._options.drop_duplicates and row.phash is not None:
            like = journal.like(row.view, bytes.fromhex(row.phash), self._options.duplicate_bits)
            if like is not None:
                row.duplicate_of, row.image, row.marked, row.marks = like, None, None, []
        stored = await asyncio.to_thread(journal.add, row)
        await self._ship(journal, whole=False)
        return stored

    async def _ship(self, journal: Journal, *, whole: bool) -> None:
        """Write waiting rows to Parquet files that they fill; with `whole`, write all rows."""
        if self._shipping.locked() and not whole:
            return  # another worker is already writing files, so this one need not wait
        async with self._shipping:
            for split, (rows, size) in journal.waiting().items():
                full = rows >= self._options.shard_rows or size >= self._options.shard_bytes
                while rows > 0 and (whole or full):
                    wanted = min(rows, self._options.shard_rows)
                    await asyncio.to_thread(_write, journal, split, wanted)
                    rows -= wanted
                    full = rows >= self._options.shard_rows

    async def finish(self, journal: Journal, views: Sequence[PageView]) -> None:
        """Write the remaining rows and the list of files."""
        await self._ship(journal, whole=True)
        done, failed = journal.counts()
        facts = {
            "failed": failed,
            "page_views": done,
            "viewmark": version_of_ours(),
            "views": [asdict(view) | {"name": view.name} for view in views],
            "content": self._options.content(),
        }
        await asyncio.to_thread(write_facts, journal.folder, journal.shards(), facts)


async def _when_all(workers: Sequence[asyncio.Task[None]], ended: asyncio.Queue[Any]) -> None:
    """Put an end marker into `ended` when all workers have finished, or the first error."""
    done, _ = await asyncio.wait(workers, return_when=asyncio.FIRST_EXCEPTION)
    failed = next((task.exception() for task in done if task.exception() is not None), None)
    await ended.put(_END if failed is None else failed)


class _NoBrowser(BrowserFailed):
    """No browser is left. The whole run stops, instead of recording an error for each page view."""

    def __init__(self) -> None:
        super().__init__(
            "No browser can be started or reached any more; the batch stops.",
            hint="Mend that, then run the same command again: it goes on where it stopped.",
        )


def _write(journal: Journal, split: str, rows: int) -> None:
    name = next_name(journal.shards(), split)
    groups = ([record_of(row) for row in group] for group in journal.rows_of(split, rows))
    journal.note_shipped(write_shard(journal.folder, name, split, groups))
