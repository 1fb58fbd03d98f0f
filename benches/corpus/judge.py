"""Compare the marks of an observation with the list of what a user would act on.

A listed item counts as found if it has a mark of its own, or if it is a cell of a grid that has one
mark and names its cells by row and column. Marks inside an area that must have none are wrong, and
so are second marks of one item. Other marks that belong to no listed item are extra.
"""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import viewmark

if TYPE_CHECKING:
    from stage import Stage

Box = tuple[float, float, float, float]


@dataclass
class Verdict:
    must: int
    marks: int
    found: int
    in_grids: int = 0
    """Number of found items that are cells of a grid with a single mark."""
    missed: list[str] = field(default_factory=list)
    extra: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    on_not: int = 0
    """Number of marks inside an area that must have none."""
    pairs: dict[int, int] = field(default_factory=dict)
    """Index of the mark by index of the found item."""
    loose: list[str] = field(default_factory=list)
    """Items found by a mark whose box is far from the listed one, to be confirmed by eye."""


def _overlap(a: Box, b: Box) -> float:
    w = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    h = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    if w <= 0 or h <= 0:
        return 0.0
    return w * h / (a[2] * a[3] + b[2] * b[3] - w * h)


def _holds(box: Box, point: tuple[float, float], slack: float = 2) -> bool:
    x, y = point
    return (
        box[0] - slack <= x <= box[0] + box[2] + slack
        and box[1] - slack <= y <= box[1] + box[3] + slack
    )


def _middle(box: Box) -> tuple[float, float]:
    return box[0] + box[2] / 2, box[1] + box[3] / 2


_CELL = """(([x, y]) => {
  const cells = "td,th,[role=gridcell],[role=cell],[role=columnheader],[role=rowheader]";
  const cell = document.elementFromPoint(x, y)?.closest(cells);
  const box = el => {
    const r = el?.getBoundingClientRect();
    return r && [r.x, r.y, r.width, r.height];
  };
  return [box(cell), box(cell?.closest("table,[role=grid],[role=treegrid],[role=table]"))];
})"""


async def cells_in_grids(listed: dict[str, Any], seen: Any, stage: Stage) -> set[str]:
    """Return the listed items that are cells of a grid with one mark, also of similar elements."""
    told = [one.element for one in seen.annotations if one.element.grid]
    grids = [element.bounds for element in told]
    found = {item["what"] for item in listed["items"] for one in told if _fits_lattice(item, one)}
    for item in listed["items"] if grids else ():
        cell, grid = await stage.evaluate(f"{_CELL}({json.dumps(item['point'])})")
        if not (cell and grid) or _overlap(tuple(cell), tuple(item["box"])) <= 0.5:
            continue
        if any(_holds(grid, (b.x + b.width / 2, b.y + b.height / 2)) for b in grids):
            found.add(item["what"])
    return found


def _fits_lattice(item: dict[str, Any], element: Any) -> bool:
    """Return whether an item has the position and size of a cell in the grid of an element."""
    grid, (left, top, width, height) = element.grid, element.bounds.as_tuple()
    if not grid.columns or not _holds((left, top, width, height), item["point"]):
        return False
    sides = (width / grid.columns, height / (grid.last - grid.first + 1))
    return all(0.3 < own / side < 1.5 for own, side in zip(item["box"][2:], sides, strict=True))


def judge(listed: dict[str, Any], marks: list[tuple[str, Box]], cells: set[str]) -> Verdict:
    """Assign at most one mark to each item, the best pairs first."""
    items = [(i["what"], tuple(i["point"]), tuple(i["box"])) for i in listed["items"]]
    pairs = []
    for n, (_, point, box) in enumerate(items):
        for m, (_, at) in enumerate(marks):
            if _holds(at, point) or _holds(box, _middle(at)):
                pairs.append((_overlap(box, at) + 0.01 * _holds(at, point), n, m))
    done: dict[int, int] = {}
    taken: set[int] = set()
    loose: list[str] = []
    for score, n, m in sorted(pairs, reverse=True):
        # A much larger mark belongs to an element around the item, and a much smaller mark to a
        # part of the item.
        if n not in done and m not in taken and score > 0.04:
            done[n] = m
            taken.add(m)
            if score < 0.3:
                loose.append(f"{items[n][0]} at {items[n][2]}: {marks[m][0]}")
    left = [(w, b) for n, (w, _, b) in enumerate(items) if n not in done]
    missed = [f"{w} at {b}" for w, b in left if w not in cells]
    verdict = Verdict(len(items), len(marks), len(items) - len(missed), len(left) - len(missed))
    verdict.missed, verdict.loose, verdict.pairs = missed, loose, done
    for m, (what, at) in enumerate(marks):
        if m in taken:
            continue
        bare = next(
            (a["what"] for a in listed.get("not", ()) if _holds(a["box"], _middle(at), 0)), ""
        )
        twice = next(
            (w for n, (w, _, b) in enumerate(items) if n in done and _overlap(b, at) > 0.4), ""
        )
        if any(_overlap(tuple(a["box"]), at) > 0.4 for a in listed.get("may", ())):
            verdict.marks -= 1
            continue
        verdict.on_not += bool(bare)
        why = bare or (twice and f"second of {twice}")
        (verdict.wrong if why else verdict.extra).append(what + (f" [{why}]" if why else ""))
    return verdict


def line_of(one: Any) -> tuple[str, Box]:
    e, b = one.element, one.element.bounds
    box = (b.x, b.y, b.width, b.height)
    where = tuple(round(v) for v in box)
    return f"{one.label}: {e.role} {e.name or e.text or e.label_hint!r} <{e.tag}> at {where}", box


async def look(page: Any, **options: Any) -> Any:
    """Observe with a screenshot; repeat on errors, because the machine may be busy."""
    for _ in range(5):
        with contextlib.suppress(viewmark.ViewmarkError):
            return await page.observe(annotate=True, **options)
    return await page.observe(annotate=True, **options)
