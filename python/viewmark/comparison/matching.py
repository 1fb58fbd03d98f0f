"""Matches elements of two checkpoints by the rules of refs, then by place; omits unclear pairs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from viewmark.comparison.checkpoint import Checkpoint, Entry
from viewmark.comparison.lists import Relisted, find_relisted
from viewmark.comparison.moves import displacement
from viewmark.comparison.rows import (
    are_adjacent,
    are_of_one_tag,
    find_path_before,
    find_same_boxes,
    group_by_box,
    group_sayings,
    leave_out_whole_boxes,
    list_around,
)
from viewmark.elements.record import ElementIdentity
from viewmark.elements.volatile import is_generated, only_grew, words
from viewmark.grouping import grouped
from viewmark.refs.matcher import match_looks
from viewmark.refs.rows import are_alike, contradict

SAME_NODE, SAME_IDENTITY, SAME_PLACE, ALIKE_WORDS = 1.0, 0.9, 0.7, 0.6
"""Confidence of a match: the same live node; the same identity by the rules of refs; the same place
in the document without contradiction; similar text that no other element has."""
STEP = 2.0
"""Maximum difference in CSS px between the movement of an element and that of its neighbours, at
which they moved together."""
FUZZY_LIMIT = 2_500
"""Maximum number of pairs of texts to compare in a group; elements of larger groups stay undecided.
"""
_AROUND = ("path", "context", "around", "index", "beside", "rows", "parts")


class Match(NamedTuple):
    """An element that is in both checkpoints: its two positions, and the confidence."""

    old: int
    new: int
    confidence: float


@dataclass(frozen=True, slots=True)
class Matches:
    """Matched elements, as positions in the entries of the two checkpoints."""

    pairs: tuple[Match, ...]
    gone: tuple[int, ...]
    new: tuple[int, ...]
    undecided: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    """Groups of elements (before, after) for which several pairs are possible."""
    relisted: tuple[Relisted, ...] = ()
    """Lists that show other rows, whose contents do not count as removed, added or undecided."""


def match_entries(before: Checkpoint, after: Checkpoint) -> Matches:
    """Match the elements of two checkpoints."""
    work = _Work(before, after)
    work.by_equal_nodes()
    work.by_rows()
    work.by_refs()
    work.by_equal_nodes(is_around_equal=False)
    work.by_unique(_words_of_kind)
    work.by_holders()
    work.by_unique(_named, allow=work._is_near)
    work.by_place()
    work.by_same_boxes()
    work.by_words()
    return work.result()


class _Work:
    def __init__(self, before: Checkpoint, after: Checkpoint) -> None:
        self.before, self.after = before, after
        self.old, self.new = before.entries, after.entries
        self.pairs: dict[int, Match] = {}
        """Matches, keyed by position in the later checkpoint."""
        self.open_old: dict[int, None] = dict.fromkeys(range(len(self.old)))
        self.open_new: dict[int, None] = dict.fromkeys(range(len(self.new)))
        self.undecided: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        self.relisted: list[Relisted] = []
        self._known_ways: tuple[int, dict[tuple[str, str], str]] = (-1, {})
        """Cached result of `_ways`, preceded by the number of pairs from which it was derived."""

    def pair(self, i: int, j: int, confidence: float) -> None:
        self.pairs[j] = Match(i, j, confidence)
        self.open_old.pop(i, None)
        self.open_new.pop(j, None)

    def by_equal_nodes(self, *, is_around_equal: bool = True) -> None:
        """Match live nodes whose identity did not change: nearly all nodes if the page is the same.

        Matching by refs costs twenty times as much per element, so it is used only for the others.
        The remaining nodes whose surroundings changed are then matched by their own properties
        (`is_around_equal=False`).
        """
        nodes = {key: i for i in self.open_old if (key := _node(self.old[i])) is not None}
        for j in list(self.open_new):
            entry = self.new[j]
            i = nodes.get(key) if (key := _node(entry)) is not None else None
            if i is None or i not in self.open_old:
                continue
            one, other = self.old[i].element.identity, entry.element.identity
            ignored = {"path": other.path} if is_around_equal else _surroundings(other)
            if not is_around_equal and contradict(one.rows, other.rows):
                del ignored["rows"]
            if self.old[i].words == entry.words and replace(one, **ignored) == other:
                self.pair(i, j, SAME_NODE)

    def by_rows(self) -> None:
        """Find lists that show different rows, and do not match rows that may be out of view.

        The excluded rows are reported together with their list.
        """
        certain = ((each.old, each.new) for each in self.pairs.values())
        unmatched = (self.open_old, self.open_new)
        self.relisted = find_relisted(self.before, self.after, certain, unmatched)
        for each in self.relisted:
            for positions, shown_once in zip(unmatched, each.list_shown_once(), strict=True):
                for i in shown_once:
                    positions.pop(i, None)

    def by_refs(self) -> None:
        """Match open elements by their identity, as refs do after a page was reloaded.

        Both URLs count as equal, as if both checkpoints were of the same page.
        """
        left, right = list(self.open_old), list(self.open_new)
        before, after = [self.old[i].element for i in left], [self.new[j].element for j in right]
        found = match_looks(before, after, (self.before.origin, self.after.origin))
        for at, was in sorted(found.items()):
            i, j = left[was], right[at]
            node = _node(self.old[i])
            is_same = node is not None and node == _node(self.new[j])
            self.pair(i, j, SAME_NODE if is_same else SAME_IDENTITY)

    def by_unique(
        self,
        key: Callable[[Entry], Hashable],
        allow: Callable[[int, int], bool] | None = None,
    ) -> None:
        """Match unmatched elements whose key is unique both before and after.

        Args:
            key: function that returns the value to compare; elements for which it returns None are
                skipped.
            allow: additional condition for a pair of positions; by default, their ids and test ids
                must not contradict each other.
        """
        old, new = (
            grouped((value, i) for i in positions if (value := key(entries[i])) is not None)
            for entries, positions in ((self.old, self.open_old), (self.new, self.open_new))
        )
        for value, left in old.items():
            right = new.get(value, [])
            if len(left) != 1 or len(right) != 1:
                continue
            i, j = left[0], right[0]
            if allow(i, j) if allow else not _contradict(self.old[i], self.new[j]):
                self.pair(i, j, SAME_IDENTITY)

    def by_holders(self) -> None:
        """Match elements whose text is unique in a container with other matched contents.

        For example, the "Edit" of a row is matched within the row even if a column was removed.
        Innermost containers come first.
        """
        certain = self._ways()
        at = {self._place(self.new[j]): j for j in self.open_new}
        for i in list(self.open_old):
            frame, tag, path = self._place(self.old[i])
            j = at.get((frame, tag, certain.get((frame, path), "")))
            if j is None or self.old[i].words != self.new[j].words:
                continue
            a, b = self.old[i].element, self.new[j].element
            if (a.role, a.name) == (b.role, b.name):
                self.pair(i, j, SAME_IDENTITY)  # the row is identified by a link inside it
        inside = group_by_box(self.old, self.open_old), group_by_box(self.new, self.open_new)
        both = [key for key in certain if key in inside[0] and (key[0], certain[key]) in inside[1]]
        for key in sorted(both, key=lambda key: -len(key[1])):
            sides = (
                group_sayings(self.old, inside[0][key], self.open_old),
                group_sayings(self.new, inside[1][key[0], certain[key]], self.open_new),
            )
            for saying, left in sides[0].items():
                right = sides[1].get(saying, [])
                if len(left) == len(right) == 1:
                    i, j = left[0], right[0]
                    if not _contradict(self.old[i], self.new[j]):
                        self.pair(i, j, SAME_IDENTITY)

    def _ways(self) -> dict[tuple[str, str], str]:
        """Return current paths of containers with matched contents, keyed by frame and old path."""
        if self._known_ways[0] == len(self.pairs):
            return self._known_ways[1]
        ways: dict[tuple[str, str], set[str]] = defaultdict(set)
        holders: dict[tuple[str, str, str], tuple[str, str]] = {}
        for each in self.pairs.values():
            a, b = self.old[each.old], self.new[each.new]
            of, to = (one.path.rpartition("/")[0] for one in (a, b))
            holders[a.element.frame or "", of, to] = a.path, b.path
        for (frame, *_), paths in holders.items():
            for one, other in zip(*map(list_around, paths), strict=False):
                if one != other and not are_of_one_tag(one, other):
                    break
                ways[frame, one].add(other)
        certain = {key: next(iter(to)) for key, to in ways.items() if len(to) == 1}
        self._known_ways = len(self.pairs), certain
        return certain

    def _is_near(self, i: int, j: int) -> bool:
        """Return True if the elements are nested, are siblings, or are at the same place.

        A new version of a UI library may wrap an element in an additional box without moving it.
        """
        if are_adjacent(self.old[i].path, self.new[j].path):
            return True
        return self._stands_there(i, j, self._steps()) and self._is_as_large(i, j)

    def by_place(self) -> None:
        """Match elements at the same place, if nothing was added or removed around them."""
        if not self.open_old or not self.open_new:
            return
        steps = self._steps()
        at = {self._place(self.old[i]): i for i in self.open_old}
        back = {(frame, now): was for (frame, was), now in self._ways().items() if was != now}
        counts_old = Counter(_kind(self.old[i]) for i in self.open_old)
        counts_new = Counter(_kind(self.new[j]) for j in self.open_new)
        for j in list(self.open_new):
            entry = self.new[j]
            frame, tag, path = self._place(entry)
            i = at.get((frame, tag, find_path_before(entry, back) or path))
            kind = _kind(entry)
            if i is None or i not in self.open_old or not path:
                continue
            if counts_old[kind] != counts_new[kind]:
                continue
            if not _contradict(self.old[i], entry) and self._fits(i, j, steps):
                self.pair(i, j, SAME_PLACE)
                steps |= self._steps_of(i, j)

    def by_same_boxes(self) -> None:
        """Match elements that have the same box on the page."""
        for i, j in find_same_boxes(self.before, self.after, (self.open_old, self.open_new)):
            self.pair(i, j, SAME_PLACE)

    def _steps(self) -> set[tuple[int, int]]:
        """Return the moves of matched elements, rounded to CSS px."""
        pairs = self.pairs.values()
        return {(0, 0)}.union(*(self._steps_of(each.old, each.new) for each in pairs))

    def _steps_of(self, i: int, j: int) -> set[tuple[int, int]]:
        """Return the moves of an element and of its right edge, which pushes what follows it."""
        a, b = self.before.boxes[i], self.after.boxes[j]
        dx, dy = displacement(a, b)
        return {(round(dx), round(dy)), (round(b.right - a.right), round(b.y - a.y))}

    def _fits(self, i: int, j: int, steps: set[tuple[int, int]]) -> bool:
        """Return True if an element whose text changed moved like its neighbours."""
        return _are_alike(self.old[i], self.new[j]) or self._stands_there(i, j, steps)

    def _is_as_large(self, i: int, j: int) -> bool:
        a, b = self.before.boxes[i], self.after.boxes[j]
        return abs(a.width - b.width) <= STEP and abs(a.height - b.height) <= STEP

    def _stands_there(self, i: int, j: int, steps: set[tuple[int, int]]) -> bool:
        dx, dy = displacement(self.before.boxes[i], self.after.boxes[j])
        return any(abs(dx - x) <= STEP and abs(dy - y) <= STEP for x, y in steps)

    def by_words(self) -> None:
        """Match elements with almost the same text, if no other element of the same kind has it."""
        old = grouped((_kind(self.old[i]), i) for i in self.open_old)
        new = grouped((_kind(self.new[j]), j) for j in self.open_new)
        for kind, right in new.items():
            left = old.get(kind, [])
            if len(left) * len(right) > FUZZY_LIMIT:
                self.undecided.append((tuple(left), tuple(right)))
                continue
            fits = [
                (i, j)
                for i in left
                for j in right
                if _are_alike(self.old[i], self.new[j])
                and not _contradict(self.old[i], self.new[j])
            ]
            counts = [Counter(side) for side in zip(*fits, strict=True)]
            apart = [(i, j) for i, j in fits if counts[0][i] == counts[1][j] == 1]
            for i, j in apart:
                self.pair(i, j, ALIKE_WORDS)
            if several := [sorted({*side}) for side in zip(*{*fits} - {*apart}, strict=True)]:
                self.undecided.append((tuple(several[0]), tuple(several[1])))

    @staticmethod
    def _place(entry: Entry) -> tuple[str, str, str]:
        return (entry.element.frame or "", entry.element.tag, entry.path)

    def result(self) -> Matches:
        gone, new = set(self.open_old), set(self.open_new)
        undecided = []
        for one, other in self.undecided:
            gone -= set(one)
            new -= set(other)
        paired = self.pairs.values()
        for one, other in self.undecided:
            # An entry whose row has no matched contents was added or removed with the row.
            old = leave_out_whole_boxes(self.old, one, gone, [each.old for each in paired])
            after = leave_out_whole_boxes(self.new, other, new, [each.new for each in paired])
            if old and after:
                undecided.append((old, after))
        left = {i for group, _ in undecided for i in group}
        right = {j for _, group in undecided for j in group}
        return Matches(
            tuple(sorted(paired, key=lambda each: each.new)),
            tuple(i for i in self.open_old if i not in left),
            tuple(j for j in self.open_new if j not in right),
            tuple(undecided),
            tuple(self.relisted),
        )


def _surroundings(one: ElementIdentity) -> dict[str, Any]:
    """Return the fields of an identity that describe the element's surroundings."""
    return {name: getattr(one, name) for name in _AROUND}


def _node(entry: Entry) -> tuple[str, str, int] | None:
    """Return the key of the live node; None if the element has no node."""
    handle = entry.element.handle
    return handle.key if handle.node_id > 0 else None


def _kind(entry: Entry) -> tuple[str, str, str]:
    return (entry.element.frame or "", entry.element.tag, entry.element.identity.shape)


def _words_of_kind(entry: Entry) -> Hashable:
    words = entry.words or entry.element.name
    return (_kind(entry), words) if words else None


def _named(entry: Entry) -> Hashable:
    element = entry.element
    return (element.frame, element.role, element.name) if element.role and element.name else None


def _contradict(a: Entry, b: Entry) -> bool:
    """Return True if ids or test ids that are not generated differ: these are two elements."""
    one, other = a.element.identity, b.element.identity
    for x, y in ((one.test_id, other.test_id), (one.id, other.id)):
        if x != y and x and y and not (is_generated(x) or is_generated(y)):
            return True
    return False


def _are_alike(a: Entry, b: Entry) -> bool:
    x, y = a.words or a.element.name, b.words or b.element.name
    if not x and not y:
        # Entries without text can only be recognized by their size.
        one, other = a.element.bounds, b.element.bounds
        return max(abs(one.width - other.width), abs(one.height - other.height)) < 1
    mine, theirs = words(x), words(y)
    is_longer = bool(mine and theirs) and only_grew(mine, theirs)
    return x == y or is_longer or are_alike(x, y)
