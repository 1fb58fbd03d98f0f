"""Make one change at a time on screens and live applications, and check what is reported.

    python benches/compare_plants.py FILE [--seed N] [--rounds N] [--screens NAME ...]
    python benches/compare_plants.py FILE --sum

Appends one JSON row per change to FILE and skips screens that are already in it, so that a run can
be split (`--seconds`). A change is right if its element and property are reported and nothing that
is reported is false according to the page itself (`support/plant_truth.js`). True additional
reports are counted as well.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "apps"), str(HERE.parent / "tests" / "comparison")]

from planting import candidates, is_right, script  # noqa: E402
from support import plant_kits  # noqa: E402
from support.plant_screens import (  # noqa: E402
    FIFTH,
    LIVE,
    OWN,
    RECORDED,
    Place,
    is_ready,
    measure_screens,
    rows_in,
    tab_without_alerts,
    table_of,
)

import viewmark  # noqa: E402
from viewmark.comparison.compare import compare_checkpoints  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

    from viewmark.api.page import Page
    from viewmark.comparison.checkpoint import Checkpoint, Entry
    from viewmark.comparison.model import PageChange, PageComparison

KINDS = {
    "text": 110, "color": 80, "background": 80, "size": 110, "place": 110, "state": 100,
    "gone": 110, "new": 110, "covered": 110, "order": 100, "image": 80,
}  # fmt: skip
"""Number of changes by kind, about 1,000 in total; few screens have images."""
MORE = {"order": 4, "image": 4, "state": 3}
"""Number of changes of kinds that few screens allow; they are made more often on these screens."""
_TRUTH = (HERE / "support" / "plant_truth.js").read_text()
_PLANT = (HERE.parent / "tests" / "comparison" / "plant.js").read_text()


async def run(page: Page, body: str, **given: Any) -> Any:
    return (await page.evaluate(script(body, **given), world="isolated")).value


async def open_screen(page: Page, name: str, url: str) -> None:
    await page.goto(url)
    for _ in range(100):
        if await run(page, f"return document.readyState === 'complete' && !!({is_ready(name)})"):
            break
        await asyncio.sleep(0.2)
    else:
        raise TimeoutError(f"{name} has not built itself within 20 s")
    await asyncio.sleep(0.6)
    await run(page, _TRUTH)
    await run(page, "await plantTruth.settle()")


def told_of(found: PageComparison) -> list[dict[str, Any]]:
    return [
        {
            "kind": change.kind,
            "detail": change.detail,
            "old": change.old.path if change.old else "",
            "path": change.new.path if change.new else "",
            "sentence": change.sentence,
        }
        for change in found.changes
    ]


def is_of_group(change: PageChange, kind: str, target: Entry) -> bool:
    """Return whether the target is in a group of cells for which one change is reported.

    An example of such a report is `cell: 10 px taller, 2 more with it`.
    """
    if kind != "size" or change.kind != "size" or change.count < 2 or change.new is None:
        return False
    rows = [path.rpartition("/")[0] for path in (change.new.path, target.path)]
    tables = [row.rpartition("/")[0].rpartition("/tr[")[0] for row in rows]
    return rows[0] == rows[1] or tables[0] == tables[1]


async def plant(
    page: Page, before: Checkpoint, target: Entry, kind: str
) -> tuple[dict[str, Any], Checkpoint] | None:
    """Make one change and judge the report; return None if it is impossible or has no effect."""
    await run(page, "plantTruth.remember()")
    at = "globalThis.plantTarget = plantTruth.at(arguments_.path);"
    body = f"{at} if (!globalThis.plantTarget) return false;\n{_PLANT}"
    if not await run(page, body, path=target.path, kind=kind):
        return None
    await run(page, "await plantTruth.settle()")
    after = await page.checkpoint()
    if after.picture == before.picture and kind not in ("state",):
        return None
    found = compare_checkpoints(before, after)
    told = told_of(found)
    verdicts = await run(page, "return plantTruth.judge(arguments_.told)", told=told)
    is_found, is_grouped, false, also = False, False, [], []
    for change, each, verdict in zip(found.changes, told, verdicts, strict=True):
        if is_right(change, kind, target):
            is_found = True
        elif verdict is True and is_of_group(change, kind, target):
            is_grouped = True
        elif verdict is True:
            also.append(each["sentence"])
        else:
            false.append(each["sentence"])
    if kind == "covered":
        await run(page, "document.getElementById('planted-cover')?.remove()")
        await run(page, "await plantTruth.settle()")
    row = {
        "kind": kind,
        "target": f"{target.element.role or target.element.tag} {target.words[:40]!r}",
        "path": target.path,
        "found": is_found or is_grouped,
        "grouped": is_grouped and not is_found,
        "false": false,
        "also": also,
        "notes": list(found.notes),
        "told": [each["sentence"] for each in told],
        "longest": max((len(each["sentence"]) for each in told), default=0),
    }
    return row, before if kind == "covered" else after


async def screen_rows(
    page: Page, name: str, url: str, seed: int, wanted: Counter[str], rounds: int
) -> list[dict[str, Any]]:
    rows, used = [], set()
    for number in range(rounds):
        chosen = random.Random(f"{seed} {name} {number}")
        kinds = [kind for kind in KINDS for _ in range(MORE.get(kind, 1))]
        chosen.shuffle(kinds)
        kinds.sort(key=lambda kind: kind in ("covered", "gone"))
        await open_screen(page, name, url)
        before = await page.checkpoint()
        for kind in kinds:
            if wanted[kind] <= 0:
                continue
            fitting = candidates(before, kind)
            chosen.shuffle(fitting)
            for target in [each for each in fitting if (each.path, kind) not in used][:8]:
                used.add((target.path, kind))
                try:
                    made = await plant(page, before, target, kind)
                except viewmark.ViewmarkError as error:
                    print(f"{name}: {kind}: {error}", flush=True)
                    await open_screen(page, name, url)
                    made = None
                if made is None:
                    await run(page, "await plantTruth.settle()")
                    before = await page.checkpoint()
                    continue
                row, before = made
                rows.append({"screen": name} | row)
                wanted[kind] -= 1
                break
    return rows


async def plant_all(path: Path, names: list[str], seed: int, rounds: int, seconds: float) -> None:
    wanted = Counter(KINDS)
    wanted.subtract(row["kind"] for row in rows_in(path))

    async def measure(place: Place, size: tuple[int, int]) -> list[dict[str, Any]]:
        async with viewmark.launch(viewport=size) as browser:
            page = await tab_without_alerts(browser)
            return await screen_rows(page, place.name, place.url, seed, wanted, rounds)

    await measure_screens(path, names, seconds, measure, is_clean)


def is_clean(row: dict[str, Any]) -> bool:
    return row["found"] and not row["false"]


COLUMNS: dict[str, Callable[[list[dict[str, Any]]], object]] = {
    "right": lambda mine: f"{sum(map(is_clean, mine))} of {len(mine)}",
    "found": lambda mine: sum(row["found"] for row in mine),
    "in a group": lambda mine: sum(row.get("grouped", False) for row in mine),
    "besides, true": lambda mine: sum(len(row["also"]) for row in mine),
    "false": lambda mine: sum(len(row["false"]) for row in mine),
}


def set_of(screen: str) -> str:
    """Return the name of a screen's set; the second kits were never used for writing rules."""
    kits = {"first kits": plant_kits.FIRST, "second kits": plant_kits.SECOND, "fifth set": FIFTH}
    return next((name for name, those in kits.items() if screen in those), "known")


def summary(path: Path) -> str:
    rows = rows_in(path)
    right = sum(map(is_clean, rows))
    live = {row["screen"] for row in rows if row["screen"] in LIVE}
    screens = {row["screen"] for row in rows}
    by_kind = sorted(rows, key=lambda row: list(KINDS).index(row["kind"]))
    lines = [
        table_of(by_kind, lambda row: row["kind"], COLUMNS),
        table_of(sorted(rows, key=lambda row: row["screen"]), lambda row: row["screen"], COLUMNS),
        table_of(rows, lambda row: set_of(row["screen"]), COLUMNS),
        f"all {right} of {len(rows)}: {right / max(1, len(rows)):.2%}",
        f"{len(screens) - len(live)} screens, {len(live)} live applications; longest sentence "
        f"{max((row['longest'] for row in rows), default=0)} characters",
    ]
    for row in by_kind:
        if not is_clean(row):
            what = "MISSED" if not row["found"] else "FALSE"
            lines.append(f"{what} {row['kind']} {row['screen']}: {row['target']} {row['path']}")
            lines += [f"      {'! ' if s in row['false'] else ''}{s}" for s in row["told"][:6]]
            lines += [f"      note: {note}" for note in row["notes"][:2]]
    return "\n".join(lines)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--seed", type=int, default=30)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--screens", nargs="*", default=[*OWN, *RECORDED, *LIVE])
    parser.add_argument("--seconds", type=float, default=330)
    parser.add_argument("--sum", action="store_true", help="only sum up")
    args = parser.parse_args()
    if not args.sum:
        asyncio.run(plant_all(args.file, args.screens, args.seed, args.rounds, args.seconds))
    print(summary(args.file))
