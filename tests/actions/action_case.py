"""Cases of actions: a page, what is done on it, what it is asked afterwards (`cases/*.html`).

    <!--* a double click -->
    <button id=t ondblclick=n++>b</button>
    <!--> page.click("#t", count=2) -->         each call in turn; the last one answers
    <!--? n -->                                 what the page is asked; `n` if nothing is said
    <!--= 1 -->                                 what it answers
    <!--! no click came of it -->               words of the answer of the last call

The page is the oracle: `n` counts, and an expression is asked in its own world.
"""

from __future__ import annotations

import asyncio
import json
from math import nan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from case_files import read_cases
from own_world import ask

from viewmark.errors import ViewmarkError
from viewmark.page.target import at

if TYPE_CHECKING:
    from collections.abc import Iterable

    from case_files import PageCase
    from webserver import LocalSite

    import viewmark


def cases(file: str, section: str = "") -> list[PageCase]:
    """The cases of a section of a file."""
    every = read_cases(Path(__file__).with_name("cases") / f"{file}.html")
    return [case for case in every if case.section == section]


async def do(page: viewmark.Page, case: PageCase, **names: str) -> Any:
    """What the last of the calls of a case answers; `names` are names in them."""
    known = {"page": page, "at": at, "asyncio": asyncio, "nan": nan, **names}
    done = None
    for call in case.all(">"):
        done = await eval(call, known)
    return done


async def show(page: viewmark.Page, site: LocalSite, html: str) -> None:
    site.put("/case", f"<!doctype html><script>var n = 0</script>{html}")
    await page.goto(site.url("/case"))


async def asked(page: viewmark.Page, case: PageCase) -> Any:
    """What the page answers to what the case asks."""
    (expression,) = case.all("?") or ["n"]
    return await ask(page.browser_page, expression)


async def wrongs(
    page: viewmark.Page, site: LocalSite, some: Iterable[PageCase], *, refused: bool = False
) -> list[tuple[str, str, Any]]:
    """The cases that did not come out as they should; `refused`: they are to be refused."""
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
