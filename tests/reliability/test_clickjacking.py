"""No page can divert a click to another element; the short form of `clickjacking.py`."""

from __future__ import annotations

import pytest
from long_forms import short_of
from page_over import PageOf
from reliability.clickjacking import PAGES, attempts, document

TRIES = 3


@pytest.mark.parametrize("name", short_of(PAGES, *list(PAGES)[:2]))
async def test_a_click_hits_what_was_named_or_nothing(name: str, page_of: PageOf) -> None:
    page = await page_of(document(name))
    came = await attempts(page, TRIES)
    assert came["wrong"] == 0
    assert came["right"] + came["refused"] + came["strayed"] == TRIES
