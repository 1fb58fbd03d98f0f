"""Pages with what is true of readings and actions on them: `facts/*.html` (`facts.py`)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from facts import facts_beside, hold
from own_world import ask

import viewmark

if TYPE_CHECKING:
    from case_files import PageCase

KNOWN: dict[str, Any] = {"approx": pytest.approx, "ask": ask, "re": re, "viewmark": viewmark}


@pytest.mark.parametrize("case", facts_beside(__file__))
async def test_what_is_true_of_a_page(page_of: Any, case: PageCase) -> None:
    target = await page_of(case.html)
    await hold(case, "page.observe()", {**KNOWN, "target": target, "page": viewmark.Page(target)})
