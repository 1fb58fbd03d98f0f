"""Selects the elements to list, by rank, with a share of the marks for every region of the page.

The elements of an open modal dialog come before all others. Each region first gets one mark, for
its best element, until two thirds of the cap are used. The remaining elements are selected in
rounds, and every round visits all regions in turn:

1. controls, except the fourth and further ones of a repeating kind;
2. repeating weak evidence (a listener, a pointer cursor, a tab stop) in the first three rows;
3. the other controls;
4. other weak evidence;
5. cells.

In each turn a region gets the number of marks that `TURN` defines for its part of the page. Within
a region, its search field and submit button come first, then rare kinds of elements, then the first
element of each repeating kind, then the second of each kind, and so on. As a result, a header with
many links keeps search and account, and a table keeps all controls of its first rows instead of one
button of every row. The selection is deterministic. No I/O.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from viewmark.grouping import grouped
from viewmark.wire_record import to_record

TURN: Mapping[str, int] = {
    "dialog": 12,
    "menu": 12,
    "main": 6,
    "page": 6,
    "navigation": 2,
    "aside": 1,
}
"""Number of marks that a region of the page gets per turn, keyed by the kind of region. Marks are
distributed in turns."""
_LISTS = frozenset({"list", "feed", "tree"})
"""Roles of regions of similar items, which get half as many marks per turn."""
_GRIDS = frozenset({"table", "grid", "treegrid"})
"""Roles of regions whose rows repeat the same controls; they get one mark per turn."""
_FIRST = tuple(TURN)
FOREMOST = 0
"""Kind number of search fields and submit buttons, which rank first in their region."""
DESTRUCTIVE = 100_000
"""Kinds with higher numbers are destructive controls of rows, ranked after their neighbours."""
_FEW = 3
"""Maximum number of members of a rare kind; a larger kind is a repetition, such as links of a list.
"""
_PIECES = 1000


@dataclass(frozen=True, slots=True)
class Region:
    """A part of a page that contains elements; regions are compared by value."""

    key: Hashable
    """Frame and node number of the region's element, which identify the region."""
    kind: str = ""
    """Role, such as `navigation`, `dialog`, `list` or `table`; empty for the page itself."""
    label: str = ""
    place: str = "page"
    """The part of the page that contains the region: a key of `TURN`."""
    selector: str = ""
    frame: str = ""
    """Readable path of the frame; empty for the main frame."""

    @property
    def name(self) -> str:
        """Display name: `navigation "Main"`, or `page`."""
        own = f'{self.kind} "{self.label}"' if self.label else self.kind
        if self.frame:
            return f"{own} in {self.frame}" if own else self.frame
        return own or "page"


@dataclass(frozen=True, slots=True)
class Ranked:
    """Properties that determine the rank of an element."""

    region: Region
    layer: int = 0
    """Layer of the element: 2 in the open modal dialog, 1 in an open menu, 0 elsewhere."""
    weight: int = 0
    """Class of the element; a lower one is chosen first: 0 for a control, 1 for an element with
    weak evidence of being usable, 2 for a cell."""
    kind: int = -1
    """Number shared by similar elements of a frame. `FOREMOST` ranks first; -1: not computed."""
    piece: int = 0
    """Number of the open dialog or menu around the element; higher numbers cover lower ones."""

    @property
    def lead(self) -> int:
        """Priority in reading order: the layer, then the topmost dialog or menu in the layer."""
        return self.layer * _PIECES + min(self.piece, _PIECES - 1)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """The elements of a region that the cap omitted, and how to list them."""

    region: str
    """Name of the region (`navigation "Main"`), path of a frame, or `page`."""
    count: int
    selector: str = ""
    """Selector of the region; an observation with `within` this selector lists the elements."""
    cells: int = 0
    """Number of omitted cells, which actions address by row and column."""

    def line(self) -> str:
        """Return one line with the number of elements, the region, and how to list the elements."""
        ways = [f"within {self.selector}"] if self.selector else []
        if self.cells and self.selector:
            ways.append(f"cells by {self.selector}[row,column]")
        return f"{self.count} in {self.region}" + (f" ({'; '.join(ways)})" if ways else "")

    def to_json(self) -> dict[str, object]:
        """Return the data as a JSON-serializable dictionary."""
        return to_record(self)


def keep(ranked: Sequence[Ranked], cap: int) -> list[int]:
    """Return the indices of the elements within the cap, in the given order.

    Args:
        ranked: all discovered elements, in reading order.
        cap: maximum number of elements.
    """
    return list(range(len(ranked))) if len(ranked) <= cap else sorted(choose(ranked, cap))


def choose(ranked: Sequence[Ranked], cap: int) -> list[int]:
    """Return the indices of the elements to list within a cap, best first."""
    chosen: list[int] = []
    modal = [i for i, each in enumerate(ranked) if each.layer == 2]
    wanted = _keys(ranked, modal)
    chosen += sorted(modal, key=lambda i: (ranked[i].weight, wanted[i]))[:cap]
    taken = set(chosen)
    groups = grouped((each.region, i) for i, each in enumerate(ranked) if i not in taken)
    begin = {region: members[0] for region, members in groups.items()}
    keys = {region: _keys(ranked, members) for region, members in groups.items()}
    regions = {region: sorted(of, key=of.__getitem__) for region, of in keys.items()}
    # Take the best element of each region first, so that every region appears in the image.
    order = sorted(regions, key=lambda r: (_rank(r), keys[r][regions[r][0]][0] > 0, begin[r]))
    for region in order[: 2 * (cap - len(chosen)) // 3]:
        best = min(regions[region], key=lambda i: ranked[i].weight)
        regions[region].remove(best)
        chosen.append(best)
    rounds = {i: _round(ranked[i], key) for of in keys.values() for i, key in of.items()}
    for number in range(5):
        waiting = {r: [i for i in regions[r] if rounds[i] == number] for r in order}
        while len(chosen) < cap and any(waiting.values()):
            for region in order:
                turn = min(_turn(region), cap - len(chosen))
                chosen += waiting[region][:turn]
                waiting[region] = waiting[region][turn:]
    return chosen


_Key = tuple[int, int, int]
"""Sort key: 1 for a rare or 2 for a repeating kind, number within the kind, 1 if destructive."""


def _round(ranked: Ranked, key: _Key) -> int:
    repeats, count, _ = key
    if ranked.weight == 0:
        return 0 if count <= _FEW else 2
    is_in_first_rows = repeats == 2 and count <= _FEW
    return 4 if ranked.weight == 2 else 1 if is_in_first_rows else 3


def _keys(ranked: Sequence[Ranked], members: Sequence[int]) -> dict[int, _Key]:
    """Return sort keys for the members of a region, best first (see the module docstring).

    Args:
        ranked: all discovered elements.
        members: indices of the members, in reading order.
    """

    def kind(i: int) -> Hashable:
        return (ranked[i].region.frame, ranked[i].kind)

    many = Counter(kind(i) for i in members)
    seen: Counter[Hashable] = Counter()
    keys: dict[int, _Key] = {}
    for i in members:
        seen[kind(i)] += 1
        if ranked[i].kind == FOREMOST:
            keys[i] = (0, 0, 0)
        elif ranked[i].kind < 0 or many[kind(i)] <= _FEW:
            keys[i] = (1, 0, 0)
        else:
            keys[i] = (2, seen[kind(i)], int(ranked[i].kind > DESTRUCTIVE))
    return keys


def _rank(region: Region) -> tuple[bool, int]:
    is_grid = region.kind in _GRIDS and region.place not in ("dialog", "menu")
    return is_grid, _FIRST.index(region.place) if region.place in TURN else len(_FIRST)


def _turn(region: Region) -> int:
    share = TURN.get(region.place, 1)
    if region.kind in _GRIDS:
        return 1
    return max(1, share // 2) if region.kind in _LISTS else share


def left_out(
    cut: Sequence[Ranked], more: Mapping[Region, int] | None = None
) -> tuple[LeftOut, ...]:
    """Count the omitted elements by region, in descending order of their number.

    Args:
        cut: elements that were described but omitted.
        more: number of further elements in each region that were only counted.
    """
    counts: dict[Region, list[int]] = {}
    for each in cut:
        of = counts.setdefault(each.region, [0, 0])
        of[0] += 1
        of[1] += each.weight == 2
    for region, count in (more or {}).items():
        counts.setdefault(region, [0, 0])[0] += count
    merged: dict[tuple[str, str], list[int]] = {}
    for region, (count, cells) in counts.items():
        both = merged.setdefault((region.name, region.selector), [0, 0])
        both[0] += count
        both[1] += cells
    rows = [
        LeftOut(name, count, selector, cells) for (name, selector), (count, cells) in merged.items()
    ]
    return tuple(sorted(rows, key=lambda row: (-row.count, row.region, row.selector)))
