"""Tools that observe a page, each with its own browser: ours, a plain capture, and rivals.

A looker is a running tool that makes one observation at a time and returns its duration. All tools
use the same headless Chromium at 1280x720.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import sys
import tempfile
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import viewmark
from support import rivals
from support.mcp_stdio import LINE, serving
from viewmark.browser.launch.executable import find_executable

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

SECONDS = 60.0  # for one reply
MARKS = 100  # for viewmark; the other tools mark everything that they find


class Look(NamedTuple):
    """One observation."""

    ms: float
    size: int
    """Characters of the image as base64."""
    elements: int | None = None
    unmarked_ms: float | None = None
    """The time before marks are drawn."""
    picture: bytes = b""


class Looker(NamedTuple):
    """A running tool that makes observations."""

    open: Callable[[str], Awaitable[None]]
    look: Callable[[], Awaitable[Look]]
    version: str


@asynccontextmanager
async def library() -> AsyncIterator[tuple[Looker, Looker]]:
    """A viewmark page in this process, and a plain capture of the same page."""
    async with viewmark.launch(viewport=(1280, 720)) as browser:
        page = await browser.page()

        async def bare() -> Look:
            shot = {"format": "jpeg", "quality": 80}
            started = time.perf_counter()
            told = await page.browser_page.session.send("Page.captureScreenshot", shot)
            ms = (time.perf_counter() - started) * 1e3
            return Look(ms, len(told["data"]), picture=base64.b64decode(told["data"]))

        async def ours() -> Look:
            started = time.perf_counter()
            seen = await page.observe(annotate=True, max_annotations=MARKS)
            ms = (time.perf_counter() - started) * 1e3
            picture = seen.base64 or ""
            return Look(ms, len(picture), seen.total_found, picture=base64.b64decode(picture))

        async def go(url: str) -> None:
            await page.goto(url)

        told = await page.browser_page.session.send("Browser.getVersion", {})
        yield Looker(go, ours, viewmark.__version__), Looker(go, bare, told["product"])


@asynccontextmanager
async def python(name: str, package: str) -> AsyncIterator[Looker]:
    """A Python library: `benches/rivals/NAME_looks.py` in the environment of NAME."""
    binary = await asyncio.to_thread(rivals.interpreter, name)
    process = await asyncio.create_subprocess_exec(
        str(binary),
        str(rivals.RIVALS / f"{name}_looks.py"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        limit=LINE,
        env={**os.environ, "RIVAL_BROWSER": find_executable()},
    )

    async def ask(question: dict[str, Any]) -> dict[str, Any]:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(question).encode() + b"\n")
        line = await asyncio.wait_for(process.stdout.readline(), SECONDS)
        if not line:
            raise RuntimeError(f"{name} ended")
        return json.loads(line)  # type: ignore[no-any-return]

    async def go(url: str) -> None:
        await ask({"open": url})

    async def look() -> Look:
        told = await ask({"look": "last"})
        picture = base64.b64decode(told.pop("picture"))
        return Look(**told, picture=picture)

    try:
        yield Looker(go, look, rivals.pinned()[package])
    finally:
        assert process.stdin is not None
        process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), 20)
        except asyncio.TimeoutError:
            process.kill()
            await process.wait()


class Tools(NamedTuple):
    """An MCP server, and the tools that make an observation."""

    command: str
    """Name of the command in `rivals/servers`; empty for our own server."""
    arguments: tuple[str, ...]
    open: tuple[str, dict[str, Any]]
    """Tool and arguments; the URL is added as `url`."""
    look: tuple[tuple[str, dict[str, Any]], ...]
    environment: tuple[tuple[str, str], ...] = ()
    close: str = ""


def servers() -> dict[str, Tools]:
    """Return the servers by package."""
    chromium = find_executable()
    jpeg = {"format": "jpeg", "quality": 80}
    page = {"pageId": 1}
    return {
        "viewmark": Tools(
            "",
            (),
            ("interact", {"what": "navigate"}),
            (("observe", {"what": "page", "annotate_screenshot": True, "max_annotations": MARKS}),),
        ),
        "agent-browser": Tools(
            "agent-browser",
            ("mcp",),
            ("agent_browser_open", {}),
            (("agent_browser_screenshot", {"annotate": True, **jpeg}),),
            (
                ("AGENT_BROWSER_EXECUTABLE_PATH", chromium),
                ("AGENT_BROWSER_ARGS", "--no-sandbox\n--window-size=1280,807"),  # page: 720
            ),
            "agent_browser_close",
        ),
        "chrome-devtools-mcp": Tools(
            "chrome-devtools-mcp",
            ("--headless", "--isolated", "--executablePath", chromium, "--viewport", "1280x720",
             "--chromeArg=--no-sandbox", "--no-usage-statistics"),
            ("navigate_page", {"type": "url", **page}),
            (("take_snapshot", page), ("take_screenshot", {**jpeg, **page})),
        ),
        "@playwright/mcp": Tools(
            "playwright-mcp",
            ("--headless", "--isolated", "--executable-path", chromium, "--no-sandbox",
             "--viewport-size", "1280x720"),
            ("browser_navigate", {}),
            (("browser_snapshot", {}), ("browser_take_screenshot", {"type": "jpeg"})),
        ),
    }  # fmt: skip


@asynccontextmanager
async def server(package: str) -> AsyncIterator[Looker]:
    """A server over stdio; an observation ends when the complete result has arrived."""
    about = servers()[package]
    command: list[object] = [sys.executable, "-m", "viewmark", "mcp"]
    version = viewmark.__version__
    if about.command:
        command = [await asyncio.to_thread(rivals.server, about.command), *about.arguments]
        version = rivals.pinned()[package]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        told = {**dict(about.environment), "HOME": folder, "VIEWMARK_BROWSER": find_executable()}
        async with serving(command, folder, **told) as running:

            async def go(url: str) -> None:
                tool, arguments = about.open
                await running.call(tool, **arguments, url=url)

            async def look() -> Look:
                pictures: list[str] = []
                started = time.perf_counter()
                for tool, arguments in about.look:
                    blocks = await running.call(tool, **arguments)
                    pictures += [each["data"] for each in blocks if each["type"] == "image"]
                ms = (time.perf_counter() - started) * 1e3
                return Look(ms, len(pictures[0]), picture=base64.b64decode(pictures[0]))

            try:
                yield Looker(go, look, version)
            finally:
                if about.close:
                    await running.call(about.close)
