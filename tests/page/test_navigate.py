"""Navigation in a real browser."""

from __future__ import annotations

from typing import Any

import pytest
from own_world import ask
from page_over import PageOf
from webserver import LocalSite

import viewmark
from viewmark.errors import (
    DialogOpen,
    InvalidOption,
    NavigationFailed,
)


async def test_navigate_back_forward_and_reload_tell_where_the_page_is(
    page_of: PageOf, site: LocalSite
) -> None:
    site.put("/two.html", "<title>Two</title>two")
    page = await page_of("<title>One</title>one")
    first = page.url
    there = await viewmark.Page(page).goto(url=site.url("/two.html"))
    told = there.to_json()
    assert told.pop("timings").keys() == {"waiting", "load", "total"}
    assert told == {
        "what": "navigate",
        "url": site.url("/two.html"),
        "title": "Two",
        "readyState": "complete",
    }
    assert (await viewmark.Page(page).back()).url == first
    assert (await viewmark.Page(page).forward()).title == "Two"
    await ask(page, "window.mark = 1")
    assert (await viewmark.Page(page).reload()).title == "Two"
    assert await ask(page, "window.mark") is None


async def test_a_page_that_asks_before_it_is_left_is_an_error_and_no_hang(
    page_of: PageOf, site: LocalSite, bounded: Any
) -> None:
    site.put("/two.html", "two")
    page = await page_of("<button id=b>x</button><script>onbeforeunload=(e)=>e.preventDefault()"
                         "</script>")  # fmt: skip
    await page.session.send("Runtime.evaluate", {"expression": "b.click()", "userGesture": True})
    with pytest.raises(DialogOpen):
        await bounded(viewmark.Page(page).goto(url=site.url("/two.html")))
    await page.answer_dialog(accept=False)
    assert "page" in page.url


async def test_a_missing_url_and_an_impossible_time_are_refused(page_of: PageOf) -> None:
    page = await page_of("x")
    for url in ("", "  ", None):
        with pytest.raises(InvalidOption):
            await viewmark.Page(page).goto(url=url)  # type: ignore[arg-type]
    for timeout in (0, -1, "5", True, 1e9):
        with pytest.raises(InvalidOption):
            await viewmark.Page(page).back(timeout=timeout)  # type: ignore[arg-type]


async def test_a_page_with_a_dialog_is_left_and_one_with_no_end_of_them_is_told(
    page_of: PageOf, site: LocalSite, bounded: Any
) -> None:
    site.put("/after.html", "<title>After</title>after")
    there = site.url("/after.html")
    page = await page_of("<p>x")
    await ask(page, "setTimeout(() => { alert(1); confirm(2); }, 0)")
    await bounded(viewmark.Page(page).wait_for_dialog(timeout=10))
    assert (await bounded(viewmark.Page(page).goto(there))).title == "After"
    page = await page_of("<p>x")
    await ask(page, "setTimeout(() => { while (true) alert(1); }, 0)")
    await bounded(viewmark.Page(page).wait_for_dialog(timeout=10))
    with pytest.raises(NavigationFailed, match="one dialog after the other") as caught:
        await bounded(viewmark.Page(page).goto(there))
    assert "Close the tab" in caught.value.hint
    await bounded(page.answer_dialog(accept=True))  # the page still accepts the reply
    await bounded(page.close())
