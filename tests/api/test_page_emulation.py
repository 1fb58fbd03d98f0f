"""Page size emulation: changing single values, keeping them, resetting them."""

from __future__ import annotations

from typing import Any

import pytest
from page_over import PageOf
from webserver import LocalSite

import viewmark
from viewmark import Page
from viewmark.browser.emulation import metrics
from viewmark.browser.launch.browser import ChromeBrowser
from viewmark.errors import InvalidOption


async def size(page: Page) -> tuple[float, float, float]:
    view = await page.viewport()
    return view.width, view.height, view.device_scale_factor


async def test_what_is_omitted_stays_as_it_is_and_a_reset_leads_back(page_of: PageOf) -> None:
    page = Page(await page_of("<p>x"))
    before = await size(page)
    assert before == (1280, 720, 1)
    view = await page.set_viewport(width=800, device_scale_factor=2)
    assert (view.width, view.height, view.device_scale_factor) == (800, 720, 2)
    await page.set_viewport(height=500)
    assert await size(page) == (800, 500, 2)
    assert (await page.screenshot(scale="device", format="png")).image_info.width == 1600
    await page.reset_viewport()
    assert await size(page) == before
    assert (await page.screenshot(scale="device", format="png")).image_info.width == 1280


async def test_an_attached_tab_goes_back_to_what_its_window_gives(chromium: ChromeBrowser) -> None:
    assert chromium.process is not None
    async with viewmark.attach(chromium.process.endpoint) as browser:
        page = await browser.page("data:text/html,<p>x")
        before = await size(page)
        await page.set_viewport(width=400, height=300)
        assert (await size(page))[:2] == (400, 300)
        await page.reset_viewport()
        assert await size(page) == before


BELIEVED = (
    "[Intl.DateTimeFormat().resolvedOptions().timeZone, navigator.maxTouchPoints > 0,"
    " matchMedia('(prefers-color-scheme: dark)').matches, innerWidth, innerHeight]"
)


async def test_a_tab_that_a_page_opened_believes_what_its_opener_does(
    chromium: ChromeBrowser, site: LocalSite
) -> None:
    assert chromium.process is not None
    site.put("/", "<!doctype html><a id=a href=/two target=_blank>Two</a>")
    site.put("/two", "<!doctype html><title>Two</title>")
    async with viewmark.attach(chromium.process.endpoint) as browser:
        page = await browser.page(site.url("/"))
        await page.set_viewport(width=400, height=300)
        await page.emulate(timezone_id="Asia/Tokyo", color_scheme="dark", has_touch=True)
        (tab,) = (await page.click("#a")).outcome.tabs
        popup = await browser.page(tab_id=tab.id)
        assert (await popup.evaluate(BELIEVED)).value == ["Asia/Tokyo", True, True, 400, 300]
        assert popup.emulation == page.emulation
        await popup.reset_emulation()
        assert (await page.evaluate(BELIEVED)).value[0] == "Asia/Tokyo"
        fresh = await browser.page()
        assert (await fresh.evaluate(BELIEVED)).value[:3] != ["Asia/Tokyo", True, True]
        await popup.close()


async def test_a_mobile_page_obeys_its_viewport_element(page_of: PageOf) -> None:
    page = Page(await page_of("<meta name=viewport content='width=600'><p>x"))
    view = await page.set_viewport(width=300, height=600, mobile=True)
    assert view.width == 600
    assert (await page.set_viewport(mobile=False)).width == 300


@pytest.mark.parametrize(
    "options",
    [{"width": 0}, {"height": 10_001}, {"width": True}, {"device_scale_factor": 11}],
)
async def test_impossible_sizes_change_nothing(page_of: PageOf, options: dict[str, Any]) -> None:
    page = Page(await page_of("x"))
    before = await size(page)
    with pytest.raises(InvalidOption) as raised:
        await page.set_viewport(**options)
    assert raised.value.data["param"] == next(iter(options))
    assert await size(page) == before


async def test_a_page_has_drawn_itself_anew_when_the_call_comes_back(
    page_of: PageOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metrics, "LIMIT", 20.0)  # an overloaded browser takes over a second
    page = Page(
        await page_of(
            "<script>const dark = matchMedia('(prefers-color-scheme: dark)');"
            "const tell = () => { document.title = [innerWidth, dark.matches].join(); };"
            "addEventListener('resize', tell); dark.onchange = tell; tell()</script>"
        )
    )

    async def title() -> object:
        return (await page.evaluate("document.title")).value

    for width in (500, 520, 540, 560):
        await page.set_viewport(width=width)
        assert await title() == f"{width},false"
        await page.emulate(color_scheme="dark")
        assert await title() == f"{width},true"
        await page.reset_viewport()
        assert await title() == "1280,true"
        await page.reset_emulation()
        assert await title() == "1280,false"
