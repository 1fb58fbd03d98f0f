"""Maximum number of listed elements: a number, or `auto`, which adapts to their kind and length.

`auto` lists up to 200 controls in view. It then adds elements with weaker evidence by rank, while
the lines of the map stay below 6,000 characters (plus a tolerance of 10 %). Of 42 recorded pages,
40 have at most 200 controls in view; with the former default of 50, only 68 % of the controls of 38
pages were listed. No I/O.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from viewmark.defaults import MARK_COUNTS
from viewmark.elements.line import element_line
from viewmark.elements.model import Element
from viewmark.elements.rank import Ranked, choose

MaxAnnotations = Annotated[int, MARK_COUNTS] | Literal["auto"]
_NUMBERED = 20
"""Approximate number of characters that the number and the ref add to a line."""
_WORTH = 1.1
"""Factor by which lines may exceed the length limit: a note on omitted elements would be longer."""


@dataclass(frozen=True, slots=True)
class Cap:
    """Limits on the number and total length of the elements that an observation lists."""

    most: int
    """Maximum number of elements to list."""
    characters: int | None = None
    """Total length of the lines, in characters. If they are longer, elements for whose use there is
    only weak evidence are omitted; None: no limit.
    """

    def is_over(self, elements: Sequence[Element], ranked: Sequence[Ranked]) -> bool:
        """Return True if the lines are too long, but elements with weak evidence can be omitted."""
        if self.characters is None or not any(each.weight for each in ranked):
            return False
        return sum(map(_size, elements)) > self.characters * _WORTH

    def keep(self, elements: Sequence[Element], ranked: Sequence[Ranked]) -> list[int]:
        """Return the positions of the elements to list, in the given order.

        Controls are limited only by their number. If the lines are too long, elements with weaker
        evidence are omitted, starting with the lowest rank.

        Args:
            elements: all discovered elements, in reading order.
            ranked: the rank properties of each element.
        """
        if len(elements) <= self.most and not self.is_over(elements, ranked):
            return list(range(len(elements)))
        order = choose(ranked, self.most)
        size, most = sum(_size(elements[i]) for i in order), self.characters or math.inf
        over = size - most if size > most * _WORTH else 0
        out: set[int] = set()
        for weight in (2, 1):
            for i in reversed(order):
                if over > 0 and ranked[i].weight == weight:
                    out.add(i)
                    over -= _size(elements[i])
        return sorted(i for i in order if i not in out)


AUTO = Cap(200, 6_000)


def cap_of(max_annotations: MaxAnnotations | Cap) -> Cap:
    """Return the `Cap` for an option value; a `Cap` (from internal callers) is returned as is.

    Raises:
        InvalidOption: the value is neither `auto` nor in 1..500 (annotated-screenshots R8).
    """
    if isinstance(max_annotations, Cap):
        return max_annotations
    if max_annotations == "auto":
        return AUTO
    MARK_COUNTS.check("max_annotations", max_annotations)
    return Cap(max_annotations)


def _size(element: Element) -> int:
    return _NUMBERED + len(element_line(element))
