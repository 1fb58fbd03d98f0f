"""Locates what a screenshot must not show: secret fields, and elements that match selectors.

The areas are masked in the pixels, so the page is not changed and cannot detect the masking. No
screenshot with unmasked secrets leaves this process. This module reads the boxes in all frames and
shadow trees: before and after the screenshot, and before every frame drawn in between. If anything
moved, the screenshot is discarded and taken again; if the page never stops moving, no screenshot is
returned. A frame that cannot be inspected is masked completely. CSS animations run in the
compositor, up to 130 ms apart from the layout (measured, even while they are paused), so everything
that they can reach is masked.

A document without a filled secret field costs one short call in each frame during the screenshot
and another one after it, but no second screenshot.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from viewmark.background import gather_answers, run_concurrently
from viewmark.browser import scripts, wire
from viewmark.browser.capture.screenshot import Capture
from viewmark.browser.cdp.session import Session
from viewmark.browser.discovery.closed_roots import (
    count_nodes,
    find_hidden_roots,
    is_hidden,
    may_hide,
)
from viewmark.browser.frames.geometry import FrameGeometry
from viewmark.browser.frames.hung import LIMIT, answer_of
from viewmark.browser.frames.table import Frame
from viewmark.browser.frames.walk import walk_frames
from viewmark.browser.page_target import PageTarget
from viewmark.browser.script_files import standalone
from viewmark.browser.secret_names import secret_values
from viewmark.defaults import FRAMES
from viewmark.errors import (
    CommandTimeout,
    InvalidSelector,
    PageNavigated,
    ScreenshotFailed,
)
from viewmark.geometry import Bounds
from viewmark.secrets.covers import SecretBoxes, check_reply, in_px

ATTEMPTS = 6
SETTLED = 4
"""Number of screenshots after a resize from which even a constantly changing page is assumed to
show its new size.
"""
PATIENCE = 10.0
"""Maximum seconds for the main frame to list its secrets; for other frames see `answer_of`."""


async def try_mask(page: PageTarget, selectors: Sequence[str]) -> None:
    """Check in the page that selectors are valid.

    Raises:
        InvalidSelector: a selector is invalid; the message names the first one.
    """
    _refuse_invalid(await _call(page, None, "boxes", list(selectors), False, False))


def _refuse_invalid(reply: object) -> None:
    if isinstance(reply, dict) and "invalid" in reply:
        # The page's reply is not trusted, so it is accepted only if it is one of the given
        # selectors.
        wrong = str(reply["invalid"])
        raise InvalidSelector(
            f"mask: {wrong!r} is not a valid selector.", selector=wrong, param="mask"
        )


async def capture_covered(
    page: PageTarget,
    shoot: Callable[..., Awaitable[Capture]],
    likely: Callable[[Capture], None] | None = None,
) -> Capture:
    """Take a screenshot and determine the areas that must be masked in it.

    These areas are filled secret fields, unless `page.show_secrets`, and matches of `page.mask`.

    Args:
        page: the browser tab.
        shoot: function that takes the screenshot, as `capture` does; its argument is passed to
            `capture` as `facts`.
        likely: called with a screenshot while the page is still being checked, to start preparing
            the result. If a different screenshot is returned, that preparation must be discarded.

    Raises:
        InvalidSelector: one of the selectors is invalid; the message names it.
        ScreenshotFailed: an area to be masked does not come to rest.
        ViewmarkError: the page cannot be inspected, so there is no screenshot.
    """
    if not page.mask:
        if page.show_secrets:
            return await shoot()
        if page.state.of(MaskState).shown != page.epoch:
            plain = await _unless_secret(page, shoot, likely)
            if plain is not None:
                return plain
    navigated = False
    for _ in range(ATTEMPTS):
        try:
            before = await covered_boxes(page, watch=True)
            if before.in_transition and _had_secrets(page):
                raise ScreenshotFailed(
                    "A view transition is running, which shows the page as it was before: with "
                    "secret fields, or with what is masked.",
                    hint="Wait for its end, and take the picture again.",
                )
            shot = await shoot()
            after = await covered_boxes(page, watch=False)
        except PageNavigated:
            if navigated:
                raise
            navigated = True
            continue
        is_settled = _is_of_view(page, shot, strict=before.secrets > 0 or bool(page.mask))
        is_same = before.is_like(after) and shot.epoch == after.epoch and is_settled
        if is_same and not await may_hide(page):
            page.state.of(MaskState).shown = page.epoch if before.secrets else None
            covers = tuple(in_px(box, shot.scale) for box in (*before.boxes, *after.boxes))
            return replace(shot, covers=tuple(dict.fromkeys(covers)), redactions=before.secrets)
    raise ScreenshotFailed(
        "A masked element or a secret field moves or is made anew all the time, so no picture "
        "surely hides it.",
        hint="Wait until the page rests, or mask the container in which it moves.",
    )


@dataclass(frozen=True, slots=True)
class _View:
    """The viewport that the newest capture shows, and how many screenshots have shown it."""

    shape: tuple[float, float, float]
    picture: int
    """Hash of the screenshot, by which an unchanged screenshot is recognised."""
    settled: int
    """Number of screenshots since the viewport's size changed; from `SETTLED` on, they are assumed
    to show the new size.
    """


@dataclass(slots=True)
class MaskState:
    """Cached data about the screenshots of a tab."""

    view: _View | None = None
    shown: str | None = None
    """ID of the document that showed a secret or a masked element; None if no document did."""


def _is_of_view(page: PageTarget, shot: Capture, *, strict: bool = False) -> bool:
    """Return whether a screenshot matches the layout that the scripts measured.

    After a change of the viewport size or pixel density, the first screenshot (on a busy machine
    also the second) may still show the old layout, at either the old or the new dimensions. This
    was observed with emulated screens. With `strict`, used if secrets have to be masked, the
    screenshot must also equal the previous one, or be at least screenshot number `SETTLED` of the
    new dimensions.
    """
    view = shot.viewport
    shape, picture = (view.width, view.height, view.device_scale_factor), hash(shot.base64)
    known = page.state.of(MaskState)
    last = known.view
    if last is None:
        settled = SETTLED
    elif last.shape != shape:
        settled = 1
    else:
        settled = SETTLED if picture == last.picture else min(SETTLED, last.settled + 1)
    known.view = _View(shape, picture, settled)
    has_shape = abs(shot.height - view.height * shot.scale) <= 2
    return has_shape and settled >= (SETTLED if strict else 2)


async def _unless_secret(
    page: PageTarget,
    shoot: Callable[..., Awaitable[Capture]],
    likely: Callable[[Capture], None] | None,
) -> Capture | None:
    """Take a screenshot between two checks of the frames; return None if a check finds a secret.

    The screenshot is requested after the first reply: a frame drawn earlier may show content that
    the page has removed since then, which no check would find.
    """
    facts: asyncio.Future[object] = asyncio.get_running_loop().create_future()
    if not await _nothing_secret(page, again=False, facts=facts):
        return None
    shot = await shoot(facts)
    if not _is_of_view(page, shot) or shot.epoch != page.epoch:
        return None
    async with run_concurrently(_nothing_secret(page, again=True)) as asking:
        await asyncio.sleep(0)  # let the request be sent before drawing blocks the event loop
        if likely is not None:
            likely(shot)
        replies = await asking
    if not replies:
        return None
    since = {frame: reply["since"] for frame, reply in replies.items() if "since" in reply}
    return replace(shot, since=since)


async def _nothing_secret(
    page: PageTarget, *, again: bool, facts: asyncio.Future[object] | None = None
) -> dict[str, dict[str, Any]] | None:
    """Return the frames' replies, or None if any frame shows or may show a secret.

    Args:
        page: the browser tab.
        again: whether this check follows the screenshot.
        facts: future that receives the facts about the main document.
    """
    frames = list(page.frames)
    if len(frames) > FRAMES:
        return None
    counting = asyncio.ensure_future(count_nodes(page))
    answers = await gather_answers(
        *(
            _check_secrets(page, frame, again, None if frame.parent_id else facts)
            for frame in frames
        )
    )
    if not await _reaches_all(page, counting, frames, answers):
        return None
    pairs = zip(frames, answers, strict=True)
    replies = {frame.id: answer for frame, answer in pairs if isinstance(answer, dict)}
    return replies if len(replies) == len(frames) else None


async def _reaches_all(
    page: PageTarget,
    counting: asyncio.Future[dict[Session, int]],
    frames: Sequence[Frame],
    answers: Sequence[object],
) -> bool:
    """Return whether the scripts can see all nodes; if not, pass them the closed shadow roots."""
    counted = await counting
    replies = zip(frames, answers, strict=True)
    reached = {frame: wire.whole(wire.record(reply).get("nodes")) for frame, reply in replies}
    if not is_hidden(page, counted, reached):
        return True
    return not await find_hidden_roots(page) and not await may_hide(page)


async def _check_secrets(
    page: PageTarget, frame: Frame, again: bool, facts: asyncio.Future[object] | None
) -> dict[str, Any] | None:
    """Return a frame's reply, or None if the frame shows or may show a secret."""
    asking = scripts.call(page, frame, "showsSecrets", again, facts is not None, timeout=LIMIT)
    try:
        answer = await answer_of(page, frame, asking)
    except CommandTimeout:
        return None
    reply = wire.record(answer)
    if facts is not None and not facts.done():
        facts.set_result(reply.get("facts"))
    if reply.get("secrets") is not False or reply.get("isTransitioning") is True:
        return None
    # A frame may exist that is not known yet or that this session cannot reach.
    is_known = reply.get("frames") in range(len(page.frames.children(frame.id)) + 1)
    return reply if is_known else None


async def covered_boxes(page: PageTarget, *, watch: bool) -> SecretBoxes:
    """Return the areas that must be masked now, in all frames.

    Args:
        page: the browser tab.
        watch: keep watching until the next call, which then reports whether anything moved.
    """
    epoch = page.epoch
    if watch:
        await find_hidden_roots(page)

    async def ask(place: FrameGeometry, _at_once: int = 1) -> dict[str, Any]:
        return await _request_boxes(page, place, watch=watch)

    top = FrameGeometry.top(page)
    reply = await ask(top)
    width, height = wire.pair(wire.list_items(reply.get("view"))[2:4]) or (0.0, 0.0)
    top = top.with_visible(Bounds(0.0, 0.0, max(0.0, width), max(0.0, height)))
    answered = [(top, reply)]
    async for level in walk_frames(page, top, reply, ask, []):
        answered += level
    # Frames that replied, keyed by their frame element; all other frames are masked completely.
    read = {(p.parent.frame.id, p.owner_id): p.frame.id for p, _ in answered if p.parent}
    pens: dict[str, list[Bounds]] = {}  # areas of animated ancestor frames, keyed by frame
    boxes: list[Bounds] = []
    secrets = 0
    for place, reply in answered:
        outer = pens.get(place.frame.id, [])
        inside = _in_top(place, reply.get("boxes"))
        shown = inside if place is top else [box.intersection(place.visible) for box in inside]
        boxes += outer if inside and outer else shown
        secrets += wire.whole(reply.get("secrets"))
        for owner in wire.list_items(reply.get("frames")):
            area = _in_top(place, [owner.get("pen") or owner["visible"]])
            child = read.get((place.frame.id, owner["id"]))
            if child is None:
                boxes += area
                secrets += 1
            else:
                pens[child] = [*outer, *(area if owner.get("pen") else [])]
    scale, left, upper = answered[0][1].get("pinch", (1, 0, 0))
    if scale != 1:  # screenshots show the visual viewport, boxes the layout viewport
        boxes += [Bounds(*box.shift(-left, -upper).to_image_px(scale)) for box in boxes]
    return SecretBoxes(
        epoch,
        tuple(boxes),
        any(reply.get("changed") is not False for _, reply in answered),
        secrets,
        any(reply.get("isTransitioning") is True for _, reply in answered),
    )


def _had_secrets(page: PageTarget) -> bool:
    shown = page.state.of(MaskState).shown is not None
    return bool(page.mask) or (not page.show_secrets and (shown or secret_values(page).are_known))


def _in_top(place: FrameGeometry, boxes: object) -> list[Bounds]:
    found = map(Bounds.from_edges, wire.list_items(boxes))  # validated by `check_reply`
    return [place.to_top.bounds(box) for box in found if box is not None]


async def _request_boxes(page: PageTarget, place: FrameGeometry, *, watch: bool) -> dict[str, Any]:
    """Request one frame's boxes of elements to mask."""
    selectors, secrets = list(page.mask), not page.show_secrets
    reply = await _call(page, place.frame, "boxes", selectors, secrets, watch)
    if not isinstance(reply, dict):
        raise ScreenshotFailed("The page did not tell what must be covered.")
    _refuse_invalid(reply)
    check_reply(reply)
    return reply


async def _call(page: PageTarget, frame: Frame | None, name: str, *args: Any) -> Any:
    async def ask(timeout: float) -> Any:
        return await scripts.run(page, frame, standalone("page/mask", name), *args, timeout=timeout)

    if frame is None or frame.parent_id is None:
        return await ask(PATIENCE)
    return await answer_of(page, frame, ask(LIMIT))
