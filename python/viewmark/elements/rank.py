"""Chooses elements within the cap: by rank, with a share for every region of the page.

Rounds, each over all regions in turn: strong controls but the fourth and further ones of a kind
that repeats, weak evidence (a handler, a pointer cursor, a place in the tab order) that repeats
beside them in the first three rows, the other controls, other weak evidence, cells. In a turn a
region gets as many marks as `TURN` says of its part of the page. Its search field and the button
that sends its form come first, then what is one of a few of its kind there, then one of each kind
that repeats, then the second of each, and so on: of a header with many links the search and the
account, of a table the controls of its first rows, each kind of them, and not one button of every
row. Before the rounds each region gets one mark, its best, as long as two thirds of the cap last.
What an open modal dialog holds comes before everything. Pure and deterministic.
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
"""Marks that a region gets in one turn, by the part of the page that it belongs to."""
_LISTS = frozenset({"list", "feed", "tree"})
"""Regions of like things: half a turn."""
_GRIDS = frozenset({"table", "grid", "treegrid"})
"""Regions whose rows repeat the same controls: one at a time."""
_FIRST = tuple(TURN)
FOREMOST = 0
"""The kind of search fields, and of the buttons that send a form."""
DESTRUCTIVE = 100_000
"""Kinds above it take something away in a row: they come behind their neighbours there."""
_FEW = 3
"""More of one kind in a region repeat: links of a list, buttons of rows."""
_PIECES = 1000


@dataclass(frozen=True, slots=True)
class Region:
    """A part of a page that elements lie in; one equal to another is the same."""

    key: Hashable
    """Frame and number, which distinguish it from others."""
    kind: str = ""
    """`navigation`, `dialog`, `list`, `table`, `toolbar`, ...; empty for the page itself."""
    label: str = ""
    place: str = "page"
    """Part of the page that it belongs to: a key of `TURN`."""
    selector: str = ""
    frame: str = ""
    """Readable path of its frame; empty in the main one."""

    @property
    def name(self) -> str:
        """Display name: `navigation "Main"`, or `page`."""
        own = f'{self.kind} "{self.label}"' if self.label else self.kind
        if self.frame:
            return f"{own} in {self.frame}" if own else self.frame
        return own or "page"


@dataclass(frozen=True, slots=True)
class Ranked:
    """Properties that the rank of one element goes by."""

    region: Region
    layer: int = 0
    """2: in the open modal dialog, 1: in an open menu."""
    weight: int = 0
    """0 a control, 1 weak evidence, 2 a cell."""
    kind: int = -1
    """Equal for like elements of one frame; `FOREMOST`, or -1 if not computed."""
    piece: int = 0
    """Number of the opened dialog or menu around it; a later one covers earlier ones."""

    @property
    def lead(self) -> int:
        """Order in reading: the layer, and in it the piece that lies above."""
        return self.layer * _PIECES + min(self.piece, _PIECES - 1)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Elements of one region that the cap left out, and how to see them."""

    region: str
    """`navigation "Main"`, the path of a frame, or `page`."""
    count: int
    selector: str = ""
    """Selector of the region: an observation `within` it shows them."""
    cells: int = 0
    """How many of them are cells, which actions take by row and column."""

    def line(self) -> str:
        """One line: how many where, and the way there."""
        ways = [f"within {self.selector}"] if self.selector else []
        if self.cells and self.selector:
            ways.append(f"cells by {self.selector}[row,column]")
        return f"{self.count} in {self.region}" + (f" ({'; '.join(ways)})" if ways else "")

    def to_json(self) -> dict[str, object]:
        """The wire shape."""
        return to_record(self)


def keep(ranked: Sequence[Ranked], cap: int) -> list[int]:
    """Indices of the elements within the cap, in the order given.

    Args:
        ranked: all that was found, in reading order.
        cap: at most so many.
    """
    return list(range(len(ranked))) if len(ranked) <= cap else sorted(choose(ranked, cap))


def choose(ranked: Sequence[Ranked], cap: int) -> list[int]:
    """Indices of the elements within a cap, the best first."""
    chosen: list[int] = []
    modal = [i for i, each in enumerate(ranked) if each.layer == 2]
    wanted = _keys(ranked, modal)
    chosen += sorted(modal, key=lambda i: (ranked[i].weight, wanted[i]))[:cap]
    taken = set(chosen)
    groups = grouped((each.region, i) for i, each in enumerate(ranked) if i not in taken)
    begin = {region: members[0] for region, members in groups.items()}
    keys = {region: _keys(ranked, members) for region, members in groups.items()}
    regions = {region: sorted(of, key=of.__getitem__) for region, of in keys.items()}
    # The best of each: then every region can be found in the picture.
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
"""1 for one of few, 2 for repeated ones; its number within its kind; whether it is destructive."""


def _round(ranked: Ranked, key: _Key) -> int:
    repeats, count, _ = key
    if ranked.weight == 0:
        return 0 if count <= _FEW else 2
    is_in_first_rows = repeats == 2 and count <= _FEW
    return 4 if ranked.weight == 2 else 1 if is_in_first_rows else 3


def _keys(ranked: Sequence[Ranked], members: Sequence[int]) -> dict[int, _Key]:
    """Order in which the members of one region are chosen, the smallest first: see above.

    Args:
        ranked: all that was found.
        members: indices, in reading order.
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
    """Count the elements left out by region, the largest number first.

    Args:
        cut: what was listed and not kept.
        more: further elements that were only counted.
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
