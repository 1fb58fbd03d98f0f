"""Tells elements apart whose lines would be the same: by their row, card, heading, label, or place.

Of twenty buttons "Edit" each says what it stands in: `in "Kettle"`, `under "Teas"`; where nothing
tells them apart, their place among each other: `3 of 12`. What has no words at all says what it
stands in, alone or not, or what it stands behind: `after "Help"`. Pure.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, TypeAlias

from viewmark.elements.line import NAME_LENGTH, words_of
from viewmark.text import cut, quoted

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from viewmark.elements.model import Element

__all__ = ["wheres"]

LONGEST = 40
"""Characters of the words around something."""
_BESIDE = 24
"""Characters of the words of what stands before something."""
_HEADING = "h"
_LANDMARK = "l"
_OWN = "o"
_Part: TypeAlias = tuple[str, str]
"""Words around something, and the letter of what they are."""


def wheres(elements: Sequence[Element]) -> list[str]:
    """For each element what tells it from its equals; empty where its line does that.

    Args:
        elements: of one look, in reading order.
    """
    groups: dict[Hashable, list[int]] = defaultdict(list)
    for i, each in enumerate(elements):
        groups[_line_of(each)].append(i)
    places = [""] * len(elements)
    for members in groups.values():
        bare = not words_of(elements[members[0]]) and _place_words(elements[members[0]]) is None
        if len(members) == 1 and not bare:
            continue
        around = [_around(elements[i]) for i in members]
        holders: dict[_Part, set[int]] = defaultdict(set)
        for k, parts in enumerate(around):
            for part in parts:
                holders[part].add(k)
        for k, i in enumerate(members):
            places[i] = _apart(around[k], holders, k, of=len(members), least=int(bare))
            if bare and not any(kind != _LANDMARK for _, kind in around[k]):
                neighbour = _neighbour_words(elements, i)
                places[i] = ", ".join(filter(None, (places[i], neighbour)))
    return places


def _line_of(element: Element) -> Hashable:
    """What its line says of it in any case."""
    name = cut(words_of(element), NAME_LENGTH).casefold()
    return (element.role, name, _place_words(element), element.frame, element.in_dialog)


def _neighbour_words(elements: Sequence[Element], at: int) -> str:
    """What has words right before a nameless element in its frame, else right behind it."""
    for word, other in (("after", at - 1), ("before", at + 1)):
        if 0 <= other < len(elements) and elements[other].frame == elements[at].frame:
            text = words_of(elements[other])
            if text:
                return f"{word} {quoted(cut(text, _BESIDE))}"
    return ""


def _place_words(element: Element) -> Hashable:
    """Where its line says it is, whatever else is there: in a table, or under a heading."""
    return element.cell or (element.grid and element.grid.heading) or None


def _around(element: Element) -> list[_Part]:
    """What it stands in, innermost first: words, and the letter of what they are."""
    kinds = element.identity.around
    parts = zip(element.identity.context, kinds.ljust(len(element.identity.context)), strict=False)
    return [(cut(text, LONGEST), kind) for text, kind in parts if text and kind != _OWN]


def _apart(
    parts: Sequence[_Part], holders: Mapping[_Part, set[int]], mine: int, *, of: int, least: int
) -> str:
    """The fewest words around one of them that tell it from the others, then its place.

    Args:
        parts: what stands around it.
        holders: who else each of these stands around.
        mine: its number among them.
        of: how many there are.
        least: parts that are told in any case.
    """
    rest: set[int] | None = None  # all of them
    chosen: list[str] = []
    for part in parts:
        left = of if rest is None else len(rest)
        if left == 1 and len(chosen) >= least:
            break
        if len(holders[part]) == of and len(chosen) >= least:
            continue
        same = holders[part] if rest is None else rest & holders[part]
        # The first words of a large part say less than a number.
        if len(part[0]) >= LONGEST and len(same) > 1 and len(chosen) >= least:
            continue
        if len(same) < left or len(chosen) < least:
            chosen.append(_said(*part))
            rest = same
    among = range(of) if rest is None else sorted(rest)
    if len(among) > 1:
        chosen.append(f"{among.index(mine) + 1} of {len(among)}")
    return ", ".join(chosen)


def _said(text: str, kind: str) -> str:
    if kind == _HEADING:
        return f"under {quoted(text)}"
    # Labels come with what they label: `toolbar:Formatting`; landmarks alone.
    role, colon, label = text.partition(":")
    if kind == _LANDMARK and role.isalpha() and role.islower():
        return f"in {role} {quoted(label)}" if colon else f"in {role}"
    return f"in {quoted(text)}"
