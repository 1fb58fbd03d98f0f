"""Pictures without what must not be seen: a flat colour over the elements that selectors mean.

Painted into the pixels, not laid over the page: the page is not changed, cannot notice, and what
leaves never held the content. True at the captured moment: the boxes are read before and after the
picture and before every frame between, in all frames and shadow trees; where anything moved, the
picture is thrown away and taken again, and where it does not hold still there is none. A frame that
cannot be looked into is covered as a whole. Animations of CSS run in the compositor, up to 130 ms
from where the layout says (measured, also while they are held): all that they can reach is covered.
"""

from __future__ import annotations

import asyncio
import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from viewmark.browser import scripts
from viewmark.browser.framing import Place, child_places
from viewmark.browser.hidden import find_closed_roots
from viewmark.errors import InvalidOption, InvalidSelector, ScreenshotFailed, ViewmarkError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from viewmark.browser.capture import Capture
    from viewmark.browser.page import Page
    from viewmark.browser.places import Box

__all__ = ["COLOR", "MOST_SELECTORS", "check_mask", "masked", "try_mask"]

COLOR = "#7f7f7f"
"""Of the cover."""
MOST_SELECTORS = 50
MARGIN = 2.0
"""CSS px around each box (image px in a smaller picture): anti-aliasing, and chroma that JPEG
spreads to the next px."""
TOLERANCE = 1.0
"""CSS px that a box may move between the two looks; both are covered."""
ATTEMPTS = 4
FRAME_DEPTH, FRAME_LIMIT, ROOT_ROUNDS = 8, 100, 4
_LOOKED = "viewmark.mask.looked"  # our note in world.memo: hosts without a closed root


def check_mask(selectors: object) -> tuple[str, ...]:
    """The selectors of a mask.

    Raises:
        InvalidOption: no list of up to 50 texts that are not empty.
    """
    if (
        isinstance(selectors, str)
        or not isinstance(selectors, (list, tuple))
        or len(selectors) > MOST_SELECTORS
        or not all(isinstance(s, str) and s.strip() for s in selectors)
    ):
        raise InvalidOption(
            f"mask must be a list of up to {MOST_SELECTORS} selectors, not {selectors!r:.60}.",
            param="mask",
        )
    return tuple(selectors)


async def try_mask(page: Page, selectors: Sequence[str]) -> None:
    """Ask the page whether these are selectors.

    Raises:
        InvalidSelector: the first one that is none.
    """
    _refuse_invalid(await _call(page, None, "boxes", list(selectors), False))


def _refuse_invalid(said: object) -> None:
    if isinstance(said, dict) and "invalid" in said:
        # Ours, not the page's word: one of the selectors that were given.
        wrong = str(said["invalid"])
        raise InvalidSelector(
            f"mask: {wrong!r} is no valid selector.", selector=wrong, param="mask"
        )


@dataclass(frozen=True, slots=True)
class _Boxes:
    """Where masked elements are, CSS px of the top viewport."""

    epoch: str
    boxes: tuple[Box, ...]
    changed: bool
    """Something moved since the look before this one."""

    def is_like(self, other: _Boxes) -> bool:
        """Whether nothing moved, came or went until the other look."""
        same = (self.epoch, len(self.boxes)) == (other.epoch, len(other.boxes))
        return (
            same
            and not other.changed
            and all(
                abs(a - b) <= TOLERANCE
                for mine, theirs in zip(self.boxes, other.boxes, strict=True)
                for a, b in zip(mine, theirs, strict=True)
            )
        )


async def masked(page: Page, shoot: Callable[[], Awaitable[Capture]], *, quality: int) -> Capture:
    """A picture without what `page.mask` names.

    Args:
        page: the page.
        shoot: takes the picture.
        quality: of JPEG, 1 to 100, for encoding it again.

    Raises:
        InvalidSelector: one of the selectors is none; the message repeats it.
        ScreenshotFailed: a masked element does not hold still.
        ViewmarkError: what keeps the page from being looked at; then there is no picture.
    """
    for _ in range(ATTEMPTS):
        before = await masked_boxes(page, watch=True)
        shot = await shoot()
        after = await masked_boxes(page, watch=False)
        if before.is_like(after) and shot.epoch == after.epoch:
            boxes = (*before.boxes, *after.boxes)
            return await _covered(page, shot, boxes, quality) if boxes else shot
    raise ScreenshotFailed(
        "A masked element moves all the time, so no picture surely hides it.",
        hint="Wait until the page rests, or mask the container in which it moves.",
    )


async def _covered(page: Page, shot: Capture, boxes: Sequence[Box], quality: int) -> Capture:
    scale = shot.scale
    margin = MARGIN / min(scale, 1)
    in_px = [
        [
            math.floor((left - margin) * scale),
            math.floor((top - margin) * scale),
            math.ceil((right + margin) * scale),
            math.ceil((bottom + margin) * scale),
        ]
        for left, top, right, bottom in boxes
    ]
    # Where the page went elsewhere meanwhile, its new document paints just as well.
    for last in (False, True):
        try:
            data = await _call(page, None, "cover", shot.base64, in_px, COLOR, shot.format, quality)
        except ViewmarkError:
            if last:
                raise
            continue
        if isinstance(data, str) and data:
            return replace(shot, base64=data)
    raise ScreenshotFailed("The browser did not cover what is masked.")


async def masked_boxes(page: Page, *, watch: bool) -> _Boxes:
    """Where the masked elements are now, in all frames.

    Args:
        page: the page.
        watch: go on looking until the next call, which tells whether anything moved.
    """
    epoch = page.epoch
    top = Place.top(page)
    answer = await _ask(page, top, watch=watch)
    changed = answer.get("changed") is not False
    boxes = list(_in_top(top, answer.get("boxes")))
    view = answer.get("view")
    width, height = (float(v) for v in view[2:4]) if isinstance(view, list) else (0.0, 0.0)
    level = [(top.seen((0.0, 0.0, width, height)), answer)]
    pens: dict[str, list[Box]] = {}  # of the animated frames that a frame lies in
    looked = 0
    for _ in range(FRAME_DEPTH):
        below: list[Place] = []
        for place, said in level:
            places, _failed = await child_places(page, place, said.get("frames"))
            below += places
            for child in places:
                own = [f["pen"] for f in said["frames"] if f["id"] == child.owner_id and f["pen"]]
                outer = pens.get(place.frame.id, [])
                pens[child.frame.id] = [*outer, *_in_top(place, own)]
            boxes += _unknown(place, said.get("frames"), {p.owner_id for p in places})
        if not below:
            return _Boxes(epoch, tuple(boxes), changed)
        looked += len(below)
        if looked > FRAME_LIMIT:
            break
        answers = await asyncio.gather(
            *(_ask(page, p, watch=watch) for p in below), return_exceptions=True
        )
        level = []
        for place, each in zip(below, answers, strict=True):
            if isinstance(each, (InvalidSelector, asyncio.CancelledError)):
                raise each
            if isinstance(each, BaseException):
                if not isinstance(each, ViewmarkError):
                    raise each
                boxes.append(place.visible)
                continue
            inside = _in_top(place, each.get("boxes"))
            boxes += (pens[place.frame.id] or inside) if inside else []
            changed = changed or each.get("changed") is not False
            level.append((place, each))
    # Deeper than anybody looks: what lies there is covered as a whole.
    for place, said in level:
        boxes += _unknown(place, said.get("frames"), set())
    return _Boxes(epoch, tuple(boxes), changed)


def _in_top(place: Place, boxes: object) -> list[Box]:
    out = []
    for box in boxes if isinstance(boxes, list) else []:
        left, top, right, bottom = (float(v) for v in box)
        out.append(place.to_top.box((left, top, right, bottom)))
    return out


def _unknown(place: Place, frames: object, known: set[int]) -> list[Box]:
    """The boxes of frames that nobody can look into."""
    unseen = [f for f in (frames if isinstance(frames, list) else []) if f["id"] not in known]
    return _in_top(place, [f["pen"] or f["visible"] for f in unseen])


async def _ask(page: Page, place: Place, *, watch: bool) -> dict[str, Any]:
    """Ask one frame; look behind closed shadow roots first."""
    answer: dict[str, Any] = {}
    for _ in range(ROOT_ROUNDS):
        said = await _call(page, place.frame, "boxes", list(page.mask), watch)
        if not isinstance(said, dict):
            raise ScreenshotFailed("The page did not tell where the masked elements are.")
        answer = said
        _refuse_invalid(said)
        looked: set[int] = (await page.world(place.frame)).memo.setdefault(_LOOKED, set())
        suspects = [s for s in answer.get("suspects") or [] if s not in looked][:256]
        looked.update(suspects)
        if not suspects or not await find_closed_roots(page, place, suspects):
            break
    return answer


async def _call(page: Page, frame: Any, name: str, *args: Any) -> Any:
    vm = await scripts.handle(page, frame)
    return await page.call(frame, scripts.alone("mask", name), vm, *args, timeout=10.0)
