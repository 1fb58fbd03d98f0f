"""Detects that a page, or a part of it, was uniformly scaled or rotated.

The module finds boxes that were scaled, rotated and shifted together, as by a `transform` on an
ancestor.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from viewmark.comparison.checkpoint import Entry
from viewmark.comparison.model import Kind, PageChange, merge_changes
from viewmark.comparison.moves import Moved, is_cut
from viewmark.comparison.words import who
from viewmark.geometry import Bounds

LEAST_BOXES = 3
"""Minimum number of boxes from which a transform (scaling, rotation and shift) can be inferred."""
MOST_BOXES = 0.8
"""Minimum share of boxes that must agree with an inferred transform for it to count."""
NEAR = 2.0
"""Maximum distance in CSS px between an edge and its place by the transform, because glyphs are
placed on whole pixels."""


@dataclass(frozen=True, slots=True)
class Similarity:
    """A similarity transform: (x + y·i) times `turn`, plus `shift`, as complex numbers."""

    turn: complex
    shift: complex

    @property
    def degrees(self) -> float:
        """Rotation in degrees, clockwise on the screen, from -180 to 180."""
        return math.degrees(cmath.phase(self.turn))

    @property
    def factor(self) -> float:
        """Scale factor of the transform."""
        return abs(self.turn)

    def place(self, box: Bounds) -> Bounds:
        """Return the bounding box of a box after the transform."""
        middle = self.turn * _middle(box) + self.shift
        across, along = abs(self.turn.real), abs(self.turn.imag)
        width = across * box.width + along * box.height
        height = along * box.width + across * box.height
        return Bounds(middle.real - width / 2, middle.imag - height / 2, width, height)

    def takes(self, old: Bounds, new: Bounds) -> bool:
        """Return True if the transform maps one box to the other."""
        pairs = zip(self.place(old).edges, new.edges, strict=True)
        return all(abs(one - other) <= NEAR for one, other in pairs)


def fit_similarity(pairs: Sequence[tuple[Bounds, Bounds]]) -> Similarity | None:
    """Find the transform that maps at least 80 % of the boxes to their new places, or None.

    Args:
        pairs: boxes before and after, completely in view, so that their centers are known.
    """
    if len(pairs) < LEAST_BOXES:
        return None
    points = [(_middle(old), _middle(new)) for old, new in pairs]
    for one, other in _find_far(points):
        if min(abs(other[0] - one[0]), abs(other[1] - one[1])) < 1:
            continue  # a transform to a single point is useless and has no inverse
        turn = (other[1] - one[1]) / (other[0] - one[0])
        found = Similarity(turn, one[1] - turn * one[0])
        taken = sum(found.takes(old, new) for old, new in pairs)
        if taken >= max(LEAST_BOXES, MOST_BOXES * len(pairs)):
            return found
    return None


def _find_far(
    points: list[tuple[complex, complex]],
) -> list[tuple[tuple[complex, complex], tuple[complex, complex]]]:
    """Return pairs of points that are far apart, which reduces the effect of rounding."""
    ways = (1, 1j, 1 + 1j, 1 - 1j)
    found = []
    for way in ways:
        along = [(each[0] * way).real for each in points]
        found.append((points[along.index(min(along))], points[along.index(max(along))]))
    return found


def _middle(box: Bounds) -> complex:
    return complex(box.x + box.width / 2, box.y + box.height / 2)


LEAST = 3
"""Minimum number of texts that must be scaled together to be reported as one common change."""
MOST = 0.8
"""Minimum share of the resized texts that must have the same scale factor to be one common change.
"""
SAME = 1.02
"""Maximum factor by which the size of a text may change and still count as unchanged."""
APART = 0.03
"""Maximum difference between two scale factors that count as equal; they differ because glyphs are
placed on whole pixels."""
PROBE_PX = 0.05
"""Tolerance of the width of the same letters in one font, in CSS px."""
LEAST_DEGREES = 0.5
"""Minimum rotation to report, in degrees."""


@dataclass(frozen=True, slots=True)
class Scaled:
    """Elements that were scaled or rotated together, and the elements between them."""

    change: PageChange
    affected: frozenset[int]
    """`id` of the later entries whose place and size follow from the common change."""
    factor: float
    is_page: bool
    """True if most of the page is scaled, so that all changed places follow from the scaling."""

    def explains(self, change: PageChange) -> bool:
        """Return True if the change of an element follows from the common change."""
        if not (self.is_page or id(change.new) in self.affected):
            return False
        if change.kind == "font" and change.detail == "size":
            styles = [
                entry.style if entry is not None else None for entry in (change.old, change.new)
            ]
            one, other = (style.size if style is not None else 0.0 for style in styles)
            return bool(one) and abs(other / one / self.factor - 1) <= APART
        return change.kind == "size" or (change.kind == "border" and not change.detail)


def find_scaled(matched: Sequence[Moved]) -> Scaled | None:
    """Find elements with the same text that were scaled or rotated together, or None.

    With `zoom`, a line of text gets longer while its computed font size stays the same. With
    another font size on the root or an ancestor, the computed size changes. If there are no
    styles, boxes are compared.

    Args:
        matched: elements that are in both checkpoints.
    """
    changed = [each for each in matched if _is_resized(each)]
    if len(changed) < LEAST:
        return None
    whole = [each for each in matched if _is_boxed_anew(each) and not is_cut(each.old, each.new)]
    # A rotation changes all boxes, whereas a move or a line wrap does not.
    is_part = 2 * len(changed) >= len(whole)
    map_ = fit_similarity([(each.old_box, each.new_box) for each in whole]) if is_part else None
    if map_ is not None and abs(map_.degrees) >= LEAST_DEGREES:
        return _describe_boxes(whole, matched, map_)
    known = [(each, factor) for each in matched if (factor := _factor_of(each)) is not None]
    scaled = [item for item in known if max(item[1], 1 / item[1]) > SAME]
    if len(scaled) < LEAST:
        is_sized = map_ is not None and max(map_.factor, 1 / map_.factor) > SAME
        return _describe_boxes(whole, matched, map_) if map_ is not None and is_sized else None
    middle = median(factor for _, factor in scaled)
    alike = [each for each, factor in scaled if abs(factor / middle - 1) <= APART]
    if len(alike) < max(LEAST, MOST * len(scaled)):
        return None
    if map_ is not None and abs(map_.factor / middle - 1) > APART:
        map_ = None
    if map_ is None and not _are_texts_scaled(alike):
        return None  # separate size changes describe the difference better
    percent = f"{100 * middle:.0f} %"
    is_page = 2 * len(alike) >= len(known)
    change_of: tuple[Kind, str, str, str] = (
        "font",
        f"text {percent} of before: {{}}",
        "100 %",
        percent,
    )
    return _describe(alike, matched, change_of, middle, map_, is_page=is_page)


def _describe_boxes(whole: list[Moved], matched: Sequence[Moved], map_: Similarity) -> Scaled:
    """Describe boxes that were turned or scaled together, whatever their texts are."""
    alike = [each for each in whole if map_.takes(each.old_box, each.new_box)]
    turned, percent = f"{abs(map_.degrees):.0f}°", f"{100 * map_.factor:.0f} %"
    if abs(map_.degrees) < LEAST_DEGREES:
        said, values = f"size {percent} of before: {{}}", ("100 %", percent)
    else:
        said = f"{{}}: turned by {turned}{'' if map_.degrees > 0 else ' to the left'}"
        if max(map_.factor, 1 / map_.factor) > SAME:
            said += f", {percent} of before"
        values = ("", turned)
    kind: Kind = "size" if abs(map_.degrees) < LEAST_DEGREES else "place"
    is_page = 2 * len(alike) >= len(matched)
    return _describe(alike, matched, (kind, said, *values), map_.factor, map_, is_page=is_page)


def _describe(
    alike: list[Moved],
    matched: Sequence[Moved],
    change_of: tuple[Kind, str, str, str],
    factor: float,
    map_: Similarity | None,
    *,
    is_page: bool,
) -> Scaled:
    """Describe the common change, and collect the elements whose changes follow from it."""
    around = _around(alike)
    # a CSS `transform` does not move other elements
    is_page = is_page and not (map_ is not None and around[1])
    affected = {id(each.new) for each in alike}
    affected |= {id(each.new) for each in matched if around[1] and _stands_in(each.new, around)}
    alike.sort(key=lambda each: (each.old_box.y, each.old_box.x))
    kind, said, before, after = change_of
    detail = "turned" if kind == "place" else "size" if kind == "font" else "scaled"
    changes = [each.change(kind, "", before=before, after=after, detail=detail) for each in alike]
    change = merge_changes(changes, said.format(f"{who(alike[0].old)} and {len(alike) - 1} more"))
    return Scaled(change, frozenset(affected), factor, is_page)


def _is_resized(each: Moved) -> bool:
    one, other = each.old_box, each.new_box
    return abs(one.width - other.width) >= 1 or abs(one.height - other.height) >= 1


def _is_boxed_anew(each: Moved) -> bool:
    """Return True if an element's box changed or moved, and its place is known."""
    pairs = zip(each.old_box.edges, each.new_box.edges, strict=True)
    is_known = not (each.is_scrolled or each.old.unsteady or each.new.unsteady)
    return is_known and any(abs(one - other) >= 1 for one, other in pairs)


def _factor_of(each: Moved) -> float | None:
    """Return the factor by which an element's text grew; None if other properties changed."""
    a, b = each.old.style, each.new.style
    if a is None or b is None or not a.words or a.words != b.words:
        return None
    if (a.font[0], *a.font[2:], a.decoration) != (b.font[0], *b.font[2:], b.decoration):
        return None
    if a.font[1] != b.font[1]:
        return b.size / a.size if a.size and b.size else None
    if not (a.probe and b.probe and a.line and b.line) or abs(a.probe - b.probe) > PROBE_PX:
        return None  # a different font is installed, or the text widths are unknown
    factor = b.line / a.line
    if is_cut(each.old, each.new):
        return factor
    # The box of a rotated or skewed text gets longer, but not taller by the same factor.
    higher, grown = each.new_box.height / max(1.0, each.old_box.height), factor > 1
    is_as_high = higher >= factor * (1 - APART) if grown else higher <= factor * (1 + APART)
    return factor if is_as_high or abs(factor - 1) < SAME - 1 else None


def _are_texts_scaled(alike: Sequence[Moved]) -> bool:
    """Return True if the rendering was scaled, not one font size.

    In this case the texts have different font sizes, or no computed font size changed.
    """
    if len({each.old.style.size for each in alike if each.old.style is not None}) > 1:
        return True
    return all(
        each.old.style is not None
        and each.new.style is not None
        and each.old.style.font[1] == each.new.style.font[1]
        for each in alike
    )


def _around(alike: Sequence[Moved]) -> tuple[str, str]:
    """Return frame and path of the common ancestor; an empty path if that is the body."""
    frames = {each.new.element.frame or "" for each in alike}
    if len(frames) > 1:
        return ("", "")
    steps = [each.new.path.split("/")[:-1] for each in alike]
    shared = []
    for level in zip(*steps, strict=False):
        if len({*level}) > 1:
            break
        shared.append(level[0])
    return (next(iter(frames)), "/".join(shared)) if len(shared) > 1 else ("", "")


def _stands_in(entry: Entry, around: tuple[str, str]) -> bool:
    frame, path = around
    is_same_frame = (entry.element.frame or "") == frame
    return bool(path) and is_same_frame and f"{entry.path}/".startswith(f"{path}/")
