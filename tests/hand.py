"""User input for tests: real input events of the browser, never viewmark's own functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from viewmark.browser.page_target import PageTarget

CTRL, SHIFT, ALT, META = 2, 8, 1, 4
_CODES = {
    "Enter": ("Enter", 13),
    "Escape": ("Escape", 27),
    "Tab": ("Tab", 9),
    "Delete": ("Delete", 46),
    "Backspace": ("Backspace", 8),
    "ArrowLeft": ("ArrowLeft", 37),
    "ArrowUp": ("ArrowUp", 38),
    "ArrowRight": ("ArrowRight", 39),
    "ArrowDown": ("ArrowDown", 40),
    "PageDown": ("PageDown", 34),
    " ": ("Space", 32),
}


class Hand:
    """Mouse, keys, touch and an input method on one page."""

    def __init__(self, page: PageTarget) -> None:
        self.page = page

    async def send(self, method: str, params: dict[str, Any]) -> None:
        await self.page.session.send(method, params)

    # Mouse

    async def mouse(self, kind: str, x: float, y: float, **more: Any) -> None:
        params = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1, **more}
        await self.send("Input.dispatchMouseEvent", params)

    async def drag(
        self, start: Sequence[float], end: Sequence[float], *, steps: int = 6, button: str = "left"
    ) -> None:
        await self.mouse("mouseMoved", *start, button="none")
        await self.mouse("mousePressed", *start, button=button)
        await self.pull(start, end, steps=steps, button=button)
        await self.mouse("mouseReleased", *end, button=button)

    async def pull(
        self, start: Sequence[float], end: Sequence[float], *, steps: int = 6, button: str = "left"
    ) -> None:
        """Move with the button held."""
        for i in range(1, steps + 1):
            x = start[0] + (end[0] - start[0]) * i / steps
            y = start[1] + (end[1] - start[1]) * i / steps
            held = {"left": 1, "right": 2}[button]
            await self.mouse("mouseMoved", x, y, button=button, buttons=held)

    async def click(self, x: float, y: float, *, count: int = 1) -> None:
        await self.mouse("mouseMoved", x, y, button="none")
        for n in range(1, count + 1):
            await self.mouse("mousePressed", x, y, clickCount=n)
            await self.mouse("mouseReleased", x, y, clickCount=n)

    async def move(self, x: float, y: float) -> None:
        await self.mouse("mouseMoved", x, y, button="none")

    async def wheel(self, x: float, y: float, dy: float) -> None:
        await self.send(
            "Input.dispatchMouseEvent",
            {"type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": dy},
        )

    # Keys

    async def key(self, key: str, *, modifiers: int = 0, code: str | None = None) -> None:
        if key in _CODES:
            named, number = _CODES[key]
        else:
            named, number = (
                f"Digit{key}" if key.isdigit() else f"Key{key.upper()}",
                ord(key.upper()),
            )
        base = {
            "key": key,
            "code": code or named,
            "windowsVirtualKeyCode": number,
            "modifiers": modifiers,
        }
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        if modifiers & ~SHIFT:
            text = ""
        down = {"type": "keyDown", "text": text} if text else {"type": "rawKeyDown"}
        await self.send("Input.dispatchKeyEvent", base | down)
        await self.send("Input.dispatchKeyEvent", base | {"type": "keyUp"})

    async def keys(self, text: str) -> None:
        """Type every character with a key of its own."""
        for c in text:
            shift = SHIFT if c.isupper() else 0
            await self.key(c, modifiers=shift)

    async def write(self, text: str) -> None:
        """Insert a text as a whole, as dictation does."""
        await self.send("Input.insertText", {"text": text})

    async def compose(self, text: str) -> None:
        """Show text of an input method that is not committed yet."""
        params = {"text": text, "selectionStart": len(text), "selectionEnd": len(text)}
        await self.send("Input.imeSetComposition", params)

    async def shortcut(self) -> None:
        await self.key("D", modifiers=CTRL | SHIFT, code="KeyD")

    # Touch

    async def swipe(self, start: Sequence[float], end: Sequence[float], *, steps: int = 6) -> None:
        await self.touch("touchStart", [start])
        for i in range(1, steps + 1):
            x = start[0] + (end[0] - start[0]) * i / steps
            y = start[1] + (end[1] - start[1]) * i / steps
            await self.touch("touchMove", [(x, y)])
        await self.touch("touchEnd", [])

    async def touch(self, kind: str, points: Sequence[Sequence[float]]) -> None:
        made = [{"x": p[0], "y": p[1], "id": i} for i, p in enumerate(points)]
        await self.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": made})

    async def box(self, selector: str) -> tuple[float, float, float, float]:
        """Return the left, top, right and bottom of an element now."""
        reply = await self.page.call(
            None,
            "function (s) { const r = document.querySelector(s).getBoundingClientRect();"
            " return [r.left, r.top, r.right, r.bottom]; }",
            selector,
        )
        left, top, right, bottom = reply
        return left, top, right, bottom

    async def mark(self, selector: str, words: str, *, margin: float = 4) -> None:
        """Draw a rectangle around an element and confirm its note by Enter."""
        left, top, right, bottom = await self.box(selector)
        start = (max(left - margin, 1), max(top - margin, 1))
        await self.drag(start, (right + margin, bottom + margin))
        await self.write(words)
        await self.key("Enter")
