"""Comparisons of two 1080p checkpoints with 300 elements; also of their images, with other tools.

The rivals (pixelmatch and odiff, pinned in `rivals/pictures`) get the same two files, and each time
is measured from the files to the result. The benchmark runs only by name, because the rivals must
be downloaded.
"""

from __future__ import annotations

import asyncio
import base64
import json
import statistics
import subprocess
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from support import rivals

import viewmark
from viewmark.comparison.compare import compare_checkpoints
from viewmark.imaging.difference import difference

if TYPE_CHECKING:
    from collections.abc import Callable

    from viewmark.comparison.checkpoint import Checkpoint

RUNS = 30
AIM_MS = 15.0
CHANGE = """
document.querySelectorAll('button')[17].style.background = 'pink';
document.querySelectorAll('td')[40].textContent = 'other';
document.querySelectorAll('button')[60].textContent = 'Renamed';
document.querySelectorAll('button')[65].remove();
document.querySelector('h1').style.color = 'green';
"""


def page_of(rows: int) -> str:
    """Return the URL of a table with `rows` times ten cells and buttons."""
    cells = (
        "".join(f"<td>Cell {r}.{c}<td><button>B{r}.{c}</button>" for c in range(5))
        for r in range(rows)
    )
    style = "body{font:14px sans-serif;margin:20px}td{padding:2px 8px}"
    table = "".join(f"<tr>{row}" for row in cells)
    head = f"<!doctype html><title>Shop</title><style>{style}</style><h1>Shop</h1>"
    text = f"{head}<table>{table}</table>"
    return "data:text/html;base64," + base64.b64encode(text.encode()).decode()


async def looks(rows: int) -> dict[str, tuple[Checkpoint, Checkpoint]]:
    """Return pairs of checkpoints: of an unchanged, a changed, and a reloaded and changed page."""
    async with viewmark.launch(headless=True, viewport=(1920, 1080)) as browser:
        page = await browser.page(page_of(rows))
        before, same = await page.checkpoint(), await page.checkpoint()
        await page.evaluate(CHANGE)
        changed = await page.checkpoint()
        await page.reload()
        await page.evaluate(CHANGE)
        loaded = await page.checkpoint()
    return {
        "unchanged": (before, same),
        "changed": (before, changed),
        "loaded anew": (before, loaded),
    }


def least(call: Callable[[], Any], clock: Callable[[], float]) -> tuple[float, float]:
    """Return the minimum and median of the runs in ms."""
    taken = []
    for _ in range(RUNS):
        start = clock()
        call()
        taken.append((clock() - start) * 1e3)
    return min(taken), statistics.median(taken)


def run() -> list[dict[str, Any]]:
    """Return the rows for the table of `run.py`."""
    pairs = asyncio.run(looks(30))
    rows = []
    for name, (before, after) in pairs.items():
        best, _ = least(lambda b=before, a=after: compare_checkpoints(b, a), time.process_time)
        rows.append(
            _row(f"two looks, {len(before.entries)} elements, {name}: CPU ms", best, AIM_MS)
        )
    small, large = pairs["changed"], asyncio.run(looks(14))["changed"]
    sizes = [len(pair[0].entries) for pair in (small, large)]
    costs = [
        least(lambda p=pair: compare_checkpoints(*p), time.process_time)[0]
        for pair in (small, large)
    ]
    rows.append(
        _row(
            f"growth: {sizes[1]} to {sizes[0]} elements, of linear",
            (costs[0] / costs[1]) / (sizes[0] / sizes[1]),
            1.1,
        )
    )
    before, after = (each.picture or b"" for each in pairs["changed"])
    ours, _ = least(lambda: difference(before, after, [], threshold=0.1), time.perf_counter)
    theirs = _rivals(before, after)
    for name in ("pixelmatch", "odiff"):
        base = theirs[name]["least"]
        if name == "odiff":
            base -= theirs["odiff, started only"]["least"]
        rows.append(
            {
                "name": f"pixels alone, from files, against {name}",
                "value": ours,
                "unit": "ms",
                "baseline": base,
                "ratio": ours / base,
                "target": "< 1",
                "ok": ours < base,
            }
        )
    return rows


def _row(name: str, value: float, aim: float) -> dict[str, Any]:
    return {"name": name, "value": value, "unit": "", "target": f"<= {aim:g}", "ok": value <= aim}


def _rivals(before: bytes, after: bytes) -> dict[str, dict[str, float]]:
    """Return the times of the rivals on the same two files."""
    modules = rivals.packages("pictures")
    script = Path(__file__).parent / "rivals" / "pictures.mjs"
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / name for name in ("before.png", "after.png")]
        for file, data in zip(files, (before, after), strict=True):
            file.write_bytes(data)
        command = ["node", str(script), str(modules), *map(str, files), str(RUNS)]
        reply = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    found: dict[str, dict[str, float]] = json.loads(reply.stdout)["times"]
    return found
