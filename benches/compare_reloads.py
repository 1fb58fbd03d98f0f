"""Reload unchanged pages at another time or scale, on a slow machine, or with other fonts.

    python benches/compare_reloads.py FILE [--each N] [--screens NAME ...] [--seconds N]
    python benches/compare_reloads.py FILE --again
    python benches/compare_reloads.py FILE --sum

Appends one JSON row per reload to FILE and skips screens that are already in it. The correct result
is an empty report. Recorded screens have the same bytes every time. The reports on live
applications are printed, because some really show another time or name. The checkpoints are saved
in a folder beside FILE with the same stem; `--again` compares them again, so that all rows use the
same rules.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "apps"), str(HERE.parent / "tests" / "comparison")]

from compare_plants import open_screen  # noqa: E402
from support.plant_screens import (  # noqa: E402
    LIVE,
    OWN,
    RECORDED,
    Place,
    measure_screens,
    rows_in,
    tab_without_alerts,
    table_of,
)

import viewmark  # noqa: E402
from viewmark.comparison.compare import compare_checkpoints  # noqa: E402
from viewmark.comparison.rules import IgnoreRules  # noqa: E402
from viewmark.comparison.saved import load_checkpoint, save_checkpoint  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from viewmark.api.page import Page
    from viewmark.comparison.checkpoint import Checkpoint

HOURS = (3, 9, 14, 20)
"""Hours of the reloads, on the same day, because on another day calendars really differ."""
SCALES = (1.25, 1.5, 2.0, 3.0)
SLOWER = (2, 4, 6, 8)
FAMILIES = (
    ("DejaVu Sans", "DejaVu Serif", "Liberation Mono"),
    ("Liberation Sans Narrow", "DejaVu Serif", "DejaVu Sans Mono"),
    ("DejaVu Serif", "DejaVu Sans", "Liberation Mono"),
    ("Liberation Serif", "Liberation Serif", "DejaVu Sans Mono"),
)
"""Font families of a machine for sans-serif, serif and monospace."""
_NAMED = (
    ("sans-serif", "Arial", "Helvetica", "Roboto", "Segoe UI", "Inter", "Noto Sans", "system-ui",
     "Liberation Sans", "DejaVu Sans", "Verdana", "Source Sans Pro"),
    ("serif", "Times New Roman", "Times", "Georgia", "Liberation Serif"),
    ("monospace", "Courier New", "Menlo", "Consolas", "Monaco", "DejaVu Sans Mono"),
)  # fmt: skip
_CLOCK = (HERE / "support" / "other_clock.js").read_text()


@contextlib.contextmanager
def fonts(families: tuple[str, str, str]) -> Iterator[None]:
    """Make browsers that start in the block use these font families, as on another machine."""
    rules = "".join(
        f'<match target="pattern"><test qual="any" name="family"><string>{name}</string></test>'
        f'<edit name="family" mode="assign" binding="strong"><string>{family}</string></edit>'
        "</match>"
        for family, names in zip(families, _NAMED, strict=True)
        for name in names
    )
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "fonts.conf")
        file.write_text(
            f'<?xml version="1.0"?><fontconfig><dir>/usr/share/fonts</dir>'
            f"<cachedir>{folder}/cache</cachedir>{rules}</fontconfig>"
        )
        os.environ["FONTCONFIG_FILE"] = str(file)
        try:
            yield
        finally:
            del os.environ["FONTCONFIG_FILE"]


IGNORED = {
    "supervisor": IgnoreRules(words=(r"pid \d+, uptime [\d:]+",)),
    "copyparty-files": IgnoreRules(words=(r"[\d.]+ GiB free",)),
}
"""Content that really differs at each visit, such as run times and free disk space."""


def row_of(
    name: str, kind: str, value: Any, before: Checkpoint, after: Checkpoint
) -> dict[str, Any]:
    found = compare_checkpoints(before, after, ignore=IGNORED.get(name))
    return {
        "screen": name,
        "kind": kind,
        "value": value,
        "told": [change.sentence for change in found.changes],
        "notes": list(found.notes),
        "elements": found.matched,
    }


async def look(page: Page, place: Place) -> Checkpoint:
    await open_screen(page, place.name, place.url)
    return await page.checkpoint()


def keep(
    folder: Path, name: str, before: Checkpoint, looks: list[tuple[str, Any, Checkpoint]]
) -> None:
    """Save the compared checkpoints."""
    folder.mkdir(parents=True, exist_ok=True)
    save_checkpoint(before, folder / f"{name}.png")
    for kind, value, after in looks:
        save_checkpoint(after, folder / f"{name} {kind} {value}.png")


async def reload_screen(
    place: Place, size: tuple[int, int], each: int, folder: Path
) -> list[dict[str, Any]]:
    looks: list[tuple[str, Any, Checkpoint]] = []
    async with viewmark.launch(viewport=size) as browser:
        page = await tab_without_alerts(browser)
        await look(page, place)  # pages may store data at the first visit
        before = await look(page, place)
        clock = time.localtime()
        now = clock.tm_hour + clock.tm_min / 60
        send = page.browser_page.session.send
        for hours in HOURS[:each]:
            source = _CLOCK.replace("SHIFT", str(int((hours - now) * 3_600_000)))
            answer = await send("Page.addScriptToEvaluateOnNewDocument", {"source": source})
            looks.append(("time", hours, await look(page, place)))
            await send("Page.removeScriptToEvaluateOnNewDocument", answer)
        for rate in SLOWER[:each]:
            await send("Emulation.setCPUThrottlingRate", {"rate": rate})
            looks.append(("load", rate, await look(page, place)))
        await send("Emulation.setCPUThrottlingRate", {"rate": 1})
        for scale in SCALES[:each]:
            await page.set_viewport(width=size[0], height=size[1], device_scale_factor=scale)
            looks.append(("scale", scale, await look(page, place)))
    for families in FAMILIES[:each]:
        with fonts(families):
            async with viewmark.launch(viewport=size) as browser:
                page = await tab_without_alerts(browser)
                await look(page, place)
                looks.append(("fonts", families[0], await look(page, place)))
    keep(folder, place.name, before, looks)
    return [row_of(place.name, kind, value, before, after) for kind, value, after in looks]


async def reload_all(path: Path, names: list[str], each: int, seconds: float) -> None:
    async def measure(place: Place, size: tuple[int, int]) -> list[dict[str, Any]]:
        return await reload_screen(place, size, each, path.with_suffix(""))

    await measure_screens(path, names, seconds, measure, is_silent)


def compare_again(path: Path, names: list[str]) -> None:
    """Rewrite FILE from the saved checkpoints."""
    folder = path.with_suffix("")
    rows = rows_in(path)
    for name in dict.fromkeys(row["screen"] for row in rows if row["screen"] in names):
        before = load_checkpoint(folder / f"{name}.png")
        for row in rows:
            if row["screen"] == name:
                after = load_checkpoint(folder / f"{name} {row['kind']} {row['value']}.png")
                row.update(row_of(name, row["kind"], row["value"], before, after))
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


def is_silent(row: dict[str, Any]) -> bool:
    return not row["told"]


COLUMNS: dict[str, Callable[[list[dict[str, Any]]], object]] = {
    "silent": lambda mine: f"{sum(map(is_silent, mine))} of {len(mine)}",
    "told": lambda mine: sum(len(row["told"]) for row in mine),
    "with a note": lambda mine: sum(bool(row["notes"]) for row in mine),
}


def summary(path: Path) -> str:
    rows = rows_in(path)
    live = {True: "live", False: "recorded"}
    kinds = sorted(rows, key=lambda row: (row["kind"], row["screen"] in LIVE))
    lines = [
        table_of(kinds, lambda row: f"{row['kind']}, {live[row['screen'] in LIVE]}", COLUMNS),
        table_of(sorted(rows, key=lambda row: row["screen"]), lambda row: row["screen"], COLUMNS),
    ]
    said: dict[tuple[str, str], list[str]] = defaultdict(list)
    for row in rows:
        if row["told"]:
            said[row["screen"], row["kind"]] += row["told"]
    for (screen, kind), told in said.items():
        lines.append(f"{screen} {kind}: {len(told)} told")
        lines += [f"      {sentence}" for sentence in list(dict.fromkeys(told))[:5]]
    return "\n".join(lines)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--each", type=int, default=4, help="reloads of a screen of each kind")
    parser.add_argument("--screens", nargs="*", default=[*OWN, *RECORDED, *LIVE])
    parser.add_argument("--seconds", type=float, default=330)
    parser.add_argument("--again", action="store_true", help="compare what is kept")
    parser.add_argument("--sum", action="store_true", help="only sum up")
    args = parser.parse_args()
    if args.again:
        compare_again(args.file, args.screens)
    elif not args.sum:
        asyncio.run(reload_all(args.file, args.screens, args.each, args.seconds))
    print(summary(args.file))
