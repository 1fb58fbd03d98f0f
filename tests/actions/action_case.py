"""Action test cases: a page, the calls to make on it, and the checks afterwards (`cases/*.html`).

    <!--* a double click -->
    <button id=t ondblclick=n++>b</button>
    <!--> page.click("#t", count=2) -->         one or more calls, made in order
    <!--? n -->                                 expression to evaluate in the page; default: `n`
    <!--= 1 -->                                 expected value of the expression
    <!--! no click came of it -->               text that the last call's result must contain

Only the page decides whether a case passes: `n` is its event counter, and the expression runs in
its main world.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from math import nan
from pathlib import Path
from typing import Any

from case_files import PageCase, read_cases
from own_world import ask
from webserver import LocalSite

import viewmark
from viewmark.errors import ViewmarkError
from viewmark.page.target import at


def cases(file: str, section: str = "") -> list[PageCase]:
    """Return the cases of one section of a file."""
    every = read_cases(Path(__file__).with_name("cases") / f"{file}.html")
    return [case for case in every if case.section == section]


async def do(page: viewmark.Page, case: PageCase, **names: str) -> Any:
    """Make the calls of a case and return the last result; `names` are variables they may use."""
    known = {"page": page, "at": at, "asyncio": asyncio, "nan": nan, **names}
    done = None
    for call in case.all(">"):
        done = await eval(call, known)
    return done


async def show(page: viewmark.Page, site: LocalSite, html: str) -> None:
    site.put("/case", f"<!doctype html><script>var n = 0</script>{html}")
    await page.goto(site.url("/case"))


async def asked(page: viewmark.Page, case: PageCase) -> Any:
    """Evaluate the expression of a case in the page."""
    (expression,) = case.all("?") or ["n"]
    return await ask(page.browser_page, expression)


async def wrongs(
    page: viewmark.Page, site: LocalSite, some: Iterable[PageCase], *, refused: bool = False
) -> list[tuple[str, str, Any]]:
    """Return the cases that failed; with `refused`, every case must raise an error."""
    wrong: list[tuple[str, str, Any]] = []
    for case in some:
        await show(page, site, case.html)
        try:
            answer = str(await do(page, case))
        except ViewmarkError as error:
            if not refused:
                wrong.append((case.name, "refused", str(error)))
                continue
        else:
            if refused:
                wrong.append((case.name, "answered as done", answer))
                continue
        if (found := await asked(page, case)) != json.loads(case.one("=")):
            wrong.append((case.name, "came out as", found))
    return wrong
