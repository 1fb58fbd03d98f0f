"""Navigation, waiting and tabs on a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from viewmark.errors import (
    DialogOpen,
    InvalidOption,
    InvalidSelector,
    NavigationFailed,
    TabNotFound,
    WaitTimeout,
)
from viewmark.tools.interact_travel import (
    Navigate,
    WaitFor,
    back,
    close_tab,
    forward,
    navigate,
    new_tab,
    reload,
    switch_tab,
    tabs,
    wait_for,
)

if TYPE_CHECKING:
    from webserver import LocalSite

    from viewmark.browser.chrome import Browser
    from viewmark.browser.page import Page

PageOf = "Callable[..., Awaitable[Page]]"


async def ask(page: Page, expression: str) -> Any:
    answer = await page.session.send(
        "Runtime.evaluate", {"expression": expression, "returnByValue": True}
    )
    return answer["result"].get("value")


async def test_navigate_back_forward_and_reload_tell_where_the_page_is(
    page_of: PageOf, site: LocalSite
) -> None:
    site.put("/two.html", "<title>Two</title>two")
    page = await page_of("<title>One</title>one")
    first = page.url
    there = await navigate(page, Navigate(url=site.url("/two.html")))
    assert there.to_json() == {
        "what": "navigate",
        "url": site.url("/two.html"),
        "title": "Two",
        "readyState": "complete",
    }
    assert (await back(page, Navigate())).url == first
    assert (await forward(page, Navigate())).title == "Two"
    await ask(page, "window.mark = 1")
    assert (await reload(page, Navigate())).title == "Two"
    assert await ask(page, "window.mark") is None


async def test_where_there_is_nothing_to_go_to_says_so(page_of: PageOf) -> None:
    page = await page_of("one")
    with pytest.raises(NavigationFailed, match="forward"):
        await forward(page, Navigate())
    with pytest.raises(NavigationFailed):
        await navigate(page, Navigate(url="http://127.0.0.1:1/"))


async def test_a_page_that_asks_before_it_is_left_is_an_error_and_no_hang(
    page_of: PageOf, site: LocalSite, bounded: Any
) -> None:
    site.put("/two.html", "two")
    page = await page_of("<button id=b>x</button><script>onbeforeunload=(e)=>e.preventDefault()"
                         "</script>")  # fmt: skip
    await page.session.send("Runtime.evaluate", {"expression": "b.click()", "userGesture": True})
    with pytest.raises(DialogOpen):
        await bounded(navigate(page, Navigate(url=site.url("/two.html"))))
    await page.answer_dialog(accept=False)
    assert "page" in page.url


@pytest.mark.parametrize(
    ("before", "change", "wait"),
    [
        ("<p>x</p>", "document.body.innerHTML='<b id=t>now</b>'", {"selector": "#t"}),
        ("<b id=t hidden>x</b>", "t.hidden=false", {"selector": "#t"}),
        ("<b id=t>x</b>", "t.style.visibility='hidden'", {"selector": "#t", "state": "hidden"}),
        ("<b id=t>x</b>", "t.remove()", {"selector": "#t", "state": "detached"}),
        ("<p>x</p>", "document.body.innerHTML='<i id=t hidden>'",
         {"selector": "#t", "state": "attached"}),
        ("<p id=p>x</p>", "p.textContent='It is   Ready now'", {"text": "is ready"}),
        ("<x-a id=h></x-a>", "h.attachShadow({mode:'open'}).innerHTML='<p>deep words</p>'",
         {"text": "deep words"}),
        ("<p>x</p>", "history.pushState({},'','/arrived')", {"url": "/arrived"}),
    ],
)  # fmt: skip
async def test_it_waits_until_it_is_so(
    before: str, change: str, wait: dict[str, Any], page_of: PageOf
) -> None:
    page = await page_of(before)
    with pytest.raises(WaitTimeout):
        await wait_for(page, WaitFor(**wait, timeout=0.1))
    await ask(page, f"void setTimeout(() => {{ {change} }}, 120)")
    done = await wait_for(page, WaitFor(**wait))
    assert done.waited_ms is not None
    assert (await wait_for(page, WaitFor(**wait, timeout=0.1))).what == "wait_for"


async def test_it_waits_over_a_navigation_and_in_frames(page_of: PageOf, site: LocalSite) -> None:
    site.put("/inner.html", "<p id=t>within</p>")
    inner = site.url("/inner.html", host="localhost")
    site.put("/two.html", f"<iframe id=f src='{inner}'></iframe>")
    page = await page_of("<script>setTimeout(() => location='/two.html', 100)</script>")
    await wait_for(page, WaitFor(selector="#f >> internal:control=enter-frame >> #t"))
    await wait_for(page, WaitFor(text="within"))
    assert (await wait_for(page, WaitFor(load="load"))).ready_state == "complete"


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"selector": "a", "text": "b"},
        {"text": ""},
        {"text": 5},
        {"load": "idle"},
        {"selector": "a", "state": "gone"},
        {"selector": "a", "timeout": 0},
        {"selector": "a", "timeout": "5"},
        {"selector": "a", "timeout": 1e9},
    ],
)
async def test_what_cannot_be_waited_for_is_refused(wrong: dict[str, Any], page_of: PageOf) -> None:
    page = await page_of("x")
    with pytest.raises(InvalidOption):
        await wait_for(page, WaitFor(**wrong))


async def test_a_wrong_selector_and_a_missing_url_are_refused_at_once(page_of: PageOf) -> None:
    page = await page_of("x")
    with pytest.raises(InvalidSelector):
        await wait_for(page, WaitFor(selector="p["))
    for url in ("", "  ", None):
        with pytest.raises(InvalidOption):
            await navigate(page, Navigate(url=url))  # type: ignore[arg-type]


async def test_tabs_open_switch_and_close(chromium: Browser, site: LocalSite) -> None:
    site.put("/a.html", "<title>A</title>")
    site.put("/b.html", "<title>B</title>")
    before = {tab.id for tab in await tabs(chromium)}
    first = await new_tab(chromium, site.url("/a.html"))
    second = await new_tab(chromium, site.url("/b.html"))
    ids = {tab.url: tab.id for tab in await tabs(chromium)}
    again = await switch_tab(chromium, ids[site.url("/a.html")])
    assert again is first
    assert (await again.state()).visible
    await close_tab(chromium, ids[site.url("/a.html")])
    await close_tab(chromium, ids[site.url("/b.html")])
    assert {tab.id for tab in await tabs(chromium)} <= before
    for call in (switch_tab, close_tab):
        with pytest.raises(TabNotFound) as caught:
            await call(chromium, ids[site.url("/a.html")])
        assert isinstance(caught.value.data["candidates"], list)
    await second.stop()
