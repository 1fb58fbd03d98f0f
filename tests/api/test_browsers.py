"""The library API, where it does more than the corresponding tool call."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hand import Hand
from page_over import PageOf
from webserver import LocalSite

import viewmark
from viewmark.browser.launch.browser import ChromeBrowser
from viewmark.drawmode.detail import annotation_report
from viewmark.errors import CorrelationExpired, ElementNotFound, InvalidOption, NavigationFailed
from viewmark.page.target import at

CONTROL = 2


async def test_a_mask_is_set_on_the_page_and_covers_its_pictures(
    page_of: PageOf,
) -> None:
    page = viewmark.Page(await page_of("<button>Go</button><p>x"))
    plain = await page.screenshot(format="png")
    assert page.mask == ()
    page.mask = ["button"]
    assert page.mask == ("button",)
    assert (await page.screenshot(format="png")).image != plain.image
    page.mask = []
    assert (await page.screenshot(format="png")).image == plain.image
    with pytest.raises(InvalidOption, match="list"):
        page.mask = "button"
    first = await page.observe()
    assert (await page.observe(since=first.frame_id)).listed == ()
    assert "ref" not in (await page.observe(refs="none")).to_json()["annotations"][0]


async def test_a_drawing_tells_its_marks_one_by_one_and_then_all(
    page_of: PageOf, bounded: Callable[..., Any]
) -> None:
    raw = await page_of("<button id=go style='margin:100px'>Go</button>")
    page = viewmark.Page(raw)
    drawing = await page.draw(prompt="Look")
    hand = Hand(raw)
    told: list[str] = []

    async def listen() -> None:
        told.extend([mark.text async for mark in drawing])

    listening = asyncio.ensure_future(listen())
    try:
        for number, words in enumerate(("first", "second")):
            top = 90 + 150 * number
            await hand.drag((90, top), (260, top + 60))
            await hand.write(words)
            await hand.key("Enter")
        await hand.key("Enter", modifiers=CONTROL)
        result = await bounded(drawing.done())
        await bounded(listening)
    finally:
        listening.cancel()
        await drawing.close()
    assert told == ["first", "second"] == [a.text for a in result.annotations]
    assert result.annotations[0].elements[0].ref == "@go"
    assert result.pictures
    drawn = drawing.correlation_id
    clicked = await page.click(viewmark.mark(1, of=drawn))
    assert str(clicked.hit) == "button 'Go'"
    with pytest.raises(ElementNotFound, match="none is number 9"):
        await page.click(viewmark.mark(9, of=drawn))
    with pytest.raises(ElementNotFound, match="No element lies under mark 2"):
        await page.click(viewmark.mark(2, of=drawn))
    with pytest.raises(CorrelationExpired):
        await viewmark.Page(raw).click(viewmark.mark(1, of=drawn))


async def test_a_second_drawing_on_a_page_works_though_the_first_was_not_closed(
    page_of: PageOf, bounded: Callable[..., Any], tmp_path: Path
) -> None:
    raw = await page_of("<button id=go style='margin:100px'>Go</button>")
    page = viewmark.Page(raw)
    hand = Hand(raw)

    async def mark(words: str) -> None:
        await hand.drag((90, 90), (260, 150))
        await hand.write(words)
        await hand.key("Enter")
        await hand.key("Enter", modifiers=CONTROL)

    first = await page.draw()
    await mark("first")
    await bounded(first.done())
    first.save(tmp_path / "drawing.json")
    second = await page.draw()
    await mark("second")
    assert [a.text for a in (await bounded(second.done())).annotations] == ["second"]
    await second.close()
    third = await page.draw(load=tmp_path / "drawing.json")
    await hand.key("Enter", modifiers=CONTROL)
    assert [a.text for a in (await bounded(third.done())).annotations] == ["first"]
    assert "first" in await third.report()
    await third.close()
    with pytest.raises(InvalidOption, match="not a plain file"):
        await page.draw(load=tmp_path)


@pytest.mark.full_browser  # keyboard input of a window
async def test_keys_of_draw_mode_are_never_heard_by_a_page_of_our_browsers(
    chromium: ChromeBrowser, site: LocalSite, bounded: Callable[..., Any]
) -> None:
    spy = "<script>keys = []; addEventListener('keydown', (e) => keys.push(e.key), true)</script>"
    site.put("/spy.html", f"<!doctype html>{spy}<button style='margin:100px'>Go</button>")
    assert chromium.process is not None
    async with viewmark.attach(chromium.process.endpoint) as browser:
        page = await browser.page(site.url("/spy.html"))
        hand = Hand(page.browser_page)
        for words in ("one", "two"):  # also after restarting draw mode and after a navigation
            drawing = await page.draw()
            await hand.drag((90, 90), (260, 150))
            await hand.keys(words)
            await hand.key("Enter")
            await hand.key("Enter", modifiers=CONTROL)
            result = await bounded(drawing.done())
            await drawing.close()
            assert ([a.text for a in result.annotations], result.warnings) == ([words], ())
            heard = {"expression": "keys.join()", "returnByValue": True}
            said = await page.browser_page.session.send("Runtime.evaluate", heard)
            assert said["result"]["value"] == ""
            await page.reload()
        await hand.key("a")
        said = await page.browser_page.session.send("Runtime.evaluate", heard)
        assert said["result"]["value"] == "a", "without draw mode the page hears everything"


async def test_pages_of_one_browser_keep_their_memory(site: LocalSite, tmp_path: Path) -> None:
    site.put("/a.html", "<!doctype html><button>Go</button>")
    async with viewmark.launch() as browser:
        page = await browser.page(site.url("/a.html"))
        first = await page.observe()
        assert page in await browser.pages()
        page.save_refs(tmp_path / "refs.json")
        other = await browser.page(site.url("/a.html"))
        other.load_refs(tmp_path / "refs.json")
        assert (await other.observe())[1].ref == first[1].ref
        await page.close()
        await page.close()
        assert page.closed
    await browser.close()
    assert browser.closed


async def test_pixels_of_a_scrolled_page_can_be_clicked(
    page_of: PageOf,
) -> None:
    html = "<body style='margin:0;height:3000px'><button style='position:absolute;left:100px;"
    html += "top:1500px;width:80px;height:40px' onclick='document.title=1'>Far</button>"
    page = viewmark.Page(await page_of(html))
    await page.scroll(to_y=1400)
    shot = await page.screenshot(scale=2, format="png", max_side=4_000)
    assert shot.viewport.scroll_y == 1400
    assert shot.image.startswith(b"\x89PNG")
    assert (shot.image_info.width, shot.image_info.scale) == (2560, 2)
    done = await page.click(at(280, 240, picture=shot.frame_id))
    assert str(done.hit) == "button 'Far'"
    await page.scroll(to_y=99_999)
    ended = await page.screenshot()
    assert ended.viewport.scroll_y == 3000 - 720  # the final position, not the requested one


async def test_a_page_travels_and_waits(page_of: PageOf, site: LocalSite) -> None:
    page = viewmark.Page(await page_of("<title>One</title>"))
    site.put("/two.html", "<!doctype html><title>Two</title><p id=p>Words</p>")
    assert (await page.goto(site.url("/two.html"))).title == "Two"
    assert (await page.wait_for(text="words")).title == "Two"
    assert (await page.back()).title == "One"
    assert (await page.forward()).title == "Two"
    assert (await page.reload()).url == page.url
    tree = await page.dom()
    assert "Words" in str(tree.to_json())


async def test_addresses_are_told_without_secrets_and_page_url_is_as_it_is(
    page_of: PageOf, site: LocalSite, bounded: Callable[..., Any]
) -> None:
    raw = await page_of("<title>Form</title><button id=go style='margin:100px'>Go</button>")
    page = viewmark.Page(raw)
    site.put("/in.html", "<!doctype html><button id=go style='margin:100px'>Go</button>")
    address = site.url("/in.html") + "?token=tok-abc-def&a=1"
    await page.goto(address)
    assert page.url == address
    assert page.browser_page.redactor(page.url).endswith("?token=[redacted]&a=1")
    told = [str((await page.observe()).to_json()), str(await page.reload())]
    told.append(str((await page.outline()).to_json()))
    drawing = await page.draw()
    hand = Hand(raw)
    await hand.drag((90, 90), (260, 150))
    await hand.write("words")
    await hand.key("Enter")
    await hand.key("Enter", modifiers=CONTROL)
    result = await bounded(drawing.done())
    told += [str(result.to_json()), str(result)]
    told.append(await annotation_report(drawing.mode, drawing.correlation_id, pictures=False))
    await drawing.close()
    with pytest.raises(NavigationFailed) as refused:
        await page.goto("http://127.0.0.1:1/?token=tok-abc-def")
    told += [str(refused.value), str(refused.value.data)]
    assert all("tok-abc-def" not in each for each in told)
    assert all("token=[redacted]" in each for each in told)


async def test_attaching_leaves_the_browser_running(
    chromium: ChromeBrowser, site: LocalSite
) -> None:
    site.put("/a.html", "<!doctype html><title>Mine</title><button>Go</button>")
    assert chromium.process is not None
    async with viewmark.attach(chromium.process.endpoint) as browser:
        page = await browser.page(site.url("/a.html"))
        assert len(await page.observe(annotate=True)) == 1
    assert not chromium.closed
    assert "Mine" not in [tab.title for tab in await chromium.tabs()]


async def test_a_reused_tab_starts_refs_anew_and_keeps_no_file(site: LocalSite) -> None:
    """Cover what `viewmark.batch` needs to observe one page after another."""
    site.put("/", "<!doctype html><a href=/file download>File</a><button>Buy</button>")
    site.put("/file", b"data", headers={"Content-Type": "application/octet-stream"})
    async with viewmark.launch() as browser:
        assert browser.process_id
        await browser.refuse_downloads()
        page = await browser.page(site.url("/"), reused=True)
        await page.observe()
        assert [a.stability for a in await page.observe()] == ["stable", "stable"]
        page.forget_refs()
        assert [a.stability for a in await page.observe()] == ["new", "new"]
        await page.click("text=File")
        assert all(each.path is None for each in page.downloads)
