"""Navigates within the allowed origins; a refused document becomes the error, with its reason."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from viewmark.errors import NavigationFailed
from viewmark.page.navigate import where_now

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from viewmark.api.containment import Containment
    from viewmark.mcp.tabs import OpenTab, Tabs
    from viewmark.page.navigate import NavigationResult

__all__ = ["go_within"]

_PATIENCE = 2.0
"""Seconds that a page gets to end loading once it was kept from leaving; often it never does."""


async def go_within(
    tabs: Tabs, tab: OpenTab, what: str, going: Coroutine[Any, Any, NavigationResult]
) -> NavigationResult:
    """Go somewhere; where the page is then.

    Raises:
        OriginNotAllowed: the way led where it may not, for example by a redirect.
        NavigationFailed, DialogOpen: as `viewmark.page.navigate`.
    """
    held, page = tabs.containment, tab.page.browser_page
    before, epoch = held.position, page.epoch
    task = asyncio.ensure_future(going)
    try:
        if held.fences and not await _ended(held, tab, task, before, epoch):
            there = await where_now(page, what)
        else:
            there = await task
    except NavigationFailed as error:
        refused = [each for each in held.since(before) if each.frame_id == tab.id]
        if refused:
            raise tabs.guard.error(refused[-1].url, refused[-1].reason) from error
        host = urlsplit(str(error.data.get("url", ""))).hostname if "SOCKS" in str(error) else None
        if host and held.has_refused(host):
            reason = "leads to an address that is not on the public internet (--block-private)"
            raise tabs.guard.error(str(error.data["url"]), reason) from error
        raise
    finally:
        task.cancel()
    tabs.check(tab)
    return there


async def _ended(
    held: Containment, tab: OpenTab, task: asyncio.Future[NavigationResult], before: int, epoch: str
) -> bool:
    """Wait for a navigation; False if its page is there but was kept from leaving at once.

    Such a page never ends loading: what it waits for was taken from it.
    """
    leaving: asyncio.Future[Any] = asyncio.ensure_future(held.blocks(tab.id, before))
    both: list[asyncio.Future[Any]] = [task, leaving]
    try:
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    finally:
        leaving.cancel()
    if task.done() or tab.page.browser_page.epoch == epoch:
        return True
    with contextlib.suppress(asyncio.TimeoutError, TimeoutError):
        await asyncio.wait_for(asyncio.shield(task), _PATIENCE)
    return task.done()
