"""Finds the tabs and windows that an action opened, with their target IDs."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from viewmark.background import quietly
from viewmark.browser import wire
from viewmark.browser.page_target import PageTarget
from viewmark.errors import ViewmarkError

LIST_LIMIT, LIST_POLL = 0.5, 0.02
"""`LIST_LIMIT`: maximum seconds between the page's event about a new tab and the tab's entry in the
browser's list. `LIST_POLL`: seconds between two checks."""


@dataclass(slots=True)
class OpenedTabs:
    """Record of the tabs opened by one tab."""

    reported: set[str] = field(default_factory=set)
    """IDs of tabs that were already reported with an action."""


@dataclass(frozen=True, slots=True)
class OpenedTab:
    """A tab or window that an action opened and that is still open."""

    id: str
    """CDP target ID, as listed by `browser.tabs()`."""
    url: str = field(repr=False)
    """URL with secrets redacted (`redaction`)."""

    def to_json(self) -> dict[str, str]:
        """Return the data as a JSON-serializable dictionary."""
        return {"tab_id": self.id, "url": self.url}


async def opened_by(page: PageTarget, addresses: Sequence[str]) -> tuple[OpenedTab, ...]:
    """Return the tabs that a page has just opened.

    Args:
        page: the browser tab.
        addresses: URLs that the page opened according to its own events, not redacted.
    """
    mine = page.session.target_id
    if not addresses or not mine:
        return ()  # through another client's session, the browser's tabs cannot be listed
    reported = page.state.of(OpenedTabs).reported
    loop = asyncio.get_running_loop()
    end = loop.time() + LIST_LIMIT
    while True:
        found = await _children(page, mine, reported)
        if len(found) >= len(addresses) or loop.time() > end:
            break
        await asyncio.sleep(LIST_POLL)
    reported.update(found)
    if len(found) > len(addresses):  # some of the tabs were opened before the action
        wanted = Counter(addresses)
        found = {tab: url for tab, url in found.items() if url in wanted}
        if len(found) > len(addresses):
            return ()  # ambiguous: the page opened fewer tabs than have these URLs
    return tuple(OpenedTab(tab, page.redactor(url)) for tab, url in found.items())


async def until_documents(page: PageTarget, addresses: Sequence[str]) -> None:
    """Wait until all tabs that a page has just opened have a document; the caller sets a limit.

    A tab opened for a download never gets a document: Chromium closes it, or it stays empty.
    """
    mine = page.session.target_id
    there: set[str] = set()
    while True:
        found = await _children(page, mine, page.state.of(OpenedTabs).reported)
        for tab in found.keys() - there:
            if await _has_document(page, tab):
                there.add(tab)
        if len(there) + sum(_is_blank(each) for each in addresses) >= len(addresses):
            return
        await asyncio.sleep(LIST_POLL)


def _is_blank(address: str) -> bool:
    return address in ("", "about:blank")


async def _has_document(page: PageTarget, tab: str) -> bool:
    """Return whether a tab has loaded a document: its history has an entry that is not blank."""
    with contextlib.suppress(ViewmarkError):
        session = await page.session.root.attach(tab, timeout=2)
        try:
            history = await session.send("Page.getNavigationHistory", timeout=2)
        finally:
            await quietly(session.detach())
        entries = wire.records(history.get("entries"), 100)
        return any(not _is_blank(str(each.get("url", ""))) for each in entries)
    return False


async def _children(page: PageTarget, mine: str, reported: set[str]) -> dict[str, str]:
    """Return the URLs of the unreported tabs that a page opened, keyed by target ID."""
    answer = wire.record(await quietly(page.session.root.send("Target.getTargets", timeout=2)))
    return {
        str(each.get("targetId")): str(each.get("url", ""))
        for each in wire.records(answer.get("targetInfos"), 1000)
        if each.get("openerId") == mine and each.get("type") == "page"
        if str(each.get("targetId")) not in reported
    }
