"""Charges changed pixels to elements, once properties and places are known."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from viewmark.comparison.model import PageChange
from viewmark.comparison.words import sentence, who
from viewmark.geometry import Bounds
from viewmark.imaging.difference import difference

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viewmark.comparison.checkpoint import Checkpoint, Entry
    from viewmark.comparison.moves import Moved
    from viewmark.imaging.difference import ChangedPixels, FloatBox

__all__ = ["other_font", "pixel_changes"]

THRESHOLD = {"png": 0.1, "jpeg": 0.25}
"""Least distance of colours that counts, 0..1; JPEG spreads noise around what changed."""
LEAST = 6
"""Pixels of an element; fewer are rounding."""
NEAR = 12.0
"""CSS px around a change within which pixels follow from it: shadows, rings, smoothing."""
LINE_PX, LINE_SHARE = 0.5, 0.01
"""By how much a line of text differs that is set in another font: CSS px, and a share of it."""
WHOLE_PX = 0.02
"""Px of the screen by which a width may differ from a whole one, as it is rounded."""
REDRAWN = 0.05
"""Share of what moved that may differ since its letters are set anew where it stands."""
CARET = 2.0
"""CSS px: width of a caret; it blinks."""
FONT_SHARE = 0.5
"""Share of the texts that must be drawn differently, and nothing else of them, for another font."""
FONT_LEAST = 4
WHOLE_SHARE = 0.25
"""Share of the texts that take no whole px in one look, for letters on whole px in the other."""
NOT_COMPARED = (
    "places, sizes, pixels and how many of equal things are in view follow from it and were not "
    "compared."
)


def other_font(matched: Sequence[Moved], factor: float) -> str:
    """A note where most texts of a font family take other room, though words and styles agree.

    Then the two machines have other fonts, and places, sizes and pixels all follow from that.
    `line` decides, since it is as wide as its letters: boxes also change with the layout. A machine
    that sets every letter on a whole pixel draws all text of another one differently, too.

    Args:
        matched: elements that are in both.
        factor: px of the screen per CSS px, of both.
    """
    lines: list[tuple[float, float]] = []
    families: dict[str, list[bool]] = defaultdict(list)
    for each in matched:
        a, b = each.old.style, each.new.style
        if a is None or b is None or not a.line or not b.line:
            continue
        if (a.words, a.font, a.decoration) == (b.words, b.font, b.decoration):
            least = max(LINE_PX, LINE_SHARE * a.line)
            families[a.font[0]].append(abs(a.line - b.line) >= least)
            lines.append((a.line * factor, b.line * factor))
    uneven = [
        sum(abs(width - round(width)) > WHOLE_PX for width in side)
        for side in zip(*lines, strict=True)
    ]
    if uneven and min(uneven) == 0 and max(uneven) >= max(FONT_LEAST, WHOLE_SHARE * len(lines)):
        return (
            f"{len(lines)} texts are set on whole pixels in one of the two and say the same: "
            + NOT_COMPARED
        )
    other = [texts for texts in families.values() if sum(texts) >= FONT_SHARE * len(texts)]
    count = sum(map(sum, other))
    if count < FONT_LEAST:
        return ""
    return (
        f"{count} of {sum(map(len, families.values()))} texts are set in another font and say the "
        f"same: {NOT_COMPARED}"
    )


def pixel_changes(
    before: Checkpoint,
    after: Checkpoint,
    matched: Sequence[Moved],
    gone: Sequence[Bounds],
    new: Sequence[Bounds],
    changes: Sequence[PageChange],
) -> tuple[list[PageChange], list[str]]:
    """Elements whose pixels changed though nothing else of them did, and notes.

    Args:
        before: the earlier checkpoint; both have a picture of one size.
        after: the later one.
        matched: elements that are in both, those to be ignored left out.
        gone: boxes of what is in one only, or is to be ignored.
        new: likewise.
        changes: what is known to have changed.
    """
    assert before.picture is not None
    assert after.picture is not None
    if before.picture == after.picture:
        return [], []
    boxes: list[tuple[FloatBox | None, FloatBox | None]] = [
        (_in_picture(each.old_box, before), _in_picture(each.new_box, after)) for each in matched
    ]
    boxes += [(_in_picture(box, before), None) for box in gone]
    boxes += [(None, _in_picture(box, after)) for box in new]
    kinds = {_kind_of(before.picture), _kind_of(after.picture)}
    threshold = THRESHOLD["jpeg" if "jpeg" in kinds else "png"]
    found, remainder = difference(before.picture, after.picture, boxes, threshold=threshold)
    moved_boxes = [box for m in matched if m.dx or m.dy for box in (m.old_box, m.new_box)]
    explained = [box for c in changes for box in (c.new_box, c.old_box) if box is not None]
    changed: list[tuple[Moved, ChangedPixels]] = []
    smoothed = still = 0
    for each, pixels in zip(matched, found, strict=False):
        if not pixels.changed and not pixels.smoothed:
            continue
        if pixels.changed < LEAST:
            is_smoothed = pixels.smoothed > 0 and not _is_between_pixels(each, after.scale)
            smoothed += is_smoothed
            still += is_smoothed and _is_text(each) and not (each.dx or each.dy)
            continue
        if each.old.unsteady or each.new.unsteady or _is_between_pixels(each, after.scale):
            continue
        if _is_caret(each, pixels, after.scale):
            continue
        if _part(pixels) < REDRAWN and not _is_picture(each.new):
            if each.dx or each.dy:
                smoothed += 1
                continue
            if _has_moved_inside(each, matched):
                continue
            if pixels.bounds is not None and _touches(pixels.bounds, after, moved_boxes):
                continue  # what lies below shows at its corners
        if _said(each.old) != _said(each.new):
            continue  # other words that are to be ignored
        if pixels.bounds is not None and _is_explained(pixels.bounds, after, explained):
            continue
        changed.append((each, pixels))
    notes = []
    texts = [each for each in matched if _is_text(each)]
    drawn = [each for each, _ in changed if _is_text(each)]
    # Where letters are smoothed otherwise some differ by that alone.
    count = len(drawn) + still
    is_most = count >= FONT_LEAST and count >= FONT_SHARE * len(texts)
    is_everything = count > 1 and count == len(texts) and not changes
    if drawn and (is_most or is_everything):
        notes.append(
            f"{count} of {len(texts)} texts are drawn differently and say the same: another "
            "font, smoothing or scale."
        )
        those = {id(each) for each in drawn}
        changed = [item for item in changed if id(item[0]) not in those]
    if smoothed:
        notes.append(f"{smoothed} elements differ by the smoothing of edges alone.")
    local = [_change(each, pixels) for each, pixels in changed]
    if remainder.changed >= LEAST and not changes and not local:
        local += _of_remainder(remainder, after)
    return local, notes


def _said(entry: Entry) -> tuple[str, str, str]:
    element = entry.element
    return entry.words, element.name, str(element.state.get("value", ""))


def _kind_of(picture: bytes) -> str:
    return "png" if picture.startswith(b"\x89PNG") else "jpeg"


def _is_picture(entry: Entry) -> bool:
    return entry.element.tag in ("img", "canvas", "svg", "video", "picture", "image")


def _is_text(each: Moved) -> bool:
    return bool(each.new.words) and not _is_picture(each.new)


def _in_picture(box: Bounds, of: Checkpoint) -> tuple[float, float, float, float]:
    (x, y), scale = of.origin, of.scale
    return ((box.x - x) * scale, (box.y - y) * scale, box.width * scale, box.height * scale)


def _on_page(box: tuple[int, int, int, int], of: Checkpoint) -> Bounds:
    x, y, width, height = (side / of.scale for side in box)
    return Bounds(x + of.origin[0], y + of.origin[1], width, height)


def _is_between_pixels(each: Moved, scale: float) -> bool:
    """Whether it moved by a part of a pixel: then all of it is drawn anew."""
    by = (
        (each.new_box.x - each.old_box.x) * scale,
        (each.new_box.y - each.old_box.y) * scale,
    )
    is_resized = (
        abs(each.new_box.width - each.old_box.width) > 0.5
        or abs(each.new_box.height - each.old_box.height) > 0.5
    )
    return is_resized or any(abs(d - round(d)) > 0.02 for d in by)


def _has_moved_inside(around: Moved, matched: Sequence[Moved]) -> bool:
    """Whether something in it moved: a strip of what left a list is no element any more."""
    prefix = around.new.path + "/"
    return any((m.dx or m.dy) and m.new.path.startswith(prefix) for m in matched)


def _is_caret(each: Moved, pixels: ChangedPixels, scale: float) -> bool:
    """Whether all that differs is a line as wide as the caret of a field that has the focus."""
    has_focus = each.old.element.state.get("focused") or each.new.element.state.get("focused")
    return bool(has_focus) and pixels.bounds is not None and pixels.bounds[2] <= CARET * scale


def _touches(changed: tuple[int, int, int, int], of: Checkpoint, boxes: Sequence[Bounds]) -> bool:
    where = _on_page(changed, of)
    return any(not where.intersection(box).is_empty for box in boxes)


def _is_explained(
    changed: tuple[int, int, int, int], of: Checkpoint, explained: Sequence[Bounds]
) -> bool:
    where = _on_page(changed, of)
    grown = Bounds(where.x - NEAR, where.y - NEAR, where.width + 2 * NEAR, where.height + 2 * NEAR)
    return any(not grown.intersection(box).is_empty for box in explained)


def _part(pixels: ChangedPixels) -> float:
    return pixels.changed / max(1, pixels.compared)


def _share(pixels: ChangedPixels) -> str:
    share = _part(pixels)
    return f"{share:.0%}" if share >= 0.01 else f"{pixels.changed} px"


def _change(each: Moved, pixels: ChangedPixels) -> PageChange:
    share = _share(pixels)
    return PageChange(
        kind="pixels",
        sentence=sentence(f"{who(each.old)}: looks different, {share} of it changed"),
        after=share,
        old=each.old,
        new=each.new,
        old_box=each.old_box,
        new_box=each.new_box,
        confidence=each.confidence,
    )


def _of_remainder(remainder: ChangedPixels, after: Checkpoint) -> list[PageChange]:
    box = None if remainder.bounds is None else _on_page(remainder.bounds, after)
    share = _share(remainder)
    said = f"background: {share} of what is no element's looks different"
    return [PageChange(kind="pixels", sentence=said, after=share, old_box=box, new_box=box)]
