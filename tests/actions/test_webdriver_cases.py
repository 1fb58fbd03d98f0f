"""Cases of WebDriver's suites: what is held, pairs of presses, keys by name, files taken back."""

# ruff: noqa: E501 - a page per line reads better than one that is broken anywhere

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from action_case import Case, check, click, fill, happened, keys, show, typed, wrongs
from long_forms import short_of
from own_world import ask

import viewmark
from viewmark.browser.frames.geometry import FRAME_STEP
from viewmark.errors import ViewmarkError
from viewmark.page.target import at

if TYPE_CHECKING:
    from pathlib import Path

    from webserver import LocalSite

    from viewmark.browser.launch.browser import ChromeBrowser

FIELD = (
    "<input id=t><script>t.focus(); var log = []; for (const k of ['keydown', 'keypress', 'keyup'])"
    " t.addEventListener(k, (e) => log.push([k, e.key, e.shiftKey]))</script>"
)
PLACE = (
    "<p id=t style='width:200px;height:60px'>one two. three</p><script>var log = [];"
    "for (const k of ['mousedown', 'mouseup', 'click', 'dblclick', 'pointerdown', 'pointermove', 'pointerup'])"
    " t.addEventListener(k, (e) => log.push([k, e.detail, e.buttons]))</script>"
)
COUNTS = "log.filter(([k]) => k === 'click' || k === 'dblclick').map(([k, n]) => [k, n])"
BUTTONS = "log.filter(([k]) => k.startsWith('mouse')).map(([, , b]) => b)"
CLOSED = (
    "<script>const hide = (host, html) => {{ const root = host.attachShadow({{mode: 'closed'}});"
    "root.innerHTML = html; return root }};{}</script>"
)
HOST = "customElements.define('x-a', class extends HTMLElement { constructor() { super(); hide(this, '<div><button onclick=n++>b</button></div>') } })"
DATED = {
    "date": ("2020-01-02", "2021-05-05"),
    "time": ("10:00", "11:30"),
    "month": ("2020-01", "2021-05"),
    "week": ("2020-W02", "2021-W05"),
    "datetime-local": ("2020-01-02T10:00", "2021-05-05T11:30"),
}
SELECTED = "<input id=t value=hello><input id=o><script>t.focus(); t.setSelectionRange(2, {}); o.focus()</script>"


async def held(page: viewmark.Page, *down: str, press: str = "", text: str = "") -> Any:
    """Holds keys, presses one, types a text key by key, lets go."""
    for key in down:
        await page.key_down(key)
    done: Any = await page.keypress(press) if press else None
    done = await page.type(None, text, keys=True) if text else done
    for key in reversed(down):
        await page.key_up(key)
    return done


async def down_and_up(page: viewmark.Page, *names: str) -> Any:
    for name in names:
        await page.key_down(name)
        done = await page.key_up(name)
    return done


async def pairs(page: viewmark.Page, *presses: tuple[str, float]) -> Any:
    """Presses by `mouse_down` and `mouse_up`: the button, and how far to the right."""
    for button, x in presses:
        await page.mouse_move(at(30 + x, 30, css=True))
        await page.mouse_down(button=button)
        done = await page.mouse_up(button=button)
    return done


async def paused(page: viewmark.Page) -> Any:
    await pairs(page, ("left", 0))
    await asyncio.sleep(0.6)  # the pause is what is asked about: longer than that of a double click
    return await pairs(page, ("left", 0))


async def pressed_between(page: viewmark.Page) -> Any:
    await pairs(page, ("left", 0))
    await page.click(at(30, 30, css=True))
    return await pairs(page, ("left", 0))


async def together(page: viewmark.Page) -> Any:
    await page.mouse_down("#t", button="middle")
    await page.mouse_down(button="left")
    await page.mouse_up(button="middle")
    return await page.mouse_up(button="left")


async def clicked_while_held(page: viewmark.Page) -> Any:
    await page.mouse_down("#t", button="middle")
    await page.click("#t")
    return await page.mouse_up(button="middle")


DONE = {
    # Keys that are held
    "Shift held makes capitals": Case(
        FIELD, lambda page: held(page, "Shift", press="a", text="b1A"), "t.value", "AB!A"
    ),
    "Shift held goes down once": Case(
        FIELD,
        lambda page: held(page, "Shift", press="~"),
        "log",
        [
            ["keydown", "Shift", True],
            ["keydown", "~", True],
            ["keypress", "~", True],
            ["keyup", "~", True],
            ["keyup", "Shift", False],
        ],
    ),
    "Shift named beside a held one": Case(
        FIELD,
        lambda page: held(page, "Shift", press="Shift+a"),
        "log.filter(([k]) => k === 'keydown').map(([, key]) => key)",
        ["Shift", "A"],
    ),
    **{
        f"{name} held inserts no text": Case(
            FIELD,
            lambda page, name=name: held(page, name, press="b", text="c"),  # type: ignore[misc]
            "[t.value, log.filter(([k]) => k === 'keypress').length]",
            ["", 0],
        )
        for name in ("Alt", "Meta", "Control")
    },
    "Control held makes a shortcut of a capital": Case(
        "<input id=t value=abc autofocus>",
        lambda page: held(page, "Control", press="A"),
        "t.selectionEnd - t.selectionStart",
        3,
    ),
    "with nothing held it is as ever": Case(
        FIELD, lambda page: page.type(None, "bA1", keys=True), "t.value", "bA1"
    ),
    # Keys by name
    "keys named by what they write with Shift": Case(
        FIELD,
        lambda page: down_and_up(page, '"', "@", "A", "!"),
        "[t.value, log.some(([, , shift]) => shift)]",
        ['"@A!', False],
    ),
    "a name with Shift comes up by that without": Case(
        FIELD,
        lambda page: _down_then_up(page, "A", "a"),
        "[t.value, log.length]",
        ["A", 3],
    ),
    **{
        f"the key {name}": Case(
            FIELD,
            lambda page, name=name: down_and_up(page, name),  # type: ignore[misc]
            "[t.value, log.map(([k, key]) => k + key)]",
            ["", [f"keydown{name}", f"keyup{name}"]],
        )
        for name in ("Clear", "Cancel", "ZoomIn", "MediaPlay", "Soft1", "Hiragana", "GoBack")
    },
    # The field's own selection
    "a character does not replace what was selected before": Case(
        SELECTED.format(4), keys("w"), "t.value", "hellwo"
    ),
    "a key finds the caret where it was": Case(SELECTED.format(2), keys("w"), "t.value", "hewllo"),
    "a key that writes nothing finds the selection": Case(
        SELECTED.format(4), keys("Delete"), "t.value", "heo"
    ),
    "a number that was selected": Case(
        "<input id=t type=number value=12><input id=o><script>t.select(); o.focus()</script>",
        keys("3"),
        "t.value",
        "123",
    ),
    "rich text that was selected": Case(
        "<div id=t contenteditable>old</div><button id=o>o</button><script>t.focus();"
        "getSelection().selectAllChildren(t); o.focus()</script>",
        keys("w"),
        "t.textContent",
        "oldw",
    ),
    "what is selected in the field with the focus": Case(
        "<input id=t value=hello><script>t.focus(); t.setSelectionRange(2, 4)</script>",
        keys("w"),
        "t.value",
        "hewo",
    ),
    # The mouse by its parts
    "two presses are a double click": Case(
        PLACE,
        lambda page: pairs(page, *[("left", 0)] * 2),
        COUNTS,
        [["click", 1], ["click", 2], ["dblclick", 2]],
    ),
    "three presses select a paragraph": Case(
        PLACE,
        lambda page: pairs(page, *[("left", 0), ("left", 2), ("left", 0)]),
        "getSelection().toString().trim()",
        "one two. three",
    ),
    "a fourth press begins anew": Case(
        PLACE, lambda page: pairs(page, *[("left", 0)] * 4), f"{COUNTS}.at(-1)", ["click", 1]
    ),
    "two presses far from each other": Case(
        PLACE,
        lambda page: pairs(page, ("left", 0), ("left", 30)),
        COUNTS,
        [["click", 1], ["click", 1]],
    ),
    "two presses of two buttons": Case(
        PLACE,
        lambda page: pairs(page, ("middle", 0), ("left", 0)),
        COUNTS,
        [["click", 1]],
    ),
    "two presses with a pause": Case(PLACE, paused, COUNTS, [["click", 1], ["click", 1]]),
    "two presses with a click between": Case(
        PLACE, pressed_between, f"{COUNTS}.map(([, n]) => n)", [1, 1, 1]
    ),
    "two buttons that are down": Case(PLACE, together, BUTTONS, [4, 5, 1, 0]),
    "a click while a button is down": Case(PLACE, clicked_while_held, BUTTONS, [4, 5, 4, 0]),
    # Closed shadow roots that no look has opened
    "a selector into a closed root": Case(
        f"<x-a id=h></x-a>{CLOSED.format(HOST)}", click("#h >> button")
    ),
    "a selector that names nothing of the host": Case(
        f"<x-a></x-a>{CLOSED.format(HOST)}", click("button")
    ),
    "closed roots in one another": Case(
        "<div id=h></div>"
        + CLOSED.format(
            "const a = hide(h, '<section><p></p></section>');"
            "hide(a.querySelector('p'), '<button onclick=n++>b</button>')"
        ),
        click("#h >> button"),
    ),
    "a closed root in a frame": Case(
        f'<iframe id=f srcdoc="<div id=h></div>{CLOSED.format("")}'
        "<script>hide(h, '<button onclick=top.n++>b</button>')</script>\"></iframe>",
        click(f"#f{FRAME_STEP}#h >> button"),
    ),
    "a host that is defined later": Case(
        f"<x-a id=h></x-a>{CLOSED.format(f'setTimeout(() => {{ {HOST} }}, 200)')}",
        lambda page: _waited(page),
    ),
    # Boxes alone
    **{
        f"check a {role} alone": Case(
            f"<div id=t role={role} aria-checked=false onclick=\"this.setAttribute('aria-checked', true)\">x</div>",
            check(),
            "t.getAttribute('aria-checked')",
            "true",
        )
        for role in ("option", "treeitem", "menuitemcheckbox", "menuitemradio")
    },
}


async def _down_then_up(page: viewmark.Page, down: str, up: str) -> Any:
    await page.key_down(down)
    return await page.key_up(up)


async def _waited(page: viewmark.Page) -> Any:
    await page.wait_for(selector="#h >> button")
    return await page.click("#h >> button")


async def _down(page: viewmark.Page, key: str) -> Any:
    return await page.key_down(key)


REFUSED = {
    **{
        f"{how} a {kind} that is {state}": Case(
            f"<input id=t type={kind} value={old} {state} oninput=n++ onchange=n++>",
            do,
            "[t.value, n]",
            [old, 0],
        )
        for kind, (old, new) in DATED.items()
        for state in ("readonly", "disabled")
        for how, do in {
            "fill": fill(new),
            "type in": typed(new),
            "clear": lambda page: page.clear("#t"),
            "fill by a form": lambda page, new=new: page.fill_form([("#t", new)]),  # type: ignore[misc]
            "select in": lambda page, new=new: page.select("#t", [new]),  # type: ignore[misc]
        }.items()
    },
    "a combination held as one key": Case(
        FIELD, lambda page: _down(page, "Shift+a"), "log.length", 0
    ),
}


@pytest.fixture(name="page")
async def _page(chromium: ChromeBrowser) -> Any:
    target = await chromium.page()
    yield viewmark.Page(target)
    await target.close()


@pytest.mark.parametrize("part", short_of(range(4), 0))
async def test_drivers_do_what_a_hand_does(part: int, page: Any, site: LocalSite) -> None:
    assert await wrongs(page, site, list(DONE.items())[part::4]) == []


@pytest.mark.parametrize("part", short_of(range(4), 0))
async def test_drivers_leave_alone_what_is_locked(part: int, page: Any, site: LocalSite) -> None:
    assert await wrongs(page, site, list(REFUSED.items())[part::4], refused=True) == []


async def test_the_mouse_comes_to_every_document(page: Any, site: LocalSite) -> None:
    whole = "<div id=t style='position:fixed;inset:0' onmousemove=n++ onmousedown='n += 10'></div>"
    for number in range(2):
        await show(page, site, Case(f"{whole}{number}", click()))
        await page.mouse_move(at(40, 40, css=True))
        assert await ask(page.browser_page, "n") > 0
    await page.mouse_move(at(40, 40, css=True))
    await show(page, site, Case(whole, click()))
    await page.mouse_down()
    await page.mouse_up()
    assert await ask(page.browser_page, "n") > 10  # it came before it was pressed


FILE = "<input id=t type=file multiple oninput='n += 1' onchange='n += 10'><label id=l for=t>File</label>"


@pytest.mark.parametrize("how", ["upload", "clear", "fill", "fill list", "by label"])
async def test_chosen_files_are_taken_back(
    how: str, page: Any, site: LocalSite, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("a")
    page.upload_folders = [tmp_path]
    await show(page, site, Case(FILE, click()))
    back = {
        "upload": lambda: page.upload("#t", []),
        "clear": lambda: page.clear("#t"),
        "fill": lambda: page.fill("#t", ""),
        "fill list": lambda: page.fill("#t", []),
        "by label": lambda: page.upload("#l", []),
    }[how]
    await back()
    assert await ask(page.browser_page, "n") == 0  # nothing was there: nothing changed
    await page.upload("#t", "a.txt")
    assert await ask(page.browser_page, "[t.files.length, n]") == [1, 11]
    done = await back()
    assert done.report == {"files": []}
    assert await ask(page.browser_page, "[t.files.length, n]") == [0, 22]


async def test_files_are_not_taken_back_from_what_has_none(page: Any, site: LocalSite) -> None:
    for html in ("<button id=t onclick=n++>b</button>", "<input id=t type=file disabled>"):
        case = Case(html, click())
        await show(page, site, case)
        with pytest.raises(ViewmarkError):
            await page.upload("#t", [])
        assert await happened(page, case) == 0
