"""Takes and keeps screenshots of the pages during a drawing session, without the overlay.

A screenshot is taken when the overlay is shown, when a mark is confirmed at a scroll position
without a screenshot, and at the end for each visible viewport. So even a page that has since
navigated, scrolled or crashed is shown as it was when the user drew on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from viewmark.background import quietly
from viewmark.drawmode.model import AnchorState, DrawnAnnotation
from viewmark.drawmode.overlay import Overlay
from viewmark.errors import ViewmarkError
from viewmark.geometry import Bounds, Viewport
from viewmark.page.picture import take_picture

PlacedMark = tuple[int, "DrawnAnnotation", Bounds]
"""Label, annotation, and its position in a screenshot in CSS px."""
MAX_SHOTS = 24
"""Maximum number of clean screenshots per session, about 200 KB each; the oldest ones without marks
are dropped first.
"""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A clean screenshot of one viewport."""

    page_id: str
    url: str = field(repr=False)
    document: str
    viewport: Viewport
    base64: str = field(repr=False)
    """Base64 of a PNG or JPEG, one image px per CSS px."""
    scale: float
    redactions: int = 0
    """Number of secret fields that are masked in the screenshot."""

    @property
    def key(self) -> tuple[Any, ...]:
        """Key of the part of the document that the snapshot shows; equal for equal parts."""
        return viewport_key(self.document, self.viewport)


def viewport_key(document: str, view: Viewport) -> tuple[Any, ...]:
    """Return a key for the part of a document that a viewport shows."""
    numbers = (view.scroll_x, view.scroll_y, view.width, view.height)
    return (document, *(round(v) for v in numbers))


@dataclass(slots=True)
class Snapshots:
    """The clean screenshots of one session."""

    shots: dict[tuple[Any, ...], Snapshot] = field(default_factory=dict)
    final: dict[str, Snapshot] = field(default_factory=dict)
    """The last snapshot of each tab, keyed by tab ID."""

    async def store_shot(
        self, overlay: Overlay, document: str, *, veil: bool, final: bool = False
    ) -> Snapshot | None:
        """Take a clean screenshot; return None if the page cannot provide one now."""
        page = overlay.page
        try:
            if veil:
                await overlay.veil(True)
            shot = await take_picture(page, format="jpeg", quality=90, timeout=8.0)
        except ViewmarkError:
            return None
        finally:
            if veil:
                await quietly(overlay.veil(False))
        taken = Snapshot(
            page_id=overlay.id,
            url=page.redactor(shot.state.url),
            document=document,
            viewport=shot.viewport,
            base64=shot.base64,
            scale=shot.scale,
            redactions=shot.redactions,
        )
        self.shots[taken.key] = taken
        if final:
            self.final[overlay.id] = taken
        return taken

    def has(self, mark: DrawnAnnotation) -> bool:
        """Return whether there is a screenshot of the part of the page where a mark was drawn."""
        return viewport_key(mark.document, mark.viewport) in self.shots

    def trim(self, marks: Sequence[DrawnAnnotation]) -> None:
        """Drop the oldest screenshots that no mark needs, down to the limit."""
        needed = {viewport_key(m.document, m.viewport) for m in marks}
        for key in [k for k in self.shots if k not in needed]:
            if len(self.shots) <= MAX_SHOTS:
                return
            del self.shots[key]

    def groups(self, marks: Sequence[DrawnAnnotation]) -> list[tuple[Snapshot, list[PlacedMark]]]:
        """Return every viewport with marks, its marks, and their positions in it (CSS px).

        A mark whose element is in view at the end is shown at the element's position, any other
        mark at the position where it was drawn. Without marks, return the last visible viewport.
        """
        found: dict[int, tuple[Snapshot, list[PlacedMark]]] = {}
        for label, mark in enumerate(marks, 1):
            last = self.final.get(mark.page_id)
            now = mark.anchor.rect
            shot, rect = self.shots.get(viewport_key(mark.document, mark.viewport)), mark.rect
            if (
                last is not None
                and last.document == mark.document
                and mark.anchor.state is not AnchorState.GONE
                and now is not None
                and _in_view(now, last.viewport)
            ):
                shot, rect = last, now
            if shot is not None:
                found.setdefault(id(shot), (shot, []))[1].append((label, mark, rect))
        if not found:
            others = list(self.final.values()) or list(self.shots.values())
            return [(shot, []) for shot in others[-1:]]
        return list(found.values())


def _in_view(rect: Bounds, view: Viewport) -> bool:
    center = rect.center
    return 0 <= center.x <= view.width and 0 <= center.y <= view.height
