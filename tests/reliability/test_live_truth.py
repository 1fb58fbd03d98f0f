"""A short form of `live_truth.py`, in every run of the tests."""

from __future__ import annotations

import pytest
from reliability.live_truth import FRAME, figures, sums, wrong


@pytest.mark.timeout(240)
async def test_kept_looks_show_changing_pages_no_worse_than_captures() -> None:
    pages = await figures(["style attributes", "rules of a style sheet", FRAME], 40)
    assert wrong(pages) == []
    assert sums(pages)["on"]["live"] > 0
