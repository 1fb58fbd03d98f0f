"""WebDriver's actions, tick by tick, as mouse, keyboard and wheel calls of viewmark."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from keys import NULL, name_of

from viewmark import Page
from viewmark.page.target import at

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
BUTTONS = ("left", "middle", "right", "back", "forward")
FRAME_MS = 16


class Refused(Exception):
    """An error response of WebDriver."""

    def __init__(self, status: int, value: dict[str, Any]) -> None:
        super().__init__(value.get("message", ""))
        self.status = status
        self.value = value


def refused(name: str, status: int, message: str) -> Refused:
    """Return an error raised by the gate itself."""
    return Refused(status, {"error": name, "message": message, "stacktrace": ""})


@dataclass
class Devices:
    """The pressed keys and buttons, in order, and the mouse position."""

    at: tuple[float, float] | None = None
    down: list[tuple[str, Any]] = field(default_factory=list)


async def perform(
    page: Page,
    devices: Devices,
    sources: list[dict[str, Any]],
    centre: Callable[[Any], Awaitable[tuple[float, float]]],
    corner: tuple[float, float],
) -> None:
    """Perform every tick, with the sources in order."""
    for source in sources:
        if source["type"] == "pointer" and _kind(source) != "mouse":
            raise refused("unsupported operation", 500, "only a mouse")
    for tick in range(max((len(s["actions"]) for s in sources), default=0)):
        wait = 0.0
        for source in sources:
            if tick >= len(source["actions"]):
                continue
            action = source["actions"][tick]
            if action["type"] == "pause":
                wait = max(wait, (action.get("duration") or 0) / 1000)
            else:
                await _one(page, devices, action, centre, corner)
        if wait:
            await asyncio.sleep(wait)


def _kind(source: dict[str, Any]) -> str:
    return str((source.get("parameters") or {}).get("pointerType", "mouse"))


async def _one(
    page: Page, devices: Devices, action: dict[str, Any], centre: Any, corner: tuple[float, float]
) -> None:
    kind = action["type"]
    if kind in ("keyDown", "keyUp"):
        if action["value"] == NULL:
            return
        key = name_of(action["value"])
        if kind == "keyDown" and ("key", key) in devices.down:
            return  # a repeat, which only real keyboards generate
        if kind == "keyDown":
            devices.down.append(("key", key))
            await page.key_down(key)
        elif ("key", key) in devices.down:
            devices.down.remove(("key", key))
            await page.key_up(key)
    elif kind in ("pointerDown", "pointerUp"):
        button: Any = BUTTONS[action["button"]]
        if kind == "pointerDown":
            devices.down.append(("button", button))
            await page.mouse_down(button=button)
        elif ("button", button) in devices.down:
            devices.down.remove(("button", button))
            await page.mouse_up(button=button)
    elif kind == "pointerMove":
        x, y = await _point(devices, action, centre, corner)
        steps = max(1, min(50, round((action.get("duration") or 0) / FRAME_MS)))
        await page.mouse_move(at(x, y, css=True), steps=steps)
        devices.at = (x, y)
    elif kind == "scroll":
        x, y = await _point(devices, action, centre, corner)
        await page.scroll(at(x, y, css=True), dx=action["deltaX"], dy=action["deltaY"], wheel=True)


async def _point(
    devices: Devices, action: dict[str, Any], centre: Any, corner: tuple[float, float]
) -> tuple[float, float]:
    """Return the point in the top viewport."""
    origin = action.get("origin", "viewport")
    x, y = action.get("x"), action.get("y")
    if x is None or y is None or (isinstance(origin, dict) and ELEMENT not in origin):
        raise refused("invalid argument", 400, f"no point: {action}")
    if origin == "pointer":
        at = devices.at or corner
        return at[0] + x, at[1] + y
    if isinstance(origin, dict):
        at = await centre(origin)
        x, y = at[0] + x, at[1] + y
    return x + corner[0], y + corner[1]


async def release(page: Page, devices: Devices) -> None:
    """Release all pressed keys and buttons in reverse order."""
    down, devices.down = devices.down[::-1], []
    devices.at = None
    for kind, what in down:
        await (page.key_up(what) if kind == "key" else page.mouse_up(button=what))
