"""Renders the finished pictures: shapes, numbers and text on clean screenshots."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from viewmark import imaging
from viewmark.browser.page_target import PageTarget
from viewmark.defaults import MAX_BASE64
from viewmark.drawmode.layout import Callout, badge_at, place_callouts
from viewmark.drawmode.model import AnchorState, DrawnAnnotation, DrawnKind
from viewmark.drawmode.paint import PaintedPicture, PaintJob, WrappedText, measure, paint
from viewmark.drawmode.snapshots import PlacedMark, Snapshot
from viewmark.errors import ScreenshotFailed
from viewmark.geometry import Bounds

COLORS = {
    "change": "#d92d20",
    "bug": "#6938ef",
    "question": "#175cd3",
    "suggestion": "#067647",
}
"""Colours of the intents, the same as on the page (`js/overlay/theme.js`)."""

MAX_SHARE = 0.3
"""Maximum share of a picture that callouts may cover."""


@dataclass(frozen=True, slots=True)
class DrawnPicture:
    """A picture of one viewport of the drawing, with or without marks."""

    base64: str = field(repr=False)
    """The image as base64 text."""
    format: str
    width: int
    height: int
    scale: float
    """Image px per CSS px."""
    page_url: str
    scroll: tuple[float, float]
    labels: tuple[int, ...]
    """Labels of the marks shown on the picture."""
    redactions: int = 0
    """Number of secret fields that are masked in the picture."""
    painter: str = "browser"
    """`builtin` if no page could paint the picture. It then contains only numbers, and the comments
    are in the text.
    """
    boxes: tuple[Bounds, ...] = ()
    """Boxes of the annotations in `labels`, in image px."""

    @property
    def image(self) -> bytes:
        """The bytes of the image."""
        return imaging.from_base64(self.base64)

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form: content and size, without the image itself."""
        x, y = self.scroll
        return {
            "labels": list(self.labels),
            "width": self.width,
            "height": self.height,
            "scale": round(self.scale, 4),
            "page_url": self.page_url,
            "scroll": {"x": x, "y": y},
            "redactions": self.redactions,
        } | ({"words": "in the text only"} if self.painter == "builtin" else {})


async def pictures(
    painter: PageTarget | None,
    shot: Snapshot,
    marks: Sequence[PlacedMark],
    *,
    max_base64: int = MAX_BASE64,
    png_base64: int | None = None,
) -> tuple[DrawnPicture, ...]:
    """Return the marked and the clean picture of a viewport, and on request the marked PNG.

    Blackouts are covered in all pictures; secret fields are already masked in the screenshot.

    Args:
        painter: a page that responds; None paints only numbers, with the built-in core.
        shot: the clean screenshot.
        marks: the label of each annotation, the annotation, and its rectangle in the screenshot in
            CSS px.
        max_base64: maximum characters of each picture.
        png_base64: maximum characters of the PNG; None for no PNG.

    Raises:
        ViewmarkError: the page disappeared; try another painter, or None.
    """
    if painter is None:
        made = [
            await asyncio.to_thread(_builtin, shot, marks, "jpeg", max_base64),
            await asyncio.to_thread(_builtin, shot, [], "jpeg", max_base64),
        ]
        if png_base64 is not None:
            made.append(await asyncio.to_thread(_builtin, shot, marks, "png", png_base64))
        return tuple(made)
    covered = _blackouts(blackout_boxes(marks), shot.scale)
    items = covered + await _items(painter, shot, marks)
    jobs = [PaintJob(items, "jpeg", max_base64)]
    if png_base64 is not None:
        jobs.append(PaintJob(items, "png", png_base64))
    # no paint is needed: the browser's own bytes can be used
    is_clean = not covered and len(shot.base64) <= max_base64
    if not is_clean:
        jobs.append(PaintJob(covered, "jpeg", max_base64))
    done = list(await paint(painter, shot.base64, jobs))
    clean = _bare(shot) if is_clean else _picture(done.pop(), shot, ())
    marked, *png = (_picture(each, shot, marks) for each in done)
    return (marked, clean, *png)


CROP_LIMIT = 120_000
CROP_MARGIN = 24.0
"""Margin around the area shown in a crop, in CSS px."""


async def crop_of(
    painter: PageTarget, shot: Snapshot, place: Bounds, hidden: Iterable[Bounds]
) -> DrawnPicture | None:
    """Return a part of a clean screenshot with a margin; None if none of it is visible.

    Args:
        painter: a page that responds.
        shot: the clean screenshot.
        place: the area to show, in CSS px of the screenshot.
        hidden: areas to cover, in CSS px of the screenshot.

    Raises:
        ViewmarkError: the page disappeared in the meantime.
    """
    view, margin = shot.viewport, CROP_MARGIN
    around = Bounds(
        place.x - margin, place.y - margin, place.width + 2 * margin, place.height + 2 * margin
    ).intersection(Bounds(0.0, 0.0, view.width, view.height))
    if around.width < 1 or around.height < 1:
        return None
    covers = _blackouts(hidden, shot.scale)
    job = PaintJob(covers, "jpeg", CROP_LIMIT, _box(around.to_image_px(shot.scale)))
    (done,) = await paint(painter, shot.base64, [job])
    return _picture(done, shot, ())


def blackout_boxes(marks: Sequence[PlacedMark]) -> list[Bounds]:
    """Return the areas that the user blacked out, in CSS px of the screenshot."""
    return [rect for _, mark, rect in marks if mark.kind is DrawnKind.BLACKOUT]


def _blackouts(boxes: Iterable[Bounds], scale: float) -> list[dict[str, Any]]:
    """Return paint operations that cover boxes of a picture with `scale` image px per CSS px."""
    return [
        {"kind": "hide", "color": "#000000", "rect": _box(each.to_image_px(scale))}
        for each in boxes
    ]


def _bare(shot: Snapshot) -> DrawnPicture:
    view = shot.viewport
    size = round(view.width * shot.scale), round(view.height * shot.scale)
    scroll = (view.scroll_x, view.scroll_y)
    return DrawnPicture(
        shot.base64, "jpeg", *size, shot.scale, shot.url, scroll, (), shot.redactions
    )


def _picture(
    done: PaintedPicture | imaging.Annotated,
    shot: Snapshot,
    marks: Sequence[PlacedMark],
    *,
    painter: str = "browser",
) -> DrawnPicture:
    scale = shot.scale * done.scale
    return DrawnPicture(
        done.base64,
        done.format,
        done.width,
        done.height,
        scale,
        shot.url,
        (shot.viewport.scroll_x, shot.viewport.scroll_y),
        tuple(label for label, _, _ in marks),
        shot.redactions,
        painter,
        tuple(Bounds(*rect.to_image_px(scale)) for _, _, rect in marks),
    )


async def _items(
    painter: PageTarget, shot: Snapshot, marks: Sequence[PlacedMark]
) -> list[dict[str, Any]]:
    s, view = shot.scale, shot.viewport
    width, height = view.width * s, view.height * s
    shapes: list[dict[str, Any]] = []
    badges: list[dict[str, Any]] = []
    taken: list[Bounds] = []
    spoken = [m for m in marks if m[1].text]
    words = await measure(painter, [m.text for _, m, _ in spoken]) if spoken else ()
    words = _cut_to_room(words, width * height)
    for label, mark, rect in marks:
        color = COLORS[mark.intent.value]
        box = rect.to_image_px(s)
        dashed = mark.anchor.state is AnchorState.GONE
        if mark.kind in (DrawnKind.ARROW, DrawnKind.FREEHAND):
            points = _points(mark, rect, s)
            tip = mark.kind is DrawnKind.ARROW
            shapes.append(
                {"kind": "line", "color": color, "points": points, "tip": tip, "dashed": dashed}
            )
        elif mark.kind is not DrawnKind.BLACKOUT:
            shapes.append({"kind": "box", "color": color, "rect": _box(box), "dashed": dashed})
        size = 24.0 if label < 100 else 34.0
        badge = badge_at(_corner(mark, rect, s), width, height, size)
        for other in taken:  # if two marks share a corner, the badge of the later one moves aside
            if abs(other.x - badge.x) < size and abs(other.y - badge.y) < size:
                moved = badge_at(
                    Bounds(badge.x + 1.5 * size, badge.y + size / 2, 0, 0), width, height
                )
                badge = moved
        taken.append(badge)
        badges.append(
            {"kind": "badge", "color": color, "rect": _box(badge.as_tuple()), "text": str(label)}
        )
    callouts = [
        Callout(_spot(mark, rect, s), w.width + 16, w.height + 10)
        for (_, mark, rect), w in zip(spoken, words, strict=True)
    ]
    places = await asyncio.to_thread(place_callouts, callouts, width, height, taken)
    notes: list[dict[str, Any]] = []
    for (_, mark, _), w, callout, at in zip(spoken, words, callouts, places, strict=True):
        color = COLORS[mark.intent.value]
        if (line := _leader(callout.target, at)) is not None:
            notes.append({"kind": "leader", "color": color, "points": line})
        notes.append(
            {
                "kind": "note",
                "color": color,
                "rect": _box(at.as_tuple()),
                "lines": list(w.lines),
                "rtl": w.rtl,
            }
        )
    return shapes + notes + badges


def _cut_to_room(words: Sequence[WrappedText], room: float) -> tuple[WrappedText, ...]:
    """Shorten comments that would cover too much of the page; `Drawing` has their full text."""
    cut = tuple(words)
    for lines in (8, 5, 3, 2, 1):
        cut = tuple(w.first(lines) for w in words)
        if sum((w.width + 16) * (w.height + 10) for w in cut) <= MAX_SHARE * room:
            break
    return cut


def _leader(target: Bounds, callout: Bounds) -> list[list[float]] | None:
    """Return a line from a callout to its shape; None if they are adjacent."""
    dx = max(callout.x - target.right, target.x - callout.right, 0.0)
    dy = max(callout.y - target.bottom, target.y - callout.bottom, 0.0)
    if dx + dy < 12:
        return None
    at = (
        min(max(callout.center.x, target.x), target.right),
        min(max(callout.center.y, target.y), target.bottom),
    )
    start = (min(max(at[0], callout.x), callout.right), min(max(at[1], callout.y), callout.bottom))
    return [list(start), list(at)]


def _corner(mark: DrawnAnnotation, rect: Bounds, s: float) -> Bounds:
    """Return the position of a mark's number: the start of a line, or a box's top left corner."""
    if mark.kind in (DrawnKind.ARROW, DrawnKind.FREEHAND) and mark.points:
        x, y = _points(mark, rect, s)[0]
        return Bounds(x, y, 0, 0)
    return Bounds(*rect.to_image_px(s))


def _spot(mark: DrawnAnnotation, rect: Bounds, s: float) -> Bounds:
    """Return the area that a callout refers to: the box of a shape, or the tail of an arrow.

    The tip of an arrow is on its target, so the callout is placed next to the tail.
    """
    if mark.kind is DrawnKind.ARROW and mark.points:
        at = _corner(mark, rect, s)
        return Bounds(at.x - 8, at.y - 8, 16, 16)
    return Bounds(*rect.to_image_px(s))


def _points(mark: DrawnAnnotation, rect: Bounds, s: float) -> list[list[float]]:
    """Return the points of an arrow or line, moved to the current position of its rectangle."""
    was = mark.document_rect
    sx = rect.width / was.width if was.width > 0 else 1.0
    sy = rect.height / was.height if was.height > 0 else 1.0
    return [
        [((p.x - was.x) * sx + rect.x) * s, ((p.y - was.y) * sy + rect.y) * s] for p in mark.points
    ]


def _builtin(
    shot: Snapshot, marks: Sequence[PlacedMark], format: str, max_base64: int
) -> DrawnPicture:
    if blackout_boxes(marks):
        raise ScreenshotFailed("Parts of the picture must be hidden, and no page is left to do it.")
    drawn = [imaging.Mark(str(label), *rect.to_image_px(shot.scale)) for label, mark, rect in marks]
    kind: Any = format
    made = imaging.annotate(shot.base64, drawn, format=kind, max_base64=max_base64)
    return _picture(made, shot, marks, painter="builtin")


def _box(sides: tuple[float, float, float, float]) -> dict[str, float]:
    return dict(zip(("x", "y", "width", "height"), sides, strict=True))
