"""Compares lists that extend beyond the viewport: matches rows, and counts the other rows.

If the list was sorted, or if it shows an entirely different part, a row that is in only one
checkpoint may have been added, removed, or moved out of view.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from viewmark.comparison.checkpoint import Checkpoint, Entry
from viewmark.comparison.rows import longest_rising
from viewmark.geometry import Bounds, union
from viewmark.refs.rows import are_alike

MANY = 3
"""Minimum number of rows with different text that count as one change of the list."""
MANY_OTHER = 5
"""Minimum number of rows that must be replaced by other rows for a list to count as showing others.
"""
HALF = 0.5
STEP = re.compile(r"(.*?)\[(\d{1,9})\]$")
ListKey: TypeAlias = tuple[str, str, str]
"""Key of a list: frame, path of the list, and tag of its items, because all items of a list have
one tag."""
Rows: TypeAlias = dict[int, list[int]]
"""Positions of the entries in each row, keyed by row index."""
_Part: TypeAlias = tuple[str, ...]
_Saying: TypeAlias = tuple[_Part, ...]


@dataclass(frozen=True, slots=True)
class Relisted:
    """A list whose rows, or whose order of rows, differ between the checkpoints."""

    key: ListKey
    rows: tuple[Rows, Rows]
    """All rows of the list: those of the first checkpoint, and those of the second."""
    both: dict[int, int]
    """Rows that are in both checkpoints: the row's index in the second, keyed by its index in the
    first."""
    displaced: tuple[int, ...]
    """Indices of the reordered rows in the first checkpoint."""
    left: Rows = field(default_factory=dict)
    """Rows of the first checkpoint that may be out of view in the second."""
    came: Rows = field(default_factory=dict)
    """Rows of the second checkpoint that may have been out of view in the first."""

    def list_shown_once(self) -> tuple[list[int], list[int]]:
        """Return positions of items in either checkpoint that may be out of view in the other."""
        first = [i for inside in self.left.values() for i in inside]
        second = [i for inside in self.came.values() for i in inside]
        return first, second

    def holds(self, entry: Entry) -> bool:
        """Return True if an element is inside one of the rows."""
        frame, path, tag = self.key
        return (entry.element.frame or "") == frame and entry.path.startswith(f"{path}/{tag}[")


def find_relisted(
    before: Checkpoint,
    after: Checkpoint,
    pairs: Iterable[tuple[int, int]],
    unmatched: tuple[Iterable[int], Iterable[int]],
) -> list[Relisted]:
    """Return lists with reordered rows, or with other rows in view; outer lists come first.

    Args:
        before: the earlier checkpoint.
        after: the later checkpoint.
        pairs: positions of matched elements.
        unmatched: positions of all other elements, before and after.
    """
    if not any(unmatched):
        return []
    inside_of = [_list_rows(each.entries) for each in (before, after)]
    lists = [_group(inside) for inside in inside_of]
    votes = _collect_votes(pairs, *inside_of)
    found: list[Relisted] = []
    for key in sorted(lists[0].keys() & lists[1].keys(), key=lambda key: len(key[1])):
        rows = (lists[0][key], lists[1][key])
        if max(map(len, rows)) < MANY or any(_is_inside(key, each) for each in found):
            continue
        work = _List(before, after, key, rows)
        work.match(votes[key])
        if (relisted := work.result()) is not None:
            found.append(relisted)
    return found


def _list_rows(entries: Sequence[Entry]) -> list[tuple[tuple[ListKey, int], ...]]:
    """Return the rows around each entry, outermost first, as pairs of list and row index."""
    known: dict[tuple[str, str], tuple[tuple[ListKey, int], ...]] = {}

    def find_rows(frame: str, path: str) -> tuple[tuple[ListKey, int], ...]:
        if (rows := known.get((frame, path))) is not None:
            return rows
        holder, _, step = path.rpartition("/")
        rows = find_rows(frame, holder) if holder else ()
        if holder and (own := STEP.match(step)) is not None:
            rows = (*rows, ((frame, holder, own[1]), int(own[2])))
        known[frame, path] = rows
        return rows

    return [find_rows(each.element.frame or "", each.path) for each in entries]


def _group(inside: Sequence[tuple[tuple[ListKey, int], ...]]) -> dict[ListKey, Rows]:
    lists: dict[ListKey, Rows] = defaultdict(lambda: defaultdict(list))
    for i, rows in enumerate(inside):
        for key, index in rows:
            lists[key][index].append(i)
    return lists


def _collect_votes(
    pairs: Iterable[tuple[int, int]],
    before: Sequence[tuple[tuple[ListKey, int], ...]],
    after: Sequence[tuple[tuple[ListKey, int], ...]],
) -> dict[ListKey, dict[int, set[int]]]:
    """Return the later rows with elements that match those of a row, keyed by list and row."""
    votes: dict[ListKey, dict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
    for i, j in pairs:
        for (key, row), (key_after, row_after) in zip(before[i], after[j], strict=False):
            if key != key_after:
                break
            votes[key][row].add(row_after)
    return votes


def _is_inside(key: ListKey, of: Relisted) -> bool:
    frame, path, tag = of.key
    return key[0] == frame and key[1].startswith(f"{path}/{tag}[")


class _List:
    """A list that is in both checkpoints."""

    def __init__(
        self, before: Checkpoint, after: Checkpoint, key: ListKey, rows: tuple[Rows, Rows]
    ) -> None:
        self.before, self.after, self.key = before, after, key
        self.rows = rows
        self.both: dict[int, int] = {}

    @cached_property
    def boxes(self) -> tuple[dict[int, Bounds], ...]:
        """Visible box of each row, before and after, keyed by row index; in CSS px of the page."""
        return tuple(
            {index: union(of.boxes[i] for i in inside) for index, inside in each.items()}
            for of, each in zip((self.before, self.after), self.rows, strict=True)
        )

    def match(self, votes: dict[int, set[int]]) -> None:
        """Pair rows by their matched contents, or else by their complete text."""
        both = {old: next(iter(new)) for old, new in votes.items() if len(new) == 1}
        again = Counter(both.values())
        self.both = {old: new for old, new in both.items() if again[new] == 1}
        if len(self.both) in (len(self.rows[0]), len(self.rows[1])):
            return  # all rows are paired already
        says = [self._sayings(side) for side in (0, 1)]
        counts = [Counter(each.values()) for each in says]
        at = {saying: row for row, saying in says[1].items()}
        taken = set(self.both.values())
        for old, saying in says[0].items():
            new = at.get(saying)
            if old in votes or new is None or new in taken:
                continue
            if counts[0][saying] == counts[1][saying] == 1:
                self.both[old] = new
        self._match_in_place(says)

    def _match_in_place(self, says: Sequence[dict[int, _Saying]]) -> None:
        """Pair rows at the same position that kept a unique text, or most of their words.

        Texts that most rows contain do not identify a row.
        """
        taken = set(self.both.values())
        counts = [Counter(part for saying in side.values() for part in saying) for side in says]
        for row in says[0].keys() & says[1].keys() - self.both.keys() - taken:
            own, others = (
                {part for part in side[row] if 2 * count[part] <= len(says[0])}
                for side, count in zip(says, counts, strict=True)
            )
            kept = own & others
            is_known = any(counts[0][part] == counts[1][part] == 1 for part in kept)
            is_same = is_known and len(kept) >= HALF * min(len(own), len(others))
            if is_same or are_alike(*(_words(side[row]) for side in says)):
                self.both[row] = row

    def _sayings(self, side: int) -> dict[int, _Saying]:
        of = (self.before, self.after)[side]
        return {
            row: tuple(_saying(of.entries[i]) for i in inside)
            for row, inside in self.rows[side].items()
        }

    def result(self) -> Relisted | None:
        """Return the change of the list; None if its rows did not change."""
        old, new = self.rows
        left = [row for row in old if row not in self.both]
        taken = set(self.both.values())
        came = [row for row in new if row not in taken]
        if not left and not came:
            return None
        displaced = self._find_displaced()
        if displaced:
            left, came = self._pick_unlisted(left, 0), self._pick_unlisted(came, 1)
        if not (left or came) or not (displaced or self._is_all_other(left, came)):
            return None
        return Relisted(
            key=self.key,
            rows=self.rows,
            both=self.both,
            displaced=tuple(displaced),
            left={row: old[row] for row in left},
            came={row: new[row] for row in came},
        )

    def _pick_unlisted(self, rows: list[int], side: int) -> list[int]:
        """Return rows of one checkpoint that may exist unlisted in the other document."""
        of, to = (self.before, self.after)[:: 1 - 2 * side]
        here, unlisted = of.contents, to.unlisted
        if here is None or unlisted is None:
            return rows
        count = Counter(here.values())
        keys = {row: (of.entries[i].key for i in self.rows[side][row]) for row in rows}
        said = {row: {here.get(key, "") for key in keys[row]} for row in rows}
        return [row for row in rows if all(unlisted[d] for d in said[row] if count[d] == 1)]

    def _find_displaced(self) -> list[int]:
        """Return rows in both checkpoints whose order changed in the document and on screen."""
        order = sorted(self.both, key=lambda row: self.both[row])
        stays = longest_rising(order)
        if len(stays) == len(order):
            return []
        by_place = sorted(self.both, key=lambda row: _corner(self.boxes[0][row]))
        after = sorted(self.both, key=lambda row: _corner(self.boxes[1][self.both[row]]))
        rank = {row: at for at, row in enumerate(by_place)}
        seen = longest_rising([rank[row] for row in after])
        if len(seen) == len(after):
            return []
        return [row for at, row in enumerate(order) if at not in stays]

    def _is_all_other(self, left: Sequence[int], came: Sequence[int]) -> bool:
        """Return True if a different part of the list is shown, or if its rows have new texts.

        In these cases new rows are between the remaining rows; filtering and scrolling add rows
        only at an end.
        """
        if min(len(left), len(came)) < MANY_OTHER or self._is_scrolled():
            return False
        says = (self._sayings(0), self._sayings(1))
        is_one_of_both = {says[0][row] for row in left} & {says[1][row] for row in came}
        if is_one_of_both:
            return False
        if not self.both:
            return len({*left} & {*came}) >= MANY_OTHER
        ends = [_corner(self.boxes[1][row]) for row in self.both.values()]
        between = [row for row in came if min(ends) < _corner(self.boxes[1][row]) < max(ends)]
        return len(between) >= MANY_OTHER

    def _is_scrolled(self) -> bool:
        """Return True if a scroll position changed, so that other rows may be in view."""
        at = []
        for of, rows in zip((self.before, self.after), self.rows, strict=True):
            styles = (of.entries[i].style for inside in rows.values() for i in inside)
            boxes = [style.scroller.all for style in styles if style and style.scroller]
            path = f"{self.key[1]}/{self.key[2]}"
            boxes += [each.all for each in of.scrolled_boxes if each.holds(path)][-1:]
            at.append((of.origin, boxes[0] if boxes else (0.0, 0.0)))
        return at[0] != at[1]


def find_words_around(entry: Entry) -> str:
    """Return the text of the row around a control, for observations without static text."""
    context = entry.element.identity.context
    return context[0] if entry.style is None and context else ""


def _corner(box: Bounds) -> tuple[float, float]:
    return (round(box.y), round(box.x))


def _saying(entry: Entry) -> tuple[str, ...]:
    element = entry.element
    address = str(element.state.get("href", ""))
    around = find_words_around(entry)
    return (element.role, element.name, entry.words, address, around)


def _words(saying: _Saying) -> str:
    return " ".join(text for _, *says in saying for text in says)
