"""Compare viewmark's marks on the screens of `applications.py` with the lists.

    python benches/corpus/measure_applications.py [--pictures FOLDER] [NAME ...]

A listed item counts as found if it has a mark of its own, or if it is a cell of a grid that has one
mark and names its cells by row and column (their number is printed). Marks inside an area that must
have none are wrong, and so are second marks of one item. Other marks are listed as extra; whether
they do something must be judged by eye.
"""

# ruff: noqa: ASYNC240 (nothing else runs in this loop)
from __future__ import annotations

import argparse
import asyncio
import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "python")]

import applications  # noqa: E402
from judge import Verdict, cells_in_grids, judge, line_of, look  # noqa: E402
from stage import browser, tab  # noqa: E402

import viewmark  # noqa: E402

LISTS = HERE / "lists"


async def measure(names: list[str], pictures: Path | None) -> dict[str, dict[str, Verdict]]:
    found: dict[str, dict[str, Verdict]] = {}
    for application in applications.APPLICATIONS:
        mine = [n for n in names if applications.SCREENS[n].application == application]
        if not mine:
            continue
        with applications.served(application) as url:
            for name in mine:
                path = LISTS / f"{name}.json"
                # The twelfth set is only used for its lines: nothing is listed, so all marks are
                # extra.
                listed = json.loads(path.read_text()) if path.exists() else {"items": []}
                async with browser() as endpoint, tab(endpoint) as stage:
                    await applications.reach(stage, name, url)
                    async with viewmark.attach(endpoint) as chrome:
                        page = await chrome.page(tab_id=stage.target)
                        for how, options in (
                            ("delivered", {}),
                            ("lifted", {"max_annotations": 500}),
                        ):
                            seen = await look(page, **options)
                            marks = [line_of(one) for one in seen.annotations]
                            cells = await cells_in_grids(listed, seen, stage)
                            verdict = judge(listed, marks, cells)
                            found.setdefault(name, {})[how] = verdict
                            if pictures:
                                pictures.mkdir(parents=True, exist_ok=True)
                                seen.save(pictures / f"{name}.{how}.jpg")
                one, two = found[name]["delivered"], found[name]["lifted"]
                print(
                    f"{name:24} must {one.must:4}  found {one.found:4} / {two.found:4}"
                    f" ({two.in_grids} in grids)"
                    f"  marks {one.marks:4} / {two.marks:4}  extra {len(two.extra):3}"
                    f"  wrong {len(two.wrong):3}",
                    flush=True,
                )
                for kind in ("missed", "wrong", "extra"):
                    for line in getattr(two, kind):
                        print(f"    {kind:7}{line}")
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--pictures", type=Path)
    args = parser.parse_args()
    asyncio.run(measure(args.names or list(applications.SCREENS), args.pictures))
