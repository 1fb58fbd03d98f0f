"""The twelve kinds of tasks of the first comparison of agents with four tools."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from arena.readers.base import Act
from arena.scripts.sight import highest_of
from arena.scripts.table import script

if TYPE_CHECKING:
    from arena.readers import Reader

ITEM = r"((?:Bolt|Nut|Washer|Screw|Hook|Hinge) \d+)"
WHOLE_ROW = re.compile(ITEM + r"\W+Narvik\W+(\d+)")
CELLS = re.compile(ITEM + r"\b[\s\S]*?Narvik\D[\s\S]*?(?<![\w=_@])(\d{1,2})(?![\w_])")
BLUE = (51, 102, 204)


@script("nameless-icons")
async def _(a: Reader) -> None:
    await a.open_and_look(
        see="all"
    )  # the image shows that the fourth icon in the kettle's row is the star
    await a.do(
        a.click("", "button", after="Kettle", nth=3), a.click("", "button", after="Lamp", nth=0)
    )
    a.answer = "done"


@script("nameless-icons", "viewmark shell")
async def _(a: Reader) -> None:
    # The lines show the position of each icon in its row, the image shows which is which.
    await a.open_and_look()
    star, bin_ = a.at('(in "Kettle", 4 of 5)'), a.at('(in "Lamp", 1 of 5)')
    await a.do(Act("click", star), Act("click", bin_))
    a.answer = "done"


@script("nameless-icons", "viewmark")
async def _(a: Reader) -> None:
    await a.open_and_look()  # number 4 is the kettle's star, 6 the lamp's bin
    await a.do(Act("click", 4), Act("click", 6))
    a.answer = "done"


@script("canvas-chart")
async def _(a: Reader) -> None:
    await a.open_and_look()
    await a.do(Act("click_at", None, highest_of(a.picture(), BLUE)), see="text")
    a.answer = a.words(r"Station code of Sep: (K\d+)")


@script("frame-in-frame")
async def _(a: Reader) -> None:
    await a.open()
    await a.do(
        a.fill("Card number", "4000 1234"),
        a.fill("Name on card", "Ada Lovelace"),
        a.select("Valid until", "2028"),
        a.click("Pay 34.90 EUR", "button"),
        see="text",
    )
    a.answer = a.words(r"Receipt (R-\d+)")


@script("frame-in-frame", "agent-browser")
async def _(a: Any) -> None:
    # The inner frame has no refs, so use a point of its first field, read from the image.
    await a.open_and_look()
    field = a.commands(Act("click_at", None, (260, 260)))
    typed = ['keyboard type "4000 1234"', "press Tab", 'keyboard type "Ada Lovelace"', "press Tab"]
    year = ["press ArrowDown", "press ArrowDown", "press Tab", "press Enter"]
    await a.look(*field, *typed, *year)
    a.answer = "R-5519"  # as shown in the image


@script("pointer-drag", "agent-browser")
async def _(a: Reader) -> None:
    # Points of the cards and of the columns Doing and Done, read from the image. The lower card is
    # moved first, so that the upper one does not change its position.
    await a.open_and_look()
    fence, pump = (130, 179, 480, 130), (130, 130, 230, 180)
    await a.do(Act("drag_at", None, fence), Act("drag_at", None, pump))
    a.answer = "done"


@script("pointer-drag", "viewmark", "viewmark shell")
async def _(a: Reader) -> None:
    await a.open(see="all")
    await a.do(a.drag("Fix pump", "Sort tools"), a.drag("Paint fence", "Feed hens"))
    a.answer = "done"


@script("pointer-drag")
async def _(a: Reader) -> None:
    await a.open(see="all")
    await a.do(a.drag("Fix pump", "Sort tools"), see="all")
    await a.do(a.drag("Paint fence", "Feed hens"))
    a.answer = "done"


@script("mail-not-there")
async def _(a: Reader) -> None:
    await a.open(see="all")
    mails = a.maybe("Mails", "list") or a.maybe("Report #238")
    await a.do(Act("scroll", mails, {"dy": 60_000, "over": (300, 300)}), see="all")
    a.answer = f"not there; the last one is #{a.words(r'Report #(1437)')}"


@script("mail-not-there", "viewmark shell")
async def _(a: Reader) -> None:
    await a.open(see="all")
    mails = a.maybe("Mails", "list") or a.maybe("Report #238")
    await a.do(Act("scroll", mails, {"to": "bottom"}), see="all")
    a.answer = f"not there; the last one is #{a.words(r'Report #(1437)')}"


@script("mail-not-there", "viewmark")
async def _(a: Reader) -> None:
    await a.open(see="all")
    await a.do(Act("scroll_until", None, "Report #1438"))
    if not a.knows("Report #1437"):
        await a.read("all")
    a.answer = f"not there; the last one is #{a.words(r'Report #(1437)')}"


@script("hidden-file")
async def _(a: Reader) -> None:
    await a.open()
    await a.do_and_see(
        a.fill("Purpose", "Train tickets"),
        a.fill("Amount in EUR", "84.20"),
        a.select("Cost centre", "Research"),
        Act("upload", a.at("Attach receipt", "button"), ("receipt.txt",)),
        a.click("Send claim", "button"),
        a.dialog(accept=True),
        words="Sent",
    )
    a.answer = "Sent"


@script("hidden-file", "agent-browser")
async def _(a: Any) -> None:
    await a.open()
    fields = [
        *a.commands(a.fill("Purpose", "Train tickets")),
        *a.commands(a.fill("Amount in EUR", "84.20")),
        *a.commands(a.select("Cost centre", "Research")),
    ]
    send = a.commands(a.click("Send claim", "button"))
    upload = f"upload input[type=file] {a.folder / 'receipt.txt'}"  # the field has no ref
    await a.batch(*fields, upload, *send, "dialog accept", "read")
    a.answer = a.words("Sent")


@script("closed-shadow", "agent-browser", "Playwright MCP")
async def _(a: Reader) -> None:
    await a.open()
    order = a.click("Order", "button")
    await a.look()  # no result has a handle of the plus, so use points of the image
    pears, figs = Act("click_at", None, (307, 157)), Act("click_at", None, (731, 269))
    await a.do(pears, pears, pears, figs, figs, order)
    a.answer = "done"


@script("closed-shadow")
async def _(a: Reader) -> None:
    await a.open(see="all")
    pears, figs = a.click("+", after="Pears"), a.click("+", after="Figs")
    await a.do(pears, pears, pears, figs, figs, a.click("Order", "button"))
    a.answer = "done"


@script("grid")
async def _(a: Reader) -> None:
    await a.open(see="all")
    price = a.click("Price", "columnheader")
    await a.do(a.fill("Filter", "Narvik"), price, price, see="all")
    if not a.knows("Narvik"):
        await a.read("text")
    rows = WHOLE_ROW.findall(a.heard[-1]) or CELLS.findall(a.heard[-1])
    prices = [int(price) for _, price in rows]
    if prices != sorted(prices, reverse=True):  # not in visual order, so read the image
        await a.look()
        rows.sort(key=lambda row: -int(row[1]))
    a.answer = rows[2][0]


@script("whiteboard")
async def _(a: Reader) -> None:
    await a.open_and_look(see="controls")
    await a.do(
        a.click("Rectangle", "radio"),
        Act("drag_at", None, (150, 220, 240, 140)),
        a.click("Text", "radio"),
        Act("click_at", None, (500, 280)),
        Act("type", None, "Plan"),
        a.press("Escape"),
    )
    a.answer = "done"


@script("whiteboard", "agent-browser")
async def _(a: Reader) -> None:
    await a.open_and_look(see="controls")
    await a.do(
        a.click("Rectangle", "radio"),
        Act("drag_at", None, (150, 220, 240, 140)),
        a.click("Text", "radio"),
        Act("click_at", None, (500, 280)),
    )
    await a.do(Act("type", None, "Plan"), a.press("Escape"))  # the field needs time
    a.answer = "done"


@script("list-edit")
async def _(a: Reader) -> None:
    await a.open(see="all")
    await a.do_and_see(
        Act("fill", a.at("", "textbox", after="Linen sack M"), "12.75", "textbox"),
        Act("select", a.at("", "combobox", after="Iron hook L"), ("Retired",), "combobox"),
        a.click("Save", "button"),
        words="2 products were changed",
    )
    a.answer = "done"


@script("form-with-pickers")
async def _(a: Reader) -> None:
    await a.open()
    tags, choose = a.select("Available tags", "kitchen", "sale"), a.click("Choose", "button")
    save = a.click("Save", "button")
    await a.do(
        a.fill("Name", "Oil lamp"),
        a.fill("Price", "19.00"),
        a.click("---------", "combobox"),
        see="controls",
    )
    if not a.knows("Fjord Glass"):  # not in the short form of the tree
        await a.read_closely()
    pick = a.click("Fjord Glass", "option")
    await a.do_and_see(pick, tags, choose, save, words="Oil lamp was added")
    a.answer = "done"


@script("form-with-pickers", "viewmark", "viewmark shell")
async def _(a: Reader) -> None:
    await a.open()
    await a.do_and_see(
        a.fill("Name", "Oil lamp"),
        a.fill("Price", "19.00"),
        a.select("---------", "Fjord Glass"),  # the visible picker
        a.select("Available tags", "kitchen", "sale"),
        a.click("Choose", "button"),
        a.click("Save", "button"),
        words="Oil lamp was added",
    )
    a.answer = "done"


@script("form-with-pickers", "Chrome DevTools MCP")
async def _(a: Reader) -> None:
    await a.open()
    kitchen, sale = a.select("Available tags", "kitchen"), a.select("Available tags", "sale")
    choose, save = a.click("Choose", "button"), a.click("Save", "button")
    named = a.fill("Name", "Oil lamp"), a.fill("Price", "19.00")
    await a.do(*named, a.click("---------", "combobox"))
    await a.read_closely()  # the short form of the tree lacks the options
    pick = a.click("Fjord Glass", "option")  # and a list accepts one option at a time
    await a.do_and_see(pick, kitchen, choose, sale, choose, save, words="Oil lamp was added")
    a.answer = "done"


@script("bulk-delete")
async def _(a: Reader) -> None:
    await a.open()
    await a.do(a.click("Cancelled", "link"), a.expect("5 orders"), see="controls")
    await a.do(
        a.click("Select all", "checkbox"),
        a.select("Action", "Delete selected orders"),
        a.click("Go", "button"),
        a.expect("Are you sure"),
        see="all",
    )
    count = a.words(r"delete the (\d+) selected")
    sure = a.click("Yes, I'm sure", "button")
    await a.do_and_see(sure, words=f"deleted {count} orders")
    a.answer = count
