"""Anthropic's computer use: all 17 members of `computer_toolset_20260801`, and older tools.

    computer = viewmark.agents.computer.anthropic(page)
    results = await computer.run_all(block for block in message.content if block.type == "tool_use")

The name of a `tool_use` block is the name of the toolset member. The older tools
`computer_20251124` and `computer_20250124` are named `computer` and send the member's name as
`action`. Written for anthropic 2.12 (November 2026).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from viewmark.agents.computer.screen import Adapter
from viewmark.agents.computer.turn import attempt, direction_of, mapping, need_pair, number, pair
from viewmark.agents.result import ToolResult
from viewmark.errors import InvalidOption
from viewmark.imaging import Format

ACTIONS = (
    *("cursor_position", "double_click", "hold_key", "key", "left_click", "left_click_drag"),
    *("left_mouse_down", "left_mouse_up", "middle_click", "mouse_move", "right_click"),
    *("screenshot", "scroll", "triple_click", "type", "wait", "zoom"),
)
"""Names of the actions in Anthropic's `computer_toolset_20260801`."""

NOTCH = 100.0
"""CSS px that the page scrolls per wheel click, as in Chromium."""
_CLICKS = {
    "left_click": ("left", 1),
    "right_click": ("right", 1),
    "middle_click": ("middle", 1),
    "double_click": ("left", 2),
    "triple_click": ("left", 3),
}
MAX_REPEAT = 100


class AnthropicComputer(Adapter):
    """Runs the actions of Claude's computer tool on a page.

    Args:
        page: a `viewmark.Page`, or a page of `viewmark.sync`.
        pictures: whether to add a screenshot after every turn, not only if the model requests one.
        format: image format of the screenshots.
        max_side: maximum side in image px. Claude's API shrinks larger images, and coordinates
            would then refer to the shrunken image.
        scale: image px per CSS px, unless `max_side` requires less.
    """

    def __init__(
        self,
        page: Any,
        *,
        pictures: bool = True,
        format: Format = "jpeg",
        max_side: int = 1_568,
        scale: float = 1.0,
    ) -> None:
        super().__init__(page, format=format, max_side=max_side, scale=scale)
        self._pictures = pictures

    async def tool(self, version: str = "computer_toolset_20260801") -> dict[str, Any]:
        """Return the tool definition for the `tools` list of an API request.

        For the older versions, a screenshot is taken, because the definition contains its size.

        Args:
            version: `computer_toolset_20260801`, `computer_20251124` or `computer_20250124`.
        """
        if version.startswith("computer_toolset"):
            return {"type": version}
        self.screen.shot = await self.screen.runner.wait(self.screen.picture())
        info = self.screen.shot.image_info
        entry: dict[str, Any] = {"type": version, "name": "computer"}
        entry |= {"display_width_px": info.width, "display_height_px": info.height}
        return entry | ({"enable_zoom": True} if version >= "computer_20251124" else {})

    async def run(self, block: Any) -> dict[str, Any]:
        """Run one `tool_use` block, or only its input with `action`; return the `tool_result`."""
        return (await self.run_all([block]))[0]

    async def run_all(self, blocks: Iterable[Any]) -> list[dict[str, Any]]:
        """Run all calls of a turn in order; coordinates refer to the screenshot before the turn.

        If a call fails, the remaining calls of the turn are skipped, and their results say so.
        """
        return await self.screen.runner.wait(self._run_all(list(blocks)))

    async def _run_all(self, blocks: list[Any]) -> list[dict[str, Any]]:
        results: list[dict[str, Any]] = []
        fresh, failed = None, False
        for index, block in enumerate(blocks):
            if failed:
                skipped = ToolResult(text="not done, as an earlier call failed", failed=True)
                results.append(_block(_id(block), skipped))
                continue
            taken: list[Any] = []
            result = await attempt(self._one(block, taken))
            failed = result.failed
            if not taken and self._pictures and (failed or index == len(blocks) - 1):
                result = await self._with_picture(result, taken)
            fresh = taken[-1] if taken else fresh
            results.append(_block(_id(block), result))
        self.screen.shot = fresh or self.screen.shot
        return results

    async def _with_picture(self, result: ToolResult, taken: list[Any]) -> ToolResult:
        """Add a new screenshot of the page to the result, if the page can provide one."""
        seen = await attempt(self._screenshot(taken))
        if seen.image is None:
            text = f"{result.text}\nno picture: {seen.text}"
            return ToolResult(text=text, failed=result.failed)
        return ToolResult(result.text, seen.image, seen.media_type, result.failed)

    async def _screenshot(self, taken: list[Any]) -> ToolResult:
        shot = await self.screen.picture()
        taken.append(shot)
        info = shot.image_info
        text = f"{info.width}x{info.height} px, {info.scale:g} px per CSS px"
        return ToolResult(text, shot.base64, self.screen.media_type)

    async def _one(self, block: Any, taken: list[Any]) -> str | ToolResult:
        name, fields = _read_block(block)
        if name in _CLICKS:
            button, count = _CLICKS[name]
            at, keys = pair(fields, "coordinate"), fields.get("text")
            return await self.screen.click(at, button=button, count=count, keys=keys)
        if name == "screenshot":
            return await self._screenshot(taken)
        if name not in _ACTIONS:
            raise InvalidOption(f"There is no action {name!r:.40}.", hint=f"There are {ACTIONS}.")
        return await _ACTIONS[name](self, fields)

    async def _where(self, _: dict[str, Any]) -> str:
        if self.screen.at is None:
            raise InvalidOption("The mouse was not moved yet.", hint="Move it first.")
        x, y = (round(each * self.factor) for each in self.screen.at)
        return f"X={x},Y={y}"

    async def _key(self, fields: dict[str, Any]) -> str:
        repeat = number(fields, "repeat", 1)
        if repeat != int(repeat) or not 1 <= repeat <= MAX_REPEAT:
            raise InvalidOption(f"repeat must be 1 to {MAX_REPEAT}, not {repeat:g}.")
        # Keys are in xdotool's syntax: several combinations in sequence, separated by spaces.
        text = _need_text(fields, "text")
        done = [
            await self.screen.press(each, repeat=int(repeat)) for each in text.split() or [text]
        ]
        return "; ".join(done)

    async def _drag(self, fields: dict[str, Any]) -> str:
        path = [need_pair(fields, name) for name in ("start_coordinate", "coordinate")]
        return await self.screen.drag(path, keys=fields.get("text"))

    async def _scroll(self, fields: dict[str, Any]) -> str:
        dx, dy = direction_of(fields, "scroll_direction")
        amount = number(fields, "scroll_amount") * NOTCH
        return await self.screen.scroll(
            pair(fields, "coordinate"), dx * amount, dy * amount, keys=fields.get("text")
        )

    async def _zoom(self, fields: dict[str, Any]) -> ToolResult:
        region = fields.get("region")
        if not isinstance(region, (list, tuple)) or len(region) != 4:
            raise InvalidOption(f"region must be [x0, y0, x1, y1], not {region!r:.60}.")
        x0, y0, x1, y1 = (number({"region": each}, "region") for each in region)
        done = await self.screen.zoom((x0, y0, x1, y1))
        text = f"{done.width}x{done.height} px of the region; coordinates stay those of the screen"
        return ToolResult(text, done.base64, "image/jpeg")


_ACTIONS: dict[str, Callable[[AnthropicComputer, dict[str, Any]], Awaitable[str | ToolResult]]] = {
    "zoom": AnthropicComputer._zoom,
    "mouse_move": lambda to, fields: to.screen.move(pair(fields, "coordinate")),
    "left_click_drag": AnthropicComputer._drag,
    "left_mouse_down": lambda to, fields: to.screen.down(pair(fields, "coordinate")),
    "left_mouse_up": lambda to, fields: to.screen.up(pair(fields, "coordinate")),
    "scroll": AnthropicComputer._scroll,
    "type": lambda to, fields: to.screen.type(_need_text(fields, "text")),
    "key": AnthropicComputer._key,
    "hold_key": lambda to, fields: to.screen.hold(
        _need_text(fields, "text"), number(fields, "duration")
    ),
    "wait": lambda to, fields: to.screen.wait(number(fields, "duration")),
    "cursor_position": AnthropicComputer._where,
}


def _read_block(block: Any) -> tuple[str, dict[str, Any]]:
    fields = mapping(block, "A call")
    if "input" in fields:
        name, fields = str(fields.get("name")), mapping(fields["input"], "The input")
    else:
        name = "computer"
    return (str(fields.get("action")), fields) if name == "computer" else (name, fields)


def _id(block: Any) -> str | None:
    found = block.get("id") if isinstance(block, dict) else getattr(block, "id", None)
    return found if isinstance(found, str) else None


def _need_text(fields: dict[str, Any], name: str) -> str:
    value = fields.get(name)
    if not isinstance(value, str) or not value:
        raise InvalidOption(f"`{name}` is missing.", param=name)
    return value


def _block(call: str | None, result: ToolResult) -> dict[str, Any]:
    content: list[dict[str, Any]] = [{"type": "text", "text": result.text}]
    if result.image is not None:
        source = {"type": "base64", "media_type": result.media_type, "data": result.image}
        content.append({"type": "image", "source": source})
    block: dict[str, Any] = {"type": "tool_result", "content": content}
    if call is not None:
        block["tool_use_id"] = call
    return block | ({"is_error": True} if result.failed else {})
