"""Effects started by an action are reported, and waits for them are bounded; keys."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import pytest
from own_world import ask
from page_over import PageOf, page_over
from webserver import LocalSite

import viewmark
from viewmark.browser.actions.navigation import goto
from viewmark.browser.page_target import PageTarget
from viewmark.errors import (
    CommandTimeout,
    DialogOpen,
    InvalidOption,
    NotEditable,
    PageCrashed,
    TabNotFound,
    UnknownKey,
)
from viewmark.page.context import PageContext
from viewmark.page.resolved_target import SelectorTarget

WAITS = "const got = new XMLHttpRequest(); got.open('GET', '/held', false); got.send()"
"""Blocks the page until the server responds."""


async def press(page: PageTarget, selector: str, **options: Any) -> Any:
    return await page_over(PageContext(page)).click(target=SelectorTarget(selector), **options)


async def test_a_link_tells_where_it_led(page_of: PageOf, site: LocalSite) -> None:
    site.put("/two.html", "<title>two</title>")
    page = await page_of("<a id=t href='/two.html'>go</a>")
    done = await press(page, "#t")
    assert done.navigated_to == site.url("/two.html")
    assert done.hit.name == "go"
    assert str(done) == f"click link 'go'; navigated to {site.url('/two.html')}"


@pytest.mark.parametrize(
    "html",
    [
        "<form action='/two.html'><button id=t>send</button></form>",
        "<button id=t onclick=\"location.href='/two.html'\">go</button>",
        "<button id=t onclick=\"setTimeout(() => location.href='/two.html', 0)\">go</button>",
        "<button id=t onclick=\"history.pushState({}, '', '/two.html')\">push</button>",
    ],
    ids=["form", "script", "script later", "same document"],
)
async def test_every_kind_of_navigation_is_told(
    html: str, page_of: PageOf, site: LocalSite
) -> None:
    site.put("/two.html", "two")
    page = await page_of(html)
    done = await press(page, "#t")
    assert done.navigated_to is not None
    assert "/two.html" in done.navigated_to


async def test_going_back_into_the_cache_of_pages_does_not_hang(
    page_of: PageOf, site: LocalSite, bounded: Any
) -> None:
    site.put("/two.html", "<button id=t onclick='history.back()'>back</button>")
    page = await page_of("one")
    first = page.url
    await goto(page, site.url("/two.html"))
    done = await bounded(press(page, "#t"), 8)
    assert (done.navigated_to, page.url) == (first, first)


@pytest.mark.parametrize("event", ["mousemove", "mouseover"])
@pytest.mark.parametrize("dialog", ["alert", "confirm", "prompt"])
async def test_a_dialog_that_opens_when_the_mouse_comes_is_an_error_and_nothing_was_pressed(
    event: str, dialog: str, page_of: PageOf, bounded: Any
) -> None:
    html = f"<button id=t on{event}=\"{dialog}('Boo')\" onclick='window.pressed=1'>x</button>"
    page = await page_of(html)
    with pytest.raises(DialogOpen, match=r"^Before anything was pressed .*'Boo'"):
        await bounded(press(page, "#t"))
    await page.answer_dialog(accept=True)
    assert not await ask(page, "window.pressed")


@pytest.mark.parametrize("event", ["click", "mousedown"])
@pytest.mark.parametrize("dialog", ["alert", "confirm", "prompt"])
async def test_a_dialog_that_opens_on_the_press_is_reported(
    event: str, dialog: str, page_of: PageOf, bounded: Any
) -> None:
    page = await page_of(f"<button id=t on{event}=\"window.said={dialog}('Sure?')\">x</button>")
    done = await bounded(press(page, "#t"))
    assert done.to_json()["dialog"] == {"kind": dialog, "message": "Sure?"}
    await page.answer_dialog(accept=True, text="yes")
    assert await ask(page, "typeof window.said") is not None
    assert (await bounded(press(page, "body"))).outcome.dialog is None


async def test_a_page_that_asks_before_it_is_left_is_reported(
    page_of: PageOf, site: LocalSite, bounded: Any
) -> None:
    site.put("/two.html", "two")
    page = await page_of(
        "<script>onbeforeunload = (e) => e.preventDefault()</script><a id=t href=/two.html>go</a>"
    )
    done = await bounded(press(page, "#t"))
    assert done.outcome.dialog["kind"] == "beforeunload"
    assert done.navigated_to is None
    await page.answer_dialog(accept=False)
    assert (await press(page, "body")).navigated_to is None


async def test_a_file_chooser_is_told_and_none_is_shown(page_of: PageOf, bounded: Any) -> None:
    page = await page_of("<input id=t type=file multiple>")
    done = await bounded(press(page, "#t"))
    assert done.outcome.file_chooser == {"multiple": True}


async def test_new_tabs_and_downloads_are_told(
    page_of: PageOf, site: LocalSite, chromium: Any
) -> None:
    site.put("/two.html", "two")
    site.put(
        "/get.bin",
        "x",
        headers={"Content-Type": "application/octet-stream",
                 "Content-Disposition": "attachment; filename=report.bin"},
    )  # fmt: skip
    page = await page_of(
        "<a id=new target=_blank href=/two.html>new</a> <a id=get href=/get.bin>get</a>"
    )
    await page.session.send("Page.setDownloadBehavior", {"behavior": "deny"})
    before = {tab.id for tab in await chromium.tabs()}
    done = await press(page, "#new")
    assert done.to_json()["opened"] == [site.url("/two.html")]
    for tab in await chromium.tabs():
        if tab.id not in before:
            await (await chromium.page(tab_id=tab.id)).close()
    done = await press(page, "#get")
    assert done.outcome.download == "report.bin"
    assert done.navigated_to is None


async def test_a_page_that_stays_busy_after_the_click_is_told_and_not_waited_for(
    page_of: PageOf, site: LocalSite, bounded: Any
) -> None:
    held = site.hold("/held")
    # In the next frame, before the one that the action waits for.
    page = await page_of(
        f'<button id=t onclick="requestAnimationFrame(() => {{ {WAITS} }})">x</button>'
    )
    done = await bounded(press(page, "#t"))
    assert done.to_json()["busy"] is True
    held.released.set()


async def test_a_tab_that_is_closed_or_crashes_under_the_press_is_told_at_once(
    page_of: PageOf, site: LocalSite, chromium: Any, bounded: Any, eventually: Any
) -> None:
    held = site.hold("/held")
    page = await page_of(f'<button id=t onclick="{WAITS}">x</button>')
    working = asyncio.ensure_future(press(page, "#t"))
    await eventually(held.asked.is_set, "the press")
    params = {"targetId": page.session.target_id}
    await chromium.connection.browser.send("Target.closeTarget", params)
    assert (await bounded(working)).outcome.closed  # the click was made
    with pytest.raises(TabNotFound):
        await bounded(press(page, "#t"))
    page = await page_of("<button id=t>x</button>")
    with contextlib.suppress(PageCrashed):
        await page.session.send("Page.crash", timeout=3)
    with pytest.raises(PageCrashed):
        await bounded(press(page, "#t"))


# Keys ------------------------------------------------------------------------------------------


async def test_keys_go_to_what_has_the_focus_and_are_told(page_of: PageOf) -> None:
    page = await page_of("<input id=t aria-label=Name autofocus><button>b</button>")
    await ask(page, "t.focus()")
    done = await page_over(PageContext(page)).keypress(keys=["a", "B", "!"])
    assert await ask(page, "t.value") == "aB!"
    assert (done.hit.name, done.focused.name) == ("Name", "Name")
    done = await page_over(PageContext(page)).keypress(keys="Tab")
    assert done.focused.tag == "button"


async def test_a_target_gets_the_focus_first_or_nothing_is_pressed(page_of: PageOf) -> None:
    page = await page_of("<input id=t><p id=p>words</p><script>window.n=0;"
                         "addEventListener('keydown',()=>{n+=1})</script>")  # fmt: skip
    context = PageContext(page)
    await page_over(context).keypress(keys="x", target=SelectorTarget("#t"), repeat=3)
    assert await ask(page, "t.value") == "xxx"
    with pytest.raises(NotEditable, match="focus"):
        await page_over(context).keypress(keys="x", target=SelectorTarget("#p"))
    assert await ask(page, "n") == 3


async def test_an_unknown_key_presses_nothing_not_even_those_before_it(page_of: PageOf) -> None:
    page = await page_of("<input id=t autofocus>")
    await ask(page, "t.focus()")
    with pytest.raises(UnknownKey) as caught:
        await page_over(PageContext(page)).keypress(keys=["a", "Entr"])
    assert "Enter" in caught.value.hint
    assert await ask(page, "t.value") == ""
    for wrong in ({"keys": []}, {"keys": "a", "repeat": 0}, {"keys": "a", "repeat": True}):
        with pytest.raises(InvalidOption):
            await page_over(PageContext(page)).keypress(**wrong)


async def test_a_page_that_waits_for_a_server_says_so_until_one_goes_elsewhere(
    page_of: PageOf, site: LocalSite, bounded: Any
) -> None:
    site.hold("/never.html")
    site.put("/two.html", "<title>Two</title>")
    page = await page_of(f"<a id=t href='{site.url('/never.html', host='localhost')}'>Go</a>")
    done = await bounded(press(page, "#t"))
    assert done.outcome.navigating
    with pytest.raises(CommandTimeout, match="has not answered yet") as waited:
        await page.facts(timeout=0.5)
    assert "Navigate elsewhere" in waited.value.hint
    await bounded(goto(page, site.url("/two.html")))
    assert (await page.facts()).title == "Two"
    assert page.pending.url is None


async def test_presses_that_are_clicks_are_not_told_as_replaced(page_of: PageOf) -> None:
    page = viewmark.Page(
        await page_of(
            "<button id=a onclick=\"document.title += 'a'; this.remove()\">a</button>"
            "<div id=m><button id=b>b</button></div><select id=c><option>1<option>2</select>"
            "<p id=d onclick=1>words</p>"
            "<div id=e style='overflow:auto;height:60px'><p style='height:300px'>x</div>"
            "<script>m.addEventListener('mousedown', e => document.title += 'm')</script>"
        )
    )
    for selector in ("#a", "#b", "#c", "#d", "#e"):
        done = await page.click(selector)
        assert not done.outcome.replaced, selector
    for button in ("right", "middle"):
        assert not (await page.click("#d", button=button)).outcome.replaced
    assert not (await page.click("#d", count=2)).outcome.replaced
    assert (await page.evaluate("document.title")).value == "am"
