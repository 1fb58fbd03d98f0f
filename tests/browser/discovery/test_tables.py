"""Tables of pages, each with what a look lists on it: `cases/*.html`, one page after the other.

    <!-- What the file is about. -->
    <!--: lines -->                             what is listed below each page (`LISTED`)
    <!--* (before) -->, <!--* (after) -->       what stands around each page
    <!--* the name of a case -->
    <button>Save</button>
    <!--= button "Save" -->

`beginnings` are of lines; one that ends in `$` is the whole line.
"""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from viewmark import Page
from viewmark.browser.discovery.discover import discover
from viewmark.elements.line import element_line
from viewmark.elements.twins import wheres

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FILES = sorted(Path(__file__).with_name("cases").glob("*.html"))


async def _lines(page: Any) -> list[str]:
    found = (await discover(page)).elements
    return [element_line(one, where=where) for one, where in zip(found, wheres(found), strict=True)]


async def _lines_without_places(page: Any) -> list[str]:
    return [element_line(one) for one in (await discover(page)).elements]


async def _observed(page: Any, *, annotate: bool = False) -> list[str]:
    seen = await Page(page).observe(annotate=annotate)
    return [each.line(refs=False).partition("] ")[2] for each in seen.annotations]


async def _ids(page: Any) -> list[str]:
    return [one.identity.id for one in (await discover(page)).elements]


async def _sorted_ids(page: Any) -> list[str]:
    return sorted(await _ids(page))


LISTED: dict[str, Callable[[Any], Any]] = {
    "lines": _lines,
    "beginnings": _lines,
    "lines without places": _lines_without_places,
    "observed lines": _observed,
    "marked lines": partial(_observed, annotate=True),
    "ids": _ids,
    "sorted ids": _sorted_ids,
}


def cases() -> Iterator[Any]:
    for file in FILES:
        text = file.read_text()
        kinds = re.findall(r"^<!--: (.+) -->$", text, re.M) or ["lines"]
        parts = re.split(r"^<!--\* (.+) -->\n", text, flags=re.M)[1:]
        around = {}
        for name, part in zip(parts[::2], parts[1::2], strict=True):
            page, *_ = re.split(r"\n(?:<!--= |<!-- [^\n]* -->\n\Z)|\n\Z", part, maxsplit=1)
            if name in ("(before)", "(after)"):
                around[name] = page
                continue
            html = around.get("(before)", "") + page + around.get("(after)", "")
            expected = re.findall(r"^<!--= (.*) -->$", part, re.M)
            yield pytest.param(kinds[0], html, expected, id=f"{file.stem}: {name}")


def agrees(found: str, expected: str) -> bool:
    """Whether a line begins so, or is that where the beginning ends in `$`."""
    return f"{found}$".startswith(expected)


@pytest.mark.parametrize(("kind", "html", "expected"), [*cases()])
async def test_what_is_listed(page_of: Any, kind: str, html: str, expected: list[str]) -> None:
    found = await LISTED[kind](await page_of(html))
    if kind != "beginnings" or len(found) != len(expected):
        assert found == (sorted(expected) if kind == "sorted ids" else expected)
    assert all(map(agrees, found, expected)) or kind != "beginnings", found
