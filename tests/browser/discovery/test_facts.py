"""Pages with what is true of a look at them: `facts/*.html` (`case_files.py`).

<!--* a head of a list that is folded -->
<summary>More</summary>
<!--> discover(page, target="all_visible") -->    the look; `discover(page)` if none is named
<!--? [one.tag for one in found] -->              what is asked of the elements that it found
<!--= ["summary"] -->                             the answer
"""

from __future__ import annotations

from ast import literal_eval
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from case_files import read_cases

from viewmark.browser.discovery.discover import discover
from viewmark.elements.line import element_line
from viewmark.elements.twins import wheres

if TYPE_CHECKING:
    from case_files import PageCase

KNOWN: dict[str, Any] = {
    "approx": pytest.approx,
    "discover": discover,
    "element_line": element_line,
    "wheres": wheres,
}
CASES = [
    pytest.param(case, id=f"{file.stem}: {case.name}")
    for file in sorted(Path(__file__).with_name("facts").glob("*.html"))
    for case in read_cases(file)
]


@pytest.mark.parametrize("case", CASES)
async def test_what_is_true_of_a_look(page_of: Any, case: PageCase) -> None:
    (call,) = case.all(">") or ["discover(page)"]
    seen = await eval(call, {**KNOWN, "page": await page_of(case.html)})
    names = {**KNOWN, "seen": seen, "found": seen.elements}
    for asked, answer in zip(case.all("?"), case.all("="), strict=True):
        assert eval(asked, names) == literal_eval(answer), asked
