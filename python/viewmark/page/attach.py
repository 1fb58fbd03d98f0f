"""Takes the screenshot that the screenshot mode attaches to a result, or reports why there is none.

auto-attached-screenshots R5, R7, R9, R10.
"""

from __future__ import annotations

import logging
import math
from dataclasses import dataclass

from viewmark import imaging
from viewmark.attach_policy import AttachPolicy, TokenBucket
from viewmark.browser.page_target import PageTarget
from viewmark.browser.settling import Settling, rested
from viewmark.browser.telemetry import Telemetry
from viewmark.defaults import MAX_BASE64
from viewmark.errors import ConnectionLost, TabNotFound, ViewmarkError
from viewmark.page.context import ObservationMemo, PageContext
from viewmark.page.picture import take_picture

QUALITY = 60
"""JPEG quality of attached screenshots. The browser encodes them at this quality, because encoding
a q80 JPEG again at q60 would be larger and look worse."""
LARGE = MAX_BASE64
"""Length in base64 characters above which a warning about an attached screenshot is logged."""
YOUNG_S = 2.0
"""Maximum age in seconds of a pending request to wait for; an older request may be an endless
stream."""

_log = logging.getLogger("viewmark.attach")


@dataclass(frozen=True, slots=True)
class Attached:
    """A screenshot, or notes that explain why there is none."""

    base64: str | None
    """The JPEG image as base64; None if there is no screenshot."""
    notes: tuple[str, ...] = ()
    look: ObservationMemo | None = None
    """The screenshot as later calls refer to it: their points are image px of the newest one."""


async def attach_picture(
    page: PageTarget | None,
    policy: AttachPolicy | TokenBucket,
    *,
    now: float,
    quality: int = QUALITY,
    max_base64: int = LARGE,
    telemetry: Telemetry | None = None,
    since: float = math.inf,
) -> Attached:
    """Take the screenshot that the mode calls for; a failure becomes a note, never an error.

    Args:
        page: the page; None if there is none.
        policy: limits for attached or requested screenshots; applied before the screenshot is
            taken, so that only one of two concurrent calls gets one.
        now: the current time.
        quality: JPEG quality.
        max_base64: the client's limit of base64 characters.
        telemetry: records the page's requests; the screenshot waits for those that started a
            moment ago.
        since: event loop time; if the page has come to rest since then, there is no wait.
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
        rest = rested(page, since) or await Settling(page, telemetry, young_s=YOUNG_S).wait()
        shot = await take_picture(page, quality=quality)
        data, image = shot.base64, (shot.width, shot.height, shot.scale)
        if len(data) > LARGE:
            _log.warning("an attached picture has %d base64 characters", len(data))
        if len(data) > max_base64:
            made = imaging.annotate(data, [], quality=quality, max_base64=max_base64)
            scale = made.width / shot.viewport.width
            data, image = made.base64, (made.width, made.height, scale)
    except TabNotFound:
        return _unavailable("no tracked tab")
    except ConnectionLost:
        return _unavailable("browser not connected")
    except ViewmarkError as error:
        return _unavailable(error.message.rstrip("."))
    notes = []
    if waiting := len(rest.requests):
        notes.append(f"[Screenshot taken while the page waits for data, requests:{waiting}]")
    elif not rest.settled:
        notes.append("[Screenshot taken while the page changed, settled:false]")
    if shot.redactions:
        notes.append(f"[Secret fields covered in the screenshot: redactions:{shot.redactions}]")
    look = ObservationMemo(
        frame_id=PageContext.new_frame_id(), epoch=shot.epoch, image=image, view=shot.viewport
    )
    return Attached(data, tuple(notes), look)


def _unavailable(reason: str) -> Attached:
    return Attached(None, (f"[Screenshot unavailable: {reason}]",))
