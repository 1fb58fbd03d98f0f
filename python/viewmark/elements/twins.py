"""Tells elements apart whose lines would be the same: by their row, card, heading, label, or place.

Of twenty buttons "Edit" each says what it stands in: `in "Kettle"`, `under "Teas"`; where nothing
tells them apart, their place among each other: `3 of 12`. What has no words at all says what it
stands in, alone or not. Pure.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from viewmark.elements.line import words_of
from viewmark.text import cut, quoted

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from viewmark.elements.model import Element

__all__ = ["wheres"]

LONGEST = 40
"""Characters of the words around something."""
_HEADING = "h"
_OWN = "o"


def wheres(elements: Sequence[Element]) -> list[str]:
    """For each element what tells it from its equals; empty where its line does that.

    Args:
        elements: of one look, in reading order.
    """
    groups: dict[Hashable, list[int]] = defaultdict(list)
    for i, each in enumerate(elements):
        groups[(each.role, words_of(each).casefold(), _placed(each), each.frame)].append(i)
    told = [""] * len(elements)
    for members in groups.values():
        bare = not words_of(elements[members[0]]) and _placed(elements[members[0]]) is None
        if len(members) == 1 and not bare:
            continue
        around = [_around(elements[i]) for i in members]
        for k, i in enumerate(members):
            told[i] = _apart(around, k, least=int(bare))
    return told


def _placed(element: Element) -> Hashable:
    """Where its line says it is, whatever else is there: in a table, or under a heading."""
    return element.cell or (element.grid and element.grid.heading) or None


def _around(element: Element) -> list[tuple[str, str]]:
    """What it stands in, innermost first: words, and the letter of what they are."""
    kinds = element.identity.around
    parts = zip(element.identity.context, kinds.ljust(len(element.identity.context)), strict=False)
    return [(cut(text, LONGEST), kind) for text, kind in parts if text and kind != _OWN]


def _apart(around: Sequence[Sequence[tuple[str, str]]], mine: int, *, least: int) -> str:
    """The fewest words around one of them that tell it from the others, then its place."""
    rest = list(range(len(around)))
    told: list[str] = []
    for part in around[mine]:
        same = [k for k in rest if part in around[k]]
        if len(same) < len(rest) or len(told) < least:
            told.append(_said(*part))
            rest = same
        if len(rest) == 1 and len(told) >= least:
            break
    if len(rest) > 1:
        told.append(f"{rest.index(mine) + 1} of {len(rest)}")
    return ", ".join(told)


def _said(text: str, kind: str) -> str:
    if kind == _HEADING:
        return f"under {quoted(text)}"
    # Labels come with what they label: `toolbar:Formatting`; landmarks alone.
    role, colon, label = text.partition(":")
    if kind == "l" and role.isalpha() and role.islower():
        return f"in {role} {quoted(label)}" if colon else f"in {role}"
    return f"in {quoted(text)}"
