"""Where an element stands among others: in a row, in boxes, as one of a list."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viewmark.comparison.checkpoint import Entry

__all__ = ["list_around", "differ_by_number", "find_path_before", "find_row"]

_NUMBER = re.compile(r"\d+")


def list_around(path: str) -> list[str]:
    """The paths of all around an element, the outermost first."""
    parts = path.split("/")
    return ["/".join(parts[:n]) for n in range(1, len(parts))]


def find_row(entry: Entry) -> tuple[str, str, str]:
    """What is around it, and its tag."""
    return (entry.element.frame or "", entry.path.rpartition("/")[0], entry.element.tag)


def find_path_before(entry: Entry, back: dict[tuple[str, str], str]) -> str | None:
    """Where it stood, if it is in a row that stands elsewhere; else None."""
    holder, _, step = entry.path.rpartition("/")
    was = back.get((entry.element.frame or "", holder))
    return None if was is None else f"{was}/{step}"


def differ_by_number(a: Entry, b: Entry) -> bool:
    """Whether their words differ in a number alone, which tells items of a list apart."""
    one, other = (each.words or each.element.name for each in (a, b))
    return one != other and _NUMBER.sub("0", one) == _NUMBER.sub("0", other)


def group_by_box(
    entries: Sequence[Entry], positions: dict[int, None]
) -> dict[tuple[str, str], list[int]]:
    """What stands in each box that has something in it, by frame and path."""
    found: dict[tuple[str, str], list[int]] = defaultdict(list)
    for i in positions:
        for path in list_around(entries[i].path):
            found[entries[i].element.frame or "", path].append(i)
    return found
