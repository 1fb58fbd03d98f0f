"""`PageScreenshotTool`: screenshots and actions by coordinates, as one tool (FR-001 to FR-007).

For content without text and refs: canvases, and pages whose elements have no names.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from viewmark.agents.actions import action_of, summary
from viewmark.agents.result import ToolResult
from viewmark.agents.running import Runner
from viewmark.agents.tool import FunctionTool
from viewmark.api.page import Page
from viewmark.errors import InvalidOption
from viewmark.page.target import at


class Offset(TypedDict):
    """A scroll offset of the page."""

    x: Annotated[float, "CSS px from the left"]
    y: Annotated[float, "CSS px from the top"]


async def page_screenshot(
    page: Page,
    action: Annotated[Literal["screenshot", "click", "type", "scroll", "keypress"], "What to do"],
    x: Annotated[float | None, "click, type, scroll: px of the newest picture"] = None,
    y: Annotated[float | None, "See x"] = None,
    text: Annotated[str | None, "type: what to type"] = None,
    key: Annotated[str | None, "keypress: a key or combination, such as Enter or Control+A"] = None,
    scroll: Annotated[Offset | None, "screenshot: scroll the page to this offset first"] = None,
    dx: Annotated[float | None, "scroll: CSS px to the right"] = None,
    dy: Annotated[float | None, "scroll: CSS px down; without dx, dy the point is centred"] = None,
) -> ToolResult:
    """See the page as pixels and act on points of the picture.

    Only where reading the page and acting by refs is not enough: canvas, complex layout, elements
    without names. Coordinates are px of the newest picture; one that was scrolled since is refused.
    """
    if action == "screenshot":
        return await _screenshot(page, scroll)
    if action == "keypress":
        if not key:
            raise InvalidOption("keypress needs `key`.", param="key")
        return summary(
            await page.keypress(key, target=None if x is None or y is None else at(x, y))
        )
    if x is None or y is None:
        raise InvalidOption(f"{action} needs `x` and `y`.", param="x")
    if action == "click":
        return summary(await page.click(at(x, y)))
    if action == "type":
        if text is None:
            raise InvalidOption("type needs `text`.", param="text")
        return summary(await page.type(at(x, y), text))
    if dx is None and dy is None:
        return await _centre(page, x, y)
    return summary(await page.scroll(at(x, y), dx=dx or 0, dy=dy or 0))


async def _screenshot(page: Page, scroll: Offset | None) -> ToolResult:
    if scroll is not None:
        await page.scroll(to_x=scroll["x"], to_y=scroll["y"])
    shot = await page.screenshot(format="png")
    view, info = shot.viewport, shot.image_info
    text = (
        f"{shot.url}\npicture {info.width}x{info.height} px, {info.scale:g} px per CSS px, "
        f"of the page at x={view.scroll_x:g}, y={view.scroll_y:g} CSS px"
    )
    return ToolResult(text=text, image=shot.base64, media_type="image/png")


async def _centre(page: Page, x: float, y: float) -> ToolResult:
    """Scroll so that a point of the newest screenshot is at the center of the viewport."""
    seen = page.context.newest_picture
    if seen is None or seen.image is None or seen.view is None:
        raise InvalidOption(
            "There is no picture to read coordinates from.", hint="Take a screenshot first."
        )
    view, scale = seen.view, seen.image[2]
    to_x = max(0.0, view.scroll_x + x / scale - view.width / 2)
    to_y = max(0.0, view.scroll_y + y / scale - view.height / 2)
    return summary(await page.scroll(to_x=to_x, to_y=to_y))


class PageScreenshotTool(FunctionTool):
    """Screenshots and actions by coordinates; a `FunctionTool` like those of `agents.tools`.

    tool = PageScreenshotTool(page)
    result = await tool.run({"action": "screenshot"})
    """

    def __init__(self, page: Any) -> None:
        super().__init__(action_of(page_screenshot), Runner(page))


PageScreenShotTool = PageScreenshotTool
"""Alias with the spelling used by the coordinate specification."""
