"""Takes the picture that the screenshot mode adds to an answer, or says why there is none.

auto-attached-screenshots R5, R7, R9, R10.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from viewmark import imaging
from viewmark.background import beside
from viewmark.browser.capture.layout_shift import settle
from viewmark.defaults import MAX_BASE64
from viewmark.errors import ConnectionLost, TabNotFound, ViewmarkError
from viewmark.page.picture import take_picture

if TYPE_CHECKING:
    from collections.abc import Callable

    from viewmark.attach_policy import AttachPolicy
    from viewmark.browser.capture.layout_shift import Settled
    from viewmark.browser.capture.screenshot import Capture
    from viewmark.browser.page_target import PageTarget

__all__ = ["QUALITY", "Attached", "attach_picture"]

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


async def attach_picture(
    page: PageTarget | None,
    policy: AttachPolicy,
    *,
    now: float,
    quality: int = QUALITY,
    max_base64: int = LARGE,
    loading: Callable[[], int] = int,
) -> Attached:
    """Take the picture that the mode asks for; every failure is a note, never an error.

    Args:
        page: the page; None if there is none.
        policy: cooldown and session limit; claimed before the picture is taken, so that of two
            calls at once one gets it.
        now: the clock.
        quality: JPEG quality.
        max_base64: budget of the client.
        loading: tells how many requests for data the page waits for, if somebody listens: the
            picture comes after them, if they end within `SETTLE_S`.
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
        rest, shot = await _after_loading(page, quality, loading)
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
    page: PageTarget, quality: int, loading: Callable[[], int]
) -> tuple[Settled, Capture]:
    """A picture at rest, after the data that the page waits for if that comes soon."""
    turns = round(SETTLE_S / POLL_S)
    while True:
        while loading() and turns > 0:
            turns -= 1
            await asyncio.sleep(POLL_S)
        taken = await _at_rest(page, quality)
        if not loading() or turns == 0:
            return taken


async def _at_rest(page: PageTarget, quality: int) -> tuple[Settled, Capture]:
    """A picture taken while the page comes to rest; once more if anything changed meanwhile.

    Of documents in frames nobody knows whether they changed, so there the picture comes after.
    """
    if len(page.frames) > 1:
        rest = await settle(page, timeout_s=SETTLE_S)
        return rest, await take_picture(page, quality=quality)
    async with beside(take_picture(page, quality=quality)) as taking:
        rest = await settle(page, timeout_s=SETTLE_S)
        shot = await taking
    return rest, shot if rest.still else await take_picture(page, quality=quality)


def _unavailable(reason: str) -> Attached:
    return Attached(None, (f"[Screenshot unavailable: {reason}]",))
