"""31 ordinary agent tasks, each done with no information except the results of calls.

A task gets an interface to the page (`hands.py`). It identifies its targets as a user would ("the
button Sign in"), finds the ref in a snapshot, acts, and is complete when the page itself reports
the outcome (`site_of_tasks.py`). Tasks use no selectors, no coordinates, and no knowledge of the
source.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from hands import Hands
from site_of_tasks import PASSWORD, USER, Site

__all__ = ["TASKS"]

TASKS: dict[str, Any] = {}


def task(words: str) -> Callable[[Any], Any]:
    def kept(function: Any) -> Any:
        TASKS[words] = function
        return function

    return kept


def reported(site: Site, name: str, value: Any) -> None:
    assert site.wait(name, value), f"{name}: {site.of(name)} and not {value!r}"


@task("log in to a form")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/login"))
    await a.type(await a.ref("textbox", "User name"), "ada")
    await a.type(await a.ref("textbox", "Password"), "analytical")
    await a.click(await a.ref("button", "Sign in"))
    reported(site, "login", {"user": "ada", "password": "analytical"})
    assert "Members" in await a.text()


@task("fill and replace")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/profile"))
    fields = {
        await a.ref("textbox", "Display name"): "Ada Lovelace",
        await a.ref("textbox", "About"): "Wrote the first program.",
    }
    await a.fill_form(fields)
    await a.click(await a.ref("button", "Save"))
    wanted = {"name": "Ada Lovelace", "about": "Wrote the first program."}
    reported(site, "profile", wanted)


@task("choose one")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/order"))
    await a.select(await a.ref("combobox", "Size"), ["Large"])
    await a.click(await a.ref("button", "Place order"))
    reported(site, "order", {"size": "Large", "extras": [], "gift": None, "pay": "card"})


@task("choose several")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/order"))
    await a.select(await a.ref("listbox", "Extras"), ["Olives", "Garlic"])
    await a.click(await a.ref("button", "Place order"))
    several = ["Olives", "Garlic"]
    reported(site, "order", {"size": "Small", "extras": several, "gift": None, "pay": "card"})


@task("tick and choose by radio button")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/order"))
    await a.check(await a.ref("checkbox", "Wrap as a gift"))
    await a.check(await a.ref("radio", "Invoice"))
    await a.click(await a.ref("button", "Place order"))
    reported(site, "order", {"size": "Small", "extras": [], "gift": "yes", "pay": "invoice"})


@task("date, time, colour, range, number")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/booking"))
    page = {
        "Day": "2026-12-24",
        "Time": "18:30",
        "Colour of the room": "#336699",
        "Brightness": "75",
        "Guests": "4",
    }
    await a.fill_form({await a.ref(None, name): value for name, value in page.items()})
    await a.click(await a.ref("button", "Book"))
    reported(
        site,
        "booking",
        {
            "day": "2026-12-24",
            "time": "18:30",
            "colour": "#336699",
            "light": "75",
            "guests": "4",
        },
    )


@task("a date picker that is not a field")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/picker"))
    await a.click(await a.ref("textbox", "Departure"))
    await a.click(await a.ref("button", "17 November 2026"))
    reported(site, "picker", "17 November 2026")


@task("upload files")
async def _(a: Hands, site: Site, folder: Path) -> None:
    files = [folder / "one.txt", folder / "two.txt"]
    for each in files:
        each.write_text(f"words of {each.stem}")
    await a.goto(site.url("/upload"))
    await a.upload(await a.ref(None, "Documents"), files)
    reported(site, "upload", [["one.txt", "words of one"], ["two.txt", "words of two"]])
    await a.upload(await a.ref("button", "Choose a picture"), files[:1])
    reported(site, "chooser", [["one.txt", "words of one"]])


@task("drop a file")
async def _(a: Hands, site: Site, folder: Path) -> None:
    (folder / "drop.txt").write_text("dropped")
    await a.goto(site.url("/upload"))
    await a.drop(await a.ref("region", "Drop zone"), [folder / "drop.txt"])
    reported(site, "drop", [["drop.txt", "dropped"]])


@task("alert, confirm, prompt, a late alert")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/dialogs"))
    await a.click(await a.ref("button", "Show alert"))
    await a.answer_dialog(accept=True)
    reported(site, "alert", "closed")
    await a.click(await a.ref("button", "Delete"))
    await a.answer_dialog(accept=False)
    reported(site, "confirm", False)
    await a.click(await a.ref("button", "Ask my name"))
    await a.answer_dialog(accept=True, text="Ada")
    reported(site, "prompt", "Ada")
    await a.click(await a.ref("button", "Alert later"))
    await a.wait_for_dialog()
    await a.answer_dialog(accept=True)
    reported(site, "late", "closed")


@task("a new tab by link, a popup, and on in the first")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/opener"))
    first = await a.current_tab()
    for name in ("Open the details", "Open a popup"):
        opened = await a.click(await a.ref(None, name))
        await a.switch_tab(a.opened_tab(opened))
        await a.click(await a.ref("button", "Confirm details"))
        await a.switch_tab(first)
    assert site.wait("opened", "pressed")
    await a.click(await a.ref("button", "Continue here"))
    reported(site, "opener", "still works")


@task("a download")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/downloads"))
    path = await a.download(await a.ref("link", "Export numbers"))
    assert path.read_text() == "a,b\n1,2\n3,4\n"
    assert path.name.endswith("numbers.csv")


@task("log in inside frames of both origins")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/frames"))
    for who, title in (("own", "Member"), ("other", "Partner")):
        await a.type(await a.ref("textbox", f"{title} name"), "ada")
        await a.click(await a.ref("button", f"Enter as {title.lower()}"))
        reported(site, f"frame {who}", "ada")


@task("an endless list")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/feed"))
    ref = await a.scroll_until("button", "Read story 40")
    await a.click(ref)
    reported(site, "feed", 40)


@task("a menu that shows while the pointer is on it")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/menu"))
    await a.hover_over("Products")
    await a.click(await a.ref("link", "Chairs"))
    reported(site, "menu", "chairs")


@task("drag and drop, and a slider by mouse")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/drag"))
    await a.drag(await a.ref("listitem", "Write tests"), to=await a.ref("list", "Done"))
    reported(site, "drag", "done")
    await a.drag_by(await a.ref("slider", "Volume"), from_left=10, dx=190)
    assert site.wait("slider", 50), site.of("slider")


@task("rich text")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/editor"))
    await a.type(await a.ref("textbox", "Your note"), "Dear all, it works.")
    await a.click(await a.ref("button", "Send"))
    reported(site, "editor", {"note": "Dear all, it works.", "copy": ""})


@task("copy and paste by keys, and by a button of the page")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/editor"))
    note = await a.ref("textbox", "Your note")
    await a.type(note, "kingfisher")
    await a.keys("ControlOrMeta+a", note)
    await a.keys("ControlOrMeta+c")
    await a.click(await a.ref("textbox", "Copy of it"))
    await a.keys("ControlOrMeta+v")
    await a.click(await a.ref("button", "Send"))
    reported(site, "editor", {"note": "kingfisher", "copy": "kingfisher"})
    await a.click(await a.ref("button", "Copy link"))
    assert "https://notes.example/42" in await a.clipboard()
    await a.paste(await a.ref("textbox", "Link"))
    await a.click(await a.ref("button", "Share"))
    reported(site, "shared", "https://notes.example/42")


@task("back, forward, reload")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/steps"))
    await a.click(await a.ref("link", "Next step"))
    assert "Step two" in await a.text()
    await a.back()
    assert "Step one" in await a.text()
    await a.forward()
    await a.reload()
    assert "Step two" in await a.text()


@task("wait for text, an element, its end, an address, a time")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/slow"))
    await a.click(await a.ref("button", "Start"))
    await a.wait(text="Almost there")
    await a.wait(text="Almost there", absent=True)
    await a.wait(url="/slow-finished")
    await a.wait_ms(50)
    await a.click(await a.ref("button", "Collect result"))
    reported(site, "slow", "collected")


@task("read text, a table, code, an attribute, by script")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/article"))
    text = await a.text()
    plain = text.replace("*", "").replace("_", "")
    assert "The total price is 42.17 EUR." in plain
    assert "the code word kingfisher is given at the till" in plain
    assert "| Chair | 45 |" in " ".join(text.split())
    assert "pip install kingfisher==2.1" in text
    assert "send money" not in text, "hidden words are not read"
    order = await a.ref("button", "Order now")
    assert await a.get(order, "attribute", "data-sku") == "K-2210"
    assert await a.evaluate("() => document.querySelectorAll('td').length") == 4


@task("cookies, and a login that is kept")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/login"))
    await a.type(await a.ref("textbox", "User name"), "ada")
    await a.type(await a.ref("textbox", "Password"), "x")
    await a.click(await a.ref("button", "Sign in"))
    assert "s3cret-session" not in await a.cookies()
    assert "sid" in await a.cookies()
    await a.save_state("login.json")
    await a.clear_cookies()
    await a.goto(site.url("/members"))
    assert "Sign in" in await a.text()
    await a.load_state("login.json")
    await a.goto(site.url("/members"))
    assert "Members" in await a.text()


@task("a PDF")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/report.pdf"))
    assert await a.picture() > 1_000
    text = await a.text()
    assert "Invoice 2026-11 total 42.17 EUR" in text, text


@task("a permission")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/permission"))
    await a.allow("geolocation", latitude=52.0, longitude=13.0)
    await a.click(await a.ref("button", "Locate me"))
    reported(site, "permission", 52)


@task("basic authentication")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.credentials(USER, PASSWORD, site.url())
    await a.goto(site.url("/protected"))
    assert "7391" in await a.text()


@task("a viewport, and back")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/responsive"))
    await a.viewport(width=500, height=700)
    assert "Narrow layout" in await a.text()
    await a.reset_viewport()
    assert "Wide layout" in await a.text()


@task("a phone with touch")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.device("iPhone 15")
    await a.goto(site.url("/responsive"))
    assert "touch true" in await a.text()
    assert site.of("layout")[-1]["mobile"]
    await a.goto(site.url("/phone"))
    await a.click(await a.ref("button", "Menu"))  # it listens to touch events only
    await a.click(await a.ref("link", "Cart"))
    reported(site, "cart", "touch")
    await a.drag_by(await a.ref("button", "Apples"), from_left=200, dx=-150)
    reported(site, "strip", "Pears")
    await a.reset_emulation()


@task("dark mode")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/responsive"))
    await a.dark()
    await a.wait(text="dark true")
    await a.reset_emulation()
    await a.wait(text="dark false")


@task("a click on a canvas")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/canvas"))
    await a.click_in_picture_where_it_is_red()
    reported(site, "canvas", True)


@task("errors, console and network")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.goto(site.url("/broken"))
    await a.click(await a.ref("button", "Load orders"))
    await a.wait_ms(300)
    assert "loading orders" in await a.console()
    assert "forEach" in await a.exceptions()
    assert "missing.json" in await a.network()
    assert "404" in await a.network()
    assert "no such order" in await a.response_of("missing.json")


@task("two tabs at once")
async def _(a: Hands, site: Site, folder: Path) -> None:
    await a.in_two_tabs(site.url("/counter?a"), site.url("/counter?b"), "Add one", times=3)
    reported(site, "counter ?a", 3)
    reported(site, "counter ?b", 3)
