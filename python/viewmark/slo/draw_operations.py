"""Takes the samples of draw mode: start, a drawing read, its detail, Done, the report.

A real drawing: the overlay is shown, a rectangle is drawn and words are typed by input events, as a
human does it; nothing of the page below gets them.
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from viewmark.drawmode.controller import DrawMode
from viewmark.drawmode.detail import annotation_detail, annotation_report
from viewmark.drawmode.read import read_annotations
from viewmark.errors import ElementNotFound, PageError
from viewmark.stages import StageTimes, watch_stages

if TYPE_CHECKING:
    from collections.abc import Callable

    from viewmark import Page

__all__ = ["ROUNDS", "draw_operations"]

ROUNDS = 10
"""Drawings, each of one rectangle."""
_ARRIVES = 10.0  # seconds within which a rectangle is known here, or something is wrong


async def draw_operations(
    page: Page, rounds: int, progress: Callable[[str, int, int], None]
) -> dict[str, list[float]]:
    """Milliseconds by metric; the first drawing, for which all is prepared, does not count.

    Raises:
        PageError: the page does not let anybody draw.
    """
    found: dict[str, list[float]] = {}

    def add(call: StageTimes) -> None:
        if call.operation.startswith("draw_"):
            took = call.timings()
            found.setdefault(call.operation, []).append(took["total"])
            if "overlay" in took:
                found.setdefault("draw_overlay", []).append(took["overlay"])

    with tempfile.TemporaryDirectory() as folder:
        mode = DrawMode(folder=Path(folder), window="never")
        try:
            await _drawing(page, mode)
            with watch_stages(add):
                for done in range(rounds):
                    progress("drawings", done, rounds)
                    await _drawing(page, mode)
        finally:
            await mode.close()
    return found


async def _drawing(page: Page, mode: DrawMode) -> None:
    started = await mode.start(page.context, prompt="Latency")
    await _draw(page)
    end = asyncio.get_running_loop().time() + _ARRIVES
    session = mode.store.session(started.correlation_id)
    while not session.annotations():
        left = end - asyncio.get_running_loop().time()
        if left <= 0:
            raise PageError("A rectangle that was drawn for draw mode's times did not arrive.")
        await mode.tasks.wait_changed(left)
    await mode.tasks.wait_settled()
    seen = await read_annotations(mode, correlation_id=started.correlation_id)
    with contextlib.suppress(ElementNotFound):  # nothing lies there on this page
        await annotation_detail(mode, seen.annotations[0].correlation_id, crop=False)
    await mode.stop(started.correlation_id)
    await annotation_report(mode, started.correlation_id)


async def _draw(page: Page) -> None:
    """A rectangle around the middle of the viewport, a word, Enter."""
    tab = page.browser_page
    view = await tab.session.send("Page.getLayoutMetrics", {})
    shown = view["cssVisualViewport"]
    x, y = shown["clientWidth"] / 2, shown["clientHeight"] / 2
    for kind, left, top, buttons in (
        ("mouseMoved", x - 60, y - 30, 0),
        ("mousePressed", x - 60, y - 30, 1),
        ("mouseMoved", x, y, 1),
        ("mouseMoved", x + 60, y + 30, 1),
        ("mouseReleased", x + 60, y + 30, 0),
    ):
        event: dict[str, Any] = {"type": kind, "x": left, "y": top, "buttons": buttons}
        event |= {"button": "none" if kind == "mouseMoved" and not buttons else "left"}
        await tab.session.send("Input.dispatchMouseEvent", event | {"clickCount": 1})
    await tab.session.send("Input.insertText", {"text": "latency"})
    key = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13}
    await tab.session.send("Input.dispatchKeyEvent", key | {"type": "keyDown", "text": "\r"})
    await tab.session.send("Input.dispatchKeyEvent", key | {"type": "keyUp"})
