"""Background tabs and minimised windows can be observed and acted on, several at once."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
import pytest_asyncio
from PIL import Image
from webserver import LocalSite

import viewmark
from viewmark.browser.cdp.foreign import adapt
from viewmark.browser.launch.browser import ChromeBrowser, attach
from viewmark.browser.page_target import PageTarget
from viewmark.errors import TabNotFound

TABS = 8

PAGE = """<title>Tab {n}</title>
<body style="margin: 0; height: 4000px; background: rgb({red}, 40, 90)">
<button onclick="this.textContent = 'pressed {n}'; setTimeout(() => {{
    const late = {{id: 'late', textContent: 'later'}};
    document.body.append(Object.assign(document.createElement('p'), late)) }}, 200)"
  >Press {n}</button>
<input aria-label="Name {n}">
<a href="/popup.html" target=_blank>More {n}</a>
<button style="position: absolute; top: 2000px">Far {n}</button>
<iframe src="{frame}" style="position: absolute; left: 0; top: 200px; border: 0"></iframe>"""
FRAME = "<button onclick=\"this.textContent = 'inner pressed'\">Inner</button>"

RED = [20 + 25 * n for n in range(TABS)]


@pytest_asyncio.fixture(loop_scope="session")
async def in_one_window(
    chromium: ChromeBrowser, site: LocalSite
) -> AsyncIterator[Callable[[int], Awaitable[list[PageTarget]]]]:
    """Opens a number of tabs in one window; only the last one is in front."""
    opened: list[PageTarget] = []

    async def open_tabs(count: int) -> list[PageTarget]:
        site.put("/frame.html", FRAME)
        site.put("/popup.html", "<title>Popup</title>")
        frame = site.url("/frame.html", host="other.localhost")
        for n in range(count):
            site.put(f"/{n}.html", PAGE.format(n=n, red=RED[n], frame=frame))
        send = chromium.connection.browser.send
        for n in range(count):
            made = await send("Target.createTarget", {"url": "about:blank"})
            opened.append(await chromium.page(site.url(f"/{n}.html"), tab_id=made["targetId"]))
        return opened

    yield open_tabs
    for page in opened:
        await page.close()


def colour(picture: bytes) -> tuple[int, ...]:
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    return tuple(image.getpixel((image.width - 60, image.height - 60)))  # type: ignore[arg-type]


def is_of(picture: bytes, n: int) -> bool:
    return all(abs(a - b) < 6 for a, b in zip(colour(picture), (RED[n], 40, 90), strict=True))


async def leave_behind(page: PageTarget) -> None:
    """Put the page into the state of a tab that this connection has never used."""
    await page.session.send("Emulation.setFocusEmulationEnabled", {"enabled": False})
    assert not (await page.facts()).visible


@pytest.mark.heavy(5)
async def test_eight_tabs_of_one_window_are_acted_on_at_once_and_tell_the_truth(
    in_one_window: Any, bounded: Any
) -> None:
    raws = await in_one_window(TABS)

    async def work(n: int) -> None:
        page = viewmark.Page(raws[n])
        seen = await page.observe(annotate=True)
        assert seen.image is not None
        assert is_of(seen.image, n)
        clicked = await page.click(f"text=Press {n}")
        assert clicked.hit is not None
        assert clicked.hit.name == f"Press {n}"
        assert (await page.wait_for(selector="#late")).title == f"Tab {n}"
        await page.type("input", f"me {n}")
        scrolled = await page.scroll(dy=300)
        assert scrolled.scrolled is not None
        assert scrolled.scrolled.moved[0].dy == 300
        state = await raws[n].call(
            None,
            """() => ({ pressed: document.querySelector('button').textContent,
                        name: document.querySelector('input').value, y: scrollY })""",
        )
        assert state == {"pressed": f"pressed {n}", "name": f"me {n}", "y": 300}
        plain = await page.screenshot()
        assert is_of(plain.image, n)

    await bounded(asyncio.gather(*(work(n) for n in range(TABS))), 60)


async def test_the_opener_of_a_popup_still_works_behind_it(
    in_one_window: Any, chromium: ChromeBrowser, bounded: Any
) -> None:
    (raw,) = await in_one_window(1)
    page = viewmark.Page(raw)
    opened = await bounded(page.click("text=More 0"))
    assert "/popup.html" in opened.outcome.opened[0]
    await bounded(page.click("text=Press 0"))
    assert (await page.screenshot()).image
    inner = "iframe >> internal:control=enter-frame >> button"
    await bounded(page.click(inner))
    frame = next(f for f in raw.frames if "frame.html" in f.url)
    shown = "() => document.querySelector('button').textContent"
    assert await raw.call(frame, shown) == "inner pressed"
    assert await raw.call(None, shown) == "pressed 0"
    for tab in await chromium.tabs():
        if "/popup.html" in tab.url:
            await chromium.connection.browser.send("Target.closeTarget", {"targetId": tab.id})


async def test_a_minimised_window_is_used_as_it_is(in_one_window: Any, bounded: Any) -> None:
    (raw,) = await in_one_window(1)
    window = await raw.session.send("Browser.getWindowForTarget")
    minimised = {"windowId": window["windowId"], "bounds": {"windowState": "minimized"}}
    await raw.session.send("Browser.setWindowBounds", minimised)
    page = viewmark.Page(raw)
    assert is_of((await bounded(page.screenshot())).image, 0)
    await bounded(page.click("text=Press 0"))
    await bounded(page.scroll(dy=100))
    assert await raw.call(None, "() => scrollY") == 100
    now = await raw.session.send("Browser.getWindowForTarget")
    assert now["bounds"]["windowState"] == "minimized"


@pytest.mark.full_browser  # hides tabs of a window
async def test_an_attached_browser_keeps_the_tab_in_front_that_its_user_looks_at(
    in_one_window: Any, chromium: ChromeBrowser, bounded: Any
) -> None:
    behind, front = await in_one_window(2)
    await leave_behind(behind)
    assert chromium.process is not None
    async with attach(chromium.process.endpoint) as other:
        page = viewmark.Page(await other.page(tab_id=behind.session.target_id))
        assert is_of((await bounded(page.screenshot())).image, 0)
        await bounded(page.click("text=Press 0"))
    # The focus emulation ends with the session, so the page is hidden again.
    assert not (await behind.facts()).visible
    assert (await front.facts()).visible


async def test_captures_of_one_hidden_page_do_not_end_each_other(
    in_one_window: Any, bounded: Any
) -> None:
    behind, _ = await in_one_window(2)
    page = viewmark.Page(behind)
    shots = await bounded(asyncio.gather(*(page.screenshot() for _ in range(4))))
    assert all(is_of(each.image, 0) for each in shots)
    # A cancelled capture leaves no screencast open.
    task = asyncio.ensure_future(page.screenshot())
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert is_of((await bounded(page.screenshot())).image, 0)
    await behind.session.send("Page.startScreencast", {"format": "jpeg"})
    assert is_of((await bounded(page.screenshot())).image, 0)
    with pytest.raises(viewmark.ViewmarkError, match="already active"):
        await behind.session.send("Page.startScreencast", {"format": "jpeg"})


@pytest.mark.full_browser  # hides tabs of a window
async def test_a_foreign_session_is_left_as_it_was(in_one_window: Any) -> None:
    behind, _ = await in_one_window(2)
    await leave_behind(behind)
    sibling = await behind.session.sibling()

    class Foreign:
        async def send(self, method: str, params: dict[str, Any] | None = None) -> Any:
            return await sibling.send(method, params)

        def on(self, event: str, handler: Callable[[dict[str, Any]], object]) -> None:
            sibling.on(event, handler)

    wrapped = await PageTarget.open(adapt(Foreign()))
    assert (await behind.facts()).visible
    await wrapped.stop()
    assert not (await behind.facts()).visible
    await sibling.detach()
    with pytest.raises(TabNotFound):
        await sibling.send("Page.enable")
