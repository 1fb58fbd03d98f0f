"""The complete measurement of a later sealed set (or of other screens), with one command.

    python benches/corpus/measure_second.py FOLDER [NAME ...] [--set 3] [--presses 4] [--fresh]

Prints what is found, missed, extra and wrong, with and without the mark limit, and the clicks.
FOLDER gets `report.json`, the observations, `lines.txt`, and sheets of everything that must be
judged by eye: each mark that belongs to no listed item, and each loose match, cut out of the
unmarked screenshot.
"""

# ruff: noqa: ASYNC240 (nothing else runs in this loop)
from __future__ import annotations

import argparse
import asyncio
import dataclasses
import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "python")]

import applications  # noqa: E402
import measure_applications  # noqa: E402
import measure_presses  # noqa: E402
from PIL import Image, ImageDraw  # noqa: E402

if TYPE_CHECKING:
    from measure_applications import Verdict

TILE, TEXT, ACROSS, DOWN = (300, 170), 46, 4, 4
BOX = re.compile(r"at \((-?\d+), (-?\d+), (\d+), (\d+)\)")


def _cut(picture: Image.Image, line: str, scale: float) -> Image.Image:
    """Return the surroundings of the mark of a line, with its box outlined and its text below."""
    x, y, w, h = (int(v) for v in BOX.findall(line)[-1])
    tile = Image.new("RGB", (TILE[0], TILE[1] + TEXT), "white")
    # Include a margin at least as large as the tile, which shows what the element is a part of.
    width = max(TILE[0] * 0.9, w * 1.3)
    height = max(width * TILE[1] / TILE[0], h * 1.3)
    width = height * TILE[0] / TILE[1]
    left, top = x + w / 2 - width / 2, y + h / 2 - height / 2
    box = [round(v * scale) for v in (left, top, left + width, top + height)]
    part = picture.crop(tuple(box)).resize(TILE)
    zoom = TILE[0] / width
    corners = [(x - left) * zoom, (y - top) * zoom, (x + w - left) * zoom, (y + h - top) * zoom]
    draw = ImageDraw.Draw(part)
    draw.rectangle(corners, outline="red", width=2)
    tile.paste(part, (0, 0))
    words = line.encode("ascii", "replace").decode()
    for n in range(3):
        ImageDraw.Draw(tile).text((2, TILE[1] + 1 + 14 * n), words[48 * n : 48 * n + 48], "black")
    return tile


def sheets(folder: Path, name: str, verdicts: dict[str, Verdict]) -> None:
    """Save sheets of everything to be judged by eye in both observations, with each mark once."""
    picture = Image.open(folder / f"{name}.clean.png").convert("RGB")
    lines: dict[tuple[str, ...], str] = {}
    for how, verdict in verdicts.items():
        for kind in ("extra", "wrong", "loose"):
            for line in getattr(verdict, kind):
                place = BOX.findall(line)[-1]
                lines.setdefault(place, f"{kind} {how} {line}")
    tiles = [_cut(picture, each, applications.SCREENS[name].scale) for each in lines.values()]
    for at in range(0, len(tiles), ACROSS * DOWN):
        some = tiles[at : at + ACROSS * DOWN]
        down = -(-len(some) // ACROSS)
        sheet = Image.new("RGB", (ACROSS * (TILE[0] + 8), down * (TILE[1] + TEXT + 8)), "gray")
        for n, tile in enumerate(some):
            row, column = divmod(n, ACROSS)
            sheet.paste(tile, (column * (TILE[0] + 8), row * (TILE[1] + TEXT + 8)))
        sheet.save(folder / f"{name}.judge{at // (ACROSS * DOWN)}.png")


async def measure(folder: Path, names: list[str], presses: int, lines: int, *, fresh: bool) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    await applications.pictures(folder, names)
    for name in names:
        (folder / f"{name}.png").rename(folder / f"{name}.clean.png")
    found: dict[str, dict[str, Verdict]] = {}
    for name in names:
        # A failing screen must not affect the others.
        try:
            found |= await measure_applications.measure([name], folder)
        except Exception as error:
            print(f"{name}: NOT MEASURED, {type(error).__name__}: {error}", flush=True)
            continue
        one, two = found[name]["delivered"], found[name]["lifted"]
        for line in sorted(set(one.missed) - set(two.missed)):
            print(f"    missed as delivered {line}")
        for line in one.loose:
            print(f"    loose  {line}")
        sheets(folder, name, found[name])
    (folder / "report.json").write_text(
        json.dumps(
            {
                name: {how: dataclasses.asdict(verdict) for how, verdict in both.items()}
                for name, both in found.items()
            },
            indent=1,
        )
    )
    for how in ("delivered", "lifted"):
        all_of = [both[how] for both in found.values()]
        must, hit = sum(v.must for v in all_of), sum(v.found for v in all_of)
        marks = sum(v.marks for v in all_of)
        judge = sum(len(v.extra) + len(v.wrong) for v in all_of)
        print(f"{how}: {hit} of {must} found, {marks} marks, {judge} to judge by eye")
    await measure_presses.measure(names, presses, folder / "lines.txt", lines, fresh=fresh)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--set", type=int, choices=range(2, 23), default=2)
    parser.add_argument("--presses", type=int, default=4)
    parser.add_argument("--lines", type=int, default=100)
    parser.add_argument("--fresh", action="store_true", help="a new load for each press")
    args = parser.parse_args()
    of_set = [name for name, each in applications.SCREENS.items() if each.set == args.set]
    chosen = args.names or of_set
    asyncio.run(measure(args.folder, chosen, args.presses, args.lines, fresh=args.fresh))
