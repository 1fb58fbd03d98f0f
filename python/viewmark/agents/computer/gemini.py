"""Gemini's computer use: the predefined functions for browsers, with new and old names.

    computer = viewmark.agents.computer.gemini(page)
    part = await computer.run(function_call)  # a part of the next content, role `user`

Coordinates are 0 to 999 in both directions, whatever the size of the screenshot. Follows Google's
documentation of Gemini 3.5 Flash and Gemini 3 Flash (2026); the latter uses the older names
(`click_at`).
"""

from __future__ import annotations

import base64
from collections.abc import Awaitable, Callable
from typing import Any

from viewmark.agents.computer.screen import Adapter, Point
from viewmark.agents.computer.turn import Confirm, attempt, confirmed, direction_of, mapping, number
from viewmark.agents.result import ToolResult
from viewmark.errors import InvalidCoordinates, InvalidOption, ViewmarkError
from viewmark.imaging import Format
from viewmark.page.arrival import NavigationResult

ACTIONS = (
    *("click", "double_click", "triple_click", "middle_click", "right_click", "mouse_down"),
    *("mouse_up", "move", "type", "drag_and_drop", "wait", "press_key", "key_down", "key_up"),
    *("hotkey", "take_screenshot", "scroll", "go_back", "navigate", "go_forward"),
)
"""The functions of Gemini 3.5 Flash."""
GRID = 1000.0
_CLICKS = {
    "click": ("left", 1),
    "click_at": ("left", 1),
    "double_click": ("left", 2),
    "triple_click": ("left", 3),
    "middle_click": ("middle", 1),
    "right_click": ("right", 1),
}


class GeminiComputer(Adapter):
    """Runs the actions of Gemini's computer tool on a page.

    Args:
        page: a `viewmark.Page`, or a page of `viewmark.sync`.
        confirm: callback that gets the `safety_decision` of a call; without a callback, such calls
            are rejected.
        as_json: whether images are base64 text, for JSON requests, instead of bytes, for Google's
            SDK.
        search: URL that the function `search` of older models opens.
        format: image format of the screenshots.
        max_side: maximum side in image px.
        scale: image px per CSS px, unless `max_side` requires less.
    """

    def __init__(
        self,
        page: Any,
        *,
        confirm: Confirm | None = None,
        as_json: bool = False,
        search: str = "https://www.google.com",
        format: Format = "png",
        max_side: int = 2_000,
        scale: float = 1.0,
    ) -> None:
        super().__init__(page, format=format, max_side=max_side, scale=scale)
        self._confirm, self._as_json, self._search = confirm, as_json, search

    @staticmethod
    def tool() -> dict[str, Any]:
        """Return the tool definition for the `tools` list of an API request."""
        return {"computer_use": {"environment": "ENVIRONMENT_BROWSER"}}

    async def run(self, call: Any) -> dict[str, Any]:
        """Run a function call; return a part with the response: URL, text, a new screenshot."""
        return (await self.run_all([call]))[0]

    async def run_all(self, calls: Any) -> list[dict[str, Any]]:
        """Run all calls of a turn in order; the last response includes the screenshot."""
        return await self.screen.runner.wait(self._run_all(list(calls)))

    async def _run_all(self, calls: list[Any]) -> list[dict[str, Any]]:
        parts: list[dict[str, Any]] = []
        failed = False
        for index, each in enumerate(calls):
            call = mapping(each, "A call")
            fields = mapping(call.get("args") or call.get("arguments") or {}, "args")
            safety = fields.get("safety_decision")
            if failed:
                result = ToolResult("not done, as an earlier call failed", failed=True)
            elif safety is not None and not await confirmed(self._confirm, safety):
                result = ToolResult("the user did not confirm it; nothing was done", failed=True)
            else:
                result = await attempt(self._one(str(call.get("name")), fields))
            failed = failed or result.failed
            acknowledged = safety is not None and not result.failed
            parts.append(await self._part(call, result, acknowledged, index == len(calls) - 1))
        return parts

    async def _part(
        self, call: dict[str, Any], result: ToolResult, acknowledged: bool, last: bool
    ) -> dict[str, Any]:
        page = self.screen.page
        said: dict[str, Any] = {"url": page.browser_page.redactor(page.url)}
        said["error" if result.failed else "output"] = result.text
        if acknowledged:
            said["safety_acknowledgement"] = "true"
        made: dict[str, Any] = {"name": call.get("name"), "response": said}
        if call.get("id") is not None:
            made["id"] = call["id"]
        if last:
            try:
                shot = self.screen.shot = await self.screen.picture()
            except ViewmarkError as error:
                said.setdefault("error", f"{error}")
            else:
                raw = shot.base64 if self._as_json else base64.b64decode(shot.base64)
                blob = {"mime_type": self.screen.media_type, "data": raw}
                made["parts"] = [{"inline_data": blob}]
        return {"function_response": made}

    async def _one(self, name: str, fields: dict[str, Any]) -> str:
        if name in _CLICKS:
            button, count = _CLICKS[name]
            return await self.screen.click(self._point(fields), button=button, count=count)
        if name not in _ACTIONS:
            raise InvalidOption(f"There is no function {name!r:.40}.", hint=f"There are {ACTIONS}.")
        return await _ACTIONS[name](self, fields)

    async def _open(self, _: dict[str, Any]) -> str:
        return "the browser is open"

    async def _arrive(self, going: Awaitable[NavigationResult]) -> str:
        return f"at {(await going).url}"

    async def _navigate(self, fields: dict[str, Any]) -> str:
        url = fields.get("url")
        if not isinstance(url, str):
            raise InvalidOption("navigate needs `url`.", param="url")
        return await self._arrive(self.screen.page.goto(url))

    def _point(self, fields: dict[str, Any], x: str = "x", y: str = "y") -> Point:
        info = self.screen.seen.image_info
        across, down = number(fields, x), number(fields, y)
        if not (0 <= across < GRID and 0 <= down < GRID):
            raise InvalidCoordinates(f"{x} and {y} must be 0 to 999, not {across:g}, {down:g}.")
        return across * info.width / GRID, down * info.height / GRID

    async def _type(self, fields: dict[str, Any]) -> str:
        said = await self.screen.type(fields.get("text", ""))
        if fields.get("press_enter"):
            said += "; " + await self.screen.press("Enter")
        return said

    async def _type_at(self, fields: dict[str, Any]) -> str:
        said = await self.screen.click(self._point(fields))
        if fields.get("clear_before_typing", True):
            await self.screen.press("ControlOrMeta+A")
            await self.screen.press("Delete")
        typed = await self._type({"press_enter": fields.get("press_enter", True), **fields})
        return f"{said}; {typed}"

    async def _drag(self, fields: dict[str, Any]) -> str:
        if "start_x" in fields:
            names = (("start_x", "start_y"), ("end_x", "end_y"))
        else:
            names = (("x", "y"), ("destination_x", "destination_y"))
        return await self.screen.drag([self._point(fields, *each) for each in names])

    async def _scroll(self, fields: dict[str, Any]) -> str:
        amount = number(fields, "magnitude_in_pixels", 300) / self.factor
        return await self._scroll_by(fields, self._point(fields), (amount, amount))

    async def _scroll_at(self, fields: dict[str, Any]) -> str:
        view, share = self.screen.seen.viewport, number(fields, "magnitude", 800) / GRID
        amounts = (share * view.width, share * view.height)
        return await self._scroll_by(fields, self._point(fields), amounts)

    async def _scroll_document(self, fields: dict[str, Any]) -> str:
        view, info = self.screen.seen.viewport, self.screen.seen.image_info
        middle = (info.width / 2, info.height / 2)
        return await self._scroll_by(fields, middle, (0.8 * view.width, 0.8 * view.height))

    async def _scroll_by(self, fields: dict[str, Any], where: Point, amounts: Point) -> str:
        dx, dy = direction_of(fields, "direction")
        return await self.screen.scroll(where, dx * amounts[0], dy * amounts[1])


_ACTIONS: dict[str, Callable[[GeminiComputer, dict[str, Any]], Awaitable[str]]] = {
    **dict.fromkeys(("move", "hover_at"), lambda to, fields: to.screen.move(to._point(fields))),
    "mouse_down": lambda to, fields: to.screen.down(to._point(fields)),
    "mouse_up": lambda to, fields: to.screen.up(to._point(fields)),
    "type": GeminiComputer._type,
    "type_text_at": GeminiComputer._type_at,
    "drag_and_drop": GeminiComputer._drag,
    "scroll": GeminiComputer._scroll,
    "scroll_at": GeminiComputer._scroll_at,
    "scroll_document": GeminiComputer._scroll_document,
    **dict.fromkeys(
        ("press_key", "hotkey", "key_combination"),
        lambda to, fields: to.screen.press(fields.get("key") or fields.get("keys") or []),
    ),
    "key_down": lambda to, fields: to.screen.key(fields.get("key") or [], down=True),
    "key_up": lambda to, fields: to.screen.key(fields.get("key") or [], down=False),
    "wait": lambda to, fields: to.screen.wait(number(fields, "seconds", 1)),
    "wait_5_seconds": lambda to, _: to.screen.wait(5.0),
    **dict.fromkeys(("take_screenshot", "open_web_browser"), GeminiComputer._open),
    "go_back": lambda to, _: to._arrive(to.screen.page.back()),
    "go_forward": lambda to, _: to._arrive(to.screen.page.forward()),
    "navigate": GeminiComputer._navigate,
    "search": lambda to, _: to._navigate({"url": to._search}),
}
