"""The position of an element relative to others: in a row, in containers, in a list."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache

from viewmark.comparison.checkpoint import Checkpoint, Entry
from viewmark.geometry import Bounds
from viewmark.grouping import grouped


@lru_cache(maxsize=8192)
def list_around(path: str) -> tuple[str, ...]:
    """Return the paths of all ancestors of an element, outermost first."""
    parts = path.split("/")
    return tuple("/".join(parts[:n]) for n in range(1, len(parts)))


def hold_boxes(places: Iterable[tuple[str | None, str]]) -> set[tuple[str | None, str]]:
    """Return the given places (frame and path), and the places of all their ancestors."""
    held = set[tuple[str | None, str]]()
    for frame, path in places:
        while path and (frame, path) not in held:
            held.add((frame, path))
            path = path.rpartition("/")[0]
    return held


def find_shared(one: str, other: str) -> str:
    """Return the path of the innermost common ancestor; the path itself if both are equal."""
    if one == other:
        return one
    shared = []
    for step, its in zip(one.split("/"), other.split("/"), strict=False):
        if step != its:
            break
        shared.append(step)
    return "/".join(shared)


def are_of_one_tag(one: str, other: str) -> bool:
    """Return True if the last steps of two paths have the same tag."""
    return len({path.rpartition("/")[2].partition("[")[0] for path in (one, other)}) == 1


def find_path_before(entry: Entry, back: dict[tuple[str, str], str]) -> str | None:
    """Return the former path of an entry whose container moved in the document, otherwise None."""
    holder, _, step = entry.path.rpartition("/")
    was = back.get((entry.element.frame or "", holder))
    return None if was is None else f"{was}/{step}"


def are_nested(one: str, other: str) -> bool:
    """Return True if one of two paths is the other's ancestor, or both are equal."""
    is_inside = f"{one}/".startswith(f"{other}/") or f"{other}/".startswith(f"{one}/")
    return bool(one and other) and is_inside


def are_adjacent(one: str, other: str) -> bool:
    """Return True if one path contains the other, or if both have the same parent."""
    is_sibling = one.rpartition("/")[0] == other.rpartition("/")[0]
    return bool(one and other) and (is_sibling or are_nested(one, other))


def find_same_boxes(
    before: Checkpoint, after: Checkpoint, unmatched: tuple[Iterable[int], Iterable[int]]
) -> list[tuple[int, int]]:
    """Pair entries by an unchanged box that contains them, or that they contain.

    Entries without text are also paired if they have the same place on the page and in the
    document, whatever their ids are.
    """
    at = grouped((_corner_of(before, i), i) for i in unmatched[0])
    found = []
    for j in unmatched[1]:
        fitting = [i for i in at[_corner_of(after, j)] if _is_same_box(before, after, i, j)]
        if len(fitting) == 1:
            found.append((fitting[0], j))
            at[_corner_of(after, j)].remove(fitting[0])
    return found


def _corner_of(of: Checkpoint, i: int) -> tuple[float, ...]:
    return (round(of.boxes[i].x), round(of.boxes[i].y))


def _is_same_box(before: Checkpoint, after: Checkpoint, i: int, j: int) -> bool:
    a, b, one, other = before.entries[i], after.entries[j], before.boxes[i], after.boxes[j]
    if a.element.frame != b.element.frame or not a.path:
        return False
    if a.path == b.path and (a.element.tag, a.element.role) == (b.element.tag, b.element.role):
        return not any((a.words, b.words, a.element.name, b.element.name))
    return are_nested(a.path, b.path) and is_same_place(one, other)


def is_same_place(one: Bounds, other: Bounds) -> bool:
    """Return True if two boxes are equal except for rounding."""
    return all(abs(a - b) < 1 for a, b in zip(one.edges, other.edges, strict=True))


def group_by_box(
    entries: Sequence[Entry], positions: dict[int, None]
) -> dict[tuple[str, str], list[int]]:
    """Group entries by the frame and path of the box that contains them."""
    return grouped(
        ((entries[i].element.frame or "", path), i)
        for i in positions
        for path in list_around(entries[i].path)
    )


def leave_out_whole_boxes(
    entries: Sequence[Entry], group: Sequence[int], alone: set[int], paired: Sequence[int]
) -> tuple[int, ...]:
    """Return the members of a group that are not inside boxes that only one checkpoint contains."""

    def boxes_of(i: int) -> list[tuple[str, str]]:
        frame = entries[i].element.frame or ""
        return [(frame, path) for path in (*list_around(entries[i].path), entries[i].path)]

    held = {key for i in paired for key in boxes_of(i)}
    apart = {key for i in alone for key in boxes_of(i)} - held
    return tuple(i for i in group if not any(key in apart for key in boxes_of(i)))


def group_sayings(
    entries: Sequence[Entry], inside: Sequence[int], positions: dict[int, None]
) -> dict[tuple[str, ...], list[int]]:
    """Group the unmatched entries of a box by their text."""
    found: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for i in inside:
        element, words = entries[i].element, entries[i].words or entries[i].element.name
        if words and i in positions:
            found[(element.tag, element.role, element.name, words)].append(i)
    return found


def longest_rising(ranks: Sequence[int]) -> set[int]:
    """Return the positions of a longest increasing subsequence, whose items kept their order."""
    tails: list[int] = []
    ends: list[int] = []
    before = [-1] * len(ranks)
    for at, rank in enumerate(ranks):
        k = bisect_left(tails, rank)
        before[at] = ends[k - 1] if k else -1
        if k == len(tails):
            tails.append(rank)
            ends.append(at)
        else:
            tails[k], ends[k] = rank, at
    stays = set()
    at = ends[-1] if ends else -1
    while at >= 0:
        stays.add(at)
        at = before[at]
    return stays
