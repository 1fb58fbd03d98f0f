"""The emulated viewport size of a page: the current and the initial one."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from viewmark.background import quietly
from viewmark.browser.capture.screenshot import assume_factor
from viewmark.browser.capture.under_way import all_done
from viewmark.browser.page_target import PageTarget
from viewmark.browser.script_files import script

RESET_LIMIT, RESET_POLL = 5.0, 0.01
"""`RESET_LIMIT`: maximum seconds for a page to return to its window's size. `RESET_POLL`: seconds
between two checks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Metrics:
    """An emulated viewport size, independent of the window."""

    width: int
    """Width in CSS px."""
    height: int
    device_scale_factor: float | None = None
    """Image px per CSS px; None: the platform's own."""
    mobile: bool = False
    """Whether `<meta name=viewport>` applies and scrollbars overlay the page."""


@dataclass(slots=True)
class MetricsState:
    """The viewport sizes of a tab."""

    now: Metrics | None = None
    """The override that we have set, or None."""
    initial: Metrics | None = None
    """The size with which the tab was opened, or None."""
    window: tuple[float, float, float] | None = None
    """The window's own width, height and scale factor before the first override."""


def metrics_of(page: PageTarget) -> Metrics | None:
    """Return our current size override; None if there is none (another client may have one)."""
    return page.state.of(MetricsState).now


def chosen_metrics(page: PageTarget) -> Metrics | None:
    """Return the size override; None if there is none or if the page was opened with that size."""
    now = metrics_of(page)
    return None if now == page.state.of(MetricsState).initial else now


def visible_part(page: PageTarget) -> tuple[float, float] | None:
    """Return the size of the part of a page that its window shows, if the page is larger."""
    now, window = page.state.of(MetricsState).now, page.state.of(MetricsState).window
    if now is None or window is None or (now.width <= window[0] and now.height <= window[1]):
        return None
    return window[:2]


async def override_metrics(page: PageTarget, metrics: Metrics, *, opening: bool = False) -> None:
    """Emulate a viewport size.

    Args:
        page: the browser tab.
        metrics: the size to emulate.
        opening: whether the page is being opened with this size, so that a reset returns to it.
    """
    state = page.state.of(MetricsState)
    await all_done(page)
    if not opening and state.now is None:
        state.window = await _size(page)
    await page.session.send(
        "Emulation.setDeviceMetricsOverride",
        {
            "width": metrics.width,
            "height": metrics.height,
            "deviceScaleFactor": metrics.device_scale_factor or 0,  # 0: the platform's own
            "mobile": metrics.mobile,
        },
    )
    state.now = metrics
    if opening:
        state.initial = metrics
    if metrics.device_scale_factor is not None:
        assume_factor(page, metrics.device_scale_factor)


async def fit_window(page: PageTarget, metrics: Metrics) -> None:
    """Resize the page's window to give the page this size, or the largest that the screen allows.

    The user then sees the whole page, including what draw mode shows at its edges. Nothing is
    emulated, so the page still follows its window when the user resizes it or the browser shows a
    bar.
    """
    window = await page.session.send("Browser.getWindowForTarget")
    loop = asyncio.get_running_loop()
    end = loop.time() + RESET_LIMIT
    while True:  # the browser's bars appear and disappear, and sizes arrive late
        view = dict(zip(_VIEW, await page.call(None, _WINDOW_SIZES), strict=True))
        bounds = {"left": view["left"], "top": view["top"]}
        for side, wanted in (("width", metrics.width), ("height", metrics.height)):
            frame = view[f"outer_{side}"] - view[f"inner_{side}"]
            bounds[side] = min(wanted + frame, view[f"screen_{side}"])
        outer = (view["outer_width"], view["outer_height"])
        if outer == (bounds["width"], bounds["height"]) or loop.time() > end:
            return
        await page.session.send(
            "Browser.setWindowBounds", {"windowId": window["windowId"], "bounds": bounds}
        )
        await asyncio.sleep(RESET_POLL)


async def reset_metrics(page: PageTarget) -> None:
    """Restore the size with which the page was opened; without one, the window's own size."""
    state = page.state.of(MetricsState)
    if state.initial is not None:
        await override_metrics(page, state.initial)
        return
    overridden, window = await _size(page), state.window
    state.window = None
    await all_done(page)
    await page.session.send("Emulation.clearDeviceMetricsOverride")
    state.now = None
    if window in (None, overridden):
        return
    # Chromium replies before the page has returned to its window's size. Any change of size ends
    # the wait, because the window may have been resized meanwhile.
    loop = asyncio.get_running_loop()
    end = loop.time() + RESET_LIMIT
    while True:
        if await _size(page) != overridden or loop.time() > end:
            return
        await asyncio.sleep(RESET_POLL)


async def _size(page: PageTarget) -> tuple[float, float, float]:
    view = await page.viewport()
    return view.width, view.height, view.device_scale_factor


LIMIT = 1.0
"""Maximum seconds to wait for `resize` events; a page that is busy for longer gets them later."""

_VIEW = (
    *("left", "top", "screen_width", "screen_height"),
    *("outer_width", "outer_height", "inner_width", "inner_height"),
)
_WINDOW_SIZES = script("single/window_sizes")

# Chromium replies to an override before the page applies it: `resize` and media query changes are
# dispatched with a frame. The second frame comes after all listeners of the first.
_TWO_FRAMES = script("single/two_frames")


async def redraw(page: PageTarget) -> None:
    """Wait until the page's listeners for `resize` and media queries have run."""
    if page.dialog is None:  # do not wait, because an open dialog blocks all scripts
        await quietly(page.call(None, _TWO_FRAMES, timeout=LIMIT))
