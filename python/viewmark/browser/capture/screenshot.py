"""Captures the viewport together with the page's state at the same time.

One `Page.captureScreenshot` costs about 50 ms at 1280x720, nearly all of it waiting for a frame, so
nothing is requested before it. The state is requested together with it. Assumptions about scale,
scroll offset and visibility are checked afterwards against the image and the state; a wrong
assumption costs a second screenshot, and is remembered.

- JPEG is requested if JPEG is delivered: a PNG of a photo costs 2 to 20 times as much. PNG is
  requested only in its fast form.
- On dense screens `clip.scale` gives CSS scale (77 instead of 227 ms at a factor of 2). The factor
  is measured from this session's images, because `devicePixelRatio` can differ if another session
  emulates a screen.
- `captureBeyondViewport` is never used, because scripts of the page would notice the resize.
- A screencast is started if no image arrives for a while: without one, a background tab, a
  minimised window and a sleeping compositor never deliver an image. It costs a frame (from idle 25
  ms without it, 36 to 40 ms with it), so it is started at once only if a previous capture needed
  it. Tabs need not be brought to the front.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal
from weakref import WeakKeyDictionary

from viewmark.background import run_concurrently, within
from viewmark.browser.capture import under_way
from viewmark.browser.cdp.session import Session
from viewmark.browser.page_facts import PageFacts, page_facts
from viewmark.browser.page_target import PageTarget
from viewmark.defaults import CAPTURE_TIMEOUT, QUALITIES, QUALITY, SCALES
from viewmark.errors import (
    CommandTimeout,
    InvalidOption,
    PageNavigated,
    RestrictedPage,
    ScreenshotFailed,
    ViewmarkError,
)
from viewmark.geometry import Viewport
from viewmark.native import core
from viewmark.text import one_line

Format = Literal["jpeg", "png"]
Scale = Literal["css", "device"] | float
"""Scale of a screenshot. `css`: one image px per CSS px; `device`: the screen's own scale; a
number: image px per CSS px."""

SMALLEST_SCALE = SCALES.low
"""Minimum scale of a screenshot, in image px per CSS px; the maximum is 4."""

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

_ATTEMPTS = 4  # one retry each after a wrong factor, a scroll during the capture and a navigation
_HEAD = 4096  # base64 characters that contain the image header
_NAVIGATION_PATIENCE = 2.0
_CAST_AFTER = 0.08  # seconds without an image; capturing a page at rest takes 0.02 to 0.05
_CAST_LATEST = 0.64
_ASLEEP_FOR = 16
_CAST_FRAMES = {"format": "jpeg", "quality": 1, "maxWidth": 16, "maxHeight": 16}
_CAST_PATIENCE = 1.0  # seconds for the browser to confirm the end of a screencast
_UNDER_WAY: WeakKeyDictionary[Session, list[_Cast]] = WeakKeyDictionary()
"""Screencasts of running captures, keyed by the topmost session of their browser."""
_LAST_FACTOR: WeakKeyDictionary[Session, float] = WeakKeyDictionary()
"""Image px per CSS px of the last screenshot, before scaling, keyed by the topmost session of the
browser.
"""


@dataclass(frozen=True, slots=True)
class Capture:
    """A screenshot of the viewport as sent by the browser, and the page's state at that time."""

    base64: str
    """The image as base64 text, unchanged."""
    format: Format
    width: int
    """Width in image px, read from the bytes."""
    height: int
    state: PageFacts
    """The page's state when the screenshot was requested, from the same batch of commands."""
    epoch: str
    """ID of the main document that the screenshot shows (see `PageTarget.epoch`)."""
    attempts: int
    """Number of screenshots that were taken until one was valid."""
    covers: tuple[tuple[int, int, int, int], ...] = ()
    """Areas to mask before the image is passed on: x, y, width, height in image px."""
    redactions: int = 0
    """Number of secret fields in `covers`."""
    hidden: tuple[tuple[int, int, int, int], ...] = ()
    """Areas that have been masked, in the format of `covers`."""
    since: Mapping[str, object] = field(default_factory=dict, repr=False, compare=False)
    """Data that documents sent right after the screenshot, keyed by ID (see `detect_shifts`)."""

    @property
    def viewport(self) -> Viewport:
        """The visible part of the page."""
        return self.state.viewport

    @property
    def scale(self) -> float:
        """Image px per CSS px, measured from the image."""
        return self.width / self.state.viewport.width


def is_restricted(url: str) -> bool:
    """Return whether a URL is an internal page of the browser; such pages are not captured."""
    return url.startswith(_RESTRICTED) and not url.startswith(_PLAIN)


async def capture(
    page: PageTarget,
    *,
    format: Format = "jpeg",
    quality: int = QUALITY,
    scale: Scale = "css",
    timeout: float = CAPTURE_TIMEOUT,
    facts: Awaitable[object] | None = None,
) -> Capture:
    """Capture the viewport as the browser draws it, including secret fields.

    Do not show the result directly: use `page.picture.take_picture`, which masks secrets.

    Start it together with a discovery (`asyncio.gather`): both are sent at once, and the discovery
    runs while the capture waits for a frame.

    Args:
        page: the browser tab.
        format: `jpeg` or `png`.
        quality: JPEG quality, 1 to 100.
        scale: `css`, `device`, or image px per CSS px.
        timeout: maximum seconds for the whole capture.
        facts: the page's raw state, if the caller is already requesting it.

    Raises:
        RestrictedPage: the page is an internal page of the browser.
        ScreenshotFailed: the browser delivered no image in time.
        PageNavigated: two captures of one document failed, or the page kept navigating.
        DialogOpen, PageCrashed, TabNotFound, ConnectionLost: as for `Session.send`.
        InvalidOption: an option is outside of its range.
    """
    _check(format, quality, scale)
    wanted = 1.0 if scale == "css" else None if isinstance(scale, str) else float(scale)
    options = {"quality": quality} if format == "jpeg" else {"optimizeForSpeed": True}
    params = {"format": format, **options}
    return await in_time(_capture(page, params, wanted, timeout, facts), timeout)


async def in_time(capturing: Coroutine[Any, Any, Capture], timeout: float) -> Capture:
    """Return the result of a capture; raise `ScreenshotFailed` after a timeout."""
    try:
        return await asyncio.wait_for(capturing, timeout)
    except (asyncio.TimeoutError, TimeoutError, CommandTimeout) as error:
        raise ScreenshotFailed(
            f"The browser delivered no picture within {timeout:g} s.",
            hint="The page may be busy or the machine overloaded; try again.",
            timeout_s=timeout,
        ) from error


def _check(format: str, quality: int, scale: Scale) -> None:
    if format not in ("jpeg", "png"):
        raise InvalidOption(f"format must be jpeg or png, not {one_line(repr(format))}.")
    QUALITIES.check("quality", quality)
    if scale not in ("css", "device") and scale not in SCALES:
        allowed = "css, device or a number from 0.05 to 4"
        raise InvalidOption(f"scale must be {allowed}, not {one_line(repr(scale))}.")


async def _capture(
    page: PageTarget,
    params: Mapping[str, Any],
    wanted: float | None,
    timeout: float,
    facts: Awaitable[object] | None,
) -> Capture:
    """Return an image with `wanted` px per CSS px; if `wanted` is None, at the session's scale."""
    known: PageFacts | None = None  # facts from the last attempt, from which the clip is computed
    lost = ""  # the document in which the last attempt failed
    for attempt in range(1, _ATTEMPTS + 1):
        refuse_restricted(page)
        epoch, clip = page.epoch, None
        # The last attempt requests no clip and accepts any scale, because the scale is measured.
        if wanted is not None and attempt < _ATTEMPTS and _needs_state(page, wanted):
            known = known or await page.facts(timeout=timeout)
            await _learn(page, known)
            clip = _clip(page, known, wanted)
        try:
            with_facts = attempt == 1 and clip is None
            own = {**params, "clip": clip} if clip is not None else {**params}
            state, data = await _shoot(page, own, timeout, facts if with_facts else None)
        except PageNavigated:
            if lost == epoch:
                raise
            lost, known = epoch, None
            await _arrival(page, epoch)
            continue
        width, height = _size(data)
        taken = Capture(data, params["format"], width, height, state, epoch, attempt)
        is_right = page.epoch == epoch and _holds(page, taken, clip, wanted)
        if is_right or attempt == _ATTEMPTS:
            return taken
        known = state
    raise PageNavigated("The page went elsewhere whenever it was captured.")


def _size(data: str) -> tuple[int, int]:
    for part in (data[:_HEAD], data):
        with contextlib.suppress(core.CoreError):
            _, width, height = core.probe(part)
            return width, height
    raise ScreenshotFailed("The browser delivered something that is not a picture.")


def refuse_restricted(page: PageTarget) -> None:
    """Raise an error for internal pages of the browser.

    Raises:
        RestrictedPage: the page is an internal page of the browser.
    """
    if is_restricted(page.url):
        shown = page.redactor(one_line(page.url))
        raise RestrictedPage(f"{shown} is a page of the browser itself.", url=shown)


def _factors(page: PageTarget) -> dict[float, float]:
    return page.state.of(CaptureState).factors


def _needs_state(page: PageTarget, wanted: float) -> bool:
    """Return whether a clip may be needed, which requires the scroll offset and size in advance.

    For a page that was never captured, the factor is assumed to be that of the browser's last
    screenshot.
    """
    likely = (_LAST_FACTOR.get(page.session.root, 1.0),)
    return any(abs(factor - wanted) > 1e-3 for factor in _factors(page).values() or likely)


async def _learn(page: PageTarget, state: PageFacts) -> None:
    """Record the platform's scale factor, read from a page without emulation.

    With emulation, only a screenshot reveals the factor. Guessing would be harmful, because a clip
    with a scale, sent by a session other than the emulating one, ends the emulation for all
    sessions.
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
    """Record that this session emulates `factor` image px per CSS px."""
    _factors(page)[factor] = factor


def known_factor(page: PageTarget, view: Viewport) -> float | None:
    """Return the session's default image px per CSS px; None if unknown."""
    return _factors(page).get(view.device_scale_factor)


def _clip(page: PageTarget, state: PageFacts, wanted: float) -> dict[str, float] | None:
    factor = known_factor(page, state.viewport)
    if factor is None or abs(factor - wanted) <= 1e-3:
        return None
    return _clip_of(state.viewport, wanted / factor)


def _clip_of(view: Viewport, scale: float) -> dict[str, float]:
    place = {"x": view.scroll_x, "y": view.scroll_y}
    return {**place, "width": view.width, "height": view.height, "scale": scale}


def _holds(
    page: PageTarget, taken: Capture, clip: dict[str, float] | None, wanted: float | None
) -> bool:
    """Return whether the image is as requested; also record its scale factor."""
    if wanted is None:
        return True
    view = taken.viewport
    applied = 1.0 if clip is None else clip["scale"]
    factor = taken.width / (view.width * applied)
    if abs(factor - view.device_scale_factor) * view.width * applied <= 1:
        factor = view.device_scale_factor  # only the width was rounded to whole px
    _factors(page)[view.device_scale_factor] = factor
    _LAST_FACTOR[page.session.root] = factor
    if clip is not None and clip != _clip_of(view, applied):
        return False  # scrolled or resized after the clip was computed
    return abs(taken.width - view.width * wanted) <= 1


async def _shoot(
    page: PageTarget, params: dict[str, Any], timeout: float, facts: Awaitable[object] | None
) -> tuple[PageFacts, str]:
    """Return state and image, requested together."""
    shooting = under_way.take(page, params, timeout)
    async with _cast(page), run_concurrently(shooting) as picture:
        if facts is None:
            state = await page.facts(timeout=timeout)
        else:
            state = page_facts(await facts)
        answer = await picture
    data = answer.get("data")
    if not isinstance(data, str):
        raise ScreenshotFailed("The browser answered without a picture.")
    return state, data


def expect_frames(page: PageTarget) -> None:
    """Record that the tab is in front in its window, so it renders without a screencast."""
    page.state.of(CaptureState).patience = _CAST_LATEST


@dataclass(slots=True, eq=False)
class _Cast:
    """A screencast shared by all running captures of one page."""

    patience: float
    """Seconds without an image after which the screencast is started."""
    opening: asyncio.Task[None] | None = None
    users: int = 0
    is_open: bool = False
    """Whether the start of the screencast was requested."""
    began: float = 0.0
    """Creation time, on the event loop's clock."""
    in_front: bool = False
    """Whether the browser reported the tab as visible; a late image then means a slow page."""


@dataclass(slots=True)
class CaptureState:
    """Timings and scale factors from earlier captures of a tab."""

    factors: dict[float, float] = field(default_factory=dict)
    """Measured image px per CSS px, keyed by devicePixelRatio."""
    cast: _Cast | None = None
    """The screencast of the running captures, or None."""
    asleep: int = 0
    """Number of further captures that start a screencast at once."""
    patience: float | None = None
    """Seconds after which a screencast is started, if not `_CAST_AFTER`."""


@contextlib.asynccontextmanager
async def _cast(page: PageTarget) -> AsyncIterator[None]:
    """Make the page render frames if the block takes long, even if the page is not visible.

    Captures of one page share one screencast. A screencast that another client started in this
    session is left alone: Chromium rejects a second one, and the first has the same effect.
    """
    casts = _UNDER_WAY.setdefault(page.session.root, [])
    state = page.state.of(CaptureState)
    cast = state.cast
    if cast is None:
        asleep = state.asleep
        state.asleep = max(0, asleep - 1)
        # Many simultaneous captures slow each other down, and a screencast for each would make all
        # of them slower.
        patience = (state.patience or _CAST_AFTER) * (1 + len(casts))
        cast = state.cast = _Cast(0.0 if asleep else patience)
        cast.began = asyncio.get_running_loop().time()
        cast.opening = asyncio.create_task(_open_cast(page, cast))
        casts.append(cast)
    cast.users += 1
    try:
        yield
    finally:
        cast.users -= 1
        if cast.users == 0:
            state.cast = None
            casts.remove(cast)
            await _end_cast(page, cast)


async def _open_cast(page: PageTarget, cast: _Cast) -> None:
    def note_frame(params: dict[str, Any]) -> None:
        cast.in_front = params.get("visible") is True

    if cast.patience:
        await asyncio.sleep(cast.patience)
    cast.is_open = True
    unsubscribe = page.session.on("Page.screencastVisibilityChanged", note_frame)
    try:
        await page.session.send("Page.startScreencast", _CAST_FRAMES, timeout=_CAST_PATIENCE)
    finally:
        unsubscribe()


async def _end_cast(page: PageTarget, cast: _Cast) -> None:
    opening, state = cast.opening, page.state.of(CaptureState)
    if opening is None:
        return
    took = asyncio.get_running_loop().time() - cast.began
    if not cast.is_open:
        opening.cancel()
        await asyncio.wait({opening})
        if state.patience is not None and 4 * took < state.patience:
            state.patience /= 2
        return
    with contextlib.suppress(ViewmarkError):
        await opening
        await page.session.send("Page.stopScreencast", timeout=_CAST_PATIENCE)
    if cast.patience and cast.in_front:
        # The machine is slow, and screencasts make it slower, so the next capture starts one later.
        state.patience = min(_CAST_LATEST, 2 * (state.patience or _CAST_AFTER))
    elif cast.patience:
        # No image arrived without a screencast, so the next captures start a screencast at once.
        state.asleep = _ASLEEP_FOR


async def _arrival(page: PageTarget, epoch: str) -> None:
    """Wait, up to a limit, until the main frame shows a document other than `epoch`."""

    async def arrive() -> None:
        async with page.session.stream("Page.frameNavigated") as events:
            while page.epoch == epoch:
                await events.__anext__()

    await within(_NAVIGATION_PATIENCE, arrive())
