"""Gemini's computer use: the predefined functions of its browser environment, old and new names.

    computer = viewmark.agents.computer.gemini(page)
    part = await computer.run(function_call)  # a part of the next content, role `user`

Coordinates are 0 to 999 in both directions, whatever the picture's size. As Google's documentation
of Gemini 3.5 Flash and Gemini 3 Flash has them (2026).
"""

from __future__ import annotations

import base64
from typing import Any

from viewmark.agents.computer.screen import Point, Screen
from viewmark.agents.computer.turn import Confirm, attempt, confirmed, mapping, number
from viewmark.agents.result import ToolResult
from viewmark.errors import InvalidCoordinates, InvalidOption, ViewmarkError

__all__ = ["ACTIONS", "GeminiComputer"]

ACTIONS = (
    *("click", "double_click", "triple_click", "middle_click", "right_click", "mouse_down"),
    *("mouse_up", "move", "type", "drag_and_drop", "wait", "press_key", "key_down", "key_up"),
    *("hotkey", "take_screenshot", "scroll", "go_back", "navigate", "go_forward"),
)
"""The functions of Gemini 3.5 Flash."""
OLDER_ACTIONS = (
    *("open_web_browser", "wait_5_seconds", "go_back", "go_forward", "search", "navigate"),
    *("click_at", "hover_at", "type_text_at", "key_combination", "scroll_document", "scroll_at"),
    "drag_and_drop",
)
"""Those of Gemini 2.5 Computer Use and Gemini 3 Flash."""
GRID = 1000.0
_CLICKS = {
    "click": ("left", 1),
    "click_at": ("left", 1),
    "double_click": ("left", 2),
    "triple_click": ("left", 3),
    "middle_click": ("middle", 1),
    "right_click": ("right", 1),
}
_DIRECTIONS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


class GeminiComputer:
    """Runs what Gemini's computer tool asks for on a page."""

    def __init__(
        self,
        page: Any,
        *,
        confirm: Confirm | None,
        as_json: bool,
        search: str,
        screen: dict[str, Any],
    ) -> None:
        self.screen = Screen(page, **screen)
        self._confirm, self._as_json, self._search = confirm, as_json, search

    @property
    def factor(self) -> float:
        """Image px per CSS px of the picture that the model saw last."""
        return self.screen.factor

    @staticmethod
    def tool() -> dict[str, Any]:
        """The entry of `tools` in a request."""
        return {"computer_use": {"environment": "ENVIRONMENT_BROWSER"}}

    async def run(self, call: Any) -> dict[str, Any]:
        """A function call as a part with its response: address, words, a new picture."""
        return (await self.run_all([call]))[0]

    async def run_all(self, calls: Any) -> list[dict[str, Any]]:
        """All calls of a turn, in order; the last response has the picture."""
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
        screen, page = self.screen, self.screen.page
        if name in _CLICKS:
            button, count = _CLICKS[name]
            return await screen.click(self._point(fields), button=button, count=count)
        if name in ("move", "hover_at"):
            return await screen.move(self._point(fields))
        if name == "mouse_down":
            return await screen.down(self._point(fields))
        if name == "mouse_up":
            return await screen.up(self._point(fields))
        if name == "type":
            return await self._type(fields)
        if name == "type_text_at":
            return await self._type_at(fields)
        if name == "drag_and_drop":
            return await self._drag(fields)
        if name in ("scroll", "scroll_at", "scroll_document"):
            return await self._scroll(name, fields)
        if name in ("press_key", "hotkey", "key_combination"):
            return await screen.press(fields.get("key") or fields.get("keys") or [])
        if name in ("key_down", "key_up"):
            return await screen.key(fields.get("key") or [], down=name == "key_down")
        if name in ("wait", "wait_5_seconds"):
            return await screen.wait(5.0 if name != "wait" else number(fields, "seconds", 1))
        if name in ("take_screenshot", "open_web_browser"):
            return "the browser is open"
        if name in ("go_back", "go_forward"):
            return f"at {(await (page.back() if name == 'go_back' else page.forward())).url}"
        if name in ("navigate", "search"):
            url = self._search if name == "search" else fields.get("url")
            if not isinstance(url, str):
                raise InvalidOption("navigate needs `url`.", param="url")
            return f"at {(await page.goto(url)).url}"
        raise InvalidOption(f"There is no function {name!r:.40}.", hint=f"There are {ACTIONS}.")

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

    async def _scroll(self, name: str, fields: dict[str, Any]) -> str:
        direction = fields.get("direction")
        if direction not in _DIRECTIONS:
            raise InvalidOption(f"direction must be one of {', '.join(_DIRECTIONS)}.")
        dx, dy = _DIRECTIONS[direction]
        view = self.screen.seen.viewport
        if name == "scroll_document":
            amount = 0.8 * (view.height if dy else view.width)
            where = (self.screen.seen.image_info.width / 2, self.screen.seen.image_info.height / 2)
            return await self.screen.scroll(where, dx * amount, dy * amount)
        if name == "scroll_at":
            amount = number(fields, "magnitude", 800) / GRID * (view.height if dy else view.width)
        else:
            amount = number(fields, "magnitude_in_pixels", 300) / self.factor
        return await self.screen.scroll(self._point(fields), dx * amount, dy * amount)
