"""A press without a click event is reported, and a click that closes its tab succeeds."""

# ruff: noqa: E501 - a page per line reads better than one that is broken anywhere

from __future__ import annotations

import json
from typing import Any

import pytest
from case_files import pages_of
from own_world import ask
from webserver import LocalSite

import viewmark
from viewmark.browser.frames.geometry import FRAME_STEP
from viewmark.browser.launch.browser import ChromeBrowser
from viewmark.errors import NotEditable, TabNotFound

WORDS = "no click came of it"
NONE_CAME = {
    "its label is drawn again on hover": "<button id=t><b>Save</b></button><script>"
    "t.onmouseover = () => { t.innerHTML = '<b>Save</b>' }</script>",
    "what was pressed moves to another parent": "<div id=o><button id=t>x</button></div><p id=p></p>"
    "<script>t.onmousedown = () => { p.append(t) }</script>",
    "it goes while it is pressed": "<button id=t onmousedown='this.remove()'>x</button>",
    "it is disabled while it is pressed": "<button id=t onmousedown='disabled = true'>x</button>",
    "in a frame": "<iframe id=f srcdoc=\"<button id=t onmousedown='innerHTML = 1'><b>x</b></button>\">",
}
ONE_CAME = pages_of(__file__)


async def _pressed(page: Any, site: LocalSite, html: str) -> Any:
    site.put("/case", f"<!doctype html>{html}")
    await page.goto(site.url("/case"))
    selector = f"#f{FRAME_STEP}#t" if "<iframe" in html else "#t"
    done = await page.click(selector)
    if done.outcome.dialog is not None:
        await page.browser_page.answer_dialog(accept=True)
    return done


async def test_a_press_of_which_no_click_came_says_so(page: Any, site: LocalSite) -> None:
    for name, html in NONE_CAME.items():
        done = await _pressed(page, site, html)
        assert WORDS in str(done), name
        assert done.to_json()["no_click"] is True, name


async def test_a_press_of_which_one_came_does_not(page: Any, site: LocalSite) -> None:
    for name, html in ONE_CAME.items():
        done = await _pressed(page, site, html)
        assert WORDS not in str(done), name
        assert "no_click" not in done.to_json(), name
    for options in ({"button": "right"}, {"button": "middle"}, {"count": 2}):
        await _pressed(page, site, "<p id=t>words</p>")
        assert WORDS not in str(await page.click("#t", **options)), options


async def _in_own_tab(page: Any, chromium: ChromeBrowser, site: LocalSite, event: str) -> Any:
    """Open a tab by script, which its page closes on the given event."""
    site.put("/opener", "<button id=t onclick=\"window.open('/own')\">x</button>")
    leave = json.dumps(event)
    site.put("/own", f"<input id=t><script>addEventListener({leave}, () => close())</script>")
    await page.goto(site.url("/opener"))
    done = await page.click("#t")
    (opened,) = done.outcome.tabs
    own = viewmark.Page(await chromium.page(tab_id=opened.id))
    await own.wait_for(selector="#t")
    return own


async def _pair(own: Any) -> Any:
    await own.mouse_down("#t")
    return await own.mouse_up()


CLOSING = {
    "click": ("click", lambda own: own.click("#t")),
    "press": ("mousedown", lambda own: own.click("#t")),
    "double click": ("click", lambda own: own.click("#t", count=2)),
    "mouse_down": ("mousedown", lambda own: own.mouse_down("#t")),
    "mouse_up": ("click", _pair),
    "hover": ("mousemove", lambda own: own.hover("#t")),
    "key": ("keydown", lambda own: own.keypress("a", target="#t")),
    "typing": ("keydown", lambda own: own.type("#t", "ab", keys=True, submit=True)),
    "drag": ("click", lambda own: own.drag("#t", dx=5)),
}


@pytest.mark.parametrize("how", CLOSING)
async def test_an_action_that_closes_its_tab_is_done(
    how: str, page: Any, chromium: ChromeBrowser, site: LocalSite
) -> None:
    event, do = CLOSING[how]
    own = await _in_own_tab(page, chromium, site, event)
    done = await do(own)
    assert done.outcome.closed
    assert done.to_json()["closed"] is True
    assert "the tab is closed" in str(done)
    assert WORDS not in str(done)
    with pytest.raises(TabNotFound):
        await own.click("#t")
    assert await ask(page.browser_page, "document.readyState") == "complete"  # the others continue


async def test_a_text_whose_press_closes_the_tab_is_not_typed(
    page: Any, chromium: ChromeBrowser, site: LocalSite
) -> None:
    own = await _in_own_tab(page, chromium, site, "mousedown")
    with pytest.raises(NotEditable, match="closed the tab; nothing was typed"):
        await own.fill("#t", "words")
