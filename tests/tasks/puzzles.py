"""Tasks on custom widgets of the kinds that MiniWoB++ collects, on our own pages.

As in `tasks.py`, targets are found by role and name, and the page itself reports success.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from hands import Hands
from site_of_tasks import Site
from tasks import reported, task

__all__ = ["PUZZLES"]

PUZZLES: list[str] = []
"""The texts of the tasks, in order."""


def puzzle(words: str) -> Callable[[Any], Any]:
    """Register a task that is also listed in `PUZZLES`."""
    PUZZLES.append(words)
    return task(words)


async def press(a: Hands, *buttons: str) -> None:
    for name in buttons:
        await a.click(await a.ref("button", name))


@puzzle("two buttons that overlap, in order")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/puzzle-sequence"))
    await press(a, "One", "Two")
    reported(site, "sequence", ["One", "Two"])


@puzzle("a link behind a tab")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/puzzle-tabs"))
    await a.click(await a.ref("tab", "Tab 3"))
    await a.click(await a.ref("link", "viverra"))
    reported(site, "tabs", "viverra")


@puzzle("a spinner of buttons")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/puzzle-spinner"))
    await press(a, "More", "More", "More", "Submit")
    reported(site, "spinner", 7)


@puzzle("a slider made of a block, by keys")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/puzzle-slider"))
    for _ in range(4):
        await a.keys("ArrowRight", await a.ref("slider", "Volume"))
    await press(a, "Submit")
    reported(site, "slider", "14")


@puzzle("a suggestion that comes while typing")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/puzzle-autocomplete"))
    await a.type(await a.ref("textbox", "Country"), "Ind")
    await a.click(await a.ref("option", "Indonesia"))
    await press(a, "Submit")
    reported(site, "autocomplete", "Indonesia")


@puzzle("a drop-down list made of blocks, longer than its box")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/puzzle-dropdown"))
    await a.click(await a.ref("combobox", "Size"))
    await a.click(await a.ref("option", "Size 3"))  # clipped by the edge of the box
    await a.click(await a.ref("combobox", "Size"))
    await a.click(await a.ref("option", "Size 9"))
    await press(a, "Submit")
    reported(site, "dropdown", "Size 9")


@puzzle("mail in a list that is written anew all the time")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/puzzle-inbox"))
    await press(a, "Mail from Ann", "Delete")
    reported(site, "inbox", "Ann")


@puzzle("a post in a scroller")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/puzzle-feed"))
    assert "@dan" in await a.text()
    await press(a, "Like the post of @ann")
    reported(site, "feed", "@ann")


@puzzle("a day in a calendar of buttons")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/puzzle-calendar"))
    await press(a, "Next month", "Next month", "17")
    reported(site, "calendar", "March 17")


@puzzle("copy a text longer than an answer's line")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/puzzle-copy"))
    text = await a.get(await a.ref("textbox", "Text"), "value", "")
    await a.type(await a.ref("textbox", "Answer"), text)
    await press(a, "Submit")
    reported(site, "copy", True)


@puzzle("a number out of a table")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/puzzle-table"))
    (row,) = [line for line in (await a.text()).splitlines() if "Sofa" in line]
    await a.type(await a.ref("textbox", "Price of the sofa"), row.split("|")[2].strip())
    await press(a, "Submit")
    reported(site, "table", "420")


@puzzle("a popup that comes between")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/puzzle-popup"))
    await a.type(await a.ref("textbox", "User"), "ada")
    await a.keys("Tab", await a.ref("textbox", "User"))
    await press(a, "Cancel")
    await a.type(await a.ref("textbox", "Word"), "abc")
    await press(a, "Log in")
    reported(site, "popup", ["ada", "abc"])


@puzzle("a day, a time and a number")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/puzzle-date"))
    fields = {
        next(ref for name, ref in await a.names() if name == "Day"): "2026-11-21",
        next(ref for name, ref in await a.names() if name == "Time"): "14:30",
        await a.ref("spinbutton", "Guests"): "5",
    }
    await a.fill_form(fields)
    await press(a, "Submit")
    reported(site, "date", ["2026-11-21", "14:30", "5"])


@puzzle("boxes in a scroller")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/puzzle-boxes"))
    for name in ("birch", "elm"):
        await a.check(await a.ref("checkbox", name))
    await press(a, "Submit")
    reported(site, "boxes", ["birch", "cedar", "elm"])


@puzzle("sort a list by dragging")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/puzzle-sort"))
    await a.drag(await a.ref("button", "three"), to=await a.ref("button", "two"))
    await press(a, "Submit")
    reported(site, "sort", ["one", "two", "three"])
