"""Whether the main frame waits for another document: until it comes, Chromium answers nothing."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

from viewmark.errors import CommandTimeout

PENDING_EVENTS = ("Page.frameStartedNavigating", "Page.frameNavigated", "Page.frameStoppedLoading")
"""Events that `PendingNavigation.feed` understands; they need `Page.enable`."""


class PendingNavigation:
    """The requested document that has not arrived. Pure state, but for `explain`."""

    def __init__(self) -> None:
        self.url: str | None = None
        """Address; None where nothing is pending."""

    def feed(self, event: str, params: dict[str, Any], main_frame: str | None) -> None:
        """Take note of an event of the page's own session."""
        frame = params.get("frame")
        frame_id = frame.get("id") if isinstance(frame, dict) else params.get("frameId")
        if frame_id != main_frame:
            return
        if event != "Page.frameStartedNavigating":
            self.url = None
        elif "sameDocument" not in str(params.get("navigationType")):
            self.url = str(params.get("url", ""))

    async def explain(self, command: Awaitable[dict[str, Any]]) -> dict[str, Any]:
        """A command's result; without an answer, the error includes this reason if it applies.

        Raises:
            CommandTimeout: as the command; the message names what the page waits for.
        """
        try:
            return await command
        except CommandTimeout as error:
            if self.url is None:
                raise
            raise CommandTimeout(
                "The page is on its way to another address, whose server has not answered yet; "
                "until then the browser answers nothing about the page.",
                hint="Navigate elsewhere to end the wait, or try again later.",
                **error.data,
            ) from error
