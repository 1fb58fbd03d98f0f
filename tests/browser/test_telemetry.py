"""Telemetry of a page that floods: bounded, paused, reported; other sessions continue."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from page_over import PageOf

from viewmark.browser.actions.navigation import goto
from viewmark.browser.page_target import PageTarget
from viewmark.browser.telemetry import EVENTS, RING_SIZE, Telemetry
from viewmark.browser.telemetry_events import TEXT_LIMIT

FLOODS = {
    "console": "for (let i = 0; i < 300; i += 1) console.log('x'.repeat(9000))",
    "exceptions": "for (let i = 0; i < 300; i += 1)"
    " queueMicrotask(() => { throw Error('y'.repeat(9000)) })",
    "one line": "console.log('z'.repeat(5e6))",
}


async def _flooded(page: PageTarget, statement: str) -> None:
    await page.call(
        None, f"function () {{ globalThis.flood = setInterval(() => {{ {statement} }}, 5) }}"
    )


async def _stop(page: PageTarget) -> None:
    await page.call(None, "function () { clearInterval(globalThis.flood) }")


@pytest.mark.parametrize("kind", FLOODS)
async def test_a_flood_pauses_recording_and_is_reported(
    page_of: PageOf,
    eventually: Callable[..., Awaitable[None]],
    kind: str,
) -> None:
    page = await page_of("<p>noise</p>")
    record = Telemetry(pause_s=60.0)
    await record.start(page.session)
    await _flooded(page, FLOODS[kind])
    await eventually(lambda: record.flood is not None, "the pause")
    flood = record.flood
    assert flood is not None
    assert flood.source == ("exceptions" if kind == "exceptions" else "console")
    assert flood.pauses == 1
    assert 0 < flood.resumes_in_s <= 60
    assert f"recording is paused, as the page flooded the {flood.source}" in str(flood)
    kept = [*record.console, *record.faults]
    assert 0 < len(kept) <= 2 * RING_SIZE
    texts = [getattr(each, "text", "") or getattr(each, "message", "") for each in kept]
    assert max(map(len, texts)) <= TEXT_LIMIT + 1
    # Commands to the page over its own session still get replies.
    assert await page.call(None, "function () { return 1 + 1 }") == 2
    await _stop(page)


async def test_after_the_pause_it_records_again_and_tells_what_is_missing(
    page_of: PageOf, eventually: Callable[..., Awaitable[None]]
) -> None:
    page = await page_of("<p>noise</p>")
    record = Telemetry(pause_s=0.3)
    await record.start(page.session)
    await _flooded(page, FLOODS["one line"])
    await eventually(lambda: record.flood is not None, "the pause")
    await _stop(page)
    await eventually(lambda: record.flood and record.flood.resumes_in_s == 0, "the end of it")

    async def heard() -> bool:
        await page.call(None, "function () { console.info('quiet again') }")
        return any(line.text == "quiet again" for line in record.console)

    for _ in range(200):
        if await heard():
            break
    assert await heard()
    assert "recording was paused for" in str(record.flood)


@pytest.mark.heavy(8)
async def test_a_page_that_fetches_without_end_is_paused_too(
    page_of: PageOf, eventually: Callable[..., Awaitable[None]]
) -> None:
    page = await page_of("<p>noise</p>")
    record = Telemetry(pause_s=60.0)
    await record.start(page.session)
    await _flooded(page, "for (let i = 0; i < 60; i += 1) fetch('data:,' + i)")
    await eventually(lambda: record.flood is not None, "the pause")
    assert record.flood is not None
    assert record.flood.source == "network"
    assert record.pending == ()
    await _stop(page)


async def test_a_page_that_makes_frames_without_end_is_paused_too(
    page_of: PageOf,
    eventually: Callable[..., Awaitable[None]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # A browser on a slow machine draws fewer than the 65 frames per second that count as a flood.
    monkeypatch.setitem(EVENTS, "burst", 250)
    monkeypatch.setitem(EVENTS, "per_second", 25)
    page = await page_of("<p>noise</p>")
    record = Telemetry(pause_s=60.0)
    await record.start(page.session)
    await _flooded(
        page,
        "for (let i = 0; i < 20; i += 1) {"
        " const f = document.createElement('iframe'); document.body.append(f);"
        " f.contentWindow.eval('1'); f.remove() }",
    )
    await eventually(lambda: record.flood is not None, "the pause")
    assert record.flood is not None
    assert record.flood.source == "frames"
    await _stop(page)


async def test_an_ordinary_page_is_never_paused(
    page_of: PageOf,
) -> None:
    page = await page_of("<p>calm</p>")
    await page.call(None, "function () { for (let i = 0; i < 900; i += 1) console.log('line', i) }")
    record = Telemetry()
    await record.start(page.session)  # earlier events are replayed at once
    await page.call(
        None,
        "function () {"
        " return Promise.all([...Array(100)].map(() => fetch('data:,x'))).then(() => 1) }",
    )
    assert record.flood is None
    assert len(record.console) == RING_SIZE


async def test_a_tab_that_closes_in_a_pause_ends_it(
    page_of: PageOf, eventually: Callable[..., Awaitable[None]]
) -> None:
    page = await page_of("<p>noise</p>")
    record = Telemetry(pause_s=60.0)
    await record.start(page.session)
    await _flooded(page, FLOODS["one line"])
    await eventually(lambda: record.flood is not None, "the pause")
    before = asyncio.all_tasks()
    await page.close()
    await eventually(lambda: record.flood and record.flood.resumes_in_s == 0, "the end of it")
    assert len(asyncio.all_tasks()) <= len(before)


@pytest.mark.heavy(6)  # the flood of the previous test may continue in its renderer
async def test_a_handler_on_receipt_that_fails_stops_nobody(
    page_of: PageOf, caplog: pytest.LogCaptureFixture
) -> None:
    page = await page_of("<p>x</p>")
    heard: list[Any] = []

    def broken(_params: dict[str, Any]) -> None:
        raise KeyError("ours")

    page.session.on("Page.frameNavigated", broken)
    page.session.on("Page.frameNavigated", heard.append)
    await goto(page, page.url + "?again")
    assert heard
    assert "a handler of Page.frameNavigated failed" in caplog.text
