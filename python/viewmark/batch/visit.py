"""One page view: opens, prepares and observes a page; returns its row, or raises an error."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from viewmark import Page
from viewmark.batch.model import PageTask
from viewmark.batch.options import BatchOptions
from viewmark.batch.row import PageRow, blank, fill, fill_text
from viewmark.errors import (
    BrowserError,
    DialogOpen,
    ExtraMissing,
    InvalidOption,
    NavigationFailed,
    PageCrashed,
    PdfUnreadable,
    PrepareFailed,
    ViewmarkError,
    ViewTimeout,
    WaitTimeout,
)

Prepare: TypeAlias = Callable[[Page, PageTask], Awaitable[object] | object]
"""Hook of the caller that runs on each page before it is observed."""

BUSY = (429, 503)
"""HTTP statuses that mean that the server is overloaded; the page view is retried."""
_DIALOGS = 5
"""Maximum number of dialogs that are dismissed during one page view."""
_LOADING = 0.75
"""Share of a page view's timeout that loading may take; the remainder is for the observation."""
_LASTING = (
    "ERR_NAME_NOT_RESOLVED",
    "ERR_CERT_",
    "ERR_SSL_",
    "ERR_INVALID_URL",
    "ERR_UNKNOWN_URL_SCHEME",
    "ERR_DISALLOWED_URL_SCHEME",
    "ERR_UNSAFE_PORT",
    "ERR_FILE_NOT_FOUND",
    "ERR_ABORTED",  # the response is a download, not a page
    "Cannot navigate to invalid URL",
    "download",
)
"""Parts of error messages that identify permanent navigation errors, which are not retried."""


def is_passing(error: ViewmarkError) -> bool:
    """Return whether an error may be temporary, so that a retry makes sense."""
    if isinstance(error, NavigationFailed):
        return not any(word in error.message for word in _LASTING)
    if isinstance(error, (BrowserError, PageCrashed, ViewTimeout)):
        return True
    return error.retryable


async def visit(
    page: Page, task: PageTask, options: BatchOptions, prepare: Prepare | None = None
) -> PageRow:
    """Observe a page and return its row.

    Args:
        page: a tab in the task's view.
        task: the page view.
        options: options of the batch.
        prepare: callback that gets page and task, after the page has loaded and before it is
            observed.

    Raises:
        ViewTimeout: the page view did not end in time.
        PrepareFailed: the hook raised an error.
        ViewmarkError: the view failed for any other reason.
    """
    redact = page.browser_page.redactor
    row = blank(task, options, redact)
    if task.refusal:
        raise InvalidOption(task.refusal, hint="Mend the list of addresses.")
    began = time.perf_counter()
    where = "loading"
    try:
        # A single task, so that `wait_for` cancels all of it, including commands that wait for the
        # browser.
        async def all_of_it() -> None:
            nonlocal where
            unfinished = await _gone_to(page, task, options, began)
            row.navigate_ms = round((time.perf_counter() - began) * 1000, 1)
            if prepare is not None:
                where = "prepare"
                await _run_prepare(prepare, page, task)
            where = "the look"
            looking = time.perf_counter()
            seen = await _past_dialogs(page, lambda: _observe(page, options))
            row.observe_ms = round((time.perf_counter() - looking) * 1000, 1)
            fill(row, seen, options.pictures)
            where = "the words of a PDF"
            await _read_pdf(page, row)
            row.incomplete += unfinished
            row.url = row.url if redact is None else redact(row.url)

        await asyncio.wait_for(all_of_it(), options.timeout)
    except asyncio.TimeoutError:
        raise ViewTimeout(
            f"The page view did not end within {options.timeout:g} s; it stood at {where}.",
            where=where,
        ) from None
    return row


async def _gone_to(page: Page, task: PageTask, options: BatchOptions, began: float) -> list[str]:
    """Open the URL; return a note if the page was still loading when the time limit was reached.

    The page is observed even in this case, because many pages on the web never finish loading.
    """

    def left() -> float:
        spent = time.perf_counter() - began
        most = min(options.navigation_timeout, options.timeout * _LOADING)
        return max(0.1, round(most - spent, 1))

    before = page.browser_page.epoch
    try:
        await _past_dialogs(
            page,
            lambda: page.goto(task.url, until=options.until, timeout=left()),
            lambda: page.wait_for(load="load", timeout=left()),
        )
    except (NavigationFailed, WaitTimeout) as error:
        is_late = isinstance(error, WaitTimeout) or "timeout_s" in error.data
        if not is_late or page.browser_page.epoch == before:
            raise
        return [f"It did not finish loading within {time.perf_counter() - began:.0f} s."]
    return []


async def _observe(page: Page, options: BatchOptions) -> Any:
    return await page.observe(
        annotate=True,
        target=options.target,
        max_annotations=options.max_annotations,
        include=("occluded",) if options.include_occluded else (),
        area="page" if options.full_page else "viewport",
        settle=options.settle,
        format=options.format,
        quality=options.quality,
        max_side=options.max_side,
        max_base64=1 << 26,
        scale="device",
    )


async def _read_pdf(page: Page, row: PageRow) -> None:
    """If the page shows a PDF, read its text into the row; otherwise do nothing."""
    try:
        fill_text(row, await page.read_pdf())
    except ExtraMissing as error:
        row.incomplete.append(f"{error.message} {error.hint}")
    except PdfUnreadable as error:
        if error.data.get("reason") != "none":
            row.incomplete.append(error.message)


async def _run_prepare(prepare: Prepare, page: Page, task: PageTask) -> None:
    try:
        done = prepare(page, task)
        if inspect.isawaitable(done):
            await done
    except ViewmarkError as error:
        raise PrepareFailed(
            f"prepare: {error.message}", hint=error.hint, cause=error.code
        ) from error
    except Exception as error:
        words = " ".join(str(error).split())[:300]
        raise PrepareFailed(f"prepare raised {type(error).__name__}: {words}.") from error


async def _past_dialogs(
    page: Page,
    call: Callable[[], Awaitable[Any]],
    after: Callable[[], Awaitable[Any]] | None = None,
) -> Any:
    """Make a call; if a dialog blocks the call, dismiss the dialog and call again.

    Args:
        page: the page.
        call: the call to make.
        after: the call to make instead after a dialog was dismissed; None repeats `call`.
    """
    for _ in range(_DIALOGS):
        try:
            return await call()
        except DialogOpen:
            with contextlib.suppress(ViewmarkError):
                # Accept `beforeunload` dialogs, so that the page can be left; dismiss all other
                # dialogs.
                leaving = page.dialog is not None and page.dialog.kind == "beforeunload"
                await page.answer_dialog(accept=leaving)
                if not leaving and after is not None:
                    call = after
    return await call()
