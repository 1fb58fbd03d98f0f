"""Checks every document request of a browser against the allowed origins before it is sent.

CDP's Fetch domain, switched on for the browser as a whole, pauses each request for a document: of
tabs, windows that pages open, frames of every process, forms, history, and once more at each
redirect. So there is no moment at which a new window has no rule yet. A refused one is ended as if
it had been stopped: the page stays where it is, a new window or frame stays empty.
"""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from viewmark.background import TaskSet
from viewmark.errors import ViewmarkError
from viewmark.ring_buffer import RingBuffer
from viewmark.text import one_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from viewmark.browser.cdp.connection import Connection
    from viewmark.browser.cdp.session import Session

PREFERENCES = {"net": {"network_prediction_options": 2}}
"""Of a profile: nothing is loaded before it is asked for. What a page has Chromium prefetch or
prerender (speculation rules) never comes by the Fetch domain, nor does a visit to it afterwards."""

_KEPT = 200


@dataclass(frozen=True, slots=True)
class Blocked:
    """A document that was not loaded."""

    url: str = field(repr=False)
    """One line; may hold secrets."""
    frame_id: str
    """The frame that it was for; of a tab's main frame this is the tab's id."""
    reason: str


class Fence:
    """Keeps a browser within what `refuse` allows, as long as the connection lives.

    Args:
        connection: to the browser.
        refuse: says for an address why it may not be loaded, or None.
    """

    def __init__(self, connection: Connection, refuse: Callable[[str], str | None]) -> None:
        self._session = connection.browser
        self._refuse = refuse
        self._answering = TaskSet()
        self._reported = asyncio.Event()
        self._blocked: RingBuffer[Blocked] = RingBuffer(_KEPT)
        self.position = 0
        """How many were refused so far, for `since`."""

    async def start(self) -> None:
        """Put it up; requests from now on are checked."""
        # Within the receive loop, which drops nothing: a request that nobody answers hangs.
        self._session.on_event = self._on_event
        await self._session.send("Fetch.enable", {"patterns": [{"resourceType": "Document"}]})

    def refusal(self, url: str) -> str | None:
        """Why that address may not be loaded, or None; what cannot be judged may not."""
        try:
            return self._refuse(url)
        except Exception:
            return "it cannot be read"

    async def blocks(self, frame_id: str, since: int) -> None:
        """Return once something is refused in that frame; bound it."""
        while all(each.frame_id != frame_id for each in self.since(since)):
            self._reported.clear()
            await self._reported.wait()

    def since(self, position: int) -> tuple[Blocked, ...]:
        """What was refused after that position, oldest first."""
        return self._blocked.read(since=position).entries

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
            self._reported.set()

        async def send() -> None:
            with contextlib.suppress(ViewmarkError):  # the frame may be gone already
                await session.send(method, answer)

        self._answering.start(send())
