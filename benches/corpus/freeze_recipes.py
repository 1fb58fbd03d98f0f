"""Freeze the screens of the recipes, and compare the live and the frozen pages.

    python benches/corpus/freeze_recipes.py [--folder FOLDER] [--again] [NAME ...]

The application of each screen is installed and started as described in `applications.py`. The page
is observed, frozen, replayed and observed again. The results are saved in FOLDER.json.
"""

# ruff: noqa: ASYNC240 (nothing else runs in this loop)
from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "python")]

import applications  # noqa: E402
from freeze import freeze  # noqa: E402
from judge import look  # noqa: E402
from licences import is_free, packages_of  # noqa: E402
from replay import shelf, show  # noqa: E402
from stage import browser, tab  # noqa: E402

import viewmark  # noqa: E402

if TYPE_CHECKING:
    from stage import Stage

NEAR = 2
"""Maximum difference between two boxes in CSS px."""


async def marks(endpoint: str, stage: Stage) -> list[tuple[tuple[float, ...], str, str]]:
    """Return box, role and name of all marks of the second observation, which is complete."""
    async with viewmark.attach(endpoint) as chrome:
        page = await chrome.page(tab_id=stage.target)
        await look(page, max_annotations=500)
        seen = await look(page, max_annotations=500)
    elements = [each.element for each in seen.annotations]
    return [((b.x, b.y, b.width, b.height), e.role, e.name) for e in elements for b in [e.bounds]]


def differences(live: list[Any], frozen: list[Any]) -> list[str]:
    """Return the marks of one side without an equal on the other (box within 2 px, role, name)."""
    left, missing = [*frozen], []
    for one in live:
        like = [
            other for other in left
            if one[1:] == other[1:]
            and all(abs(a - b) <= NEAR for a, b in zip(one[0], other[0], strict=True))
        ]  # fmt: skip
        if like:
            left.remove(like[0])
        else:
            missing.append(one)
    said = [("live", each) for each in missing] + [("frozen", each) for each in left]
    return [f"{w}: {role} {name!r} {tuple(map(round, box))}" for w, (box, role, name) in said]


async def make(name: str, folder: Path) -> dict[str, Any]:
    """Freeze a screen and compare."""
    screen = applications.SCREENS[name]
    started = time.monotonic()
    applications.install(screen.application)
    installed = time.monotonic()
    with applications.served(screen.application) as url:
        async with browser() as endpoint, tab(endpoint) as stage:
            await applications.reach(stage, name, url)
            live = await marks(endpoint, stage)
            packages = packages_of(screen.application)
            meta = {"screen": name, "application": screen.application, "packages": packages}
            path = await freeze(stage, folder, meta)
    with shelf(folder) as opened:
        async with browser() as endpoint, tab(endpoint) as stage:
            await show(stage, opened, name)
            frozen = await marks(endpoint, stage)
    differ = differences(live, frozen)
    most = max(len(live), len(frozen), 1)
    alike = most - max(sum(each.startswith(w) for each in differ) for w in ("live", "frozen"))
    return {
        "application": screen.application,
        "packages": packages,
        "is_free": is_free(packages),
        "agreement": round(alike / most, 4),
        "marks": len(live),
        "frozen": len(frozen),
        "bytes": path.stat().st_size,
        "differ": differ[:12],
        "seconds": [round(installed - started), round(time.monotonic() - installed)],
    }


async def main(names: list[str], folder: Path, *, again: bool) -> None:
    """Freeze one screen after another; existing ones are skipped."""
    table = folder.parent / f"{folder.name}.json"
    folder.mkdir(parents=True, exist_ok=True)
    known = json.loads(table.read_text()) if table.exists() else {}
    for name in names:
        if "agreement" in known.get(name, {}) and not again:
            continue
        try:
            async with asyncio.timeout(240):
                known[name] = await make(name, folder)
        except Exception as error:  # continue with the next application
            known.setdefault(name, {})["failed"] = f"{type(error).__name__}: {error}"[:300]
        table.write_text(json.dumps(known, indent=1, ensure_ascii=False) + "\n")
        said = {k: v for k, v in known[name].items() if k not in ("differ", "packages")}
        print(name, json.dumps(said), flush=True)
        for line in known[name].get("differ", ()):
            print("   ", line, flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument(
        "--folder", type=Path, default=HERE.parents[1] / ".cache" / "corpus" / "open"
    )
    parser.add_argument("--again", action="store_true", help="those that are there already too")
    args = parser.parse_args()
    asyncio.run(main(args.names or list(applications.SCREENS), args.folder, again=args.again))
