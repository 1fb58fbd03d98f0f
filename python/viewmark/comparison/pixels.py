"""Attributes changed pixels to elements, after properties and places were compared."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from viewmark.comparison.checkpoint import Checkpoint, Entry
from viewmark.comparison.model import PageChange
from viewmark.comparison.moves import Moved, is_cut
from viewmark.comparison.rows import hold_boxes
from viewmark.comparison.words import sentence, who
from viewmark.geometry import Bounds
from viewmark.imaging.difference import ChangedPixels, FloatBox, difference

THRESHOLD = {"png": 0.1, "jpeg": 0.25}
"""Minimum colour distance (0..1) at which a pixel counts as changed, keyed by image format; JPEG
needs more, because it spreads noise around changes."""
LEAST = 6
"""Minimum number of changed pixels of an element to report a change; fewer count as rounding
errors."""
NEAR = 12.0
"""Distance from a change, in CSS px, within which changed pixels (shadow, focus ring) belong to
it.
"""
LINE_PX, LINE_SHARE = 0.5, 0.01
"""Minimum difference in the width of a text line that indicates another font: `LINE_PX` CSS px, and
the share `LINE_SHARE` of the width."""
PROBE_PX = 0.05
"""Minimum difference in the width of the sample letters that indicates another font, in CSS px."""
REDRAWN = 0.05
"""Maximum share of a moved element's pixels that differ because its glyphs are drawn again."""
_IN_PLACE = ("text", "name", "value", "state", "address", "pixels")
"""Kinds of changes that do not affect surrounding elements."""
CARET = 2.0
"""Width of the blinking caret of a text field, in CSS px."""
FONT_SHARE = 0.5
"""Minimum share of the texts, in one font or in all, that differ if a font was replaced."""
FONT_LEAST = 4


def other_font(matched: Sequence[Moved]) -> tuple[str, set[int]]:
    """Detect that the checkpoints used different fonts; return a note and `id` of affected entries.

    Machines may have different fonts installed. Text widths then differ, although texts and styles
    are equal. The width of sample letters in each font is compared, or the width of the text line
    for scripts without these letters, because boxes also change with the layout. If four texts or
    half of all texts are affected, all places, sizes and pixels depend on the font, and the
    returned set is empty.

    Args:
        matched: elements that are in both checkpoints.
    """
    families: dict[str, list[tuple[int, bool]]] = defaultdict(list)
    for each in matched:
        a, b = each.old.style, each.new.style
        if a is None or b is None or not a.words:
            continue
        if (a.words, a.font, a.decoration) == (b.words, b.font, b.decoration):
            is_other = bool(a.probe and b.probe) and abs(a.probe - b.probe) > PROBE_PX
            least = max(LINE_PX, LINE_SHARE * a.line)
            is_wider = bool(a.line and b.line) and abs(a.line - b.line) >= least
            # A line that wraps at a different place loses the space at its end, which changes its
            # width.
            has_as_many_lines = abs(each.old_box.height - each.new_box.height) < LINE_PX
            is_wider = is_wider and (has_as_many_lines or not (a.probe and b.probe))
            families[a.font[0]].append((id(each.new), is_other or is_wider))
    total = sum(map(len, families.values()))
    other = {
        entry
        for texts in families.values()
        if sum(differs for _, differs in texts) >= FONT_SHARE * len(texts)
        for entry, differs in texts
        if differs
    }
    if not other:
        return "", other
    said = f"{len(other)} of {total} texts are set in another font, or on whole pixels, and say "
    if len(other) >= min(FONT_LEAST, FONT_SHARE * total):
        return (
            f"{said}the same: places, sizes, pixels and how many of equal things are in view "
            "follow from it and were not compared."
        ), set()
    return f"{said}the same: their sizes and pixels were not compared.", other


def is_set_anew(changes: Sequence[PageChange], matched: Sequence[Moved]) -> bool:
    """Return True if the computed font of most texts changed, so that other elements moved too."""
    anew = {id(each.new) for each in changes if each.kind == "font"}
    texts = [each for each in matched if each.new.words]
    return bool(anew) and 2 * sum(id(each.new) in anew for each in texts) >= len(texts)


def pixel_changes(
    before: Checkpoint,
    after: Checkpoint,
    matched: Sequence[Moved],
    gone: Sequence[Bounds],
    new: Sequence[Bounds],
    changes: Sequence[PageChange],
) -> tuple[list[PageChange], list[str]]:
    """Return changes of elements of which only pixels differ, and notes.

    Args:
        before: the earlier checkpoint; both have screenshots of the same size.
        after: the later checkpoint.
        matched: elements that are in both checkpoints, without ignored ones.
        gone: boxes of elements that are only in `before`, or that are ignored.
        new: boxes of elements that are only in `after`, or that are ignored.
        changes: the known changes.
    """
    assert before.picture is not None
    assert after.picture is not None
    if before.picture == after.picture:
        return [], []
    is_same_part = before.origin == after.origin

    def is_seen(each: Moved) -> bool:
        if each.old.element.occluded or each.new.element.occluded:
            return False
        # If the page scrolled, an element that is not completely in view may be under a fixed bar.
        is_there = is_same_part and not each.is_scrolled
        return is_there or not is_cut(each.old, each.new)

    in_first, in_second = find_place_in(before), find_place_in(after)
    boxes: list[tuple[FloatBox | None, FloatBox | None]] = [
        (None, None)  # an element that is not visible has no pixels to compare
        if not is_seen(each)
        else (in_first(each.old_box), in_second(each.new_box))
        for each in matched
    ]
    boxes += [(in_first(box), None) for box in gone]
    boxes += [(None, in_second(box)) for box in new]
    kinds = {_kind_of(before.picture), _kind_of(after.picture)}
    threshold = THRESHOLD["jpeg" if "jpeg" in kinds else "png"]
    found, remainder = difference(before.picture, after.picture, boxes, threshold=threshold)
    explained = [box for c in changes for box in (c.new_box, c.old_box) if box is not None]
    moved = [each for each in matched if each.is_moved]
    pairs = [*((m.old, m.new) for m in moved), *((c.old, c.new) for c in changes)]
    nearby = [box for each in moved for box in (each.old_box, each.new_box)]
    nearby += _list_overflowing(before, after, pairs)
    reset = hold_boxes((e.element.frame, e.path) for pair in pairs for e in pair if e is not None)
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
            if each.is_moved:
                smoothed += 1
                continue
            if pixels.bounds is not None and _touches(pixels.bounds, after, nearby):
                continue  # the other element shows through, or its text extends into this one
            if (
                each.new.style is not None
                and each.new.style.is_inline
                and _block(each.new) in reset
            ):
                continue  # the box of a wrapped text may also contain other text
        if _said(each.old) != _said(each.new):
            continue  # the text changed, but an ignore rule excludes that change
        if pixels.bounds is not None and _is_explained(pixels.bounds, after, explained):
            continue
        changed.append((each, pixels))
    notes = []
    texts = [each for each in matched if _is_text(each)]
    drawn = [each for each, _ in changed if _is_text(each)]
    # A different font smoothing makes the rendering of some texts differ without another change.
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
    # The position of a frame's document is unknown, although those of its elements are known.
    has_scrolled_frame = any(m.is_scrolled and m.new.element.frame for m in matched)
    is_whole = is_same_part and not has_scrolled_frame
    # Pixel changes next to added, removed or moved elements cannot be attributed to an element,
    # while changed text and states only affect pixels inside their element.
    is_quiet = all(c.kind in _IN_PLACE for c in changes) and not any(
        m.is_moved or m.old_box != m.new_box for m in matched
    )
    if remainder.changed >= LEAST and remainder.bounds is not None and is_whole and is_quiet:
        changed_boxes = [*explained, *(each.new_box for each, _ in changed)]
        if _is_scroll_bar(remainder.bounds, after):
            notes.append("The scroll bar of the page differs: more or less is out of view.")
        elif not _is_explained(remainder.bounds, after, changed_boxes):
            local += _of_remainder(remainder, remainder.bounds, after)
    return local, notes


def _list_overflowing(
    before: Checkpoint, after: Checkpoint, pairs: Sequence[tuple[Entry | None, Entry | None]]
) -> list[Bounds]:
    """Return the boxes of the overflowing text of elements that moved or changed."""
    boxes = (
        side.hanging_words(entry)
        for pair in pairs
        for side, entry in zip((before, after), pair, strict=True)
        if entry is not None
    )
    return [box for box in boxes if box is not None]


def _block(entry: Entry) -> tuple[str | None, str]:
    return entry.element.frame, entry.path.rpartition("/")[0]


def _said(entry: Entry) -> tuple[str, str, str]:
    element = entry.element
    return entry.words, element.name, str(element.state.get("value", ""))


def _kind_of(picture: bytes) -> str:
    return "png" if picture.startswith(b"\x89PNG") else "jpeg"


def _is_picture(entry: Entry) -> bool:
    return entry.element.tag in ("img", "canvas", "svg", "video", "picture", "image")


def _is_text(each: Moved) -> bool:
    return bool(each.new.words) and not _is_picture(each.new)


def find_place_in(of: Checkpoint) -> Callable[[Bounds], FloatBox]:
    """Return a function that maps boxes of the page to boxes of the screenshot."""
    (x, y), scale = of.origin, of.scale
    return lambda box: (
        (box.x - x) * scale,
        (box.y - y) * scale,
        box.width * scale,
        box.height * scale,
    )


def _on_page(box: tuple[int, int, int, int], of: Checkpoint) -> Bounds:
    x, y, width, height = (side / of.scale for side in box)
    return Bounds(x + of.origin[0], y + of.origin[1], width, height)


def _is_between_pixels(each: Moved, scale: float) -> bool:
    """Return True if an element moved by a fraction of a pixel, which changes its rendering."""
    by = (
        (each.new_box.x - each.old_box.x) * scale,
        (each.new_box.y - each.old_box.y) * scale,
    )
    is_resized = (
        abs(each.new_box.width - each.old_box.width) > 0.5
        or abs(each.new_box.height - each.old_box.height) > 0.5
    )
    return is_resized or any(abs(d - round(d)) > 0.02 for d in by)


def _is_caret(each: Moved, pixels: ChangedPixels, scale: float) -> bool:
    """Return True if the only difference is in a focused field and as narrow as a caret."""
    has_focus = each.old.element.state.get("focused") or each.new.element.state.get("focused")
    return bool(has_focus) and pixels.bounds is not None and pixels.bounds[2] <= CARET * scale


def _touches(changed: tuple[int, int, int, int], of: Checkpoint, boxes: Sequence[Bounds]) -> bool:
    where = _on_page(changed, of)
    return any(where.overlaps(box) for box in boxes)


def _is_explained(
    changed: tuple[int, int, int, int], of: Checkpoint, explained: Sequence[Bounds]
) -> bool:
    where = _on_page(changed, of)
    grown = Bounds(where.x - NEAR, where.y - NEAR, where.width + 2 * NEAR, where.height + 2 * NEAR)
    return any(grown.overlaps(box) for box in explained)


def _part(pixels: ChangedPixels) -> float:
    return pixels.changed / max(1, pixels.compared)


def _share(pixels: ChangedPixels) -> str:
    share = _part(pixels)
    return f"{share:.0%}" if share >= 0.01 else f"{pixels.changed} px"


def _change(each: Moved, pixels: ChangedPixels) -> PageChange:
    share = _share(pixels)
    had, has = (bool(entry.element.state.get("focused")) for entry in (each.old, each.new))
    focus = "" if had == has else " with the focus" if has else " without the focus"
    said = sentence(f"{who(each.old)}: looks different{focus}, {share} of it changed")
    return each.change("pixels", said, after=share)


def _is_scroll_bar(changed: tuple[int, int, int, int], of: Checkpoint) -> bool:
    """Return True if the changed area is outside the page content, next to its visible part."""
    clips = (each.style.clip for each in of.entries if each.style and not each.element.frame)
    windows = [clip for clip in clips if clip is not None and clip.x == clip.y == 0]
    if not windows or of.area is not None:
        return False
    right, bottom = max(c.right for c in windows), max(c.bottom for c in windows)
    return changed[0] / of.scale >= right - 1 or changed[1] / of.scale >= bottom - 1


def _of_remainder(
    remainder: ChangedPixels, bounds: tuple[int, int, int, int], after: Checkpoint
) -> list[PageChange]:
    box, share = _on_page(bounds, after), _share(remainder)
    where = f"{box.width:.0f} x {box.height:.0f} px at {box.x:.0f}, {box.y:.0f}"
    said = f"background: {share} of what is no element's looks different, {where}"
    return [PageChange(kind="pixels", sentence=said, after=share, old_box=box, new_box=box)]
