"""Sortable headers, alternating labels and values, counts on badges, visually hidden text."""

from __future__ import annotations

from typing import Any

import pytest
from page_over import PageOf

from viewmark import Page


def _lines(seen: Any) -> list[str]:
    return [each.line(refs=False).partition("] ")[2] for each in seen.annotations]


@pytest.mark.parametrize("novalidate", ["", "novalidate"])
async def test_words_of_the_browser_are_told_where_it_shows_them(
    page_of: PageOf, novalidate: str
) -> None:
    page = Page(await page_of(f"<form {novalidate}><input id=m type=email aria-label=Mail></form>"))
    await page.type("#m", "x@")
    await page.keypress("Tab")
    (line,) = _lines(await page.observe())
    assert "invalid" in line
    assert ("'@'" in line) == (not novalidate)
