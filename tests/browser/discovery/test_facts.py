"""Pages with expected facts about an observation: `facts/*.html` (`facts.py`)."""

from __future__ import annotations

from typing import Any

import pytest
from case_files import PageCase
from facts import facts_beside, hold

from viewmark import Page
from viewmark.browser.discovery.accessibility import accessibility
from viewmark.browser.discovery.discover import discover
from viewmark.browser.discovery.dom_view import dom_view
from viewmark.browser.discovery.outline import outline
from viewmark.elements.line import element_line
from viewmark.elements.twins import wheres
from viewmark.page.context import PageContext
from viewmark.page.observe import ObserveOptions, observe


def lines(found: Any) -> list[str]:
    """Return the line that describes each element."""
    return [element_line(one, where=where) for one, where in zip(found, wheres(found), strict=True)]


KNOWN: dict[str, Any] = {
    **{each.__name__: each for each in (Page, PageContext, ObserveOptions)},
    **{each.__name__: each for each in (accessibility, discover, dom_view, observe, outline)},
    "approx": pytest.approx,
    "element_line": element_line,
    "lines": lines,
    "wheres": wheres,
}


@pytest.mark.parametrize("case", facts_beside(__file__))
async def test_what_is_true_of_a_look(page_of: Any, case: PageCase) -> None:
    await hold(case, "discover(page)", {**KNOWN, "page": await page_of(case.html)})
