"""Cases modelled on test suites of browser drivers: actions take effect or are refused.

The page is the oracle. An action that returns without an error must have done what its case
expects; a refused action must have changed nothing. The cases are in `cases/*.html`; CASES.md lists
what they cover.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from action_case import asked, cases, do, show, wrongs
from webserver import LocalSite

import viewmark

PARTS = {
    "done": {"actions": 6, "drivers": 8, "webdriver": 4},
    "refused": {"actions": 6, "drivers": 3, "webdriver": 4},
}
"""Number of tests per file. `make test` runs the first test of each file, and all of `actions`."""
TOLD = {case.name: case for case in cases("actions", "told")}


def parts(section: str) -> Iterator[Any]:
    for file, count in PARTS[section].items():
        for part in range(count):
            marks = [pytest.mark.long] if part and file != "actions" else []
            yield pytest.param(cases(file, section)[part::count], marks=marks, id=f"{file}-{part}")


@pytest.mark.parametrize("some", [*parts("done")])
async def test_what_is_asked_for_is_done(
    some: list[Any], page: viewmark.Page, site: LocalSite
) -> None:
    assert await wrongs(page, site, some) == []


@pytest.mark.parametrize("some", [*parts("refused")])
async def test_what_cannot_be_done_is_refused_and_changes_nothing(
    some: list[Any], page: viewmark.Page, site: LocalSite
) -> None:
    assert await wrongs(page, site, some, refused=True) == []


@pytest.mark.parametrize("name", TOLD)
async def test_what_comes_out_otherwise_is_told(
    name: str, page: viewmark.Page, site: LocalSite
) -> None:
    case = TOLD[name]
    await show(page, site, case.html)
    assert case.one("!") in str(await do(page, case))
    assert await asked(page, case) == json.loads(case.one("="))
