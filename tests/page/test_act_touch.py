"""Taps, drags and swipes by touch: which events pages receive, and which pages ignore them."""

# ruff: noqa: E501 - a page per line reads better than one that is broken anywhere

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from own_world import ask
from webserver import LocalSite

import viewmark
from viewmark.browser.frames.geometry import FRAME_STEP
from viewmark.browser.launch.browser import ChromeBrowser
from viewmark.errors import ElementCovered, InvalidOption
from viewmark.page.action_result import ActionResult
from viewmark.page.target import at

Do = Callable[[viewmark.Page], Awaitable[ActionResult]]

HEAD = (
    "<!doctype html><meta name=viewport content='width=device-width'><script>var n = 0, log = [];"
    "for (const k of ['touchstart', 'touchend', 'pointerdown', 'mousedown', 'click', 'dblclick', 'contextmenu'])"
    " addEventListener(k, (e) => log.push(e.pointerType ? `${k} ${e.pointerType}` : k))</script>"
)
BUTTON = "<button id=t style='position:absolute;left:60px;top:60px;width:80px;height:50px' onclick=n++>b</button>"
TAP = ["pointerdown touch", "touchstart", "touchend", "mousedown", "click touch"]
CLICK = ["pointerdown mouse", "mousedown", "click mouse"]
TALL = "<div id=t style='height:4000px'>tall</div>"
DRAGGED = (
    f"{BUTTON}<script>t.style.touchAction = 'none'; t.addEventListener('touchmove', (e) => "
    "{ t.style.left = e.touches[0].clientX - 40 + 'px' })</script>"
)


@pytest.fixture(autouse=True)
async def _phone(page: viewmark.Page) -> None:
    await page.emulate_device("iPhone 15")


async def _show(page: viewmark.Page, site: LocalSite, html: str) -> None:
    site.put("/case", HEAD + html)
    await page.goto(site.url("/case"))


def _click(**options: Any) -> Do:
    return lambda page: page.click("#t", **options)


HEARD: dict[str, tuple[str, Do, Any]] = {
    "a tap": (BUTTON, _click(), TAP),
    "a tap at a point": (BUTTON, lambda page: page.click(at(90, 90, css=True)), TAP),
    "a mouse that is asked for": (BUTTON, _click(pointer="mouse"), CLICK),
    "another button": (BUTTON, _click(button="right"), ["pointerdown mouse", "mousedown", "contextmenu mouse"]),
    "two taps": (BUTTON, _click(count=2), [*TAP[:3], *TAP[:3], *TAP[3:], *TAP[3:], "dblclick"]),
    "a short hold": (BUTTON, _click(hold=0.1), TAP),
    "a long press": (BUTTON, _click(hold=0.6), TAP[:3]),
    "a touch that the page takes": (
        f"{BUTTON}<script>t.addEventListener('touchstart', (e) => e.preventDefault(), {{passive: false}})</script>",
        _click(),
        TAP[:3],
    ),
    "what is disabled": (BUTTON.replace("<button", "<button disabled"), _click(), ["pointerdown touch", "touchstart", "touchend"]),
    "a box": ("<input type=checkbox id=t>", lambda page: page.check("#t"), TAP),
    "a field": ("<input id=t>", lambda page: page.type("#t", "x"), TAP),
    "a label": ("<label id=t for=i>l</label><input type=checkbox id=i>", _click(), [*TAP, "click touch"]),
    "a small page, drawn large": (f"<meta name=viewport content='width=200'>{BUTTON}", _click(), TAP),
}  # fmt: skip


async def test_a_page_with_a_touch_screen_hears_what_a_finger_does(
    page: viewmark.Page, site: LocalSite
) -> None:
    for name, (html, do, wanted) in HEARD.items():
        await _show(page, site, html)
        done = await do(page)
        heard = await ask(page.browser_page, "log")
        # The mouse events of the first tap may come before or after the second tap.
        assert (sorted(heard), heard[:3]) == (sorted(wanted), wanted[:3]), name
        told = done.to_json().get("pointer", "mouse")
        assert told == ("touch" if TAP[0] in wanted else "mouse"), name
        assert "no_click" not in done.to_json(), name
        assert str(done).count(" by touch") == (told == "touch"), name


async def test_a_finger_is_used_where_it_is_asked_for_and_has_no_other_buttons(
    chromium: ChromeBrowser, site: LocalSite
) -> None:
    page = viewmark.Page(await chromium.page())
    await _show(page, site, BUTTON)
    await page.click("#t")
    assert await ask(page.browser_page, "log.splice(0)") == CLICK
    assert (await page.click("#t", pointer="touch")).outcome.pointer == "touch"
    assert await ask(page.browser_page, "log.splice(0)") == TAP
    for wrong in ({"pointer": "touch", "button": "right"}, {"pointer": "pen"}):
        with pytest.raises(InvalidOption):
            await page.click("#t", **wrong)
    with pytest.raises(InvalidOption, match="wheel"):
        await page.scroll(dy=9, wheel=True, pointer="touch")
    with pytest.raises(InvalidOption, match="at most"):
        await page.scroll(dy=900_000, pointer="touch")
    assert await ask(page.browser_page, "log") == []
    assert "pointer" not in (await page.hover("#t")).to_json()
    await page.emulate(has_touch=True)
    hovered = await page.hover("#t")
    assert hovered.to_json()["pointer"] == "mouse"
    assert "a touch screen has no hover" in str(hovered)
    await page.click("#t")
    await page.emulate(has_touch=False)
    await page.click("#t")
    assert await ask(page.browser_page, "log") == [*TAP, *CLICK]
    await page.browser_page.close()


FRAME = (
    "<iframe id=f style='border:7px solid;margin:30px;width:250px;height:200px' src='{}'></iframe>"
)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"], ids=["same process", "its own"])
@pytest.mark.parametrize("scale", [1, 2])
async def test_a_finger_reaches_into_frames(
    host: str, scale: int, page: viewmark.Page, site: LocalSite
) -> None:
    told = "<script>t.onclick = (e) => parent.postMessage(e.pointerType, '*')</script>"
    site.put(
        "/inner", f"{HEAD}{TALL.replace('id=t', '')}{BUTTON.replace('top:60px', 'top:900px')}{told}"
    )
    html = FRAME.format(site.url("/inner", host=host))
    await page.set_viewport(device_scale_factor=scale)
    await _show(page, site, f"{html}<script>onmessage = (e) => log.push(e.data)</script>")
    done = await page.click(f"#f{FRAME_STEP}#t")
    assert (done.hit.name, done.outcome.pointer) == ("b", "touch")  # type: ignore[union-attr]
    assert await ask(page.browser_page, "log") == ["touch"]  # the parent page received nothing


STRAY = {
    "comes over it as the finger comes": (
        f"{BUTTON}<div id=c style='position:absolute;inset:0;display:none' onclick='n += 10' "
        "ontouchstart='n += 100' onmousedown='n += 1000'></div>"
        "<script>addEventListener('pointerover', () => { c.style.display = 'block' }, true)</script>",
        True,
    ),
    "lies under it as the finger goes": (
        "<button id=b style='position:absolute;left:60px;top:60px;width:80px;height:50px' onclick='n += 10' "
        f"onmousedown='n += 1000'>under</button>{BUTTON}<script>t.ontouchend = () => t.remove()</script>",
        False,
    ),
}


@pytest.mark.parametrize("where", STRAY)
async def test_nothing_but_the_target_hears_a_finger(
    where: str, page: viewmark.Page, site: LocalSite
) -> None:
    html, is_refused = STRAY[where]
    await _show(page, site, html)
    if is_refused:
        with pytest.raises(ElementCovered):
            await page.click("#t")
    else:
        done = await page.click("#t")
        assert "no click came of it" in str(done)
        assert done.hit.name == "b"  # type: ignore[union-attr]
    assert await ask(page.browser_page, "n") == 0


async def test_a_finger_drags_what_the_page_lets_it(page: viewmark.Page, site: LocalSite) -> None:
    await _show(page, site, DRAGGED)
    done = await page.drag("#t", dx=120)
    assert (done.report["drag"]["kind"], done.report["drag"]["moved"]["dx"]) == ("touch", 120)
    await page.drag("#t", dx=-60, pointer="mouse")
    assert await ask(page.browser_page, "t.style.left") == "180px"  # it only handles touch events
    await _show(page, site, "<input id=t type=range style='width:200px'>")
    assert int((await page.drag("#t", dx=60)).state["value"]) > 70


async def test_a_finger_scrolls_what_it_drags_elsewhere(
    page: viewmark.Page, site: LocalSite
) -> None:
    await _show(page, site, TALL)
    start = at(200, 500, css=True)
    done = await page.drag(start, dy=-300)
    assert done.report["drag"]["kind"] == "scroll"
    assert 200 < await ask(page.browser_page, "scrollY") < 400


async def test_a_swipe_scrolls_by_about_what_is_asked_for(
    page: viewmark.Page, site: LocalSite
) -> None:
    await _show(page, site, TALL)
    done = await page.scroll(dy=900, pointer="touch")
    assert 750 < done.scrolled.moved[0].dy < 1050  # type: ignore[union-attr]
    assert done.to_json()["pointer"] == "touch"
    assert "touchstart" in await ask(page.browser_page, "log")
    await page.scroll(dy=-2000, pointer="touch")
    assert await ask(page.browser_page, "scrollY") == 0
    box = f"<div id=b style='overflow:auto;height:200px'>{TALL}</div>"
    await _show(page, site, box)
    done = await page.scroll("#b", dy=300, pointer="touch")
    assert 220 < await ask(page.browser_page, "b.scrollTop") < 380
    await _show(page, site, BUTTON)
    assert (await page.scroll(dy=300, pointer="touch")).scrolled.moved == ()  # type: ignore[union-attr]
