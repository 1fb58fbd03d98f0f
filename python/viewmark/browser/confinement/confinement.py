"""Where one browser may go: its rules, the fence that checks documents, the proxy for addresses.

Each of the browser's pages knows it (`of`), so navigation answers with the rule's error where a
document was refused, and what answers in place of servers asks before it does.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urlsplit

from viewmark.background import within
from viewmark.browser.confinement.document_fence import PREFERENCES, Blocked, Fence
from viewmark.browser.confinement.private_network_proxy import Gateway
from viewmark.errors import NavigationFailed

if TYPE_CHECKING:
    from collections.abc import Coroutine, Mapping

    from viewmark.browser.cdp.connection import Connection
    from viewmark.browser.page_target import PageTarget
    from viewmark.errors import ViewmarkError

_PATIENCE = 2.0
"""Seconds that a page gets to end loading once it was kept from leaving; often it never does."""
_PRIVATE = "leads to an address that is not on the public internet (--block-private)"


class Rules(Protocol):
    """Which addresses may be opened."""

    @property
    def fences(self) -> bool:
        """Whether every document is checked by `refusal` before it is requested."""

    @property
    def blocks_private(self) -> bool:
        """Whether connections to private addresses are refused."""

    @property
    def places(self) -> frozenset[tuple[str, int]]:
        """Hosts and ports that may be connected to although they are private."""

    def check_typed(self, url: str) -> str:
        """The address to open for one that a caller gave; raises where it may not be opened."""

    def refusal(self, url: str) -> str | None:
        """Why no document may be loaded from there, or None."""

    def is_private(self, address: str) -> bool:
        """Whether an IP address is private."""

    def error(self, url: str, reason: str) -> ViewmarkError:
        """The error for an address that was refused."""


class Confinement:
    """What keeps one browser within its rules. `start` before the browser, `put_up` in it.

    Args:
        rules: which addresses may be opened.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._fence: Fence | None = None
        self._gateway: Gateway | None = None

    @property
    def preferences(self) -> Mapping[str, Any]:
        """Of the browser's profile."""
        return PREFERENCES if self.rules.fences else {}

    async def start(self) -> tuple[str, ...]:
        """Start the proxy where there is to be one; the browser's flags for it."""
        if not self.rules.blocks_private:
            return ()
        self._gateway = Gateway(self.rules.is_private, allowed=self.rules.places)
        await self._gateway.start()
        return self._gateway.flags

    async def put_up(self, connection: Connection) -> None:
        """Check the browser's requests for documents from now on."""
        if self.rules.fences:
            self._fence = Fence(connection, self.rules.refusal)
            await self._fence.start()

    async def close(self) -> None:
        """End the proxy; the browser first."""
        gateway, self._gateway = self._gateway, None
        if gateway is not None:
            await gateway.close()

    def refusal(self, url: str) -> str | None:
        """Why no document may be loaded from there, or None."""
        return None if self._fence is None else self._fence.refusal(url)

    @property
    def position(self) -> int:
        """How many documents were refused so far, for `since`."""
        return 0 if self._fence is None else self._fence.position

    def since(self, position: int) -> tuple[Blocked, ...]:
        """The documents that were refused after that position, oldest first."""
        return () if self._fence is None else self._fence.since(position)

    def check(self, page: PageTarget) -> None:
        """Refuse a page that shows, itself or in a frame, what may not be opened.

        The fence lets no such document in; this is for what was there before it (`attach`).

        Raises:
            OriginNotAllowed: it does; the message names what.
        """
        if self._fence is not None:
            for frame in page.frames:
                if reason := self._fence.refusal(frame.url):
                    raise self.rules.error(frame.url, reason)

    async def within(self, page: PageTarget, going: Coroutine[Any, Any, None]) -> None:
        """Wait for a navigation, as long as its page is not kept from loading.

        Raises:
            OriginNotAllowed: the way led where it may not, for example by a redirect.
            NavigationFailed: as it says.
        """
        before, epoch = self.position, page.epoch
        tab_id = page.session.target_id
        task = asyncio.ensure_future(going)
        try:
            if self._fence is None or await self._end(self._fence, page, task, before, epoch):
                await task
        except NavigationFailed as error:
            refused = [each for each in self.since(before) if each.frame_id == tab_id]
            if refused:
                raise self.rules.error(refused[-1].url, refused[-1].reason) from error
            url = str(error.data.get("url", ""))
            host = urlsplit(url).hostname if "SOCKS" in str(error) else None
            if host and self._gateway is not None and self._gateway.has_refused(host):
                raise self.rules.error(url, _PRIVATE) from error
            raise
        finally:
            if task.cancel():  # its end, the request taken back, belongs to this navigation
                await asyncio.wait([task])
        self.check(page)

    async def _end(
        self, fence: Fence, page: PageTarget, task: asyncio.Future[None], before: int, epoch: str
    ) -> bool:
        """Wait for a navigation; False if its page is there but was kept from leaving at once.

        Such a page never ends loading: what it waits for was taken from it.
        """
        leaving = asyncio.ensure_future(fence.blocks(page.session.target_id, before))
        both: list[asyncio.Future[None]] = [task, leaving]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            leaving.cancel()
        if task.done() or page.epoch == epoch:
            return True
        await within(_PATIENCE, asyncio.shield(task))
        return task.done()


def note(page: PageTarget, confinement: Confinement) -> None:
    """Let a page know where its browser may go."""
    page.state.put(confinement)


def document_refusal(page: PageTarget, url: str) -> str | None:
    """Why no document of that address may be in the page, or None."""
    found = page.state.get(Confinement)
    return None if found is None else found.refusal(url)


async def run_confined(page: PageTarget, going: Coroutine[Any, Any, None]) -> None:
    """Navigate, within where the page's browser may go; raises as `Confinement.within`."""
    found = page.state.get(Confinement)
    await (going if found is None else found.within(page, going))


def address(page: PageTarget, url: str) -> str:
    """The address to open for one that a caller gave; raises as `Rules.typed`."""
    found = page.state.get(Confinement)
    return url if found is None else found.rules.check_typed(url)
