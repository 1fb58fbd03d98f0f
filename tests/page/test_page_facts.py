"""Pages with expected facts about reading and acting on them: `facts/*.html` (`facts.py`)."""

from __future__ import annotations

from typing import Any

import pytest
from case_files import PageCase
from facts import facts_beside, hold
from own_world import ask

import viewmark


def lines(seen: viewmark.Observation) -> list[str]:
    """Return the line of each element, without its number and ref."""
    return [each.line(refs=False).partition("] ")[2] for each in seen]


KNOWN: dict[str, Any] = {"approx": pytest.approx, "ask": ask, "lines": lines, "viewmark": viewmark}


@pytest.mark.parametrize("case", facts_beside(__file__))
async def test_what_is_true_of_a_page(page_of: Any, case: PageCase) -> None:
    target = await page_of(case.html)
    await hold(case, "page.observe()", {**KNOWN, "target": target, "page": viewmark.Page(target)})
