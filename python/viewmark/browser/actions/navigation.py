"""Navigates and waits until the page has loaded.

CDP replies to `Page.navigate` when the new document is committed. Later stages are reported by
lifecycle events with the document's loader ID, so script redirects are followed to the final page.

A navigation waits for other actions on the page to finish (see `turn`), and its timeout starts
after that. If it times out or is cancelled before it has a document, loading is stopped, because
Chromium does not reply to commands about the page while it waits for a server.

Errors explain why the browser could not open a page, and what to do next. Their names are those of
Chromium's network stack (`net/base/net_error_list.h`).
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, Literal

from viewmark.background import quietly, within
from viewmark.browser.actions.net_errors import not_opened
from viewmark.browser.cdp.errors import is_invalid_address
from viewmark.browser.cdp.events import EventStream
from viewmark.browser.confinement.confinement import Confinement
from viewmark.browser.downloads import downloads_of, hold_downloads
from viewmark.browser.page_lock import GOING, turn
from viewmark.browser.page_target import PageTarget
from viewmark.defaults import NAVIGATION_TIMEOUT
from viewmark.errors import (
    CommandTimeout,
    InvalidOption,
    NavigationFailed,
    PageCrashed,
    ViewmarkError,
)
from viewmark.text import one_line

Until = Literal["commit", "dom", "load"]
"""What to wait for after a navigation: the document is committed, its DOM is complete, or all
resources are loaded."""

_ERROR_PAGE_PATIENCE = 1.0
_STOP_PATIENCE = 2.0
_DIALOGS, _NEXT_DIALOG = 5, 0.1
"""`_DIALOGS`: maximum number of dialogs to dismiss in order to leave a page. `_NEXT_DIALOG`:
seconds to wait for a further dialog after each one."""

_LIFECYCLE = {"dom": "DOMContentLoaded", "load": "load"}
_EVENTS = (
    "Page.lifecycleEvent",
    "Page.frameNavigated",
    "Page.navigatedWithinDocument",
    "Inspector.targetCrashed",
    "Page.javascriptDialogOpening",
)


async def goto(
    page: PageTarget, url: str, *, until: Until = "load", timeout: float = NAVIGATION_TIMEOUT
) -> None:
    """Open a URL in the page and wait until it has loaded.

    Args:
        page: the browser tab.
        url: an absolute URL.
        until: `commit`, `dom` or `load`.
        timeout: seconds for the whole navigation, starting when no other action on the page is
            running.

    Raises:
        NavigationFailed: the browser could not open the URL (`net::ERR_...`), the URL is a
            download, or the time limit passed. The page remains usable, and loading is stopped: it
            shows the new document if that was committed, otherwise the previous document.
        PageBusy: another action on the page did not finish in time.
        DialogOpen: a dialog blocked the navigation.
        PageCrashed: the renderer crashed during the navigation.
        OriginNotAllowed: the URL or a redirect is outside of the origins the browser is confined
            to.
        InvalidOption: `url` is not a string, or `until` is unknown.
    """
    _check(until)
    if not isinstance(url, str):
        raise InvalidOption(f"An address is a text, not {type(url).__name__}.")
    url = Confinement.of(page).address(url)
    async with turn(page, "navigate", sends=GOING):
        await _go_within(page, "Page.navigate", {"url": url}, url, until, timeout)


async def reload(
    page: PageTarget, *, until: Until = "load", timeout: float = NAVIGATION_TIMEOUT
) -> None:
    """Reload the page; raise the same errors as `goto`."""
    _check(until)
    async with turn(page, "reload", sends=GOING):
        await _go_within(page, "Page.reload", {}, page.url, until, timeout)


async def go_history(
    page: PageTarget, steps: int, *, until: Until = "load", timeout: float = NAVIGATION_TIMEOUT
) -> bool:
    """Go back (negative steps) or forward in the tab's history; return False if no entry exists."""
    _check(until)
    async with turn(page, "back" if steps < 0 else "forward", sends=GOING):
        history = await page.session.send("Page.getNavigationHistory")
        entries = history.get("entries") or []
        index = int(history.get("currentIndex", 0)) + steps
        if steps == 0 or not 0 <= index < len(entries):
            return False
        entry = entries[index]
        params, url = {"entryId": entry["id"]}, str(entry["url"])
        await _go_within(page, "Page.navigateToHistoryEntry", params, url, until, timeout)
        return True


def _check(until: str) -> None:
    if until not in ("commit", *_LIFECYCLE):
        raise InvalidOption(f"until must be commit, dom or load, not {one_line(until)!r}.")


async def _go_within(
    page: PageTarget, method: str, params: dict[str, Any], url: str, until: Until, timeout: float
) -> None:
    going = _go(page, method, params, url, until, timeout)
    await Confinement.of(page).within(page, going)


async def _go(
    page: PageTarget, method: str, params: dict[str, Any], url: str, until: Until, timeout: float
) -> None:
    before = page.epoch
    try:
        async with hold_downloads(page):
            await _past_dialogs(page)
            await _travel(page, method, params, url, until, timeout)
    except (asyncio.CancelledError, NavigationFailed) as error:
        is_over = not isinstance(error, NavigationFailed) or "timeout_s" in error.data
        with contextlib.suppress(ViewmarkError):
            if is_over and await _is_on_its_way(page, before):
                await page.session.send("Page.stopLoading", timeout=_STOP_PATIENCE)
        raise


async def _past_dialogs(page: PageTarget) -> None:
    """Dismiss the dialogs of the document that is about to be left.

    If a script opens dialogs endlessly, no navigation is sent: the browser shows no dialogs of a
    document that is being unloaded, so the script would wait forever and the tab would be stuck.

    Raises:
        NavigationFailed: too many dialogs opened; the last one is open and can be answered.
    """
    for _ in range(_DIALOGS):
        if not _is_held_up(page):
            return
        await quietly(page.session.send("Page.handleJavaScriptDialog", {"accept": False}))
        for _ in range(10):
            if not _is_held_up(page):
                await asyncio.sleep(_NEXT_DIALOG / 10)
    if _is_held_up(page):
        raise NavigationFailed(
            "The page opens one dialog after the other, so it cannot be left.",
            hint="Close the tab (close_tab), and open the address in a new one.",
        )


def _is_held_up(page: PageTarget) -> bool:
    return page.dialog is not None and page.dialog.kind != "beforeunload"


async def _is_on_its_way(page: PageTarget, before: str) -> bool:
    """Return whether another document was requested, so that loading has to be stopped.

    When the request for the next document has been sent, the event that reports a committed
    document may not have arrived yet. The browser process sends both that event and the reply to
    the command below, in this order.
    """
    with contextlib.suppress(CommandTimeout):
        await page.session.send("Page.getNavigationHistory", timeout=_STOP_PATIENCE)
    return page.pending.url is not None or page.epoch == before


async def _travel(
    page: PageTarget, method: str, params: dict[str, Any], url: str, until: Until, timeout: float
) -> None:
    shown = page.redactor(one_line(url))
    before = page.epoch
    downloads = downloads_of(page)
    before_downloads = downloads.known_ids() if downloads is not None else frozenset()
    async with page.session.stream(*_EVENTS) as events:
        try:
            answer = await page.session.send(method, params, timeout=timeout)
        except CommandTimeout as error:
            raise NavigationFailed(
                f"{shown} sent nothing within {timeout:g} s.", url=shown, timeout_s=timeout
            ) from error
        except NavigationFailed as error:  # CDP rejects the URL before any request
            if not is_invalid_address(error):
                raise
            raise NavigationFailed(
                f"{shown!r} is not an address (invalid URL).",
                hint="Give an absolute address, such as https://example.com.",
                url=shown,
            ) from error
        if answer.get("isDownload"):
            raise await _is_download(page, shown, before_downloads)
        if reason := one_line(answer.get("errorText") or ""):
            # after a download or a 204 response, the tab still shows the old page
            if reason != "net::ERR_ABORTED":
                await _error_page(page, events)
            raise not_opened(shown, reason)
        loader = answer.get("loaderId")
        # Without a loader ID only the fragment changed, so the document stays the same.
        stays = method == "Page.navigate" and not loader
        arrival = _within(page, events) if stays else _arrive(page, events, before, loader, until)
        try:
            await asyncio.wait_for(arrival, timeout)
        except (asyncio.TimeoutError, TimeoutError) as error:
            raise NavigationFailed(
                f"{shown} did not finish loading within {timeout:g} s.",
                hint="The page can be used as it is, or be given more time (timeout_s, --timeout).",
                url=shown,
                timeout_s=timeout,
            ) from error


async def _is_download(page: PageTarget, shown: str, before: frozenset[str]) -> NavigationFailed:
    """Return the error for a URL that starts a download; it includes the path of the saved file."""
    downloads = downloads_of(page)
    found = await downloads.wait_ended(page, before) if downloads is not None else ()
    path = next((each.path for each in found if each.path is not None), None)
    where = f" It was saved as {path}." if path else ""
    return NavigationFailed(
        f"{shown} is a download, not a page.{where}",
        hint="The page is as it was; the file is what the address leads to.",
        url=shown,
        downloads=[each.to_json() for each in found],
    )


async def _error_page(page: PageTarget, events: EventStream) -> None:
    """Wait, up to a limit, until the tab shows the browser's error page."""
    await within(_ERROR_PAGE_PATIENCE, _arrive(page, events, page.epoch, None, "commit"))


async def _within(page: PageTarget, events: EventStream) -> None:
    """Read events until the URL has changed within the same document."""
    main = page.main_frame.id
    async for name, params in events:
        if name == "Page.navigatedWithinDocument" and params.get("frameId") == main:
            return


async def _arrive(
    page: PageTarget, events: EventStream, before: str, loader: str | None, until: Until
) -> None:
    """Read events until the final document has reached the requested state."""
    main = page.main_frame.id
    committed = loader
    seen: set[tuple[str, str]] = set()
    async for name, params in events:
        if name == "Inspector.targetCrashed":
            raise PageCrashed("The page crashed while it loaded.")
        if name == "Page.javascriptDialogOpening":
            if refusal := page.session.vitals.refusal("loading"):
                raise refusal
            continue
        if name == "Page.navigatedWithinDocument" and loader is None:
            if params.get("frameId") == main and committed is None:
                return  # the history entry is in the same document, so no document is loaded
            continue
        if name == "Page.frameNavigated":
            frame = params.get("frame", {})
            if frame.get("id") == main:
                committed = frame.get("loaderId")
                restored = params.get("type") == "BackForwardCacheRestore"
                if until == "commit" or restored:
                    return  # no load event follows for pages from the back/forward cache
        elif name == "Page.lifecycleEvent" and params.get("frameId") == main:
            seen.add((str(params.get("loaderId")), str(params.get("name"))))
        if (
            committed is not None
            and (committed != before or loader == before)
            and (committed, _LIFECYCLE.get(until, "commit")) in seen
        ):
            return
