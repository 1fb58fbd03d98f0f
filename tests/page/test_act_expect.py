"""Clicks with an expected effect: it occurs, or the error reports what happened instead."""

from __future__ import annotations

from typing import Any

import pytest
from own_world import ask
from page_over import PageOf
from webserver import LocalSite

import viewmark
from viewmark.errors import ElementNotVisible, ExpectationFailed, InvalidOption

BUTTONS = """<script>const later = (f) => setTimeout(f, 300);</script>
<button id=navigation onclick="later(() => { location.href = '/two.html' })">go</button>
<button id=hash onclick="later(() => { location.hash = 'x' })">hash</button>
<button id=popup onclick="later(() => { window.open('/two.html') })">open</button>
<a id=download href=/file>get</a>
<button id=dialog onclick="later(() => alert('Sure?'))">ask</button>
<input id=file type=file hidden><button id=file_chooser onclick="later(() => file.click())">file
</button><button id=text onclick="later(() => { out.textContent = 'All saved' })">save</button>
<button id=nothing onclick="window.n = (window.n ?? 0) + 1">nothing</button><p id=out>waiting</p>"""


async def buttons(page_of: PageOf, site: LocalSite) -> viewmark.Page:
    page = viewmark.Page(await page_of(BUTTONS))
    site.put("/two.html", "<!doctype html><title>Two</title>")
    site.put("/file", "x", headers={"content-disposition": "attachment; filename=f.txt"})
    return page


async def value(page: viewmark.Page, expression: str) -> Any:
    return await ask(page.browser_page, expression)


@pytest.mark.parametrize(
    ("button", "expect", "told"),
    [
        ("navigation", "navigation", "navigated_to"),
        ("hash", "navigation", "navigated_to"),
        ("popup", "popup", "tabs"),
        ("download", "download", "downloads"),
        ("dialog", "dialog", "dialog"),
        ("file_chooser", "file_chooser", "file_chooser"),
        ("text", "all saved", "hit"),
        ("text", "text=All saved", "hit"),
    ],
)
async def test_what_is_expected_is_waited_for(
    button: str, expect: str, told: str, page_of: PageOf, site: LocalSite
) -> None:
    page = await buttons(page_of, site)
    done = await page.click(f"#{button}", expect=expect, expect_timeout=20)
    assert told in done.to_json()
    if button == "text":
        assert await value(page, "out.textContent") == "All saved"
    if button == "dialog":
        await page.browser_page.answer_dialog(accept=True)
    for tab in done.outcome.tabs:
        await page.browser_page.session.root.send("Target.closeTarget", {"targetId": tab.id})


@pytest.mark.parametrize(
    ("button", "expect", "instead"),
    [
        ("nothing", "navigation", "no navigation came within 0.2 s"),
        ("nothing", "popup", "no new tab or window came"),
        ("nothing", "download", "no download came"),
        ("nothing", "Thank you", "no text 'Thank you' came"),
        ("dialog", "navigation", r"opened a dialog \(alert\).*, but no navigation came"),
    ],
)
async def test_what_does_not_come_is_an_error_that_says_what_was_done(
    button: str, expect: str, instead: str, page_of: PageOf, site: LocalSite
) -> None:
    page = await buttons(page_of, site)
    limit = 20 if button == "dialog" else 0.2
    with pytest.raises(ExpectationFailed, match=instead) as caught:
        await page.click(f"#{button}", expect=expect, expect_timeout=limit)
    assert caught.value.data["done"]["hit"]["tag"] == "button"
    if button == "dialog":
        await page.browser_page.answer_dialog(accept=True)
    else:
        assert await value(page, "n") == 1


async def test_words_that_are_there_already_are_refused_before_the_press(
    page_of: PageOf, site: LocalSite
) -> None:
    page = await buttons(page_of, site)
    for expect, said in (("waiting", "shows 'waiting' already"), ("", "expect must be")):
        with pytest.raises(InvalidOption, match=said):
            await page.click("#nothing", expect=expect)
    assert await value(page, "window.n ?? 0") == 0


async def test_a_menu_that_vanishes_is_opened_and_clicked_in_one_call(page_of: PageOf) -> None:
    page = viewmark.Page(
        await page_of(
            "<style>ul { display: none } nav:hover > ul, li:hover > ul { display: block }</style>"
            "<nav id=menu>Menu<ul><li id=more>More<ul><li><button id=entry onclick='hit = 1'>Entry"
            "</button></ul></ul></nav><p id=away>away</p>"
        )
    )
    with pytest.raises(ElementNotVisible):
        await page.click("#entry")
    done = await page.click("#entry", via=["#menu", "#more"])
    assert done.hit is not None
    assert (done.hit.name, await value(page, "hit")) == ("Entry", 1)


async def test_a_press_can_be_held(page_of: PageOf) -> None:
    page = viewmark.Page(
        await page_of(
            "<button id=b>Hold</button><script>let t; b.onpointerdown = () => { t = setTimeout("
            "() => { window.held = true }, 250) }; b.onpointerup = () => clearTimeout(t)</script>"
        )
    )
    await page.click("#b")
    assert await value(page, "window.held") is None
    await page.click("#b", hold=0.6)
    assert await value(page, "window.held") is True
    with pytest.raises(InvalidOption, match="hold must be 0 to 30 s"):
        await page.click("#b", hold=-1)


async def test_a_plain_time_can_be_waited_for(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of("<p>x"))
    done = await page.wait_for(seconds=0.05)
    assert done.waited_ms is not None
    assert done.waited_ms >= 49
    for options in ({"seconds": 0.0}, {"seconds": 1000.0}, {"seconds": 0.1, "text": "x"}):
        with pytest.raises(InvalidOption, match="seconds"):
            await page.wait_for(**options)  # type: ignore[arg-type]
