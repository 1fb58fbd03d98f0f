"""Everyday tasks of an agent: forms, lists, files, dialogs, tabs, frames, editors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arena.readers.base import Act, NotSeen
from arena.scripts.sight import middle_of
from arena.scripts.table import script

if TYPE_CHECKING:
    from arena.readers import Reader

BLUE = (51, 102, 204)
RED = (204, 51, 51)


@script("log-in")
async def _(a: Reader) -> None:
    await a.open()
    await a.do(
        a.fill("User name", "ada"), a.fill("Password", "analytical"), a.click("Sign in", "button")
    )
    a.answer = "done"


@script("fill-replace")
async def _(a: Reader) -> None:
    await a.open()
    about = a.fill("About", "Wrote the first program.")
    await a.do(a.fill("Display name", "Ada Lovelace"), about, a.click("Save", "button"))
    a.answer = "done"


@script("choose-one")
async def _(a: Reader) -> None:
    await a.open()
    await a.do(a.select("Size", "Large"), a.click("Place order", "button"))
    a.answer = "done"


@script("choose-several")
async def _(a: Reader) -> None:
    await a.open()
    await a.do(a.select("Extras", "Olives", "Garlic"), a.click("Place order", "button"))
    a.answer = "done"


@script("tick")
async def _(a: Reader) -> None:
    await a.open()
    ticks = a.check("Wrap as a gift", "checkbox"), a.check("Invoice", "radio")
    await a.do(*ticks, a.click("Place order", "button"))
    a.answer = "done"


@script("typed-fields")
async def _(a: Reader) -> None:
    await a.open()
    await a.do(
        a.fill("Day", "2026-12-24"),
        a.fill("Time", "18:30"),
        a.fill("Colour of the room", "#336699"),
        a.fill("Brightness", "75", "slider"),
        a.fill("Guests", "4"),
        a.click("Book", "button"),
    )
    a.answer = "done"


@script("date-picker")
async def _(a: Reader) -> None:
    await a.open()
    await a.do(a.click("Departure", "textbox"), see="controls")
    await a.do(a.click("17 November 2026", "button"))
    a.answer = "done"


@script("upload")
async def _(a: Reader) -> None:
    await a.open()
    await a.do(
        Act("upload", a.at("Documents"), ("one.txt", "two.txt")),
        Act("upload", a.at("Choose a picture", "button"), ("one.txt",)),
    )
    a.answer = "done"


@script("drop-file")
async def _(a: Reader) -> None:
    await a.open(see="all")
    await a.do(Act("drop", a.at("Drop zone", "region"), ("drop.txt",)))
    a.answer = "done"


@script("drop-file", "viewmark", "viewmark shell")
async def _(a: Any) -> None:
    await a.open(see="")
    await a.do(Act("drop", await a.find("Drop files here"), ("drop.txt",)))
    a.answer = "done"


@script("dialogs")
async def _(a: Reader) -> None:
    await a.open()
    await a.do(
        a.click("Show alert", "button"),
        a.dialog(accept=True, kind="alert"),
        a.click("Delete", "button"),
        a.dialog(accept=False),
        a.click("Ask my name", "button"),
        a.dialog(accept=True, text="Ada"),
        a.click("Alert later", "button"),
        Act("wait", None, {"dialog": True}),
        a.dialog(accept=True, kind="alert"),
    )
    a.answer = "done"


@script("tabs-by-link")
async def _(a: Reader) -> None:
    await a.open()
    popup, on = a.click("Open a popup", "button"), a.click("Continue here", "button")
    await a.do(a.click("Open the details", "link"), Act("tab", None, 1), see="controls")
    await a.do(a.click("Confirm details", "button"), Act("tab", None, 0), popup)
    await a.do(Act("tab", None, 2), see="controls")
    await a.do(a.click("Confirm details", "button"), Act("tab", None, 0), on)
    a.answer = "done"


@script("download")
async def _(a: Reader) -> None:
    await a.open()
    await a.do(a.click("Export numbers", "link"))
    a.answer = "done"


@script("frames")
async def _(a: Reader) -> None:
    await a.open()
    await a.do(
        a.fill("Member name", "ada"),
        a.click("Enter as member", "button"),
        a.fill("Partner name", "ada"),
        a.click("Enter as partner", "button"),
    )
    a.answer = "done"


@script("endless-list")
async def _(a: Reader) -> None:
    await a.open()
    for _ in range(5):
        try:
            await a.do(a.click("Read story 40", "button"))
            break
        except NotSeen:
            await a.do(a.press("End"), see="controls")
    a.answer = "done"


@script("endless-list", "viewmark", "viewmark shell")
async def _(a: Reader) -> None:
    await a.open(see="")
    await a.do(Act("scroll_until", None, "Read story 40"), see="controls")
    await a.do(a.click("Read story 40", "button"))
    a.answer = "done"


@script("hover-menu")
async def _(a: Reader) -> None:
    await a.open(see="all")
    await a.do(Act("hover", a.at("Products")), see="controls")
    await a.do(a.click("Chairs", "link"))
    a.answer = "done"


@script("hover-menu", "viewmark", "viewmark shell")
async def _(a: Any) -> None:
    await a.open(see="")
    await a.do(Act("hover", await a.find("Products")), see="controls")
    await a.do(a.click("Chairs", "link"))
    a.answer = "done"


@script("drag-slider")
async def _(a: Reader) -> None:
    await a.open_and_look(see="all")
    x, y = middle_of(a.picture(), BLUE)
    drop = Act("drag", a.at("Write tests", "listitem"), a.at("Done", "list"))
    await a.do(Act("drag_at", None, (x, y, 190, 0)), drop)
    a.answer = "done"


@script("drag-slider", "viewmark", "viewmark shell")
async def _(a: Any) -> None:
    await a.open_and_look()
    x, y = middle_of(a.picture(), BLUE)
    await a.do(Act("drag_at", None, (x, y, 190, 0)))
    await a.find("Done", "list")
    await a.do(Act("drag", a.at("Write tests", "listitem"), a.at("Done", "list")))
    a.answer = "done"


@script("rich-text")
async def _(a: Reader) -> None:
    await a.open()
    await a.do(a.fill("Your note", "Dear all, it works."), a.click("Send", "button"))
    a.answer = "done"


@script("copy-paste")
async def _(a: Reader) -> None:
    await a.open()
    note, copy = a.at("Your note", "textbox"), a.at("Copy of it", "textbox")
    await a.do(
        Act("fill", note, "kingfisher"),
        Act("click", note),
        a.press("ControlOrMeta+a"),
        a.press("ControlOrMeta+c"),
        Act("click", copy),
        a.press("ControlOrMeta+v"),
        a.click("Send", "button"),
        a.click("Copy link", "button"),
        a.click("Link", "textbox"),
        a.press("ControlOrMeta+v"),
        a.click("Share", "button"),
    )
    a.answer = "done"


@script("history")
async def _(a: Reader) -> None:
    await a.open()
    await a.do(a.click("Next step", "link"), Act("back"), Act("forward"), Act("reload"), see="text")
    a.answer = a.words("Step two")


@script("waits")
async def _(a: Reader) -> None:
    await a.open()
    wait = Act("wait", None, {"text": "Collect result"})
    await a.do(a.click("Start", "button"), wait, see="controls")
    await a.do(a.click("Collect result", "button"))
    a.answer = "done"


@script("reading")
async def _(a: Reader) -> None:
    await a.open(see="text")
    code = a.words(r"code word\W+(?:<i>|emphasis|StaticText|generic|[^\w])*(?:.*?)(kingfisher)")
    a.answer = f"{a.words(r'(42[.]17) EUR')} EUR, {code}"


@script("pdf")
async def _(a: Reader) -> None:
    await a.open(see="text")
    a.answer = a.words(r"total (\d+\.\d+)")


@script("canvas-click")
async def _(a: Reader) -> None:
    await a.open_and_look()
    await a.do(Act("click_at", None, middle_of(a.picture(), RED)))
    a.answer = "done"


@script("two-tabs")
async def _(a: Reader) -> None:
    await a.open()
    one = a.click("Add one", "button")
    await a.do(one, one, one, Act("new_tab", None, a.address.replace("?a", "?b")), see="controls")
    one = a.click("Add one", "button")
    await a.do(one, one, one)
    a.answer = "done"
