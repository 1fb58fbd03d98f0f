"""The connection and the capture, compared with a minimal WebSocket client in the same run.

The baseline is what one would write in an afternoon: `websockets.connect` with its defaults, which
negotiate compression with the browser, and `json`. "plain" is the same client without compression.
The sides alternate, so that other load on the machine affects both.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import statistics
import time
from typing import TYPE_CHECKING, Any

import orjson
import websockets

from viewmark.browser.capture.screenshot import capture
from viewmark.browser.launch.browser import launch

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from viewmark.browser.page_target import PageTarget

ROUNDS = 20
TEXT = (
    "<!doctype html><meta charset=utf-8><style>body{font:14px sans-serif}</style>"
    + "<p>Some words of a page that looks like many others, with a <a href=#>link</a>.</p>" * 60
)
FILL = """var big = Array.from({length: 1e6},
    () => String.fromCharCode(65 + Math.floor(Math.random() * 58))).join(''); 1"""
"""Random letters, which compress as badly as the base64 text of an image."""


class Bare:
    """A minimal client: one tab over one WebSocket, without timeouts, error map and events."""

    def __init__(self, websocket: Any) -> None:
        self._websocket = websocket
        self._ids = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._task = asyncio.ensure_future(self._read())

    async def _read(self) -> None:
        async for text in self._websocket:
            message = json.loads(text)
            if message.get("id") in self._waiting:
                self._waiting.pop(message["id"]).set_result(message)

    async def send(self, method: str, params: dict[str, Any]) -> Any:
        number = next(self._ids)
        self._waiting[number] = asyncio.get_running_loop().create_future()
        await self._websocket.send(json.dumps({"id": number, "method": method, "params": params}))
        return (await self._waiting[number])["result"]

    async def close(self) -> None:
        await self._websocket.close()
        await self._task


@contextlib.asynccontextmanager
async def _bare(page: PageTarget, endpoint: str, compression: str | None) -> AsyncIterator[Bare]:
    host = endpoint.removeprefix("ws://").split("/")[0]
    url = f"ws://{host}/devtools/page/{page.session.target_id}"
    bare = Bare(await websockets.connect(url, max_size=None, compression=compression))
    try:
        yield bare
    finally:
        await bare.close()


async def _race(sides: dict[str, Callable[[], Awaitable[object]]], rounds: int) -> dict[str, float]:
    """Return the median ms of each side."""
    times: dict[str, list[float]] = {name: [] for name in sides}
    for turn in range(rounds + 2):
        for name, side in sides.items():
            started = time.perf_counter()
            await side()
            if turn >= 2:
                times[name].append((time.perf_counter() - started) * 1000)
    return {name: statistics.median(each) for name, each in times.items()}


def _row(name: str, ours: float, base: float, limit: float | None, against: str) -> dict[str, Any]:
    return {
        "name": name,
        "value": ours,
        "unit": "ms",
        "baseline": base,
        "ratio": ours / base,
        "target": f"<= {limit}x {against}" if limit else against,
        "ok": ours / base <= limit if limit else None,
    }


async def _measure() -> list[dict[str, Any]]:
    rows = []
    started = time.perf_counter()
    async with launch(debugging_port=0) as browser:
        launched = (time.perf_counter() - started) * 1000
        page = await browser.page(f"data:text/html,{TEXT.replace('#', '%23')}")
        assert browser.process is not None
        endpoint = browser.process.endpoint
        async with _bare(page, endpoint, "deflate") as bare, _bare(page, endpoint, None) as plain:
            one = {"expression": "1", "returnByValue": True}
            times = await _race(
                {
                    "ours": lambda: page.session.send("Runtime.evaluate", one),
                    "plain": lambda: plain.send("Runtime.evaluate", one),
                },
                ROUNDS * 10,
            )
            rows.append(_row("round trip", times["ours"], times["plain"], 1.25, "plain client"))
            await page.session.send("Runtime.evaluate", {"expression": FILL})
            for size in (0.3, 1):
                big = {"expression": f"big.slice(0, {int(size * 1e6)})", "returnByValue": True}
                times = await _race(
                    {
                        "ours": lambda big=big: page.session.send("Runtime.evaluate", big),
                        "bare": lambda big=big: bare.send("Runtime.evaluate", big),
                    },
                    ROUNDS // 2,
                )
                name = f"reply of {size} MB"
                rows.append(_row(name, times["ours"], times["bare"], 0.8, "bare client"))
            shot = {"format": "jpeg", "quality": 80}
            for device in (1, 2):
                view = {"width": 1280, "height": 720, "deviceScaleFactor": device, "mobile": False}
                await page.session.send("Emulation.setDeviceMetricsOverride", view)
                await capture(page)
                times = await _race(
                    {
                        "ours": lambda: capture(page),
                        "raw": lambda: page.session.send("Page.captureScreenshot", shot),
                    },
                    ROUNDS,
                )
                name = f"capture with state, CSS scale, screen {device}x"
                limit = 1.1 if device == 1 else 0.8
                rows.append(_row(name, times["ours"], times["raw"], limit, "captureScreenshot"))
        message = json.dumps({"id": 1, "result": {"data": "A" * 1_000_000}}).encode()

        async def parse(loads: Callable[[bytes], object]) -> None:
            loads(message)

        times = await _race(
            {"ours": lambda: parse(orjson.loads), "json": lambda: parse(json.loads)}, ROUNDS
        )
        rows.append(_row("parse of 1 MB", times["ours"], times["json"], 0.8, "json"))
    rows.append({"name": "launch until connected", "value": launched, "unit": "ms"})
    return rows


def run() -> list[dict[str, Any]]:
    """Measure round trips, replies, captures, parsing and launch."""
    return asyncio.run(_measure())
