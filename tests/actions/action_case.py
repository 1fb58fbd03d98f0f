"""A case of an action: a page, what is done on it, what it is asked afterwards; and how cases run.

The page is the oracle: `n` counts, and an expression is asked in its own world.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from own_world import ask

from viewmark.errors import ViewmarkError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from webserver import LocalSite

    import viewmark
    from viewmark.page.action_result import ActionResult

    Do = Callable[[viewmark.Page], Awaitable[ActionResult]]


def click(selector: str = "#t", **options: Any) -> Do:
    return lambda page: page.click(selector, **options)


def fill(value: Any, selector: str = "#t") -> Do:
    return lambda page: page.fill(selector, value)


def typed(text: str, **options: Any) -> Do:
    return lambda page: page.type("#t", text, **options)


def check(checked: bool = True) -> Do:
    return lambda page: page.check("#t", checked=checked)


def select(*options: Any) -> Do:
    return lambda page: page.select("#t", list(options))


def keys(*names: str) -> Do:
    return lambda page: page.keypress(names, target="#t")


@dataclass(frozen=True)
class Case:
    html: str
    do: Do
    asked: str = "n"
    wanted: Any = 1


async def show(page: viewmark.Page, site: LocalSite, case: Case) -> None:
    site.put("/case", f"<!doctype html><script>var n = 0</script>{case.html}")
    await page.goto(site.url("/case"))


async def happened(page: viewmark.Page, case: Case) -> Any:
    return await ask(page.browser_page, case.asked)


async def wrongs(
    page: viewmark.Page,
    site: LocalSite,
    cases: Iterable[tuple[str, Case]],
    *,
    refused: bool = False,
) -> list[tuple[str, str, Any]]:
    """The cases that did not come out as they should; `refused`: they are to be refused."""
    wrong: list[tuple[str, str, Any]] = []
    for name, case in cases:
        await show(page, site, case)
        try:
            answer = str(await case.do(page))
        except ViewmarkError as error:
            if not refused:
                wrong.append((name, "refused", str(error)))
                continue
        else:
            if refused:
                wrong.append((name, "answered as done", answer))
                continue
        if (found := await happened(page, case)) != case.wanted:
            wrong.append((name, "came out as", found))
    return wrong
