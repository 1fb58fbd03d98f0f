"""Mirrors a headless page in a window, and forwards the user's input to it.

The headless browser keeps its tabs, cookies and refs. A second browser, with a window and its own
profile, shows the screencast of the first one and sends mouse, wheel, keys and text back. So the
user draws on the same page that the agent works with, and nothing is loaded twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import os
import secrets
import sys
from collections import deque
from collections.abc import Callable
from typing import Any, Literal, TypeAlias

from viewmark.background import TaskSet, quietly
from viewmark.browser.cdp.session import Session
from viewmark.browser.launch.browser import ChromeBrowser, launch
from viewmark.browser.page_target import PageTarget
from viewmark.browser.script_files import script, standalone
from viewmark.errors import DrawModeNeedsWindow, ProtocolError, ViewmarkError

WindowChoice: TypeAlias = Literal["auto", "never", "hidden"]
"""Whether to open a window for a browser without a window; `hidden` is for tests."""

TITLE = "Draw mode"
_QUALITY = 85  # JPEG quality of the live view; screenshots of the drawing are captured separately
_WAITING = 500  # maximum number of queued input events
_AT_ONCE = 16  # maximum number of events sent without a reply
_MOUSE = ("mousePressed", "mouseReleased", "mouseMoved")
_KEY = ("keyDown", "rawKeyDown", "keyUp")


async def is_headless(page: PageTarget) -> bool:
    """Return whether a page's browser reports that it is headless; False if it does not reply."""
    try:
        answer = await page.session.send("Browser.getVersion")
    except ProtocolError:  # a CDP proxy that forwards only some domains, so this command fails
        return False
    return "Headless" in f"{answer.get('product', '')} {answer.get('userAgent', '')}"


def has_display() -> bool:
    """Return whether this process can open a window."""
    if sys.platform != "linux":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


class MirrorWindow:
    """A window in which a user sees and operates a page of a headless browser.

    Args:
        page: the page to show.
        on_close: callback for when the user closes the window.
    """

    def __init__(self, page: PageTarget, *, on_close: Callable[[], None] | None = None) -> None:
        self.shown = page
        self.view: PageTarget | None = None
        """The page inside the window."""
        self._on_close = on_close
        self._browser: ChromeBrowser | None = None
        self._cast: Session | None = None
        self._unhear: Callable[[], None] = lambda: None
        self._binding = "vm" + secrets.token_hex(8)
        self._events: deque[tuple[str, dict[str, Any]]] = deque()
        self._news = asyncio.Event()
        self._tasks = TaskSet()
        self._closing: asyncio.Future[None] | None = None

    async def open(self, *, headless: bool = False) -> None:
        """Start the second browser and show the page.

        Args:
            headless: whether to start it without a window, for tests.

        Raises:
            DrawModeNeedsWindow: there is no display, or the browser does not start.
        """
        if not headless and not has_display():
            raise DrawModeNeedsWindow(
                "The browser has no window, and there is no display to open one on."
            )
        try:
            await self._open(headless)
        except ViewmarkError as error:
            await self.close()
            raise DrawModeNeedsWindow(
                f"The browser has no window, and opening one failed: {error.message}"
            ) from error

    async def _open(self, headless: bool) -> None:
        view = (await self.shown.facts()).viewport
        size = (round(view.width), round(view.height))
        self._browser = await launch(headless=headless, viewport=size)
        self.view = await self._browser.page()
        session = self.view.session
        session.on("Runtime.bindingCalled", self._on_called)
        await session.send("Runtime.enable")
        await session.send(
            "Runtime.addBinding",
            {"name": self._binding, "executionContextName": self.view.world_name},
        )
        await self.view.call(None, standalone("overlay/mirror", "start"), self._binding, TITLE)
        # A separate CDP session, because captures start and stop screencasts in the page's own
        # session.
        self._cast = await self.shown.session.sibling()
        self._unhear = self._cast.on(
            "Page.screencastFrame", lambda params: self._tasks.start(self._show(params))
        )
        await self._cast.send("Page.enable")
        await self._cast.send("Page.startScreencast", {"format": "jpeg", "quality": _QUALITY})
        await self.view.bring_to_front()
        for work in (self._pass_on(), self._watch()):
            self._tasks.start(work)

    @property
    def closing(self) -> bool:
        """Whether the window is closed or closing."""
        return self._closing is not None

    async def close(self) -> None:
        """Close the window and the second browser; concurrent callers wait too."""
        if self._closing is None:
            # Close in a separate task, so that a cancelled caller does not leave the browser
            # running.
            self._closing = asyncio.ensure_future(self._close())
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        self._on_close = None
        self._tasks.cancel()
        cast, self._cast = self._cast, None
        if cast is not None:
            self._unhear()
            with contextlib.suppress(ViewmarkError):
                await cast.send("Page.stopScreencast")
                if cast is not self.shown.session:
                    await cast.detach()
        browser, self._browser = self._browser, None
        if browser is not None:
            await browser.close()

    async def _watch(self) -> None:
        assert self.view is not None
        await self.view.session.wait_ended()
        if self._on_close is not None:
            self._on_close()

    # Screencast, to the user -------------------------------------------------------------------

    async def _show(self, params: dict[str, Any]) -> None:
        data, about, number = (params.get(k) for k in ("data", "metadata", "sessionId"))
        if self._cast is None or self.view is None or not isinstance(about, dict):
            return
        with contextlib.suppress(ViewmarkError):  # either browser may be gone
            await self.view.call(
                None, _SHOW, data, about.get("deviceWidth"), about.get("deviceHeight")
            )
            # Request the next frame only after this frame is displayed, so that a slow window gets
            # fewer frames.
            await self._cast.send("Page.screencastFrameAck", {"sessionId": number})

    # Input, from the user ----------------------------------------------------------------------

    def _on_called(self, params: dict[str, Any]) -> None:
        if params.get("name") != self._binding:
            return
        command = _command(json.loads(str(params.get("payload"))))
        if command is None or len(self._events) > _WAITING:
            return
        if self._events and _is_hover(command) and _is_hover(self._events[-1]):
            self._events.pop()  # drop the previous hover event: earlier positions do not matter
        self._events.append(command)
        self._news.set()

    async def _pass_on(self) -> None:
        room = asyncio.Semaphore(_AT_ONCE)

        async def send(method: str, params: dict[str, Any]) -> None:
            # the page may be closed, or hang
            await quietly(self.shown.session.send(method, params))
            room.release()

        while True:
            await self._news.wait()
            self._news.clear()
            while self._events:
                await room.acquire()
                # Tasks start in the order in which they were created, so the events are sent in
                # order.
                self._tasks.start(send(*self._events.popleft()))


def _command(data: dict[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """Convert an input event to a CDP command that repeats it in the page; None if invalid."""
    kind, of = data.get("kind"), data.get
    if kind == "text" and isinstance(of("text"), str):
        return "Input.insertText", {"text": of("text")}
    modifiers = int(_number(of("modifiers")))
    if kind == "key" and of("type") in _KEY:
        return "Input.dispatchKeyEvent", {
            "type": of("type"),
            "key": str(of("key")),
            "code": str(of("code")),
            "text": str(of("text") or ""),
            "windowsVirtualKeyCode": int(_number(of("keyCode"))),
            "modifiers": modifiers,
            "location": int(_number(of("location"))),
            "autoRepeat": of("autoRepeat") is True,
        }
    place = {"x": _number(of("x")), "y": _number(of("y")), "modifiers": modifiers}
    if kind == "wheel":
        turns = {"deltaX": _number(of("deltaX")), "deltaY": _number(of("deltaY"))}
        return "Input.dispatchMouseEvent", {"type": "mouseWheel", **place, **turns}
    if kind == "mouse" and of("type") in _MOUSE:
        return "Input.dispatchMouseEvent", {
            "type": of("type"),
            **place,
            "button": str(of("button")),
            "buttons": int(_number(of("buttons"))),
            "clickCount": int(_number(of("clickCount"))) if of("type") != "mouseMoved" else 0,
        }
    return None


def _is_hover(command: tuple[str, dict[str, Any]]) -> bool:
    params = command[1]
    return params.get("type") == "mouseMoved" and params.get("buttons") == 0


def _number(value: Any) -> float:
    is_number = isinstance(value, (int, float)) and math.isfinite(value)
    return float(value) if is_number else 0.0


_SHOW = script("overlay/show_mirror")
