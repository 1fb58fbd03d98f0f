"""Make one change at a time to pages of the repository and check that it is reported.

As a program it makes many changes and counts the results by kind:
`python tests/comparison/planting.py --each 4`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import viewmark
from viewmark.api.page import Page
from viewmark.comparison.checkpoint import Checkpoint, Entry
from viewmark.comparison.compare import compare_checkpoints
from viewmark.comparison.model import PageChange, PageComparison

ROOT = Path(__file__).parents[2]
PAGES = (
    *sorted((ROOT / "benches" / "pages").glob("*.html")),
    *(
        ROOT / "tests" / "pages" / f"{name}.html"
        for name in (
            "labels",
            "overlaps",
            "shadow",
            "widgets",
            "items",
            "native",
            "patterns",
            "rtl",
        )
    ),
)
EXPECTED: dict[str, tuple[str, ...]] = {
    "text": ("text", "name", "value"),
    "color": ("color",),
    "background": ("background",),
    "font": ("font",),
    "size": ("size",),
    "place": ("place",),
    "state": ("state", "value"),
    "gone": ("gone",),
    "new": ("new",),
    "covered": ("covered",),
    "order": ("order",),
    "image": ("pixels",),
}
_PLANT = Path(__file__).with_name("plant.js").read_text()


def script(body: str, **given: Any) -> str:
    return f"(async () => {{ const arguments_ = {json.dumps(given)};\n{body} }})()"


@dataclass(frozen=True)
class Planted:
    """One change that was made, and the comparison that should report it."""

    page: str
    kind: str
    selector: str
    is_found: bool
    comparison: PageComparison

    def lines(self) -> str:
        mark = "" if self.is_found else "MISSED "
        return f"{mark}{self.page} {self.kind} on {self.selector}\n{self.comparison.lines()}"


async def plant(
    page: Page, url: str, before: Checkpoint, target: Entry, kind: str
) -> Planted | None:
    """Make a change of one kind to an element; return None if that is not possible."""
    await page.goto(url)
    selector = target.element.selector
    if not (await page.evaluate(script(_PLANT, path=target.path, kind=kind))).value:
        return None
    after = await page.checkpoint()
    comparison = compare_checkpoints(before, after)
    found = any(is_right(change, kind, target) for change in comparison.changes)
    return Planted(Path(url).name, kind, selector, found, comparison)


def is_right(change: PageChange, kind: str, target: Entry) -> bool:
    """Return whether a reported change is the one that was made, on the element or its content."""
    if change.kind not in EXPECTED[kind]:
        return False
    if kind == "new":
        return change.new is not None and "Planted here" in (
            change.new.words,
            change.new.element.name,
        )
    if kind == "order":
        # If two elements were swapped, either of the two may be reported as moved.
        return change.old is not None and change.old.path.startswith(_list(target) + "/")
    entries = [e for e in (change.old, change.new) if e is not None]
    return any(
        e.path == target.path
        or e.path.startswith(target.path + "/")
        or (kind != "gone" and target.path.startswith(e.path + "/"))
        for e in entries
    )


def _list(entry: Entry) -> str:
    return entry.path.rpartition("/")[0]


def candidates(before: Checkpoint, kind: str) -> list[Entry]:
    """Return the elements of the main document that allow a visible change of this kind."""
    found = []
    seen = {step for entry in before.entries for step in _steps(entry.path)}
    for entry in before.entries:
        element = entry.element
        if element.frame is not None or not entry.path:
            continue
        if element.visible_ratio < 0.999 or element.occluded:
            continue
        if kind in ("text", "color", "font") and not entry.words:
            continue
        if kind == "image" and element.tag not in ("img", "svg", "canvas"):
            continue
        if kind in ("gone", "new", "order") and element.tag in ("td", "th", "tr", "option"):
            continue
        if kind == "order" and _next(entry.path) not in seen:
            continue
        found.append(entry)
    return found


def _steps(path: str) -> list[str]:
    """Return a path and the paths of all its ancestors."""
    parts = path.split("/")
    return ["/".join(parts[:n]) for n in range(1, len(parts) + 1)]


def _next(path: str) -> str:
    """Return the path of the next sibling with the same tag."""
    head, _, index = path.rpartition("[")
    return f"{head}[{int(index[:-1]) + 1}]"


async def plant_many(
    page: Page, pages: Sequence[Path], each: int, seed: int, kinds: Sequence[str]
) -> list[Planted]:
    """Make `each` changes of every kind on every page, at random elements chosen by a seed."""
    chosen = random.Random(seed)
    done = []
    for path in pages:
        url = path.as_uri()
        await page.goto(url)
        before = await page.checkpoint()
        for kind in kinds:
            fitting = candidates(before, kind)
            chosen.shuffle(fitting)
            count = 0
            for target in fitting[: 4 * each]:
                planted = await plant(page, url, before, target, kind)
                if planted is not None:
                    done.append(planted)
                    count += 1
                if count == each:
                    break
    return done


async def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--each", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--more", action="store_true", help="show what else was told")
    parser.add_argument("--kinds", default="")
    parser.add_argument("pages", nargs="*", type=Path)
    options = parser.parse_args()
    async with viewmark.launch() as browser:
        page = await browser.page()
        pages = [p.resolve() for p in options.pages] or PAGES
        kinds = options.kinds.split() or list(EXPECTED)
        done = await plant_many(page, pages, options.each, options.seed, kinds)
    total, right, more = Counter(), Counter(), Counter()
    for one in done:
        total[one.kind] += 1
        right[one.kind] += one.is_found
        more[one.kind] += len(one.comparison.changes) - one.is_found
        if not one.is_found or (options.more and len(one.comparison.changes) > 1):
            sys.stdout.write(one.lines() + "\n\n")
    for kind in total:
        sys.stdout.write(f"{kind:12} {right[kind]:4} of {total[kind]:4}, {more[kind]} more told\n")
    share = sum(right.values()) / max(1, sum(total.values()))
    sys.stdout.write(
        f"all          {sum(right.values()):4} of {sum(total.values()):4} ({share:.1%})\n"
    )


if __name__ == "__main__":
    asyncio.run(main())
