"""Tasks that need the page's environment: its size, a device, a saved login, requests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.readers.base import Act
from arena.scripts.table import script

if TYPE_CHECKING:
    from arena.readers import Reader


@script("kept-log-in")
async def _(a: Reader) -> None:
    await a.open()
    site = a.address.rpartition("/")[0]
    await a.do(a.fill("User name", "ada"), a.fill("Password", "x"), a.click("Sign in", "button"))
    for step in ("save", "clear", "load"):
        await a.special(step)
    await a.open(f"{site}/members", see="text")
    a.answer = a.words("Members")


@script("permission")
async def _(a: Reader) -> None:
    await a.open()
    await a.special("place", 52, 13)
    await a.do(a.click("Locate me", "button"))
    a.answer = "done"


@script("basic-auth")
async def _(a: Reader) -> None:
    await a.open(a.address.replace("://", "://ada:analytical@"), see="text")
    a.answer = a.words(r"code is (\d+)")


@script("basic-auth", "viewmark", "viewmark shell", "agent-browser")
async def _(a: Reader) -> None:
    await a.special("credentials", "ada", "analytical")
    await a.open(see="text")
    a.answer = a.words(r"code is (\d+)")


@script("viewport")
async def _(a: Reader) -> None:
    await a.open(see="")
    await a.special("resize", 500, 700)
    await a.read("text")
    a.answer = a.words("Narrow layout")


@script("phone")
async def _(a: Reader) -> None:
    await a.special("device", "iPhone 15")
    await a.open()
    await a.do(a.click("Menu", "button"), see="controls")
    await a.do(a.click("Cart", "link"), Act("drag_by", a.at("Apples", "button"), -150))
    a.answer = "done"


@script("dark")
async def _(a: Reader) -> None:
    await a.open(see="")
    await a.special("dark")
    await a.read("text")
    a.answer = a.words("dark true")


@script("faults")
async def _(a: Reader) -> None:
    await a.open()
    await a.do(a.click("Load orders", "button"))
    await a.special("requests", "missing.json")
    a.answer = a.words("no such order")
