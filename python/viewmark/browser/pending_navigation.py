"""Tracks pending navigations of the main frame, during which Chromium does not reply."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

from viewmark.errors import CommandTimeout

PENDING_EVENTS = ("Page.frameStartedNavigating", "Page.frameNavigated", "Page.frameStoppedLoading")
"""Events that `PendingNavigation.feed` handles; they require `Page.enable`."""


class PendingNavigation:
    """The document that the main frame has requested but not received yet."""

    def __init__(self) -> None:
        self.url: str | None = None
        """URL of the pending navigation; None if there is none."""

    def feed(self, event: str, params: dict[str, Any], main_frame: str | None) -> None:
        """Handle an event of the page's own session."""
        frame = params.get("frame")
        frame_id = frame.get("id") if isinstance(frame, dict) else params.get("frameId")
        if frame_id != main_frame:
            return
        if event != "Page.frameStartedNavigating":
            self.url = None
        elif "sameDocument" not in str(params.get("navigationType")):
            self.url = str(params.get("url", ""))

    async def explain(self, command: Awaitable[dict[str, Any]]) -> dict[str, Any]:
        """Return a command's result; if it times out, name a pending navigation as the reason.

        Raises:
            CommandTimeout: as for the command; the message says that a navigation is pending.
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
