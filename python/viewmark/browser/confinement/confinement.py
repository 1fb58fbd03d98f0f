"""Restricts where one browser may navigate: rules, a check of documents, a proxy for addresses.

Documents are checked with CDP's Fetch domain, enabled for the whole browser. It pauses every
request for a document, of tabs, windows opened by pages, frames of every process, forms and
history, and again at each redirect. So a new window is never without rules. A refused request is
ended as if it had been stopped: the page stays where it is; a new window or frame stays empty.

Each page knows its browser's confinement (`of`), so navigation raises the rule's error if a
document was refused, and fulfilled requests (`interception`) are checked too.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol
from urllib.parse import urlsplit

from viewmark.background import TaskSet, quietly, run_concurrently
from viewmark.browser.cdp.connection import Connection
from viewmark.browser.cdp.session import Session
from viewmark.browser.confinement.private_network_proxy import Gateway
from viewmark.browser.page_target import PageTarget
from viewmark.errors import InvalidOption, NavigationFailed, ViewmarkError
from viewmark.ring_buffer import RingBuffer
from viewmark.text import one_line

_PREFERENCES = {"net": {"network_prediction_options": 2}}
"""Preferences of the profile that disable preloading: requests of prefetched and prerendered pages
(speculation rules) never reach the Fetch domain, nor do later visits to them.
"""
_PROXY = re.compile(r"(?:(?:http|https|socks4|socks5)://)?(?:[\w.-]+|\[[0-9a-fA-F:]+\])(?::\d+)?/?")
_KEPT = 200
_PATIENCE = 2.0
"""Seconds for a page to finish loading after it was kept from navigating; often it never does."""
_PRIVATE = "leads to an address that is not on the public internet (--block-private)"


class Rules(Protocol):
    """The addresses that may be opened."""

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
        """The URL to open for one that a caller gave; raises if it may not be opened."""

    def refusal(self, url: str) -> str | None:
        """Why no document may be loaded from a URL, or None."""

    def is_private(self, address: str) -> bool:
        """Whether an IP address is private."""

    def error(self, url: str, reason: str) -> ViewmarkError:
        """The error for a refused URL."""


@dataclass(frozen=True, slots=True)
class Blocked:
    """A document that was refused."""

    url: str = field(repr=False)
    """Shortened to one line; may contain secrets."""
    frame_id: str
    """The frame that requested it; for a tab's main frame this is the tab's id."""
    reason: str


class Confinement:
    """Restrictions of one browser. Call `start` before it is launched and `put_up` when it runs.

    Args:
        rules: addresses that may be opened; None: all.
    """

    def __init__(self, rules: Rules | None = None) -> None:
        self.rules = rules
        self._fence = rules if rules is not None and rules.fences else None
        self._gateway: Gateway | None = None
        self._answers = TaskSet()
        self._refused = asyncio.Event()
        self._blocked: RingBuffer[Blocked] = RingBuffer(_KEPT)
        self.position = 0
        """Number of refused documents so far, for `since`."""

    @classmethod
    def of(cls, page: PageTarget) -> Confinement:
        """Confinement of the page's browser; if it has none, one that allows everything."""
        return page.state.of(cls)

    def check_proxy(self, proxy: str | None) -> None:
        """Refuse an invalid proxy, or one that would reach forbidden addresses.

        Raises:
            InvalidOption: it names no server, has credentials, or our own proxy is used already.
        """
        if proxy is None:
            return
        if self.rules is not None and self.rules.blocks_private:
            raise InvalidOption(
                "A proxy would reach private addresses for the browser (block_private).",
                hint="Leave one of the two out.",
                param="proxy",
            )
        if _PROXY.fullmatch(proxy) is None:
            raise InvalidOption(
                "proxy is no server, such as http://proxy.example:3128 or socks5://10.0.0.1:1080.",
                hint="Without user and password: Chromium takes none here.",
                param="proxy",
            )

    @property
    def preferences(self) -> Mapping[str, Any]:
        """Preferences of the browser's profile."""
        return {} if self._fence is None else _PREFERENCES

    async def start(self) -> tuple[str, ...]:
        """Start the proxy if the rules need one; returns the browser's flags for it."""
        if self.rules is None or not self.rules.blocks_private:
            return ()
        self._gateway = Gateway(self.rules.is_private, allowed=self.rules.places)
        await self._gateway.start()
        return self._gateway.flags

    async def put_up(self, connection: Connection) -> None:
        """Start to check the browser's requests for documents."""
        if self._fence is not None:
            # In the receive loop, which drops no events: an unanswered request would hang.
            connection.browser.on_event = self._on_event
            patterns = [{"resourceType": "Document"}]
            await connection.browser.send("Fetch.enable", {"patterns": patterns})

    async def close(self) -> None:
        """Stop the proxy; end the browser first."""
        gateway, self._gateway = self._gateway, None
        if gateway is not None:
            await gateway.close()

    def address(self, url: str) -> str:
        """The URL to open for one that a caller gave; raises as `Rules.check_typed`."""
        return url if self.rules is None else self.rules.check_typed(url)

    def refusal(self, url: str) -> str | None:
        """Why no document may be loaded from a URL, or None; unclear cases are refused."""
        try:
            return None if self._fence is None else self._fence.refusal(url)
        except Exception:
            return "it cannot be read"

    def since(self, position: int) -> tuple[Blocked, ...]:
        """The documents that were refused after a position, oldest first."""
        return self._blocked.read(since=position).entries

    def check(self, page: PageTarget) -> None:
        """Refuse a page that shows a forbidden document, itself or in a frame.

        Later documents are checked on request; this is for documents that were open before
        (`attach`).

        Raises:
            OriginNotAllowed: the message names the document.
        """
        for frame in page.frames:
            if self.rules is not None and (reason := self.refusal(frame.url)):
                raise self.rules.error(frame.url, reason)

    async def within(self, page: PageTarget, going: Coroutine[Any, Any, None]) -> None:
        """Navigate, unless a rule prevents it.

        Raises:
            OriginNotAllowed: it would lead to a forbidden URL, for example by a redirect.
            NavigationFailed: it failed for another reason.
        """
        if self.rules is None:
            await going
            return
        before, epoch = self.position, page.epoch
        tab_id = page.session.target_id
        try:
            # Cancelling it, which stops the request, belongs to this navigation.
            async with run_concurrently(going) as task:
                if await self._end(page, task, before, epoch):
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
        self.check(page)

    async def _end(
        self, page: PageTarget, task: asyncio.Task[None], before: int, epoch: str
    ) -> bool:
        """Wait for a navigation; False if it was refused at once and its page remained.

        Such a page may never finish loading, because its request was refused.
        """
        async with run_concurrently(self._blocks(page.session.target_id, before)) as leaving:
            await asyncio.wait((task, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not task.done() and page.epoch != epoch:
            await asyncio.wait((task,), timeout=_PATIENCE)
            return task.done()
        return True

    async def _blocks(self, frame_id: str, since: int) -> None:
        """Wait until a document is refused in a frame."""
        while all(each.frame_id != frame_id for each in self.since(since)):
            self._refused.clear()
            await self._refused.wait()

    def _on_event(self, session: Session, event: str, params: dict[str, Any]) -> None:
        if event != "Fetch.requestPaused":
            return
        request = params.get("request")
        url = str(request.get("url", "")) if isinstance(request, dict) else ""
        reason = self.refusal(url)
        answer: dict[str, Any] = {"requestId": params.get("requestId")}
        method = "Fetch.continueRequest"
        if reason is not None:
            method, answer["errorReason"] = "Fetch.failRequest", "Aborted"
            self._blocked.add(Blocked(one_line(url), str(params.get("frameId", "")), reason))
            self.position += 1
            self._refused.set()
        self._answers.start(quietly(session.send(method, answer)))  # the frame may be gone
