"""Changes planted one at a time on 45 screens and 20 live applications, and what is told of them.

    python benches/compare_plants.py FILE [--seed N] [--rounds N] [--screens NAME ...]
    python benches/compare_plants.py FILE --sum

Appends one row of JSON for each plant to FILE and leaves out the screens that are in it, so that a
run may be made in parts (`--seconds`). A plant is right if the element and the property are among
what is told, and nothing told is false by the page itself (`support/plant_truth.js`). What is told
besides and is true is counted too.
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
sys.path[:0] = [str(HERE), str(HERE.parent / "tests" / "comparison")]

from planting import candidates, is_right, script  # noqa: E402
from support.plant_screens import (  # noqa: E402
    LIVE,
    OWN,
    RECORDED,
    Place,
    is_ready,
    measure_screens,
    rows_in,
    tab_without_alerts,
)

import viewmark  # noqa: E402
from viewmark.comparison.compare import compare_checkpoints  # noqa: E402

if TYPE_CHECKING:
    from viewmark.api.page import Page
    from viewmark.comparison.checkpoint import Checkpoint, Entry
    from viewmark.comparison.model import PageComparison

KINDS = {
    "text": 100, "color": 50, "background": 50, "size": 100, "place": 100, "state": 100,
    "gone": 100, "new": 100, "covered": 100, "order": 100, "image": 100,
}  # fmt: skip
"""How many of each: colour is that of words or of the ground."""
MORE = {"order": 4, "image": 4, "state": 3}
"""Those that few screens have are planted more often where they can be."""
_TRUTH = (HERE / "support" / "plant_truth.js").read_text()
_PLANT = (HERE.parent / "tests" / "comparison" / "plant.js").read_text()


async def run(page: Page, body: str, **given: Any) -> Any:
    return (await page.evaluate(script(body, **given), world="isolated")).value


async def open_screen(page: Page, name: str, url: str) -> None:
    await page.goto(url)
    for _ in range(100):
        if await run(page, f"return !!({is_ready(name)})"):
            break
        await asyncio.sleep(0.2)
    await asyncio.sleep(0.6)
    await run(page, _TRUTH)


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


async def plant(
    page: Page, before: Checkpoint, target: Entry, kind: str
) -> tuple[dict[str, Any], Checkpoint] | None:
    """Plant one change and judge what is told; None where it cannot be, or shows nothing."""
    await run(page, "plantTruth.remember()")
    at = "globalThis.plantTarget = plantTruth.at(arguments_.path);"
    body = f"{at} if (!globalThis.plantTarget) return false;\n{_PLANT}"
    if not await run(page, body, path=target.path, kind=kind):
        return None
    after = await page.checkpoint()
    if after.picture == before.picture and kind not in ("state",):
        return None
    found = compare_checkpoints(before, after)
    told = told_of(found)
    verdicts = await run(page, "return plantTruth.judge(arguments_.told)", told=told)
    is_found, false, also = False, [], []
    for change, each, verdict in zip(found.changes, told, verdicts, strict=True):
        if is_right(change, kind, target):
            is_found = True
        elif verdict is True:
            also.append(each["sentence"])
        else:
            false.append(each["sentence"])
    if kind == "covered":
        await run(page, "document.getElementById('planted-cover')?.remove()")
    row = {
        "kind": kind,
        "target": f"{target.element.role or target.element.tag} {target.words[:40]!r}",
        "path": target.path,
        "found": is_found,
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

    await measure_screens(
        path, names, seconds, measure, lambda row: row["found"] and not row["false"]
    )


def summary(path: Path) -> str:
    rows = rows_in(path)
    lines = []
    for kind in KINDS:
        mine = [row for row in rows if row["kind"] == kind]
        right = sum(row["found"] and not row["false"] for row in mine)
        found = sum(row["found"] for row in mine)
        also, false = (sum(len(row[key]) for row in mine) for key in ("also", "false"))
        lines.append(
            f"{kind:11} right {right:4} of {len(mine):4}; found {found:4}; told besides: "
            f"{also} true, {false} false"
        )
    right = sum(row["found"] and not row["false"] for row in rows)
    live = {row["screen"] for row in rows if row["screen"] in LIVE}
    screens = {row["screen"] for row in rows}
    lines.append(f"all {right} of {len(rows)}: {right / max(1, len(rows)):.2%}")
    lines.append(
        f"{len(screens) - len(live)} screens, {len(live)} live applications; longest sentence "
        f"{max((row['longest'] for row in rows), default=0)} characters"
    )
    for row in sorted(rows, key=lambda row: list(KINDS).index(row["kind"])):
        if not row["found"] or row["false"]:
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
