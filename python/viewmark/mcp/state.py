"""State of one client session: tabs, settings, pictures, limits and drawings."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from viewmark.attach_policy import AttachPolicy, TokenBucket
from viewmark.drawmode.controller import DrawMode
from viewmark.errors import RateLimited
from viewmark.mcp.picture_resources import PictureResources
from viewmark.mcp.settings import Settings
from viewmark.page.attach import QUALITY
from viewmark.session.tabs import Tabs

if TYPE_CHECKING:
    from collections.abc import Callable

    from viewmark.secrets.redaction import Redactor
    from viewmark.session.tabs import OpenTab

__all__ = ["SessionState"]


class SessionState:
    """What the calls of one session share; settings of `configure` hold as long as it does."""

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        redactor: Redactor | None = None,
    ) -> None:
        self.settings = settings or Settings()
        self.clock = clock
        armed = self._arm if self.settings.draw else None
        self.tabs = Tabs(self.settings, on_open=armed, redactor=redactor)
        self.attach_policy = AttachPolicy()
        self.has_attached = False
        """A picture went beside an answer, whose scale nobody knows."""
        self.tabs.has_attached = lambda: self.has_attached
        self.attach_quality = QUALITY
        self.bucket = TokenBucket()
        """Limit of pictures that calls ask for."""
        self.pictures = PictureResources()
        self.draw_mode = DrawMode()
        """What humans draw; the store of record of this session."""
        self.client = ""
        """Name of the client that called last."""

    @property
    def redactor(self) -> Redactor:
        """Takes secrets out of addresses."""
        return self.tabs.redactor

    @property
    def picture_budget(self) -> int:
        """Base64 characters that one picture may take for this client."""
        return self.settings.budget_for(self.client)

    def claim_picture(self) -> None:
        """Count a picture that a call asks for.

        Raises:
            RateLimited: too many in a minute.
        """
        refusal = self.bucket.take(self.clock())
        if refusal is not None:
            raise RateLimited(
                f"No picture now: {refusal.reason}.", next_allowed_in=refusal.next_allowed_in_ms
            )

    async def _arm(self, tab: OpenTab) -> None:
        """Let a human start draw mode on that tab by its shortcut."""
        await self.draw_mode.attach(tab.page.context)

    async def close(self) -> None:
        """End what was started."""
        await self.draw_mode.close()
        await self.tabs.close()
