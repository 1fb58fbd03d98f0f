"""Chooses elements within the cap: by rank, with a share for every region of the page.

Elements are chosen in rounds, each over all regions in turn: controls except the fourth and further
ones of a repeating kind, repeating weak evidence (a listener, a pointer cursor, a tab stop) in the
first three rows, the other controls, other weak evidence, cells. In each turn a region gets as many
marks as `TURN` states for its part of the page. Within a region its search field and submit button
come first, then elements of which there are few, then the first of each repeating kind, the second
of each, and so on. So a header with many links keeps search and account, and a table keeps all
controls of its first rows instead of one button of every row. Before the rounds each region gets
one mark, its best, until two thirds of the cap are used. The contents of an open modal dialog come
before everything else. Pure and deterministic.
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
"""Marks that a region gets per turn, by its part of the page."""
_LISTS = frozenset({"list", "feed", "tree"})
"""Regions of similar items, which get half as many per turn."""
_GRIDS = frozenset({"table", "grid", "treegrid"})
"""Regions whose rows repeat the same controls, which get one per turn."""
_FIRST = tuple(TURN)
FOREMOST = 0
"""Kind of search fields and submit buttons."""
DESTRUCTIVE = 100_000
"""Kinds above this are destructive controls of rows, which come after their neighbours."""
_FEW = 3
"""A kind repeats in a region if it has more members: links of a list, buttons of rows."""
_PIECES = 1000


@dataclass(frozen=True, slots=True)
class Region:
    """A part of a page with elements, compared by value."""

    key: Hashable
    """Frame and number, which identify it."""
    kind: str = ""
    """`navigation`, `dialog`, `list`, `table`, `toolbar`, ...; empty for the page itself."""
    label: str = ""
    place: str = "page"
    """Its part of the page: a key of `TURN`."""
    selector: str = ""
    frame: str = ""
    """Readable path of its frame; empty in the main frame."""

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
    """2: in the open modal dialog, 1: in an open menu."""
    weight: int = 0
    """0 a control, 1 weak evidence, 2 a cell."""
    kind: int = -1
    """Equal for similar elements of one frame; `FOREMOST`, or -1 if not computed."""
    piece: int = 0
    """Number of the enclosing open dialog or menu; a later one covers earlier ones."""

    @property
    def lead(self) -> int:
        """Priority in reading order: the layer, then the topmost dialog or menu in it."""
        return self.layer * _PIECES + min(self.piece, _PIECES - 1)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Elements of one region that the cap omitted, and how to see them."""

    region: str
    """`navigation "Main"`, the path of a frame, or `page`."""
    count: int
    selector: str = ""
    """Selector of the region; an observation `within` it shows them."""
    cells: int = 0
    """Number of them that are cells, which actions address by row and column."""

    def line(self) -> str:
        """Return one line: the number, the region, and how to see them."""
        ways = [f"within {self.selector}"] if self.selector else []
        if self.cells and self.selector:
            ways.append(f"cells by {self.selector}[row,column]")
        return f"{self.count} in {self.region}" + (f" ({'; '.join(ways)})" if ways else "")

    def to_json(self) -> dict[str, object]:
        """Return the JSON form."""
        return to_record(self)


def keep(ranked: Sequence[Ranked], cap: int) -> list[int]:
    """Return the indices of the elements within the cap, in the given order.

    Args:
        ranked: all discovered elements, in reading order.
        cap: maximum number of elements.
    """
    return list(range(len(ranked))) if len(ranked) <= cap else sorted(choose(ranked, cap))


def choose(ranked: Sequence[Ranked], cap: int) -> list[int]:
    """Return the indices of the elements within a cap, best first."""
    chosen: list[int] = []
    modal = [i for i, each in enumerate(ranked) if each.layer == 2]
    wanted = _keys(ranked, modal)
    chosen += sorted(modal, key=lambda i: (ranked[i].weight, wanted[i]))[:cap]
    taken = set(chosen)
    groups = grouped((each.region, i) for i, each in enumerate(ranked) if i not in taken)
    begin = {region: members[0] for region, members in groups.items()}
    keys = {region: _keys(ranked, members) for region, members in groups.items()}
    regions = {region: sorted(of, key=of.__getitem__) for region, of in keys.items()}
    # The best element of each region, so that the picture shows every region.
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
"""1 for a rare, 2 for a repeating kind; its number within its kind; whether it is destructive."""


def _round(ranked: Ranked, key: _Key) -> int:
    repeats, count, _ = key
    if ranked.weight == 0:
        return 0 if count <= _FEW else 2
    is_in_first_rows = repeats == 2 and count <= _FEW
    return 4 if ranked.weight == 2 else 1 if is_in_first_rows else 3


def _keys(ranked: Sequence[Ranked], members: Sequence[int]) -> dict[int, _Key]:
    """Return sort keys for the members of one region, the best first: see above.

    Args:
        ranked: all discovered elements.
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
    """Count the omitted elements by region, the largest number first.

    Args:
        cut: elements that were described but omitted.
        more: number of further elements that were only counted.
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
