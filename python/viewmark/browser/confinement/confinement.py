"""Restricts where a browser may navigate: checks documents, and filters addresses by a proxy.

Documents are checked with CDP's Fetch domain, enabled for the whole browser. It pauses every
document request, and pauses it again at each redirect: in tabs, windows opened by pages, frames of
every process, forms and history. The rules therefore apply to a new window from its first request.
A rejected request ends as if loading had been stopped: the page does not change, and a new window
or frame stays empty.

`of` returns the confinement of a page's browser. With it, navigation raises the rule's error if a
document was rejected, and requests that viewmark fulfils itself (`interception`) are checked too.
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
"""Profile preferences that disable preloading: requests of prefetched and prerendered pages
(speculation rules) never reach the Fetch domain, nor do later visits to these pages.
"""
_PROXY = re.compile(r"(?:(?:http|https|socks4|socks5)://)?(?:[\w.-]+|\[[0-9a-fA-F:]+\])(?::\d+)?/?")
_KEPT = 200
_PATIENCE = 2.0
"""Maximum seconds to wait for a page to load after its navigation was rejected, because then
loading often never ends.
"""
_PRIVATE = "leads to an address that is not on the public internet (--block-private)"


class Rules(Protocol):
    """The rules for which URLs may be opened."""

    @property
    def fences(self) -> bool:
        """Whether every document is checked by `refusal` before it is requested."""

    @property
    def blocks_private(self) -> bool:
        """Whether connections to private addresses are rejected."""

    @property
    def places(self) -> frozenset[tuple[str, int]]:
        """Hosts and ports to which connections are allowed although their addresses are private."""

    def check_typed(self, url: str) -> str:
        """Return the URL to open for a URL given by the caller; raise if that is not allowed."""

    def refusal(self, url: str) -> str | None:
        """Return why no document may be loaded from a URL, or None if it is allowed."""

    def is_private(self, address: str) -> bool:
        """Return whether an IP address is private."""

    def error(self, url: str, reason: str) -> ViewmarkError:
        """Return the error for a rejected URL."""


@dataclass(frozen=True, slots=True)
class Blocked:
    """A document whose request was rejected."""

    url: str = field(repr=False)
    """URL, shortened to one line; may contain secrets."""
    frame_id: str
    """ID of the frame that requested the document; a main frame's ID equals its tab's target ID."""
    reason: str


class Confinement:
    """Restrictions of one browser. Call `start` before launching it and `put_up` once it runs.

    Args:
        rules: which URLs may be opened; None allows all.
    """

    def __init__(self, rules: Rules | None = None) -> None:
        self.rules = rules
        self._fence = rules if rules is not None and rules.fences else None
        self._gateway: Gateway | None = None
        self._answers = TaskSet()
        self._refused = asyncio.Event()
        self._blocked: RingBuffer[Blocked] = RingBuffer(_KEPT)
        self.position = 0
        """Number of documents rejected so far, for use with `since`."""

    @classmethod
    def of(cls, page: PageTarget) -> Confinement:
        """Return the confinement of the page's browser; by default one that allows everything."""
        return page.state.of(cls)

    def check_proxy(self, proxy: str | None) -> None:
        """Reject an invalid proxy, or a proxy that could reach forbidden addresses.

        Raises:
            InvalidOption: it is invalid or contains credentials, or private addresses are blocked.
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
        """Preferences for the browser's profile."""
        return {} if self._fence is None else _PREFERENCES

    async def start(self) -> tuple[str, ...]:
        """Start our proxy if the rules need it; return the browser's flags for it."""
        if self.rules is None or not self.rules.blocks_private:
            return ()
        self._gateway = Gateway(self.rules.is_private, allowed=self.rules.places)
        await self._gateway.start()
        return self._gateway.flags

    async def put_up(self, connection: Connection) -> None:
        """Start checking the browser's document requests."""
        if self._fence is not None:
            # Handle events in the receive loop, which drops none: a paused request without an
            # answer would never finish.
            connection.browser.on_event = self._on_event
            patterns = [{"resourceType": "Document"}]
            await connection.browser.send("Fetch.enable", {"patterns": patterns})

    async def close(self) -> None:
        """Stop the proxy; close the browser first."""
        gateway, self._gateway = self._gateway, None
        if gateway is not None:
            await gateway.close()

    def address(self, url: str) -> str:
        """Return the URL to open for a given URL; raise the same errors as `Rules.check_typed`."""
        return url if self.rules is None else self.rules.check_typed(url)

    def refusal(self, url: str) -> str | None:
        """Return why no document may be loaded from a URL, or None; reject in case of doubt."""
        try:
            return None if self._fence is None else self._fence.refusal(url)
        except Exception:
            return "it cannot be read"

    def since(self, position: int) -> tuple[Blocked, ...]:
        """Return the documents that were rejected after a position, oldest first."""
        return self._blocked.read(since=position).entries

    def check(self, page: PageTarget) -> None:
        """Raise an error if a page, or a frame in it, shows a forbidden document.

        Later documents are checked when requested; this method is for documents that were already
        open (`attach`).

        Raises:
            OriginNotAllowed: the page shows such a document; the message names it.
        """
        for frame in page.frames:
            if self.rules is not None and (reason := self.refusal(frame.url)):
                raise self.rules.error(frame.url, reason)

    async def within(self, page: PageTarget, going: Coroutine[Any, Any, None]) -> None:
        """Run a navigation; raise an error if a rule forbids it.

        Raises:
            OriginNotAllowed: the navigation leads to a forbidden URL, possibly by a redirect.
            NavigationFailed: the navigation failed for another reason.
        """
        if self.rules is None:
            await going
            return
        before, epoch = self.position, page.epoch
        tab_id = page.session.target_id
        try:
            # If this task is cancelled, cancel the navigation's task too, which then stops its
            # request.
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
        """Wait for a navigation; return False if its document never loads after a rejected request.

        A document whose further navigation was rejected may never finish loading.
        """
        async with run_concurrently(self._blocks(page.session.target_id, before)) as leaving:
            await asyncio.wait((task, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not task.done() and page.epoch != epoch:
            await asyncio.wait((task,), timeout=_PATIENCE)
            return task.done()
        return True

    async def _blocks(self, frame_id: str, since: int) -> None:
        """Wait until a document is rejected in a frame."""
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
        # the frame may be gone, and its request with it
        self._answers.start(quietly(session.send(method, answer)))
