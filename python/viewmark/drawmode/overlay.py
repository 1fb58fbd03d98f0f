"""Shows, hides and queries the overlay in the pages of one tab.

The overlay is loaded only when it is shown. It receives events through the guard script (`guard`),
which is loaded earlier. It runs in the world of the page scripts, so its node IDs are those of
discovery. The class `Overlay` does not depend on the store or the state machine; it passes messages
to its creator.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from viewmark.background import quietly
from viewmark.browser import script_files, scripts
from viewmark.browser.frames.table import Frame
from viewmark.browser.page_target import PageTarget
from viewmark.browser.script_files import script
from viewmark.drawmode.guard import Guard
from viewmark.drawmode.messages import OverlayMessage
from viewmark.errors import PageNavigated
from viewmark.stages import add_stages

PARTS = (
    "theme",
    "host",
    "elements",
    "history",
    "anchor",
    "shapes",
    "announce",
    "thread",
    "editor",
    "toolbar",
    "marks",
    "walk",
    "input",
    "keyboard",
    "main",
)
"""The overlay's files without `.js`, each listed after the files that it needs."""


@dataclass(frozen=True, slots=True)
class OverlayShown:
    """The result of showing the overlay."""

    ms: float
    """Duration in ms, measured in the page."""
    early: bool
    """Whether the guard script was loaded before the page's own scripts."""
    already: bool
    """Whether the overlay was already shown; then only the numbers were refreshed."""


@cache
def _overlay_source() -> str:
    blocks = "\n".join(f"{{\n{script_files.text(f'overlay/{name}')}\n}}" for name in PARTS)
    return script("overlay/load", FILES=blocks)


class Overlay:
    """The overlay of draw mode in one tab.

    Args:
        page: the tab.
        on_message: callback that gets the messages in order of arrival; it must not block.
    """

    def __init__(
        self,
        page: PageTarget,
        *,
        on_message: Callable[[Overlay, OverlayMessage], None],
    ) -> None:
        self.page = page
        self.id = page.session.target_id or secrets.token_hex(8)
        """ID of the tab."""
        self._guard = Guard.of(page)
        self._on_message = on_message

    async def arm(self) -> None:
        """Enable the keyboard shortcut and messages in all documents of the tab; idempotent."""
        await self._guard.arm(lambda message: self._on_message(self, message))

    async def disarm(self) -> None:
        """Remove the overlay, shortcut and messages, as far as the tab still responds."""
        await quietly(self.hide())
        await self._guard.disarm()

    # Calls to the page ---------------------------------------------------------------------------

    async def show(self, config: Mapping[str, Any]) -> OverlayShown:
        """Show the overlay in the main frame, or refresh it if it is already shown.

        Args:
            config: what the overlay shows: `marks` in the format that the overlay sends, their
                `labels` and `count`, `prompt` (the agent's request), `overall` (the comment on the
                page), and `visible` (width and height, if the window does not show the whole page).
        """
        await self.load(None)
        reply = await self.page.call(None, _CALL, "start", dict(config))
        data = reply if isinstance(reply, dict) else {}
        ms = data.get("ms")
        took = float(ms) if isinstance(ms, (int, float)) else 0.0
        add_stages(overlay=took)
        return OverlayShown(
            ms=took,
            early=data.get("early") is True,
            already=data.get("already") is True,
        )

    async def load(self, frame: Frame | None) -> None:
        """Load the overlay's functions into a frame without showing anything."""
        for last in (False, True):
            try:
                await scripts.evaluate(self.page, frame, _overlay_source(), None)
            except PageNavigated:
                if last:
                    raise
            else:
                return

    async def hide(self) -> bool:
        """Remove the overlay and everything that belongs to it; return whether it was shown."""
        return await self.page.call(None, _CALL, "stop") is True

    async def sync(self, facts: Mapping[str, Any]) -> None:
        """Send the session's labels and number of marks to the overlay."""
        await self.page.call(None, _CALL, "sync", dict(facts))

    async def veil(self, on: bool) -> None:
        """Hide the overlay for a screenshot, or show it again."""
        await self.page.call(None, _CALL, "veil", on)

    async def anchors(self) -> Sequence[Mapping[str, Any]]:
        """Return the current state of each mark that the page shows, as `{id, state, rect}`."""
        reply = await self.page.call(None, _CALL, "anchors")
        return [a for a in reply if isinstance(a, dict)] if isinstance(reply, list) else []

    async def finish(self) -> None:
        """Finish drawing as if Done had been pressed; unfinished comments are kept."""
        await self.page.call(None, _CALL, "finish", "done")

    async def under(self, frame: Frame, rect: Mapping[str, float]) -> Sequence[Mapping[str, Any]]:
        """Return the elements of a frame under a rectangle in that frame's CSS px."""
        await self.load(frame)
        reply = await self.page.call(frame, _UNDER, dict(rect))
        return [a for a in reply if isinstance(a, dict)] if isinstance(reply, list) else []

    async def detail(
        self, frame: Frame | None, *, key: str, selector: str, print: str
    ) -> Mapping[str, Any] | None:
        """Return the current details of one element; None if it is gone."""
        detail = script("overlay/detail")
        reply = await scripts.run(self.page, frame, detail, key, selector, print)
        return reply if isinstance(reply, dict) else None


_CALL = script("overlay/call")
_UNDER = script("overlay/hits_under")
