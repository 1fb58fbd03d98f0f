"""Measure what actions cost beyond the browser's own round trips and beyond minimal input.

`overhead` is the time of a call during which no CDP command was pending, which is the time of our
own code. `beside bare input` compares the whole call with the fewest commands that could have the
same effect (one for the box, then the events sent together), alternating in the same run. The
difference is the cost of waiting for the page to rest, of hit tests, and of the observation
afterwards. By design these steps wait for two frames, about 33 ms at 60 frames per second.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from typing import TYPE_CHECKING, Any

from viewmark.api.page import Page
from viewmark.browser.actions.keys import key_events, parse_keys
from viewmark.browser.launch.browser import launch

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from viewmark.browser.page_target import PageTarget

ROUNDS = 25
WARM = 3
OVERHEAD_MS = 5.0

PAGE = (
    "data:text/html,<!doctype html><title>bench</title><style>div{display:inline-block;margin:4px}"
    "</style><button id=b>Press</button><input id=i>"
    + "".join(
        f"<div><a href=%23{n}>link {n}</a> <button>Save {n}</button></div>" for n in range(300)
    )
    + "<p style='height:4000px'>"
)
BOX = """function (selector) {
  const r = document.querySelector(selector).getBoundingClientRect();
  return [r.x + r.width / 2, r.y + r.height / 2];
}"""


class Meter:
    """Records when commands of a page are pending."""

    def __init__(self, page: PageTarget) -> None:
        self.spans: list[tuple[float, float]] = []
        send = page.session.send

        async def noted(*args: Any, **options: Any) -> dict[str, Any]:
            started = time.perf_counter()
            try:
                return await send(*args, **options)
            finally:
                self.spans.append((started, time.perf_counter()))

        page.session.send = noted  # type: ignore[method-assign]

    async def own(self, work: Callable[[], Awaitable[Any]]) -> tuple[float, float]:
        """Return the total milliseconds, and those without a pending command."""
        self.spans.clear()
        started = time.perf_counter()
        await work()
        ended = time.perf_counter()
        covered, until = 0.0, started
        for begin, end in sorted(self.spans):
            if end > until:
                covered += end - max(begin, until)
                until = end
        return (ended - started) * 1000, (ended - started - covered) * 1000


async def _mouse(page: PageTarget, kinds: list[str]) -> None:
    x, y = await page.call(None, BOX, "#b")
    events = [
        {"type": kind, "x": x, "y": y, "button": "none" if kind == "mouseMoved" else "left"}
        for kind in kinds
    ]
    await _together(page, "Input.dispatchMouseEvent", events)


async def _together(page: PageTarget, method: str, events: list[dict[str, Any]]) -> None:
    counted = [{"clickCount": 1, **e} if "x" in e and e["button"] == "left" else e for e in events]
    await asyncio.gather(*(page.session.send(method, event) for event in counted))


async def _measure() -> list[dict[str, Any]]:
    async with launch() as browser:
        page = await browser.page(PAGE)
        over = Page(page)

        async def bare_type() -> None:
            await page.call(None, "function () { document.querySelector('#i').focus(); }")
            await page.session.send("Input.insertText", {"text": "word"})

        async def bare_scroll() -> None:
            await page.call(None, "function (y) { scrollBy({top: y, behavior: 'instant'}); }", 10)

        # Both calls of a pair have the same effect: ours, and the minimal one.
        pairs: dict[str, tuple[Callable[[], Awaitable[Any]], Callable[[], Awaitable[Any]]]] = {
            "click": (
                lambda: over.click("#b"),
                lambda: _mouse(page, ["mouseMoved", "mousePressed", "mouseReleased"]),
            ),
            "hover": (
                lambda: over.hover("#b"),
                lambda: _mouse(page, ["mouseMoved"]),
            ),
            "type": (
                lambda: over.type("#i", text="word", clear=True),
                bare_type,
            ),
            "keypress": (
                lambda: over.keypress(keys="ArrowDown"),
                lambda: _together(
                    page, "Input.dispatchKeyEvent", key_events(parse_keys("ArrowUp"))
                ),
            ),
            "scroll": (lambda: over.scroll(dy=10.0), bare_scroll),
        }
        meter = Meter(page)
        rows = []
        for name, (ours, bare) in pairs.items():
            whole: list[float] = []
            own: list[float] = []
            least: list[float] = []
            for turn in range(ROUNDS + WARM):
                total, added = await meter.own(ours)
                started = time.perf_counter()
                await bare()
                ended = time.perf_counter()
                if turn >= WARM:
                    whole.append(total)
                    own.append(added)
                    least.append((ended - started) * 1000)
            added, total = statistics.median(own), statistics.median(whole)
            floor = statistics.median(least)
            rows.append(
                {
                    "name": f"{name}: overhead",
                    "value": added,
                    "unit": "ms",
                    "baseline": total,
                    "ratio": added / total,
                    "target": f"< {OVERHEAD_MS:g} ms beyond the browser's round trips",
                    "ok": added < OVERHEAD_MS,
                }
            )
            rows.append(
                {
                    "name": f"{name}: whole call beside bare input",
                    "value": total,
                    "unit": "ms",
                    "baseline": floor,
                    "ratio": total / floor,
                    "target": "",
                    "ok": None,
                }
            )
        await page.close()
    return rows


def run() -> list[dict[str, Any]]:
    """Return rows with the medians of each action."""
    return asyncio.run(_measure())


if __name__ == "__main__":
    for row in run():
        print(
            f"{row['name']:<45} {row['value']:8.2f} {row['unit']}  "
            f"of {row['baseline']:8.2f}  x{row['ratio']:.2f}  {row['target']}"
        )
