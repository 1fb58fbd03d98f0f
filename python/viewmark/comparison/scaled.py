"""Text that is as much larger or smaller everywhere: a page, or a part of it, that was zoomed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from viewmark.comparison.model import PageChange
from viewmark.comparison.moves import union
from viewmark.comparison.words import sentence, who

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viewmark.comparison.checkpoint import Entry
    from viewmark.comparison.moves import Moved
    from viewmark.elements.style import ElementStyle

__all__ = ["ScaledText", "find_scaled"]

LEAST = 3
"""Texts from which on that is one change."""
MOST = 0.8
"""Share of the texts of another size that must have the same factor."""
SAME = 1.02
"""Factor up to which text counts as large as before."""
APART = 0.03
"""By how much a factor may differ: letters stand on whole px."""
PROBE_PX = 0.05
"""CSS px by which the same letters in one font may differ."""
_LENGTH = re.compile(r"(\d{1,6}(?:\.\d{1,9})?)px")


@dataclass(frozen=True, slots=True)
class ScaledText:
    """Texts that are scaled alike, and what stands among them."""

    change: PageChange
    affected: frozenset[int]
    """Elements whose place and size follow from it: `id` of entries as they are."""
    factor: float
    is_page: bool
    """Whether those are most texts, so that all places follow."""

    def explains(self, change: PageChange) -> bool:
        """Whether a change of an element follows from it."""
        if not (self.is_page or id(change.new) in self.affected):
            return False
        if change.kind == "font" and change.detail == "size":
            one, other = (style.size if style else 0.0 for style in _styles_of(change))
            return bool(one) and abs(other / one / self.factor - 1) <= APART
        if change.kind == "size":
            return True
        return change.kind == "border" and not change.detail and _is_rounded_line(change)


def _styles_of(change: PageChange) -> list[ElementStyle | None]:
    return [entry.style if entry is not None else None for entry in (change.old, change.new)]


def _is_rounded_line(change: PageChange) -> bool:
    """Whether lines differ by less than 1 px: they are whole px of the screen, not of a zoom."""
    one, other = (style.border if style else "" for style in _styles_of(change))
    pairs = zip(_LENGTH.findall(one), _LENGTH.findall(other), strict=False)
    is_near = all(abs(float(a) - float(b)) < 1 for a, b in pairs)
    return is_near and _LENGTH.sub("", one) == _LENGTH.sub("", other)


def find_scaled(matched: Sequence[Moved]) -> ScaledText | None:
    """Texts that say the same and are as much larger or smaller; None if they are not alike.

    By `zoom` their line is longer though their font has the same size; by the size of the root's
    font, or of a part's, that is another one.

    Args:
        matched: elements that are in both.
    """
    texts = [(each, factor) for each in matched if (factor := _factor_of(each)) is not None]
    scaled = [item for item in texts if max(item[1], 1 / item[1]) > SAME]
    if len(scaled) < LEAST:
        return None
    middle = median(factor for _, factor in scaled)
    alike = [each for each, factor in scaled if abs(factor / middle - 1) <= APART]
    sizes = {each.old.style.size for each in alike if each.old.style is not None}
    if len(alike) < max(LEAST, MOST * len(scaled)) or (len(sizes) < 2 and not _is_zoomed(alike)):
        return None  # texts of one size that have another one are told by their sizes
    is_page = 2 * len(alike) >= len(texts)
    inside = _around(alike)
    affected = {id(each.new) for each in alike}
    affected |= {id(each.new) for each in matched if inside and _stands_in(each.new, inside)}
    alike.sort(key=lambda each: (each.old_box.y, each.old_box.x))
    first = alike[0]
    said = f"text {100 * middle:.0f} % of before: {who(first.old)} and {len(alike) - 1} more"
    change = PageChange(
        kind="font",
        detail="size",
        before="100 %",
        after=f"{100 * middle:.0f} %",
        sentence=sentence(said),
        old=first.old,
        new=first.new,
        old_box=union(each.old_box for each in alike),
        new_box=union(each.new_box for each in alike),
        count=len(alike),
        confidence=min(each.confidence for each in alike),
    )
    return ScaledText(change, frozenset(affected), middle, is_page)


def _factor_of(each: Moved) -> float | None:
    """By what its text is larger than before; None where other things of it changed, too."""
    a, b = each.old.style, each.new.style
    if a is None or b is None or not a.words or a.words != b.words:
        return None
    if (a.font[0], *a.font[2:], a.decoration) != (b.font[0], *b.font[2:], b.decoration):
        return None
    if a.font[1] != b.font[1]:
        return b.size / a.size if a.size and b.size else None
    if not (a.probe and b.probe and a.line and b.line) or abs(a.probe - b.probe) > PROBE_PX:
        return None  # the machine has another font, or nothing tells
    return b.line / a.line


def _is_zoomed(alike: Sequence[Moved]) -> bool:
    """Whether fonts have the sizes that they had: then each text was scaled as it is painted."""
    return all(
        each.old.style is not None
        and each.new.style is not None
        and each.old.style.font[1] == each.new.style.font[1]
        for each in alike
    )


def _around(alike: Sequence[Moved]) -> tuple[str, str]:
    """Frame and path of the box around all; no path where that is the body."""
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
    return (
        bool(path)
        and (entry.element.frame or "") == frame
        and f"{entry.path}/".startswith(f"{path}/")
    )
