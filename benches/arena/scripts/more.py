"""Tasks with a mail far down a list, a map, a long text, and a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arena.readers.base import Act
from arena.scripts.table import script

if TYPE_CHECKING:
    from arena.readers import Reader


@script("mail-there")
async def _(a: Reader) -> None:
    await a.open(see="all")
    down = (1120 - int(a.words(r"Report #(\d+)")) - 5) * 40  # times the height of a row
    mails = a.maybe("Mails", "list") or a.maybe("Report #238")
    await a.do(Act("scroll", mails, {"dy": down, "over": (300, 300)}), see="all")
    await a.do(a.click("Report #1120", "listitem"))
    a.answer = "done"


@script("mail-there", "viewmark", "viewmark shell")
async def _(a: Reader) -> None:
    await a.open(see="")
    await a.do(Act("scroll_until", None, "Report #1120"), see="all")
    if a.maybe("Report #1120", "listitem") is None:
        await a.read("all")
    await a.do(a.click("Report #1120", "listitem"))
    a.answer = "done"


@script("long-reading", "viewmark", "viewmark shell")
async def _(a: Any) -> None:
    await a.open(see="")
    await a.find("twelve metres")
    a.answer = a.words(r"twelve metres is (\d+)")


@script("long-reading", "Playwright MCP")
async def _(a: Reader) -> None:
    await a.open(see="")
    a.hear(await a.tool.call("browser_find", text="twelve metres"))
    a.answer = a.words(r"twelve metres is (\d+)")


@script("map")
async def _(a: Reader) -> None:
    await a.open_and_look(see="controls")
    await a.do(
        Act("drag_at", None, (680, 400, -600, 0)),
        Act("drag_at", None, (680, 400, -300, 0)),
        a.click("Zoom in", "button"),
        see="all",
    )
    if a.maybe("Murmansk") is None:
        await a.read("all")
    await a.do(a.click("Murmansk"), see="text")
    a.answer = a.words(r"Murmansk: berth (\d+)")


@script("long-reading")
async def _(a: Reader) -> None:
    await a.open(see="text")
    a.answer = a.words(r"twelve metres is (\d+)")


@script("table")
async def _(a: Reader) -> None:
    await a.open(see="all")
    await a.do(a.click("Book", "button", after="08:20"))
    a.answer = "done"
