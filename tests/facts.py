"""Expected facts about pages: a call, an expression on its result, its value (`case_files.py`).

<!--* a table that only arranges says nothing of its controls -->
<table><tr><td>Name<td><input><tr><td>x<td><a href=/>y</a></table>
<!--> page.observe(max_annotations=9) -->    a call; its result is `seen`
<!--! InvalidOption: at least -->            or its expected error, and text of the message
<!--? [each.element.cell for each in seen] -->
<!--= [None, None] -->
"""

from __future__ import annotations

from ast import literal_eval
from pathlib import Path
from typing import Any

import pytest
from case_files import PageCase, read_cases

import viewmark

__all__ = ["facts_beside", "hold"]


def facts_beside(test: str) -> list[Any]:
    """Return the cases of all files in `facts` beside a test, as arguments of `parametrize`."""
    return [
        pytest.param(case, id=f"{file.stem}: {case.name}")
        for file in sorted(Path(test).with_name("facts").glob("*.html"))
        for case in read_cases(file)
    ]


async def hold(case: PageCase, look: str, names: dict[str, Any]) -> None:
    """Fail if the page of a case does not have the expected facts.

    Args:
        case: the case, whose page is open.
        look: the first call, for a case that contains none.
        names: variables that calls and expressions may use.
    """
    notes = case.notes if case.notes[0][0] == ">" else [(">", look), *case.notes]
    for (sign, words), (after, more) in zip(notes, [*notes[1:], ("", "")], strict=True):
        if sign == ">" and after == "!":
            error, _, match = more.partition(": ")
            with pytest.raises(getattr(viewmark.errors, error), match=match or None):
                await eval(words, names)
        elif sign == ">":
            names["seen"] = await eval(words, names)
            names["found"] = getattr(names["seen"], "elements", ())
        elif sign == "?":
            answer = eval(words, names)
            assert answer == literal_eval(more), f"{words} is {answer!r}"
