"""Takes the picture that the screenshot mode adds to an answer, or says why there is none.

auto-attached-screenshots R5, R7, R9, R10.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass

from viewmark import imaging
from viewmark.attach_policy import AttachPolicy, TokenBucket
from viewmark.background import end
from viewmark.browser.capture.layout_shift import Settled, settle, watch_effect, watch_input
from viewmark.browser.capture.screenshot import Capture
from viewmark.browser.page_target import PageTarget
from viewmark.defaults import MAX_BASE64
from viewmark.errors import ConnectionLost, TabNotFound, ViewmarkError
from viewmark.page.picture import take_picture

QUALITY = 60
"""JPEG quality of attached pictures, asked of the browser itself: made of a q80 picture, q60
is larger and worse."""
LARGE = MAX_BASE64
"""Base64 characters above which the log warns."""
SETTLE_S = 0.5
"""How long a page may take to come to rest before it is shown as it is."""

POLL_S = 0.02
"""How often it is asked whether the page's data has come."""

_log = logging.getLogger("viewmark.attach")


@dataclass(frozen=True, slots=True)
class Attached:
    """A picture, or a note."""

    base64: str | None
    """JPEG."""
    notes: tuple[str, ...] = ()


class EffectPicture:
    """The picture of what an action does to a page, begun as soon as the action sent its input.

    Open it around the action, and give it to `attach_picture`. What the action reports afterwards
    costs the picture no time then. Where anything changed since, another one is taken.
    """

    def __init__(self, page: PageTarget, *, quality: int = QUALITY) -> None:
        self.page = page
        self._quality = quality
        self._watching: asyncio.Task[None] | None = None
        self._taking: asyncio.Task[_Watched | None] | None = None

    async def __aenter__(self) -> EffectPicture:
        # Sent before all that the action sends, and not waited for.
        self._watching = asyncio.get_running_loop().create_task(_watch_input(self.page))
        self.page.at_input.append(self._begin)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.page.at_input.remove(self._begin)
        for task in (self._watching, self._taking):
            if task is not None:
                await end(task)

    def _begin(self) -> None:
        if self._taking is None:
            work = _watch_open(self.page, self._quality)
            self._taking = asyncio.get_running_loop().create_task(work)
        else:
            # One of several inputs: a picture after each would only keep the next one waiting.
            self._taking.cancel()

    async def taken(self) -> _Watched | None:
        """The picture; None if none was begun, or it failed, or came before the last input."""
        if self._taking is None:
            return None
        await asyncio.wait({self._taking})
        return None if self._taking.cancelled() else self._taking.result()


async def attach_picture(
    page: PageTarget | None,
    policy: AttachPolicy | TokenBucket,
    *,
    now: float,
    quality: int = QUALITY,
    max_base64: int = LARGE,
    loading: Callable[[], int] = int,
    effect: EffectPicture | None = None,
) -> Attached:
    """Take the picture that the mode asks for; every failure is a note, never an error.

    Args:
        page: the page; None if there is none.
        policy: limits of what a mode adds, or of what calls ask for; claimed before the picture is
            taken, so that of two calls at once one gets it.
        now: the clock.
        quality: JPEG quality.
        max_base64: budget of the client.
        loading: tells how many requests for data the page waits for, if somebody listens: the
            picture comes after them, if they end within `SETTLE_S`.
        effect: of the action that the picture is about, if it was one.
    """
    if page is None:
        return _unavailable("no tracked tab")
    refusal = policy.take(now)
    if refusal is not None:
        note = refusal.note
        if refusal.next_allowed_in_ms is not None:
            note += f" next in {refusal.next_allowed_in_ms} ms"
        return Attached(None, (note,))
    try:
        begun = await effect.taken() if effect is not None and effect.page is page else None
        rest, shot = await _after_loading(page, quality, loading, begun)
        data = shot.base64
        if len(data) > LARGE:
            _log.warning("an attached picture has %d base64 characters", len(data))
        if len(data) > max_base64:
            data = imaging.annotate(data, [], quality=quality, max_base64=max_base64).base64
    except TabNotFound:
        return _unavailable("no tracked tab")
    except ConnectionLost:
        return _unavailable("browser not connected")
    except ViewmarkError as error:
        return _unavailable(error.message.rstrip("."))
    notes = []
    if not rest.settled:
        notes.append("[Screenshot taken while the page changed, settled:false]")
    if waiting := loading():
        notes.append(f"[Screenshot taken while the page waits for data, requests:{waiting}]")
    if shot.redactions:
        notes.append(f"[Secret fields covered in the screenshot: redactions:{shot.redactions}]")
    return Attached(data, tuple(notes))


async def _after_loading(
    page: PageTarget, quality: int, loading: Callable[[], int], begun: _Watched | None
) -> tuple[Settled, Capture]:
    """A picture at rest, after the data that the page waits for if that comes soon."""
    turns = round(SETTLE_S / POLL_S)
    while True:
        while loading() and turns > 0:
            turns -= 1
            await asyncio.sleep(POLL_S)
        taken = await _at_rest(page, quality, begun)
        begun = None
        if not loading() or turns == 0:
            return taken


async def _at_rest(
    page: PageTarget, quality: int, begun: _Watched | None
) -> tuple[Settled, Capture]:
    """A picture taken while the page comes to rest; once more if anything changed meanwhile.

    Of documents in frames nobody knows whether they changed, so there the picture comes after.
    """
    is_one = len(page.frames) == 1
    if begun is None and is_one:
        begun = await _watch(page, quality)
    since = 0 if begun is None else begun.watch
    rest = await settle(page, timeout_s=SETTLE_S, since=since)
    if begun is not None and rest.still and is_one:
        return rest, begun.shot
    return rest, await take_picture(page, quality=quality)


@dataclass(frozen=True, slots=True)
class _Watched:
    """A picture, and the watch that began before it was asked for."""

    watch: int
    shot: Capture


async def _watch(page: PageTarget, quality: int, *, after_input: bool = False) -> _Watched:
    watch = await watch_effect(page, timeout_s=SETTLE_S, after_input=after_input)
    return _Watched(watch, await take_picture(page, quality=quality))


async def _watch_input(page: PageTarget) -> None:
    with contextlib.suppress(ViewmarkError):
        await watch_input(page)


async def _watch_open(page: PageTarget, quality: int) -> _Watched | None:
    """As `_watch`, of a page that may go meanwhile; None then."""
    if len(page.frames) > 1:
        return None
    with contextlib.suppress(ViewmarkError):
        return await _watch(page, quality, after_input=True)
    return None


def _unavailable(reason: str) -> Attached:
    return Attached(None, (f"[Screenshot unavailable: {reason}]",))
