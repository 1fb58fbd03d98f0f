"""Refs and numbers stay with their things while pages change: kinds x renderers x changes.

`judges.py` defines the checks, `known.txt` lists known failures. All cases: `-m "long or not
long"`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator
from typing import Any

import judges
import pytest
import pytest_asyncio
from judges import RENDERERS, UPDATES, Case, Table, cases
from known import AIMS, Known, complaints
from webserver import LocalSite

from viewmark import Observation, Page
from viewmark.browser.launch.browser import ChromeBrowser

SHORT = 150
"""`make test` runs one case out of this number."""
PRESSES = 2
"""Clicks after each change."""


@pytest_asyncio.fixture(loop_scope="session")
async def tab(chromium: ChromeBrowser, site: LocalSite) -> AsyncIterator[Page]:
    judges.serve(site.put)
    page = await chromium.page()
    yield Page(page)
    await page.close()


def address(site: LocalSite) -> Any:
    return lambda case: site.url(f"/survival/index.html{case.query}")


@pytest.mark.timeout(400)
async def test_refs_and_numbers_stay_with_their_things(tab: Page, site: LocalSite) -> None:
    chosen = cases(SHORT)
    table = await judges.run(tab, address(site), chosen, presses=PRESSES)
    told = complaints(table, chosen, UPDATES)
    assert not told, told


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("renderer", RENDERERS)
async def test_refs_and_numbers_stay_under_every_change(
    tab: Page, site: LocalSite, renderer: str
) -> None:
    chosen = [case for case in cases() if case.renderer == renderer]
    table = await judges.run(tab, address(site), chosen, presses=PRESSES)
    told = complaints(table, chosen, UPDATES)
    assert not told, told


def test_what_is_known_to_be_broken_is_a_case_and_no_share_is_above_its_aim() -> None:
    known = Known.read()
    every = {f"{judge} | {case}" for case in cases() for judge in ("map", "press")}
    assert known.broken <= every
    assert known.shares.keys() == AIMS.keys()
    assert all(known.shares[name] <= aim for name, aim in AIMS.items())


async def test_what_a_window_cuts_off_is_no_other_thing(tab: Page, site: LocalSite) -> None:
    case, table = Case(("cell",), "virtual", "counters"), Table()
    await tab.goto(address(site)(case))  # rows grow, so the last one leaves the viewport
    await judges.judge_map(tab, case, table)
    assert (table.sum("alias"), table.sum("lost")) == (0, 0)
    assert table.sum("kept", kind="cell") >= 6


class Rotten:
    """A page whose second observation shifts all refs by one mark, as do its clicks."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.looks = 0
        self.next: dict[str | int, int] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self.page, name)

    async def observe(self, **options: Any) -> Observation:
        seen = await self.page.observe(**options)
        marks = seen.annotations
        self.looks += 1
        after = [*marks[1:], marks[0]]
        self.next = {a.ref: b.label for a, b in zip(marks, after, strict=True)}
        self.next |= {a.label: b.label for a, b in zip(marks, after, strict=True)}
        if self.looks % 2:
            return seen
        rotated = [dataclasses.replace(a, ref=b.ref) for a, b in zip(marks, after, strict=True)]
        return dataclasses.replace(seen, annotations=tuple(rotated))

    async def click(self, target: str | int) -> Any:
        return await self.page.click(self.next[target])


async def test_the_judges_see_refs_and_presses_that_go_to_others(
    tab: Page, site: LocalSite
) -> None:
    case = Case(("edit",), "keyed", "drawn anew")
    rotten: Any = Rotten(tab)
    table = Table()
    await tab.goto(address(site)(case))
    await judges.judge_map(rotten, case, table)
    rotten.looks = 0
    await tab.goto(address(site)(case) + "&again")
    await judges.judge_presses(rotten, case, table, most=5)
    assert (table.sum("alias"), table.sum("kept")) == (15, 0)
    assert (table.sum("wrong"), table.sum("right")) == (5, 0)
