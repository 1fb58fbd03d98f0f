"""How many refs survive each kind of page change, and how many ever lead to another element.

`python benches/refs_survival.py` prints the table and writes its totals to `docs/refs.md`. The
pages and the judge are those of the tests (`tests/browser/ref_suite.py`).
"""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "browser")]

import ref_suite  # noqa: E402
from webserver import LocalSite  # noqa: E402

from viewmark.browser.launch.browser import launch  # noqa: E402

if TYPE_CHECKING:
    from ref_suite import Score

    from viewmark.browser.page_target import PageTarget

DOCS = ROOT / "docs" / "refs.md"
MARKS = ("<!-- survival: written by benches/refs_survival.py -->", "<!-- end -->")


async def measure() -> list[Score]:
    """Measure all changes with all renderers."""
    site = LocalSite()
    ref_suite.serve(site.put)
    try:
        async with launch() as browser:

            async def open_page(path: str) -> PageTarget:
                return await browser.page(site.url(path))

            scores = [
                await ref_suite.mutate(open_page, renderer, mutation)
                for renderer in ref_suite.RENDERERS
                for mutation in ref_suite.MUTATIONS
                if (renderer, mutation) not in ref_suite.UNDEFINED
            ]
            scores += [
                await ref_suite.scroll(open_page, how, small_steps=small)
                for how in ("mounted", "refilled", "used")
                for small in (True, False)
            ]
    finally:
        site.close()
    return scores


def _totals(scores: list[Score]) -> tuple[int, int, int]:
    survived, should = sum(s.survived for s in scores), sum(s.should for s in scores)
    return survived, should, sum(len(set(s.wrong)) for s in scores)


def run() -> list[dict[str, Any]]:
    """Return the rows of the benchmark."""
    return _rows(asyncio.run(measure()))


def _rows(scores: list[Score]) -> list[dict[str, Any]]:
    survived, should, wrong = _totals(scores)
    return [
        {
            "name": "refs that survive, of those that should",
            "value": 100 * survived / should,
            "unit": "%",
            "baseline": 98,
            "ratio": survived / should / 0.98,
            "target": ">= 98 %",
            "ok": survived >= 0.98 * should,
        },
        {
            "name": f"refs that led to another element, {should} lookups",
            "value": wrong,
            "unit": "",
            "baseline": None,
            "ratio": None,
            "target": "0",
            "ok": wrong == 0,
        },
    ]


def main() -> None:
    """Print the table and write its totals to the documentation."""
    scores = asyncio.run(measure())
    survived, should, wrong = _totals(scores)
    browser = subprocess.run(
        ["chromium", "--version"], capture_output=True, text=True, check=False
    ).stdout.split(" built", 1)[0]
    total = (
        f"{survived} of {should} refs that should survive did ({100 * survived / should:.1f} %); "
        f"{wrong} ever led to another element. {browser.strip()}."
    )
    print(total, ref_suite.table(scores), sep="\n\n")
    start, end = map(re.escape, MARKS)
    text = DOCS.read_text()
    new = f"{MARKS[0]}\n\n{total}\n\n{MARKS[1]}"
    DOCS.write_text(re.sub(f"{start}.*?{end}", lambda _: new, text, count=1, flags=re.DOTALL))


if __name__ == "__main__":
    main()
