"""State kept between observations gives the same results as scripts in a fresh world."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from case_files import pages_of
from long_forms import short_of
from page_over import PageOf

from viewmark.browser import scripts
from viewmark.browser.discovery.discover import discover
from viewmark.browser.page_target import PageTarget
from viewmark.browser.script_files import LOOKS

STEPS, HUGE_STEPS = 60, 30
"""Observations of one run; one to six changes happen between two of them."""
SHORT_STEPS = 15
ROW = (
    "<div class=row><span>Row {n}</span> <button title=t{k}>Go {k}</button>"
    "<a href='#x{n}'>link {n}</a></div>"
)
PAGE = pages_of(__file__)["page"]
FILES = Path(__file__).parent
MUTATE = (FILES / "random_changes.js").read_text()
COMPARE = (FILES / "compare_looks.js").read_text().partition("\n")[2]
OPTIONS = {
    "target": "interactive",
    "ink": 500,
    "cap": 100,
    "describeUpTo": 130,
    "obstacles": 100,
    "patience": 60_000,
    "keep": True,
    "again": 0,
}


async def _run(page: PageTarget, source: str) -> Any:
    asked = {"expression": source, "awaitPromise": True, "returnByValue": True}
    answer = await page.session.send("Runtime.evaluate", asked)
    assert "exceptionDetails" not in answer, answer["exceptionDetails"]
    return answer["result"].get("value")


async def _compared(page_of: PageOf, rows: int, seed: int, steps: int, target: str) -> None:
    # A third of the rows have duplicates elsewhere.
    page = await page_of(
        PAGE.format(rows="".join(ROW.format(n=n - n % 3 // 2, k=n % 40) for n in range(rows)))
    )
    await _run(page, MUTATE)
    await _run(page, f"start({seed})")
    await discover(page)
    await page.evaluate(None, f"function () {{ globalThis.makeLooks = ({LOOKS.source}); }}")
    vm = await scripts.handle(page, None)
    options = {**OPTIONS, "target": target}
    history: list[str] = []
    for _ in range(steps):
        history.append(await _run(page, "step()"))
        told = await page.call(None, COMPARE, vm, options)
        assert told == {"difference": None, "different": [], "areTreesSame": True}, history


@pytest.mark.parametrize("seed", short_of(range(1, 13)))
async def test_looks_at_a_changing_page_are_those_of_scripts_that_never_saw_it(
    page_of: PageOf, seed: int
) -> None:
    target = "all_visible" if seed % 4 == 0 else "interactive"
    await _compared(page_of, 150, seed, STEPS, target)


@pytest.mark.parametrize("seed", short_of(range(21, 25)))
async def test_looks_at_a_changing_huge_page_are_those_of_scripts_that_never_saw_it(
    page_of: PageOf, seed: int
) -> None:
    await _compared(page_of, 800, seed, HUGE_STEPS, "interactive")


@pytest.mark.heavy(4)
@pytest.mark.parametrize("seed", [31, 32])
async def test_some_looks_at_a_changing_page_are_those_of_scripts_that_never_saw_it(
    page_of: PageOf, seed: int
) -> None:
    target = "all_visible" if seed % 4 == 0 else "interactive"
    await _compared(page_of, 150, seed, SHORT_STEPS, target)
