"""A page in its own browser, brought to a state by raw CDP input, and its unmarked screenshot."""

# ruff: noqa: ASYNC110, ASYNC220, ASYNC240 (nothing else runs in this loop)
from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import subprocess
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiohttp

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

Send = Callable[[str, dict[str, Any]], Awaitable[Any]]
Step = tuple[Any, ...]
"""One of `("press", x, y)`, `("press", selector or "text=...")`, `("hover", ...)` with the same
arguments, `("type", text)`, `("key", name)`, `("wheel", x, y, dy)` and `("until", expression)`."""

_FIND = """(what => {
  let found;
  if (what.startsWith("text=")) {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      if (walk.currentNode.data.trim() !== what.slice(5)) continue;
      const range = document.createRange();
      range.selectNodeContents(walk.currentNode);
      const r = range.getBoundingClientRect();
      if (r.width && r.bottom > 0 && r.top < innerHeight) { found = r; break; }
    }
  } else {
    const r = document.querySelector(what)?.getBoundingClientRect();
    if (r?.width) found = r;
  }
  return found && [found.left + found.width / 2, found.top + found.height / 2];
})"""
_QUIET = """new Promise(done => {
  let timer = setTimeout(done, 700);
  new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(done, 700); })
    .observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
  setTimeout(done, 4000);
})"""


class Stage:
    """One tab, controlled by any function that sends CDP commands."""

    def __init__(self, send: Send, target: str) -> None:
        self._send = send
        self.target = target
        """CDP's target id of the tab."""
        self.viewport: tuple[int, int] = (1280, 800)
        self.scale: float = 1
        self.phone = False
        self.pointer: tuple[float, float] | None = None
        """The last position of the mouse."""

    async def send(self, method: str, **params: Any) -> Any:
        return await self._send(method, params)

    async def evaluate(self, expression: str) -> Any:
        reply = await self.send(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in reply:
            raise RuntimeError(f"{expression[:200]}: {reply['exceptionDetails']}")
        return reply["result"].get("value")

    async def until(self, expression: str, patience: float = 60) -> None:
        for _ in range(int(patience / 0.2)):
            with contextlib.suppress(RuntimeError):
                if await self.evaluate(expression):
                    return
            await asyncio.sleep(0.2)
        raise TimeoutError(expression)

    async def quiet(self) -> None:
        """Wait until the document has not changed for 0.7 s, for at most 4 s."""
        with contextlib.suppress(RuntimeError):
            await self.evaluate(_QUIET)

    async def _point(self, where: Sequence[Any]) -> tuple[float, float]:
        if len(where) == 2:
            return where[0], where[1]
        call = f"{_FIND}({json.dumps(where[0])})"
        await self.until(f"!!{call}", 20)
        x, y = await self.evaluate(call)
        return x, y

    async def step(self, step: Step) -> None:
        kind, *rest = step
        if kind in ("press", "hover"):
            x, y = self.pointer = await self._point(rest)
            kinds = ["mouseMoved", *(("mousePressed", "mouseReleased") if kind == "press" else ())]
            for event in kinds:
                button = {} if event == "mouseMoved" else {"button": "left", "clickCount": 1}
                await self.send("Input.dispatchMouseEvent", type=event, x=x, y=y, **button)
        elif kind == "type":
            await self.send("Input.insertText", text=rest[0])
        elif kind == "key":
            for event in ("keyDown", "keyUp"):
                await self.send("Input.dispatchKeyEvent", type=event, key=rest[0], code=rest[0])
        elif kind == "wheel":
            x, y, dy = rest
            await self.send(
                "Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=dy
            )
        elif kind == "until":
            await self.until(rest[0])
        else:
            raise ValueError(kind)
        await self.quiet()

    async def open(self, url: str, viewport: tuple[int, int], scale: float, *, phone: bool) -> None:
        await self.send("Page.enable")
        width, height = self.viewport = viewport
        self.scale, self.phone, self.pointer = scale, phone, None
        await self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=scale, mobile=phone,
        )  # fmt: skip
        await self.send("Emulation.setTouchEmulationEnabled", enabled=phone)
        await self.send("Page.navigate", url=url)
        await self.until("document.readyState === 'complete'")

    async def picture(self, path: Path) -> None:
        reply = await self.send("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(reply["data"]))


class _Socket:
    """A plain CDP connection that sends one command at a time."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket, self._id = socket, 0

    async def send(self, method: str, params: dict[str, Any]) -> Any:
        self._id += 1
        await self._socket.send_json({"id": self._id, "method": method, "params": params})
        async for message in self._socket:
            reply = json.loads(message.data)
            if reply.get("id") == self._id:
                if "error" in reply:
                    raise RuntimeError(f"{method}: {reply['error']}")
                return reply["result"]
        raise ConnectionError("the browser is gone")


@contextlib.asynccontextmanager
async def browser() -> AsyncIterator[str]:
    """Start Chromium with a new profile; yield its CDP endpoint."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [
            "chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
            "--remote-debugging-port=0", f"--user-data-dir={profile}", "about:blank",
        ]  # fmt: skip
        quiet = subprocess.DEVNULL
        child = subprocess.Popen(command, stdout=quiet, stderr=quiet)
        try:
            note = Path(profile, "DevToolsActivePort")
            while not (note.exists() and note.read_text().count("\n")):
                await asyncio.sleep(0.1)
            yield f"http://127.0.0.1:{note.read_text().split()[0]}"
        finally:
            child.terminate()
            child.wait()


@contextlib.asynccontextmanager
async def tab(endpoint: str) -> AsyncIterator[Stage]:
    async with aiohttp.ClientSession() as http:
        async with http.put(f"{endpoint}/json/new?about:blank") as reply:
            target = await reply.json()
        async with http.ws_connect(target["webSocketDebuggerUrl"], max_msg_size=0) as socket:
            try:
                yield Stage(_Socket(socket).send, target["id"])
            finally:
                with contextlib.suppress(Exception):
                    await http.get(f"{endpoint}/json/close/{target['id']}")
