"""The overlay on hostile pages: drawing and typing work, and the page observes nothing of it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
import pytest_asyncio
from case_files import values_of
from hand import CTRL, Hand

from viewmark.browser.actions.navigation import goto
from viewmark.browser.page_target import PageTarget
from viewmark.drawmode.messages import OverlayMessage
from viewmark.drawmode.overlay import Overlay

BODY = "<h1 id=h>Title</h1><p><button id=b style='margin:60px'>Press me</button></p>"

SPY = """<script>
window.seen = [];
for (const type of ['pointerdown','pointermove','pointerup','mousedown','mouseup','click',
  'dblclick','keydown','keyup','keypress','beforeinput','input','change','compositionstart','compositionend',
  'focus','blur','focusin','focusout','paste','wheel','touchstart','touchmove','touchend',
  'contextmenu','selectionchange']) {
  window.addEventListener(type, (e) => seen.push(e.type), true);
  document.addEventListener(type, (e) => seen.push('doc ' + e.type), true);
}
</script>"""


PAGES: dict[str, tuple[str, dict[str, str]]] = values_of(__file__)


class Heard:
    """An armed overlay and the messages that it sent."""

    def __init__(self, page: PageTarget) -> None:
        self.messages: list[OverlayMessage] = []
        self.overlay = Overlay(page, on_message=lambda _, m: self.messages.append(m))

    def of(self, kind: str) -> list[OverlayMessage]:
        return [m for m in self.messages if m.kind == kind]


@pytest_asyncio.fixture(loop_scope="session")
async def armed(page_of: Any) -> AsyncIterator[Callable[..., Awaitable[tuple[PageTarget, Heard]]]]:
    """Opens a page in which the guard was installed before its scripts."""
    made: list[Heard] = []

    async def open_page(html: str, **options: Any) -> tuple[PageTarget, Heard]:
        page = await page_of("<p>before</p>")
        heard = Heard(page)
        made.append(heard)
        await heard.overlay.arm()
        other = await page_of(html, **options)
        await goto(page, other.url)
        await other.close()
        return page, heard

    yield open_page
    for heard in made:
        await heard.overlay.disarm()


async def draw_one(page: PageTarget, heard: Heard, eventually: Any) -> Any:
    hand = Hand(page)
    await hand.drag((300, 200), (420, 280))
    await hand.keys("ok")
    await hand.write(" fine")
    await hand.key("Enter")
    await eventually(lambda: heard.of("mark"), "a mark")
    return heard.of("mark")[0].data["mark"]


@pytest.mark.parametrize("name", PAGES)
async def test_one_can_draw_and_type_on_a_page_with(name: str, armed: Any, eventually: Any) -> None:
    html, headers = PAGES[name]
    page, heard = await armed(html, headers=headers)
    shown = await heard.overlay.show({"prompt": "Look"})
    assert shown.early
    mark = await draw_one(page, heard, eventually)
    assert mark["text"] == "ok fine"
    assert mark["rect"] == {"x": 300, "y": 200, "width": 120, "height": 80}
    await Hand(page).key("Escape")
    await eventually(lambda: heard.of("done"), "the end")


@pytest.mark.parametrize("name", ["strict policy and trusted types", "sandboxed document"])
async def test_the_overlay_is_visible_under(name: str, armed: Any) -> None:
    html, headers = PAGES[name]
    page, heard = await armed(html, headers=headers)
    before = await page.session.send("Page.captureScreenshot", {"format": "png"})
    await heard.overlay.show({"prompt": "Look"})
    after = await page.session.send("Page.captureScreenshot", {"format": "png"})
    styled = await page.call(
        None,
        "function () { const bar = viewmarkDraw.toolbar.bar; return"
        " [getComputedStyle(bar).display, bar.getBoundingClientRect().width > 300]; }",
    )
    assert before["data"] != after["data"]
    assert styled == ["flex", True]


async def test_the_page_sees_neither_pointer_nor_keys_nor_focus(
    armed: Any, eventually: Any
) -> None:
    page, heard = await armed(SPY + BODY)
    await read_seen(page)
    await heard.overlay.show({})
    hand = Hand(page)
    await draw_one(page, heard, eventually)
    await hand.key("Tab")
    await hand.key("z", modifiers=CTRL)
    await hand.drag((500, 300), (620, 380))
    await hand.compose("か")
    await hand.write("かな")
    await hand.key("Escape")
    await hand.swipe((600, 150), (700, 250))
    await hand.key("Escape")
    await hand.key("Escape")
    await eventually(lambda: heard.of("done"), "the end")
    await heard.overlay.hide()
    assert await read_seen(page) == []
    await hand.click(5, 5)
    assert "click" in await read_seen(page), "after the overlay the page hears again"


async def test_the_page_cannot_reach_our_nodes_binding_or_functions(armed: Any) -> None:
    page, heard = await armed(BODY)
    await heard.overlay.show({})
    reply = await page.session.send(
        "Runtime.evaluate",
        {
            "returnByValue": True,
            "expression": """(() => {
              const host = document.documentElement.lastElementChild;
              return {
                shadow: host.shadowRoot, draw: typeof viewmarkDraw,
                bindings: Object.getOwnPropertyNames(window)
                  .filter((n) => /^vm[0-9a-f]{16}$/.test(n)),
                focus: document.activeElement === host,
              };
            })()""",
        },
    )
    seen = reply["result"]["value"]
    assert seen["shadow"] is None
    assert seen["draw"] == "undefined"
    assert seen["bindings"] == []
    assert seen["focus"]


async def test_events_that_the_page_makes_up_do_nothing(armed: Any, eventually: Any) -> None:
    page, heard = await armed(BODY)
    await page.session.send(
        "Runtime.evaluate",
        {
            "expression": "for (const t of [document, window, document.body]) t.dispatchEvent("
            "new KeyboardEvent('keydown', {code: 'KeyD', ctrlKey: true, shiftKey: true}))"
        },
    )
    await heard.overlay.show({})
    await page.session.send(
        "Runtime.evaluate",
        {
            "expression": "const h = document.documentElement.lastElementChild;"
            "for (const [t, x] of [['pointerdown', 10], ['pointermove', 200], ['pointerup', 200]])"
            " h.dispatchEvent(new PointerEvent(t, {clientX: x, clientY: x, button: 0,"
            " isPrimary: true, bubbles: true, composed: true}));"
            "h.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}))"
        },
    )
    mark = await draw_one(page, heard, eventually)
    assert heard.of("toggle") == []
    assert heard.of("done") == []
    assert mark["rect"]["x"] == 300


async def test_a_dialog_that_the_page_opens_later_does_not_stay_above(
    armed: Any, eventually: Any, bounded: Any
) -> None:
    page, heard = await armed(BODY + "<dialog id=d>Late <input></dialog>")
    await heard.overlay.show({})
    await page.session.send(
        "Runtime.evaluate", {"expression": "document.querySelector('#d').showModal()"}
    )
    await bounded(until_on_top(page))
    mark = await draw_one(page, heard, eventually)
    assert mark["text"] == "ok fine"
    open_still = await page.call(None, "function () { return document.querySelector('#d').open; }")
    assert open_still


async def test_a_fullscreen_element_does_not_stay_above(
    armed: Any, eventually: Any, bounded: Any
) -> None:
    page, heard = await armed(BODY + "<div id=f style='background:#eee'>film</div>")
    await heard.overlay.show({})
    await page.session.send(
        "Runtime.evaluate",
        {
            "expression": "document.querySelector('#f').requestFullscreen()",
            "userGesture": True,
            "awaitPromise": True,
        },
    )
    await bounded(until_on_top(page))
    mark = await draw_one(page, heard, eventually)
    assert mark["text"] == "ok fine"


async def test_an_open_menu_stays_open_so_that_it_can_be_drawn_on(
    armed: Any, eventually: Any
) -> None:
    html, headers = PAGES["open popover"]
    page, heard = await armed(html, headers=headers)
    await heard.overlay.show({})
    await draw_one(page, heard, eventually)
    is_open = "function () { return document.querySelector('#p').matches(':popover-open'); }"
    assert await page.call(None, is_open)
    await heard.overlay.hide()
    assert await page.call(None, is_open)


async def test_a_page_that_removes_our_node_gets_it_back(
    armed: Any, eventually: Any, bounded: Any
) -> None:
    page, heard = await armed(BODY)
    await heard.overlay.show({})
    await page.session.send(
        "Runtime.evaluate",
        {
            "expression": "document.documentElement.lastElementChild.remove();"
            "document.body.replaceWith(document.createElement('body'))"
        },
    )
    await bounded(until_on_top(page))
    mark = await draw_one(page, heard, eventually)
    assert mark["text"] == "ok fine"


@pytest.mark.parametrize(
    "script",
    [
        "document.open(); document.write('<!doctype html><p>anew'); document.close()",
        "document.replaceChild(document.createElement('html'), document.documentElement);"
        "document.documentElement.append(document.createElement('body'))",
        "document.documentElement.lastElementChild.remove()",
    ],
    ids=["document written anew", "root element replaced", "host removed"],
)
async def test_it_comes_back_when_the_document_is_taken_from_under_it(
    script: str, armed: Any, eventually: Any, bounded: Any
) -> None:
    page, heard = await armed(BODY)
    await heard.overlay.show({})
    await page.session.send("Runtime.evaluate", {"expression": script})
    await bounded(until_on_top(page))
    mark = await draw_one(page, heard, eventually)
    assert mark["text"] == "ok fine"


async def test_nothing_is_left_behind(armed: Any, eventually: Any) -> None:
    page, heard = await armed(BODY + "<input id=i>")
    await page.call(None, "function () { document.querySelector('#i').focus(); }")
    before = await state_of(page)
    await heard.overlay.show({"prompt": "Look"})
    await draw_one(page, heard, eventually)
    assert await state_of(page) != before
    await heard.overlay.hide()
    assert await state_of(page) == before
    await heard.overlay.disarm()
    left = await page.call(None, "function () { return typeof globalThis.viewmarkDraw; }")
    assert left == "undefined"
    await Hand(page).shortcut()
    assert heard.of("toggle") == []


async def test_the_guard_says_when_it_came_too_late(page_of: Any, eventually: Any) -> None:
    page = await page_of(BODY)
    heard = Heard(page)
    await heard.overlay.arm()
    shown = await heard.overlay.show({})
    assert not shown.early
    await heard.overlay.disarm()


async def test_a_message_without_the_secret_or_sent_twice_is_dropped(
    armed: Any, eventually: Any
) -> None:
    page, heard = await armed(BODY)
    name = heard.overlay._guard._config["binding"]
    count = len(heard.messages)
    send = "function (name, text) { globalThis[name](text); }"
    nonce = heard.overlay._guard._config["nonce"]
    for text in (
        "no json",
        "[]",
        '{"n": "wrong", "d": "x", "s": 1, "t": "done"}',
        '{"d": "x", "s": 1, "t": "done"}',
        '{"n": 5, "d": "x", "s": 1, "t": "done"}',
        f'{{"n": "{nonce}", "d": "x", "s": "1", "t": "done"}}',
        "x" * 1_000_001,
    ):
        await page.call(None, send, name, text)
    good = f'{{"n": "{nonce}", "d": "x", "s": 1, "t": "act"}}'
    await page.call(None, send, name, good)
    await page.call(None, send, name, good)
    last = f'{{"n": "{nonce}", "d": "x", "s": 2, "t": "last"}}'
    await page.call(None, send, name, last)
    await eventually(lambda: heard.of("last"), "the last message")
    assert [m.kind for m in heard.messages[count:]] == ["act", "last"]


async def read_seen(page: PageTarget) -> list[str]:
    reply = await page.session.send(
        "Runtime.evaluate",
        {"expression": "JSON.stringify(window.seen.splice(0))", "returnByValue": True},
    )
    seen: list[str] = json.loads(reply["result"]["value"])
    return seen


async def until_on_top(page: PageTarget) -> None:
    await page.call(
        None,
        "function () { return new Promise((done) => { const look = () =>"
        " viewmarkDraw.host.onTop() ? done(true) : setTimeout(look, 10); look(); }); }",
    )


async def state_of(page: PageTarget) -> Any:
    return await page.call(
        None,
        "function () { const a = document.activeElement;"
        " return [document.documentElement.outerHTML, a && a.id,"
        " document.adoptedStyleSheets.length, scrollX, scrollY]; }",
    )


@pytest.mark.parametrize("zoom", ["0.5", "1.6", "2"])
async def test_a_mark_lies_on_its_element_at_any_css_zoom(
    zoom: str, armed: Any, eventually: Any
) -> None:
    page, heard = await armed(f"<style>html {{ zoom: {zoom} }}</style>" + BODY)
    await heard.overlay.show({"prompt": "Look"})
    hand = Hand(page)
    left, top, right, bottom = await hand.box("#b")
    await hand.drag((left - 3, top - 3), (right + 3, bottom + 3))
    await hand.write("zoomed")
    await hand.key("Enter")
    await eventually(lambda: heard.of("mark"), "a mark")
    mark = heard.of("mark")[0].data["mark"]
    assert mark["elements"][0]["tag"] == "button"
    assert mark["elements"][0]["coverage"] == pytest.approx(1)
    bar = await page.call(
        None,
        "function () { const r = viewmarkDraw.toolbar.bar.getBoundingClientRect();"
        " return [r.left >= 0, r.right <= innerWidth, r.bottom <= innerHeight, r.width > 300]; }",
    )
    assert all(bar), bar
