"""A picture of the viewport, and the page's state of the same moment.

One `Page.captureScreenshot` costs about 50 ms at 1280x720, nearly all of it waiting for a frame;
so nothing is asked before it. The state travels with it, and what was assumed (scale, scroll,
visibility) is checked against the bytes and the state afterwards; a wrong guess costs a second
picture, and is remembered.

- JPEG when JPEG is delivered: PNG of a photo costs 2 to 20 times as much; PNG only in its fast
  form.
- CSS scale on dense screens by `clip.scale` (227 -> 77 ms at a factor of 2). The factor is what
  this session's pictures measure, not `devicePixelRatio`: they differ when another session
  emulates.
- never `captureBeyondViewport`: it takes the whole page and resizes it under the page's eyes.
- a hidden tab or minimised window draws no frames and may never answer: it is shown first.
- a compositor that sleeps is woken by a short screencast.
"""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from viewmark.background import beside
from viewmark.browser.capture.image_size import image_size
from viewmark.browser.capture.mask import covered
from viewmark.errors import (
    CommandTimeout,
    InvalidOption,
    PageNavigated,
    RestrictedPage,
    ScreenshotFailed,
    ViewmarkError,
)
from viewmark.text import one_line

if TYPE_CHECKING:
    from viewmark.browser.page_target import PageState, PageTarget
    from viewmark.geometry import Viewport

__all__ = [
    "SMALLEST_SCALE",
    "Capture",
    "Format",
    "Scale",
    "assume_factor",
    "capture",
    "is_restricted",
    "known_factor",
    "refuse_restricted",
]

Format = Literal["jpeg", "png"]
Scale = Literal["css", "device"] | float
"""`css`: one image px per CSS px; `device`: as the screen has it; a number: image px per CSS px."""

SMALLEST_SCALE = 0.05
"""Image px per CSS px; at most 4 are allowed."""

_RESTRICTED = (
    "about:",
    "brave:",
    "chrome:",
    "chrome-extension:",
    "chrome-untrusted:",
    "devtools:",
    "edge:",
    "opera:",
    "view-source:",
    "vivaldi:",
)
_PLAIN = ("about:blank", "about:srcdoc")

_ATTEMPTS = 4  # a wrong factor, a scroll under the clip, a navigation, and the one that holds
_STALL = 2.0  # seconds without an answer before a visible page gets a push
_SHOW_PATIENCE_MS = 2000
_NAVIGATION_PATIENCE = 2.0
_FACTORS = "capture.factors"  # our note in page.memo: devicePixelRatio -> measured factor

_WHEN_VISIBLE = """function (patience) {
  if (document.visibilityState === 'visible') return true;
  return new Promise((done) => {
    document.addEventListener('visibilitychange', () => done(true), {once: true});
    setTimeout(() => done(false), patience);
  });
}"""


@dataclass(frozen=True, slots=True)
class Capture:
    """A picture of the viewport as the browser sent it, and the page at that moment."""

    base64: str
    """Base64 text, untouched."""
    format: Format
    width: int
    """Image px, read from the bytes."""
    height: int
    state: PageState
    """The page when the picture was asked for, in the same batch."""
    epoch: str
    """Names the main document that it shows (see `PageTarget.epoch`)."""
    attempts: int
    """Pictures that were taken until one held."""
    covers: tuple[tuple[int, int, int, int], ...] = ()
    """What must be covered before anybody sees it: x, y, width, height in image px."""
    redactions: int = 0
    """Secret fields among that."""

    @property
    def viewport(self) -> Viewport:
        """The visible part of the page."""
        return self.state.viewport

    @property
    def scale(self) -> float:
        """Image px per CSS px, measured from the bytes."""
        return self.width / self.state.viewport.width


def is_restricted(url: str) -> bool:
    """Whether the address is one of the browser's own pages, which are not captured."""
    return url.startswith(_RESTRICTED) and not url.startswith(_PLAIN)


async def capture(
    page: PageTarget,
    *,
    format: Format = "jpeg",
    quality: int = 80,
    scale: Scale = "css",
    activate: bool = True,
    timeout: float = 10.0,
) -> Capture:
    """Take a picture of the viewport; what `covers` tells must be covered before it is shown.

    `tools.picture` does that, and is what all others use.

    Start it together with a discovery (`asyncio.gather`): both are sent at once, and the
    discovery hides in the wait for the frame.

    Args:
        page: the page.
        format: `jpeg` or `png`.
        quality: of JPEG, 1 to 100.
        scale: `css`, `device`, or image px per CSS px.
        activate: show the tab first if it is hidden; else that is an error.
        timeout: seconds for all of it.

    Raises:
        RestrictedPage: a page of the browser itself.
        ScreenshotFailed: hidden and not to be shown, or no picture in time.
        PageNavigated: the page went elsewhere, twice.
        DialogOpen, PageCrashed, TabNotFound, ConnectionLost: as `Session.send`.
        InvalidOption: an option outside its range.
        InvalidSelector: one in `page.mask`.
    """
    _check(format, quality, scale)
    wanted = 1.0 if scale == "css" else None if isinstance(scale, str) else float(scale)
    wish = _Wish(format, quality, wanted, activate, timeout)

    async def shoot() -> Capture:
        return await _capture(page, wish)

    try:
        return await asyncio.wait_for(covered(page, shoot), timeout)
    except (asyncio.TimeoutError, TimeoutError, CommandTimeout) as error:
        raise ScreenshotFailed(
            f"The browser delivered no picture within {timeout:g} s.",
            hint="The page may be busy or the machine overloaded; try again.",
            timeout_s=timeout,
        ) from error


def _check(format: str, quality: int, scale: Scale) -> None:
    if format not in ("jpeg", "png"):
        raise InvalidOption(f"format must be jpeg or png, not {one_line(repr(format))}.")
    if isinstance(quality, bool) or not isinstance(quality, int) or not 1 <= quality <= 100:
        raise InvalidOption(f"quality must be 1 to 100, not {one_line(repr(quality))}.")
    if scale in ("css", "device"):
        return
    if isinstance(scale, (str, bool)) or not SMALLEST_SCALE <= scale <= 4:  # NaN fails too
        allowed = "css, device or a number from 0.05 to 4"
        raise InvalidOption(f"scale must be {allowed}, not {one_line(repr(scale))}.")


@dataclass(frozen=True, slots=True)
class _Wish:
    format: Format
    quality: int
    wanted: float | None
    """Image px per CSS px; None: whatever the session gives."""
    activate: bool
    timeout: float

    def params(self, clip: dict[str, float] | None) -> dict[str, Any]:
        params: dict[str, Any] = {"format": self.format}
        if self.format == "jpeg":
            params["quality"] = self.quality
        else:
            params["optimizeForSpeed"] = True
        if clip is not None:
            params["clip"] = clip
        return params


async def _capture(page: PageTarget, wish: _Wish) -> Capture:
    known: PageState | None = None  # of the last attempt, to make the clip from
    navigated = locked = False
    async with contextlib.AsyncExitStack() as stack:
        for attempt in range(1, _ATTEMPTS + 1):
            refuse_restricted(page)
            epoch, clip = page.epoch, None
            # The last attempt takes what comes: its scale is measured, so it is right all the same.
            if wish.wanted is not None and attempt < _ATTEMPTS and _needs_state(page, wish.wanted):
                known = known or await page.state(timeout=wish.timeout)
                await _learn(page, known)
                clip = _clip(page, known, wish.wanted)
            try:
                state, data = await _shoot(page, wish, clip)
            except PageNavigated:
                if navigated:
                    raise
                navigated, known = True, None
                await _arrival(page, epoch)
                continue
            if data is None:
                if not wish.activate:
                    raise ScreenshotFailed(
                        "The tab is hidden, and hidden tabs draw no pictures.",
                        hint="Bring the tab to the front, or allow it (activate=True).",
                    )
                if not locked:  # two tabs of one window would push each other away
                    locked = True
                    await stack.enter_async_context(page.session.root.foreground)
                await _show(page)
                continue
            width, height = image_size(data)
            taken = Capture(data, wish.format, width, height, state, epoch, attempt)
            is_right = page.epoch == epoch and _holds(page, taken, clip, wish.wanted)
            if is_right or attempt == _ATTEMPTS:
                return taken
            known = state
    raise ScreenshotFailed("The page stayed hidden although it was brought to the front.")


def refuse_restricted(page: PageTarget) -> None:
    """Refuse pages of the browser itself.

    Raises:
        RestrictedPage: it is one.
    """
    if is_restricted(page.url):
        shown = page.redactor(one_line(page.url))
        raise RestrictedPage(f"{shown} is a page of the browser itself.", url=shown)


def _factors(page: PageTarget) -> dict[float, float]:
    factors: dict[float, float] = page.memo.setdefault(_FACTORS, {})
    return factors


def _needs_state(page: PageTarget, wanted: float) -> bool:
    """Whether a clip may be needed, for which scroll offset and size must be known first."""
    factors = _factors(page)
    return not factors or any(abs(factor - wanted) > 1e-3 for factor in factors.values())


async def _learn(page: PageTarget, state: PageState) -> None:
    """Note the factor of a page that nobody emulates: the platform's.

    Where somebody does, only a picture can tell, and a guess would do harm: a clip with a scale
    from another session than the emulating one ends the emulation for all.
    """
    device = state.viewport.device_scale_factor
    if device in _factors(page):
        return
    metrics = await page.session.send("Page.getLayoutMetrics")
    try:
        in_device = float(metrics["visualViewport"]["clientWidth"])
        in_css = float(metrics["cssVisualViewport"]["clientWidth"])
    except (KeyError, TypeError, ValueError):
        return
    if in_css > 0 and abs(in_device / in_css - device) <= 1e-2 * device:
        _factors(page)[device] = device


def assume_factor(page: PageTarget, factor: float) -> None:
    """Take it as known that this session emulates `factor` image px per CSS px."""
    _factors(page)[factor] = factor


def known_factor(page: PageTarget, view: Viewport) -> float | None:
    """Image px per CSS px that the session gives by itself; None before it is known."""
    return _factors(page).get(view.device_scale_factor)


def _clip(page: PageTarget, state: PageState, wanted: float) -> dict[str, float] | None:
    view = state.viewport
    factor = known_factor(page, view)
    if factor is None or abs(factor - wanted) <= 1e-3:
        return None
    return {
        "x": view.scroll_x,
        "y": view.scroll_y,
        "width": view.width,
        "height": view.height,
        "scale": wanted / factor,
    }


def _holds(
    page: PageTarget, taken: Capture, clip: dict[str, float] | None, wanted: float | None
) -> bool:
    """Whether the picture is what was asked for; notes the factor that it shows."""
    if wanted is None:
        return True
    view = taken.viewport
    applied = 1.0 if clip is None else clip["scale"]
    factor = taken.width / (view.width * applied)
    if abs(factor - view.device_scale_factor) * view.width * applied <= 1:
        factor = view.device_scale_factor  # rounding of the width to whole px
    _factors(page)[view.device_scale_factor] = factor
    if clip is not None and (clip["x"], clip["y"], clip["width"], clip["height"]) != (
        view.scroll_x,
        view.scroll_y,
        view.width,
        view.height,
    ):
        return False  # scrolled or resized between the clip's making and the picture
    return abs(taken.width - view.width * wanted) <= 1


async def _shoot(
    page: PageTarget, wish: _Wish, clip: dict[str, float] | None
) -> tuple[PageState, str | None]:
    """State and picture, sent together; no picture if the page is hidden.

    A hidden page that must not be shown gets a moment: some browsers draw it all the same.
    """
    shooting = page.session.send("Page.captureScreenshot", wish.params(clip), timeout=wish.timeout)
    async with beside(shooting) as picture:
        state = await page.state(timeout=wish.timeout)
        if not state.visible and wish.activate:
            return state, None
        done, _ = await asyncio.wait({picture}, timeout=_STALL)
        if not done and not (await page.state(timeout=wish.timeout)).visible:
            return state, None  # or hidden meanwhile
        if not done:
            await _wake(page)
        answer = await picture
    data = answer.get("data")
    if not isinstance(data, str):
        raise ScreenshotFailed("The browser answered without a picture.")
    return state, data


async def _wake(page: PageTarget) -> None:
    """Make a sleeping compositor draw: starting a screencast forces a frame."""
    with contextlib.suppress(ViewmarkError):
        await page.session.send("Page.startScreencast", {"format": "jpeg", "everyNthFrame": 1000})
        await page.session.send("Page.stopScreencast")


async def _show(page: PageTarget) -> None:
    """Make a hidden tab visible: its window from the task bar, the tab to the front."""
    with contextlib.suppress(ViewmarkError):  # headless shells have no windows
        window = await page.session.send("Browser.getWindowForTarget")
        if window.get("bounds", {}).get("windowState") == "minimized":
            await page.session.send(
                "Browser.setWindowBounds",
                {"windowId": window["windowId"], "bounds": {"windowState": "normal"}},
            )
    await page.bring_to_front()
    await page.call(None, _WHEN_VISIBLE, _SHOW_PATIENCE_MS)


async def _arrival(page: PageTarget, epoch: str) -> None:
    """Wait, bounded, until the main frame shows another document than `epoch`."""

    async def arrive() -> None:
        async with page.session.stream("Page.frameNavigated") as events:
            while page.epoch == epoch:
                await events.__anext__()

    with contextlib.suppress(asyncio.TimeoutError, TimeoutError):
        await asyncio.wait_for(arrive(), _NAVIGATION_PATIENCE)
