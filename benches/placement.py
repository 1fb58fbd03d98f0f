"""Placement: its time, and what badges cover on dense real pages, compared with other tools' rules.

Times are medians of the calling thread's CPU time for `_core.place` as called from Python,
including the conversion of lists of tuples. Quality is counted on the layouts in `data/layouts`,
with badges of the same sizes for all rules. "Text ink" is the pixels on a luma edge inside a line
of text.
"""

from __future__ import annotations

import json
import random
import statistics
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image
from support.rivals import ask

from viewmark import _core

if TYPE_CHECKING:
    from collections.abc import Callable

LAYOUTS = Path(__file__).parent / "data" / "layouts"
STYLE = (None, None, None, "bold", True, None, None, "solid", 1.0, None)
Box = tuple[int, int, int, int]
Row = dict[str, Any]


def layouts() -> list[dict[str, Any]]:
    """Return the layouts of real pages, sorted by name."""
    return [json.loads(path.read_text()) for path in sorted(LAYOUTS.glob("*.json"))]


def run() -> list[Row]:
    """Return the rows for the table of `run.py`."""
    pages = layouts()
    ours = [[badge for badge, *_ in _place(page)] for page in pages]
    others = _others(pages, ours)
    return [*_times(pages), *_quality(pages, ours, others)]


def _prepared(page: dict[str, Any], count: int = 100) -> Callable[[], Any]:
    marks = [(str(n), *map(float, box)) for n, box in enumerate(page["elements"][:count], 1)]
    text = [tuple(map(float, line)) for line in page["text"]]
    size, scale = (page["width"], page["height"]), float(page["scale"])
    around = (text, [], [], scale)
    return lambda: _core.place(*size, marks, style=STYLE, around=around)


def _place(page: dict[str, Any], count: int = 100) -> list[Any]:
    return _prepared(page, count)()


def _times(pages: list[dict[str, Any]]) -> list[Row]:
    dense = next(page for page in pages if page["name"] == "shop-small")
    chance = random.Random(1)
    scattered = {
        "width": 1920,
        "height": 1080,
        "scale": 1,
        "elements": [
            [chance.random() * 1860, chance.random() * 1060, chance.random() * 80 + 20, 22]
            for _ in range(1000)
        ],
        "text": [[chance.random() * 1800, chance.random() * 1060, 90, 15] for _ in range(1000)],
    }
    cases = [(dense, 50, 0.3, 100), (dense, 100, 0.7, 60), (scattered, 1000, 20.0, 7)]
    rivals = ask(
        "supervision",
        "supervision_placement.py",
        [
            {
                "width": page["width"],
                "height": page["height"],
                "elements": page["elements"][:count],
                "sizes": [_size(badge) for badge, *_ in _place(page, count)],
                "repeat": 1 if count == 1000 else 5,
            }
            for page, count, _, _ in cases
        ],
    )
    rows = []
    for (page, count, limit, repeat), rival in zip(cases, rivals, strict=True):
        value = _median(_prepared(page, count), repeat)
        baseline = rival["milliseconds"]
        rows.append(
            {
                "name": f"place {count} marks (supervision smart)",
                "value": value,
                "unit": "ms",
                "baseline": baseline,
                "ratio": value / baseline,
                "target": f"< {limit} ms",
                "ok": value < limit,
            }
        )
    return rows


def _median(work: Callable[[], Any], repeat: int) -> float:
    times = []
    for _ in range(repeat):
        start = time.thread_time_ns()
        work()
        times.append((time.thread_time_ns() - start) / 1e6)
    return statistics.median(times)


def _size(badge: Box | None) -> list[int]:
    return list(badge[2:]) if badge else [16, 16]


def _others(
    pages: list[dict[str, Any]], ours: list[list[Box | None]]
) -> dict[str, list[list[Box | None]]]:
    """Return where other tools would place badges of our sizes, by the rules in their sources."""

    def rule(at: Callable[[Box, int, int], tuple[float, float]], keep_inside: bool) -> Any:
        def place(page: dict[str, Any], sizes: list[list[int]]) -> list[Box | None]:
            out: list[Box | None] = []
            for box, (w, h) in zip(page["elements"], sizes, strict=False):
                x, y = map(round, at(box, w, h))
                if keep_inside:
                    x = min(max(x, 0), page["width"] - w)
                    y = min(max(y, 0), page["height"] - h)
                out.append((x, y, w, h))
            return out

        return place

    def browser_use(b: Box, w: int, h: int) -> tuple[float, float]:
        small = b[2] < 60 or b[3] < 30
        return b[0] + (b[2] - w) / 2, max(b[1] - h - 5, 0) if small else b[1] + 2

    rules = {
        "browser-use": rule(browser_use, True),
        "agent-browser": rule(lambda b, w, h: (b[0], b[1] - h if b[1] >= h else b[1]), True),
        "BrowserGym": rule(lambda b, w, h: (b[0], b[1] - h / 2 + 4), False),
        "autogen": rule(lambda b, w, h: (b[0] + b[2], b[1] - h), True),
        "inside corner": rule(lambda b, w, h: (b[0], b[1]), True),
    }
    sizes = [[_size(badge) for badge in badges] for badges in ours]
    found = {
        name: [place(page, size) for page, size in zip(pages, sizes, strict=True)]
        for name, place in rules.items()
    }
    cases = [
        {
            "width": page["width"],
            "height": page["height"],
            "elements": page["elements"],
            "sizes": size,
            "repeat": 1,
        }
        for page, size in zip(pages, sizes, strict=True)
    ]
    smart = ask("supervision", "supervision_placement.py", cases)
    found["supervision smart"] = [[tuple(box) for box in reply["labels"]] for reply in smart]
    return found


def _quality(
    pages: list[dict[str, Any]],
    ours: list[list[Box | None]],
    others: dict[str, list[list[Box | None]]],
) -> list[Row]:
    inks = [_text_ink(page) for page in pages]

    def total(badges: list[list[Box | None]]) -> dict[str, int]:
        counts = [_count(p, i, b) for p, i, b in zip(pages, inks, badges, strict=True)]
        return {key: sum(count[key] for count in counts) for key in counts[0]}

    us, them = total(ours), {name: total(badges) for name, badges in others.items()}
    best = min(them, key=lambda name: them[name]["text"])
    shop = next(n for n, page in enumerate(pages) if page["name"] == "shop")
    on_shop = {n: _count(pages[shop], inks[shop], b[shop]) for n, b in others.items()}
    hidden = _count(pages[shop], inks[shop], ours[shop])["hidden"]
    ratio = us["text"] / max(them[best]["text"], 1)
    rows: list[Row] = [
        {
            "name": f"text ink under badges, {len(pages)} pages (best rule: {best})",
            "value": us["text"],
            "unit": "px",
            "baseline": them[best]["text"],
            "ratio": ratio,
            "target": 0.5,
            "ok": ratio <= 0.5,
        },
        {
            "name": "badges hiding > 25 % of another element, shop, 100 marks",
            "value": hidden,
            "unit": "",
            "baseline": min(count["hidden"] for count in on_shop.values()),
            "target": 0,
            "ok": hidden == 0,
        },
    ]
    for key, what, target in (
        ("pairs", "badges on badges", 0),
        ("outside", "badges outside", 0),
        ("hidden", "badges hiding > 25 % of another element, all pages", None),
        ("own", "badges hiding > 25 % of their own element", None),
        ("ambiguous", "badges as near to another element", None),
    ):
        least = min(them.values(), key=lambda count: count[key])[key]
        ok = None if target is None else us[key] == target
        rows.append(
            {
                "name": f"{what} (least of the rules)",
                "value": us[key],
                "unit": "",
                "baseline": least,
                "target": target,
                "ok": ok,
            }
        )
    rows.extend(
        {"name": f"text ink under badges: {name}", "value": count["text"], "unit": "px"}
        for name, count in sorted(them.items(), key=lambda item: item[1]["text"])
    )
    return rows


def _text_ink(page: dict[str, Any]) -> Any:
    luma = np.asarray(Image.open(LAYOUTS / f"{page['name']}.jpg").convert("L"), dtype=int)
    edges = np.zeros(luma.shape, dtype=int)
    edges[:, :-1] += abs(np.diff(luma, axis=1))
    edges[:-1] += abs(np.diff(luma, axis=0))
    text = np.zeros(luma.shape, dtype=bool)
    for x, y, w, h in page["text"]:
        text[max(y, 0) : max(y + h, 0), max(x, 0) : max(x + w, 0)] = True
    return text & (edges > 40)


def _count(page: dict[str, Any], ink: Any, badges: list[Box | None]) -> dict[str, int]:
    count = dict.fromkeys(("text", "pairs", "outside", "hidden", "own", "ambiguous"), 0)
    elements = page["elements"]
    for i, badge in enumerate(badges):
        if badge is None:
            continue
        x, y, w, h = badge
        own = elements[i]
        count["text"] += int(ink[max(y, 0) : max(y + h, 0), max(x, 0) : max(x + w, 0)].sum())
        inside = x >= 0 and y >= 0 and x + w <= page["width"] and y + h <= page["height"]
        count["outside"] += not inside
        count["pairs"] += sum(_common(badge, b) > 0 for b in badges[:i] if b is not None)
        count["own"] += _common(badge, own) > 0.25 * own[2] * own[3]
        rivals = [e for k, e in enumerate(elements) if k != i and not _holds(e, own)]
        count["hidden"] += any(_common(badge, e) > 0.25 * e[2] * e[3] for e in rivals)
        near = _distance2(badge, own)
        count["ambiguous"] += any(_distance2(badge, e) <= near for e in rivals)
    return count


def _common(a: Any, b: Any) -> int:
    w = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    h = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return max(w, 0) * max(h, 0)


def _holds(outer: Any, inner: Any) -> bool:
    return _common(outer, inner) == inner[2] * inner[3]


def _distance2(a: Any, b: Any) -> int:
    dx = max(b[0] - a[0] - a[2], a[0] - b[0] - b[2], 0)
    dy = max(b[1] - a[1] - a[3], a[1] - b[1] - b[3], 0)
    return dx * dx + dy * dy
