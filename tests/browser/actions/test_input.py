"""Trusted input on a real page: the effects of keys and mouse."""

from __future__ import annotations

from typing import Any

import pytest
from own_world import ask
from page_over import PageOf
from webserver import LocalSite

from viewmark.browser.actions.input import insert_text, move, press, send_keys, wheel
from viewmark.browser.actions.keys import (
    KEYS,
    Modifier,
    key_events,
    modifier_bits,
    parse_keys,
    typed_events,
)
from viewmark.browser.page_target import PageTarget
from viewmark.errors import CommandTimeout, DialogOpen, TabNotFound, UnknownKey

FIELD = "<body style='margin:0'><textarea id=t style='width:400px;height:200px'></textarea>"
KEY_LOG = """<script>window.log = [];
for (const name of ["keydown", "keyup"]) addEventListener(name, (e) => {
  log.push([name, e.key, e.code, e.keyCode, e.location, e.isTrusted]);
  if (!["Tab", "Enter", "Backspace"].includes(e.key)) e.preventDefault();
}, true);</script>"""


async def field(page_of: Any, html: str = FIELD) -> PageTarget:
    page = await page_of(html)
    await ask(page, "t.focus()")
    return page


async def strike(page: PageTarget, *names: str) -> None:
    for name in names:
        await send_keys(page, key_events(parse_keys(name)))


async def test_every_key_arrives_as_the_specification_has_it(page_of: PageOf) -> None:
    page = await page_of(KEY_LOG)
    for code, key in KEYS.items():
        await ask(page, "log.length = 0")
        await strike(page, code)
        expected = [key.key, code, key.key_code, key.location, True]
        assert await ask(page, "log") == [["keydown", *expected], ["keyup", *expected]], code


async def test_enter_submits_a_form_and_breaks_a_line(page_of: PageOf, site: LocalSite) -> None:
    page = await field(page_of)
    await strike(page, "a", "Enter", "b", "NumpadEnter", "Shift+Enter", "c")
    assert await ask(page, "t.value") == "a\nb\n\nc"
    site.put("/sent.html", "sent")
    page = await field(page_of, "<form action=/sent.html><input id=t name=q value=1></form>")
    async with page.session.stream("Page.frameNavigated") as events:
        await strike(page, "Enter")
        async for _, params in events:
            assert params["frame"]["url"].endswith("/sent.html?q=1")
            break


async def test_editing_keys_edit(page_of: PageOf) -> None:
    page = await field(page_of)
    await send_keys(page, typed_events("one two three"))
    await strike(page, "Backspace", "Home", "Delete", "ArrowRight", "x", "End", "!")
    assert await ask(page, "t.value") == "nxe two thre!"
    await strike(page, "Shift+ArrowLeft", "Shift+ArrowLeft", "?")
    assert await ask(page, "t.value") == "nxe two thr?"
    await strike(page, "Control+ArrowLeft", "Control+Backspace")
    assert await ask(page, "t.value") == "nxe two ?"


async def test_the_point_is_not_delete_and_the_quote_is_not_an_arrow(page_of: PageOf) -> None:
    page = await field(page_of)
    await strike(page, "a", ".", "'", "(", "&", "%", "#", "$", "!")
    assert await ask(page, "t.value") == "a.'(&%#$!"


async def test_the_keypad_types_digits_and_signs(page_of: PageOf) -> None:
    page = await field(page_of)
    await strike(page, *[f"Numpad{i}" for i in range(10)], "NumpadAdd", "NumpadDecimal")
    await strike(page, "NumpadSubtract", "NumpadMultiply", "NumpadDivide")
    assert await ask(page, "t.value") == "0123456789+.-*/"


async def test_tab_moves_the_focus_forth_and_back(page_of: PageOf) -> None:
    page = await field(page_of, "<input id=t><button id=b>b</button>")
    await strike(page, "Tab")
    assert await ask(page, "document.activeElement.id") == "b"
    await strike(page, "Shift+Tab")
    assert await ask(page, "document.activeElement.id") == "t"


async def test_shortcuts_insert_no_text_and_select_all_selects(page_of: PageOf) -> None:
    page = await field(page_of)
    await send_keys(page, typed_events("hello"))
    await strike(page, "Meta+A", "Alt+x", "Control+b", "Control+Alt+5", "Meta+.")
    assert await ask(page, "t.value") == "hello"
    await strike(page, "ControlOrMeta+A")
    assert await ask(page, "[t.selectionStart, t.selectionEnd]") == [0, 5]
    await strike(page, "x")
    assert await ask(page, "t.value") == "x"
    await strike(page, "Control+Z")
    assert await ask(page, "t.value") == "hello"


async def test_modifiers_are_held_while_the_key_is_down_and_up_again_after(
    page_of: PageOf,
) -> None:
    page = await page_of(KEY_LOG)
    await strike(page, "Control+Shift+k")
    assert await ask(page, "log.map((e) => e[0] + e[1])") == [
        "keydownShift", "keydownControl", "keydownK", "keyupK", "keyupControl", "keyupShift",
    ]  # fmt: skip


async def test_many_keys_arrive_in_order(page_of: PageOf) -> None:
    page = await field(page_of)
    text = "".join(chr(97 + i % 26) for i in range(700))
    await send_keys(page, typed_events(text))
    assert await ask(page, "t.value") == text


async def test_text_is_inserted_in_one_step_with_trusted_events(page_of: PageOf) -> None:
    page = await field(
        page_of,
        "<input id=t><script>window.log=[];for (const n of ['beforeinput','input','keydown'])"
        "t.addEventListener(n,(e)=>log.push([n,e.isTrusted,e.inputType]))</script>",
    )
    await insert_text(page, "words 日本")
    assert await ask(page, "t.value") == "words 日本"
    assert await ask(page, "log") == [
        ["beforeinput", True, "insertText"],
        ["input", True, "insertText"],
    ]


async def test_the_mouse_moves_presses_and_turns_the_wheel(page_of: PageOf) -> None:
    page = await page_of(
        "<body style='margin:0;height:3000px'><script>window.log=[];for (const n of ['mousemove',"
        "'mousedown','mouseup','click','dblclick','wheel']) addEventListener(n,(e)=>log.push([n,"
        "e.clientX,e.clientY,e.buttons,e.detail,e.isTrusted]))</script>"
    )
    # On the first mouse move in a tab, Chromium may send an extra event from the initial position.
    await move(page, 20, 20)
    await ask(page, "log.length = 0")
    await move(page, 30, 40)
    assert await ask(page, "log") == [["mousemove", 30, 40, 0, 0, True]]
    await ask(page, "log.length = 0")
    await press(page, 50, 60, count=2)
    assert await ask(page, "log.map((e) => [e[0], e[3], e[4]])") == [
        ["mousemove", 0, 0],
        ["mousedown", 1, 1],
        ["mouseup", 0, 1],
        ["click", 0, 1],
        ["mousedown", 1, 2],
        ["mouseup", 0, 2],
        ["click", 0, 2],
        ["dblclick", 0, 2],
    ]
    await ask(page, "log.length = 0")
    await wheel(page, 10, 10, 0, 50)
    # The compositor replies before a passive listener runs.
    for _ in range(500):
        if seen := await ask(page, "log"):
            break
    assert seen[-1][0] == "wheel"


@pytest.mark.parametrize(
    ("names", "bits"),
    [
        ((), Modifier.NONE),
        (("Alt", "meta"), Modifier.ALT | Modifier.META),
        (("CTRL", "Shift"), Modifier.CONTROL | Modifier.SHIFT),
        ("Shift", Modifier.SHIFT),
        (("ControlOrMeta",), Modifier.CONTROL),
    ],
)
def test_modifier_names_become_bits(names: Any, bits: Modifier) -> None:
    assert modifier_bits(names) == bits


def test_on_a_mac_the_platform_modifier_is_meta_and_unknown_names_are_refused() -> None:
    assert modifier_bits(["ControlOrMeta"], mac=True) == Modifier.META
    with pytest.raises(UnknownKey):
        modifier_bits(["Hyper"])


async def test_input_on_a_page_with_a_dialog_or_without_a_tab_is_an_error_at_once(
    page_of: PageOf, bounded: Any, eventually: Any
) -> None:
    page = await page_of("<script>onload = () => setTimeout(() => alert('hi'), 0)</script>")
    await eventually(lambda: page.dialog is not None, "the dialog")
    with pytest.raises(DialogOpen):
        await bounded(move(page, 5, 5))
    await page.answer_dialog(accept=True)
    await bounded(press(page, 5, 5))
    await page.close()
    with pytest.raises(TabNotFound):
        await bounded(press(page, 5, 5))


@pytest.mark.heavy(15)  # the page blocks for 20 ms at each key
async def test_keys_have_a_deadline_and_the_error_counts_them_without_naming_any(
    page_of: PageOf, bounded: Any
) -> None:
    page = await page_of(
        "<input id=t autofocus><script>t.focus(); t.onkeydown = () => {"
        "const end = performance.now() + 20; while (performance.now() < end); }</script>"
    )
    text = "Geheimnis" * 8
    with pytest.raises(CommandTimeout, match=r"of 72 were sent within 0\.5 s") as caught:
        await bounded(send_keys(page, typed_events(text), limit=0.5))
    value = await ask(page, "t.value")
    assert 0 < len(value) < 72
    assert caught.value.data["keys_sent"] == len(value)
    assert value == text[: len(value)]
    assert "Geh" not in f"{caught.value.message} {caught.value.hint} {caught.value.data}"
