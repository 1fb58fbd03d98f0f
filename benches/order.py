"""Order: are badges of similar elements on one side, nearest to their own box, and off the icons?

The badges are counted on the recorded screens in `corpus/screens` (libraries and applications from
the registries) and in `data/layouts`. A run is a column or row of three or more boxes with the same
role and similar size.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from viewmark import _core

LAYOUTS = Path(__file__).parent / "data" / "layouts"
SCREENS = Path(__file__).parent / "corpus" / "screens"
STYLE = (None, None, None, "bold", True, None, None, "solid", 1.0, None)
JITTER, FEWEST = 2, 3
Box = tuple[int, int, int, int]


def screens() -> list[dict[str, Any]]:
    """Return the recorded screens by name, with the path of their screenshot."""
    paths = [path for folder in (LAYOUTS, SCREENS) for path in sorted(folder.glob("*.json"))]
    return [json.loads(p.read_text()) | {"picture": p.with_suffix(".jpg")} for p in paths]


def marks_of(page: dict[str, Any]) -> list[Any]:
    return [(str(n), *map(float, box)) for n, box in enumerate(page["elements"][:100], 1)]


def around(page: dict[str, Any]) -> Any:
    return [tuple(map(float, line)) for line in page["text"]], [], [], float(page["scale"])


def place(page: dict[str, Any], core: Any = _core) -> list[Any]:
    """Return badge, leader line, colour and note of each mark."""
    size = (page["width"], page["height"])
    return list(core.place(*size, marks_of(page), style=STYLE, around=around(page)))


def run() -> list[dict[str, Any]]:
    """Return the rows for the table of `run.py`."""
    counts = count_all(_core)
    share = 100 * counts["one side"] / max(counts["runs"], 1)
    icons = 100 * counts["icon ink covered"] / max(counts["icon ink"], 1)
    return [
        _row("badges nearer to another box", counts["nearer"], "", 0, counts["nearer"] == 0),
        _row(f"runs with one side, of {counts['runs']}", share, "%", ">= 90 %", share >= 90),
        _row("icon ink below badges", icons, "%", "< 5 %", icons < 5),
    ]


def _row(name: str, value: float, unit: str, target: Any, ok: bool) -> dict[str, Any]:
    return {"name": name, "value": value, "unit": unit, "target": target, "ok": ok}


def count_all(core: Any) -> dict[str, int]:
    """Return the sums over all screens."""
    total: dict[str, int] = {}
    for page in screens():
        for key, value in count(page, place(page, core)).items():
            total[key] = total.get(key, 0) + value
    return total


def count(page: dict[str, Any], placed: list[Any]) -> dict[str, int]:
    """Return the counts of one screen; `placed` is the result of `_core.place`."""
    boxes = [_seen(box, page) for box in page["elements"][:100]]
    badges = [entry[0] for entry in placed]
    runs = runs_of(boxes, page.get("roles"))
    ink = _icon_ink(page)
    covered = np.zeros_like(ink)
    for badge in filter(None, badges):
        x, y, w, h = badge
        covered[y : y + h, x : x + w] = True
    return {
        "badges": sum(badge is not None for badge in badges),
        "nearer": sum(nearer(boxes, placed)),
        "led": sum(entry[1] is not None for entry in placed),
        "runs": len(runs),
        "one side": sum(is_one_sided(run, boxes, badges) for run in runs),
        "icon ink": int(ink.sum()),
        "icon ink covered": int((ink & covered).sum()),
    }


def _seen(box: Any, page: dict[str, Any]) -> Box:
    """Return the visible part of a box, because a row cut by the edge is not similar to others."""
    x, y = max(box[0], 0), max(box[1], 0)
    right = min(box[0] + box[2], page["width"])
    return x, y, right - x, min(box[1] + box[3], page["height"]) - y


def nearer(boxes: list[Box], placed: list[Any]) -> list[bool]:
    """Return for each badge without a leader whether its centre is nearer to another box."""
    found = []
    for own, (badge, leader, *_) in zip(boxes, placed, strict=True):
        if badge is None or leader is not None:
            found.append(False)
            continue
        x, y, w, h = badge
        middle = (x + w / 2, y + h / 2)
        mine = _distance(middle, own)
        others = [box for box in boxes if box != own and not _holds(box, own)]
        found.append(any(_distance(middle, box) < mine for box in others))
    return found


def _distance(at: tuple[float, float], box: Box) -> float:
    x, y, w, h = box
    dx, dy = max(x - at[0], at[0] - x - w, 0), max(y - at[1], at[1] - y - h, 0)
    return float(dx * dx + dy * dy)


def _holds(outer: Box, inner: Box) -> bool:
    return (
        outer[0] <= inner[0]
        and outer[1] <= inner[1]
        and outer[0] + outer[2] >= inner[0] + inner[2]
        and outer[1] + outer[3] >= inner[1] + inner[3]
    )


def runs_of(boxes: list[Box], roles: list[str] | None = None) -> list[list[int]]:
    """Return the columns and rows of three or more similar boxes, each as long as possible."""
    found: list[list[int]] = []
    for is_column in (True, False):
        along, across = (1, 0) if is_column else (0, 1)
        order = sorted(range(len(boxes)), key=lambda i: (boxes[i][along], boxes[i][across], i))
        follows = {i: _next(boxes, i, order, is_column, roles) for i in order}
        begins = set(order) - {k for k in follows.values() if k is not None}
        for i in order:
            if i in begins:
                chain: list[int] = []
                at: int | None = i
                while at is not None and at not in chain:
                    chain.append(at)
                    at = follows[at]
                if len(chain) >= FEWEST:
                    found.append(chain)
    return found


def _next(
    boxes: list[Box], i: int, order: list[int], is_column: bool, roles: list[str] | None
) -> int | None:
    along, across = (1, 0) if is_column else (0, 1)
    own, best = boxes[i], None
    for k in order:
        other = boxes[k]
        if k == i or abs(other[across] - own[across]) > JITTER:
            continue
        if abs(other[3] - own[3]) > max(JITTER, own[3] // 8):
            continue
        if roles is not None and roles[k] != roles[i]:
            continue
        gap = other[along] - own[along] - own[along + 2]
        if -JITTER <= gap <= max(own[3], 24) and (best is None or gap < best[0]):
            best = (gap, k)
    return None if best is None else best[1]


def is_one_sided(run: list[int], boxes: list[Box], badges: list[Box | None]) -> bool:
    """Return whether all badges of a run have the same position on their boxes, along both axes."""
    pairs = [(badge, boxes[i]) for i in run if (badge := badges[i]) is not None]
    return all(_is_level([_offsets(b, box, axis) for b, box in pairs]) for axis in (0, 1))


def _offsets(badge: Box, box: Box, axis: int) -> tuple[float, ...]:
    """Return the distances of the badge's edges from its box's edges, and between the centres."""
    low, high = badge[axis], badge[axis] + badge[axis + 2]
    first, last = box[axis], box[axis] + box[axis + 2]
    middle = (low + high - first - last) / 2
    return low - first, high - first, low - last, high - last, middle


def _is_level(offsets: list[tuple[float, ...]]) -> bool:
    return any(max(edge) - min(edge) <= JITTER for edge in zip(*offsets, strict=True))


def _icon_ink(page: dict[str, Any]) -> Any:
    luma = np.asarray(Image.open(page["picture"]).convert("L"), dtype=int)
    edges = np.zeros(luma.shape, dtype=int)
    edges[:, :-1] += abs(np.diff(luma, axis=1))
    edges[:-1] += abs(np.diff(luma, axis=0))
    icons = np.zeros(luma.shape, dtype=bool)
    for x, y, w, h in page.get("icons", ()):
        icons[max(y, 0) : max(y + h, 0), max(x, 0) : max(x + w, 0)] = True
    return icons & (edges > 40)
