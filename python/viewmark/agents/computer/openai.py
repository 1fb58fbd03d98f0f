"""OpenAI's computer use: the `computer_call` items of the Responses API.

    computer = viewmark.agents.computer.openai(page)
    items = await computer.run(call)  # append them to `input`

A call contains a list of `actions`; its output is a screenshot. Written for openai 3.54
(November 2026).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from viewmark.agents.computer.screen import Adapter
from viewmark.agents.computer.turn import Confirm, attempt, confirmed, mapping, number, point
from viewmark.agents.result import ToolResult
from viewmark.errors import InvalidOption
from viewmark.imaging import Format

ACTIONS = (
    *("click", "double_click", "drag", "keypress", "move", "screenshot", "scroll", "type"),
    "wait",
)
"""Values of `type` for which OpenAI's actions are supported."""
_BUTTONS = {"left": "left", "right": "right", "wheel": "middle", "middle": "middle"}
WAIT = 2.0
"""Seconds for a `wait` action, which specifies no duration; the same as in OpenAI's samples."""


class OpenAIComputer(Adapter):
    """Runs the actions of OpenAI's computer tool on a page.

    Args:
        page: a `viewmark.Page`, or a page of `viewmark.sync`.
        confirm: callback that gets the pending safety checks of a call; without a callback, such
            calls are rejected.
        wait: seconds of a `wait` action.
        format: image format of the screenshots.
        max_side: maximum side in image px.
        scale: image px per CSS px, unless `max_side` requires less.
    """

    def __init__(
        self,
        page: Any,
        *,
        confirm: Confirm | None = None,
        wait: float = WAIT,
        format: Format = "png",
        max_side: int = 2_000,
        scale: float = 1.0,
    ) -> None:
        super().__init__(page, format=format, max_side=max_side, scale=scale)
        self._confirm, self._wait = confirm, wait

    @staticmethod
    def tool() -> dict[str, Any]:
        """Return the tool definition for the `tools` list of an API request."""
        return {"type": "computer"}

    async def run(self, call: Any) -> list[dict[str, Any]]:
        """Run a `computer_call` item, or a single action; return items for the next input.

        The first item is the `computer_call_output` with a new screenshot. If an action failed, the
        rest of the call is skipped, and a message with the reason follows, because the output
        itself cannot contain text.

        Raises:
            ScreenshotFailed, BrowserError, PageError: the page provides no screenshot.
        """
        return await self.screen.runner.wait(self._run(mapping(call, "A call")))

    async def _run(self, call: dict[str, Any]) -> list[dict[str, Any]]:
        checks = call.get("pending_safety_checks") or []
        if checks and not await confirmed(self._confirm, checks):
            result = ToolResult("The user did not confirm it; nothing was done.", failed=True)
        else:
            result = await self._all(call)
        shot = self.screen.shot = await self.screen.picture()
        url = f"data:{self.screen.media_type};base64,{shot.base64}"
        picture = {"type": "computer_screenshot", "image_url": url}
        output: dict[str, Any] = {"type": "computer_call_output", "output": picture}
        if "call_id" in call:
            output["call_id"] = call["call_id"]
        if checks and not result.failed:
            output["acknowledged_safety_checks"] = [dict(mapping(each, "")) for each in checks]
        if not result.failed:
            return [output]
        text = {"type": "input_text", "text": f"The computer reports: {result.text}"}
        return [output, {"role": "user", "content": [text]}]

    async def _all(self, call: dict[str, Any]) -> ToolResult:
        actions = call.get("actions") or [call]
        if not isinstance(actions, (list, tuple)):
            return ToolResult("actions must be a list.", failed=True)
        done: list[str] = []
        for index, each in enumerate(actions):
            result = await attempt(self._one(each))
            if result.failed:
                left = len(actions) - index - 1
                more = f" {left} further actions were not done." if left else ""
                return ToolResult(f"action {index + 1}: {result.text}{more}", failed=True)
            done.append(result.text)
        return ToolResult("\n".join(done))

    async def _one(self, action: Any) -> str:
        fields = mapping(action, "An action")
        kind = str(fields.get("type"))
        if kind not in _ACTIONS:
            raise InvalidOption(f"There is no action {kind!r:.40}.", hint=f"There are {ACTIONS}.")
        return await _ACTIONS[kind](self, fields)

    async def _click(self, fields: dict[str, Any]) -> str:
        button = fields.get("button", "left")
        if button in ("back", "forward"):
            page = self.screen.page
            done = await (page.back() if button == "back" else page.forward())
            return f"went {button} to {done.url}"
        if button not in _BUTTONS:
            raise InvalidOption(f"button must be one of {', '.join(_BUTTONS)}, back, forward.")
        return await self.screen.click(
            point(fields), button=_BUTTONS[button], keys=fields.get("keys")
        )

    async def _drag(self, fields: dict[str, Any]) -> str:
        path = fields.get("path")
        if not isinstance(path, (list, tuple)):
            raise InvalidOption("path must be a list of points.", param="path")
        return await self.screen.drag([_step(each) for each in path], keys=fields.get("keys"))

    async def _scroll(self, fields: dict[str, Any]) -> str:
        dx, dy = (number(fields, name, 0) / self.factor for name in ("scroll_x", "scroll_y"))
        return await self.screen.scroll(point(fields), dx, dy, keys=fields.get("keys"))

    async def _screenshot(self, _: dict[str, Any]) -> str:
        return "took a screenshot"  # nothing to do: every call's output has a screenshot


_ACTIONS: dict[str, Callable[[OpenAIComputer, dict[str, Any]], Awaitable[str]]] = {
    "click": OpenAIComputer._click,
    "double_click": lambda to, fields: to.screen.click(
        point(fields), count=2, keys=fields.get("keys")
    ),
    "move": lambda to, fields: to.screen.move(point(fields), keys=fields.get("keys")),
    "drag": OpenAIComputer._drag,
    "scroll": OpenAIComputer._scroll,
    "keypress": lambda to, fields: to.screen.press(fields.get("keys") or []),
    "type": lambda to, fields: to.screen.type(fields.get("text", "")),
    "wait": lambda to, _: to.screen.wait(to._wait),
    "screenshot": OpenAIComputer._screenshot,
}


def _step(value: Any) -> tuple[float, float]:
    if isinstance(value, (list, tuple)) and len(value) == 2:
        value = {"x": value[0], "y": value[1]}
    return point(value if isinstance(value, Mapping) else mapping(value, "A point"))
