"""Widgets of the kinds that MiniWoB++ collects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arena.readers.base import Act
from arena.scripts.table import script

if TYPE_CHECKING:
    from arena.readers import Reader


@script("puzzle-sequence")
async def _(a: Reader) -> None:
    await a.open()
    await a.do(a.click("One", "button"), a.click("Two", "button"))
    a.answer = "done"


@script("puzzle-tabs")
async def _(a: Reader) -> None:
    await a.open()
    await a.do(a.click("Tab 3", "tab"), a.expect("viverra"), see="controls")
    if a.maybe("viverra", "link") is None:  # the link appears after the result was sent
        await a.read("controls")
    await a.do(a.click("viverra", "link"))
    a.answer = "done"


@script("puzzle-spinner")
async def _(a: Reader) -> None:
    await a.open()
    more = a.click("More", "button")
    await a.do(more, more, more, a.click("Submit", "button"))
    a.answer = "done"


@script("puzzle-slider")
async def _(a: Reader) -> None:
    await a.open()
    right = [a.press("ArrowRight")] * 4
    await a.do(a.click("Volume", "slider"), *right, a.click("Submit", "button"))
    a.answer = "done"


@script("puzzle-slider", "viewmark", "viewmark shell", "agent-browser")
async def _(a: Reader) -> None:
    await a.open()
    right = a.press("ArrowRight", 4)
    await a.do(a.click("Volume", "slider"), right, a.click("Submit", "button"))
    a.answer = "done"


@script("puzzle-autocomplete")
async def _(a: Reader) -> None:
    await a.open()
    await a.do(a.fill("Country", "Ind"), a.expect("Indonesia"), see="controls")
    if not a.knows("Indonesia"):
        await a.read_closely()
    await a.do(a.click("Indonesia", "option"), a.click("Submit", "button"))
    a.answer = "done"


@script("puzzle-dropdown")
async def _(a: Reader) -> None:
    await a.open()
    await a.do(a.click("Size", "combobox"), see="controls")
    if not a.knows("Size 9"):
        await a.read_closely()
    await a.do(a.click("Size 9", "option"), a.click("Submit", "button"))
    a.answer = "done"


@script("puzzle-inbox")
async def _(a: Reader) -> None:
    await a.open()
    await a.do(a.click("Mail from Ann", "button"), see="controls")
    await a.do(a.click("Delete", "button"))
    a.answer = "done"


@script("puzzle-feed")
async def _(a: Reader) -> None:
    await a.open()
    await a.do(a.click("Like the post of @ann", "button"))
    a.answer = "done"


@script("puzzle-calendar")
async def _(a: Reader) -> None:
    await a.open()
    on = a.click("Next month", "button")
    await a.do(on, on, see="controls")
    a.words("March")
    await a.do(a.click("17", "button"))
    a.answer = "done"


@script("puzzle-calendar", "viewmark")
async def _(a: Reader) -> None:
    await a.open()
    on = a.click("Next month", "button")
    await a.do(on, on)
    a.words("March")
    await a.do(a.click("17", "button"))
    if a.tool.calls[-1][2].refused:  # the list has other days
        await a.read("all")
        await a.do(a.click("17", "button"))
    a.answer = "done"


@script("puzzle-copy")
async def _(a: Reader) -> None:
    await a.open()
    text = a.words(r"(word0 [\w ]+ word59)")
    await a.do(a.fill("Answer", text, "textbox"), a.click("Submit", "button"))
    a.answer = "done"


@script("puzzle-copy", "viewmark")
async def _(a: Reader) -> None:
    await a.open()
    field, submit = a.at("Answer", "textbox"), a.click("Submit", "button")
    whole = {"ref": a.at("Text", "textbox"), "property": "value"}
    a.hear(await a.tool.call("observe", what="get", **whole))
    await a.do(Act("fill", field, a.words(r"(word0 [\w ]+ word59)")), submit)
    a.answer = "done"


@script("puzzle-copy", "viewmark shell")
async def _(a: Any) -> None:
    await a.open()
    field, submit = a.at("Answer", "textbox"), a.click("Submit", "button")
    await a.run("get", "value", a.at("Text", "textbox"))
    await a.do(Act("fill", field, a.words(r"(word0 [\w ]+ word59)")), submit)
    a.answer = "done"


@script("puzzle-table")
async def _(a: Reader) -> None:
    await a.open(see="all")
    if not a.knows(r"Sofa[\s\S]*?420"):
        await a.read("text")
    price = a.words(r"Sofa[^\d]*?(?:(?:ref|uid)=\w*\d+\w*[^\d]*|@\w+)*?\b(\d{2,})\b")
    await a.do(a.fill("Price of the sofa", price), a.click("Submit", "button"))
    a.answer = "done"


@script("puzzle-popup")
async def _(a: Reader) -> None:
    await a.open()
    word, go = a.fill("Word", "abc"), a.click("Log in", "button")
    await a.do(a.fill("User", "ada"), a.press("Tab"), see="controls")
    await a.do(a.click("Cancel", "button"), word, go)
    a.answer = "done"


@script("puzzle-date")
async def _(a: Reader) -> None:
    await a.open()
    await a.do(
        a.fill("Day", "2026-11-21"),
        a.fill("Time", "14:30"),
        a.fill("Guests", "5"),
        a.click("Submit", "button"),
    )
    a.answer = "done"


@script("puzzle-boxes")
async def _(a: Reader) -> None:
    await a.open()
    await a.do(a.check("birch"), a.check("elm"), a.click("Submit", "button"))
    a.answer = "done"


@script("puzzle-sort")
async def _(a: Reader) -> None:
    await a.open()
    drag = Act("drag", a.at("three", "button"), a.at("two", "button"))
    await a.do(drag, a.click("Submit", "button"))
    a.answer = "done"
