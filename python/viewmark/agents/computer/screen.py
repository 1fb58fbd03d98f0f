"""Presents a page as a screen, for models that see screenshots and reply with coordinates.

Points are in px of the last screenshot that the model received. They are rejected if the page was
scrolled since then, because they would refer to other content. All actions are `Page` calls.

Key names of these models (X keysyms, upper case) are mapped to viewmark's names.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import Any

from viewmark.agents.actions import summary
from viewmark.agents.computer.key_names import combination, held
from viewmark.agents.running import Runner
from viewmark.api.page import Page
from viewmark.drawmode.paint import PaintedPicture, PaintJob, paint
from viewmark.errors import InvalidCoordinates, InvalidOption, NotEditable
from viewmark.geometry import Viewport
from viewmark.imaging import Format
from viewmark.page.action_result import ActionResult
from viewmark.page.context import PageContext
from viewmark.page.picture import take_picture
from viewmark.page.screenshot import Screenshot
from viewmark.page.target import At, at

LARGEST_SCALE = 4.0
"""Maximum image px per CSS px; a higher scale adds no detail."""
_QUALITY = 92


async def picture_of_region(
    context: PageContext,
    part: tuple[float, float, float, float],
    *,
    seen: Viewport,
    max_side: int,
) -> PaintedPicture:
    """Return a JPEG of a part of the page.

    Args:
        context: the page, with the state that viewmark keeps for it.
        part: left, top, right, bottom in CSS px of the viewport.
        seen: the viewport of the screenshot that `part` refers to.
        max_side: maximum side in image px.

    Raises:
        InvalidCoordinates: the page was scrolled or resized since that screenshot.
        ViewmarkError: the page cannot be captured.
    """
    left, top, right, bottom = part
    scale = min(LARGEST_SCALE, max_side / max(right - left, bottom - top))
    shot = await take_picture(context.page, quality=_QUALITY, scale=scale)
    view = shot.viewport
    moved = max(abs(view.scroll_x - seen.scroll_x), abs(view.scroll_y - seen.scroll_y))
    if moved > 1 or (view.width, view.height) != (seen.width, seen.height):
        raise InvalidCoordinates(
            "The page was scrolled or resized since that picture; the region is another now.",
            hint="Take a screenshot and read the region from it.",
        )
    box = {
        "x": left * shot.scale,
        "y": top * shot.scale,
        "width": (right - left) * shot.scale,
        "height": (bottom - top) * shot.scale,
    }
    (done,) = await paint(context.page, shot.base64, [PaintJob((), "jpeg", crop=box)])
    return done


Point = tuple[float, float]

MAX_WAIT = 300.0
"""Maximum seconds that a model may wait, or hold a key, in one action."""
KEYS_LIMIT = 1_000
"""Maximum characters to type key by key, as on a keyboard; longer texts are inserted at once."""


class Screen:
    """A page as a screen: the last screenshot that the model received, and the mouse position."""

    def __init__(self, page: Any, *, format: Format, max_side: int, scale: float) -> None:
        self.runner = Runner(page)
        self.page: Page = self.runner.page
        self._format, self._max_side, self._scale = format, max_side, scale
        self.shot: Screenshot | None = None
        self.at: Point | None = None
        """Mouse position in CSS px of the viewport, or None."""

    @property
    def media_type(self) -> str:
        """Media type of the screenshots."""
        return f"image/{self._format}"

    @property
    def factor(self) -> float:
        """Image px per CSS px of the last screenshot that was sent; 1 before the first."""
        return self.shot.image_info.scale if self.shot is not None else 1.0

    @property
    def seen(self) -> Screenshot:
        """The screenshot that coordinates refer to.

        Raises:
            InvalidCoordinates: there is no screenshot yet.
        """
        if self.shot is None:
            raise InvalidCoordinates(
                "No picture was taken yet that coordinates could be read from.",
                hint="Take a screenshot first.",
            )
        return self.shot

    async def picture(self) -> Screenshot:
        """Take a new screenshot, to which the coordinates of the next turn refer."""
        return await self.page.screenshot(
            format=self._format, max_side=self._max_side, scale=self._scale
        )

    def _where(self, point: Point | None) -> At:
        if point is not None:
            return at(point[0], point[1], picture=self.seen)
        if self.at is None:
            raise InvalidCoordinates("Nobody knows where the mouse is.", hint="Give coordinates.")
        return at(*self.at, css=True)

    def _summarize(self, result: ActionResult) -> str:
        if result.point is not None:
            self.at = result.point
        return summary(result).text

    async def click(
        self, point: Point | None, *, button: str = "left", count: int = 1, keys: Any = None
    ) -> str:
        """Click at a point, or at the mouse position."""
        return self._summarize(
            await self.page.click(
                self._where(point),
                button=button,  # type: ignore[arg-type]
                count=count,
                modifiers=held(keys),
            )
        )

    async def move(self, point: Point | None, *, keys: Any = None) -> str:
        """Move the mouse, with any held buttons and keys."""
        async with self._holding(keys):
            return self._summarize(await self.page.mouse_move(self._where(point)))

    async def down(self, point: Point | None = None) -> str:
        """Press the left button at a point, or at the mouse position, and keep it pressed."""
        where = None if point is None and self.at is not None else self._where(point)
        return self._summarize(await self.page.mouse_down(where))

    async def up(self, point: Point | None = None) -> str:
        """Release the left button at a point, or at the mouse position."""
        where = None if point is None else self._where(point)
        return self._summarize(await self.page.mouse_up(where))

    async def drag(self, path: Sequence[Point], *, keys: Any = None) -> str:
        """Drag along a path; HTML drag and drop works only for a path of exactly two points."""
        if len(path) < 2:
            raise InvalidOption("A drag needs two points or more.")
        if len(path) == 2:
            source, to = (self._where(point) for point in path)
            result = await self.page.drag(source, to, modifiers=held(keys))
            return self._summarize(result)
        async with self._holding(keys):
            await self.down(path[0])
            try:
                for point in path[1:]:
                    await self.move(point)
            finally:
                said = await self.up()
        return said

    async def scroll(self, point: Point | None, dx: float, dy: float, *, keys: Any = None) -> str:
        """Scroll by CSS px with the wheel, at the point, the mouse position or the center."""
        if point is None and self.at is None:
            shot = self.shot or await self.picture()
            view = shot.viewport
            where = at(view.width / 2, view.height / 2, css=True)
        else:
            where = self._where(point)
        async with self._holding(keys):
            result = await self.page.scroll(where, dx=dx, dy=dy, wheel=True)
        return summary(result).text

    async def type(self, text: str) -> str:
        """Type into the focused element as a keyboard does; a line break is Enter."""
        if not isinstance(text, str):
            raise InvalidOption(f"text must be a text, not {text!r:.40}.", param="text")
        try:
            return self._summarize(await self.page.type(None, text, keys=len(text) <= KEYS_LIMIT))
        except NotEditable:
            if not text or len(text) > KEYS_LIMIT:
                raise
        named = {"\n": "Enter", "\r": "Enter", "\t": "Tab"}
        return self._summarize(await self.page.keypress([named.get(char, char) for char in text]))

    async def press(self, keys: Any, *, repeat: int = 1) -> str:
        """Press a key or a combination."""
        return self._summarize(await self.page.keypress(combination(keys), repeat=repeat))

    async def key(self, keys: Any, *, down: bool) -> str:
        """Press a key and keep it pressed, or release it."""
        name = combination(keys)
        result = await (self.page.key_down(name) if down else self.page.key_up(name))
        return summary(result).text

    async def hold(self, keys: Any, seconds: float) -> str:
        """Hold a key combination for a number of seconds."""
        limited = duration(seconds)
        names = combination(keys)
        async with self._down(names.split("+") if names != "+" else ["+"]):
            await asyncio.sleep(limited)
        return f"held {names} for {limited:g} s"

    async def wait(self, seconds: float) -> str:
        """Wait for a fixed time."""
        limited = duration(seconds)
        if limited:
            await self.page.wait_for(seconds=limited)
        return f"waited {limited:g} s"

    async def zoom(self, box: tuple[float, float, float, float]) -> PaintedPicture:
        """Return a part of the page, rendered at the largest size allowed for an image."""
        shot = self.seen
        width, height = shot.image_info.width, shot.image_info.height
        x0, y0, x1, y1 = box
        if not (0 <= x0 < x1 <= width and 0 <= y0 < y1 <= height):
            raise InvalidCoordinates(
                f"A region is x0, y0, x1, y1 with x0 < x1 and y0 < y1 within {width}x{height} px, "
                f"not {box!r:.80}."
            )
        part = (x0 / self.factor, y0 / self.factor, x1 / self.factor, y1 / self.factor)
        return await picture_of_region(
            self.page.context, part, seen=shot.viewport, max_side=self._max_side
        )

    def _holding(self, keys: Any) -> AsyncExitStack:
        return self._down(held(keys))

    def _down(self, names: Sequence[str]) -> AsyncExitStack:
        """Return a context manager that holds keys down, and releases them even after an error."""
        page = self.page

        class Held(AsyncExitStack):
            async def __aenter__(self) -> Held:
                await super().__aenter__()
                try:
                    for name in names:
                        await page.key_down(name)
                        self.push_async_callback(page.key_up, name)
                except BaseException:
                    await self.aclose()
                    raise
                return self

        return Held()


class Adapter:
    """Base class of the adapters for all APIs: one page as a screen.

    Args:
        page: a `viewmark.Page`, or a page of `viewmark.sync`.
        format: image format of the screenshots.
        max_side: maximum side in image px.
        scale: image px per CSS px, unless `max_side` requires less.
    """

    def __init__(
        self, page: Any, *, format: Format = "png", max_side: int = 2_000, scale: float = 1.0
    ) -> None:
        self.screen = Screen(page, format=format, max_side=max_side, scale=scale)

    @property
    def factor(self) -> float:
        """Image px per CSS px of the last screenshot that the model received."""
        return self.screen.factor


def duration(seconds: object) -> float:
    """Validate the duration of an action in seconds and return it.

    Raises:
        InvalidOption: the duration is not a number from 0 to `MAX_WAIT`.
    """
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)):
        raise InvalidOption(f"duration must be a number of seconds, not {seconds!r:.40}.")
    if not 0 <= seconds <= MAX_WAIT:  # the comparison is also false for NaN
        raise InvalidOption(f"duration must be 0 to {MAX_WAIT:g} s, not {seconds:g}.")
    return float(seconds)
