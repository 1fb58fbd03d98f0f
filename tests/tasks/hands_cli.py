"""Tasks through the command line: each operation is a command in a session.

Everything else that tasks need, such as two agents in parallel or the image of a PDF, uses the same
commands; nothing here uses the library.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from hands import Hands, red_spot, refs_in

__all__ = ["CliHands", "cli"]


class CliHands(Hands):
    """Tasks through the commands of sessions."""

    def __init__(self, folder: Path, sessions: Path) -> None:
        self.folder = folder
        self.env = {**os.environ, "VIEWMARK_SESSIONS": str(sessions)}

    async def run(self, *words: str, given: bytes = b"") -> str:
        """Run a command; return its output."""
        return (await self.bytes_of(*words, given=given)).decode().rstrip("\n")

    async def bytes_of(self, *words: str, given: bytes = b"") -> bytes:
        """Run a command; return its output as bytes."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "viewmark", *words),
            cwd=self.folder,
            env=self.env,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        out, err = await process.communicate(given)
        assert process.returncode == 0, f"{' '.join(words)}: {err.decode()}"
        return out

    async def json(self, *words: str) -> Any:
        """Run a command; return its JSON output."""
        return json.loads(await self.run(*words, "--json"))

    async def snapshot(self) -> str:
        return await self.run("snapshot", "--characters", "1000000")

    async def text(self) -> str:
        return await self.run("text", "--characters", "1000000")

    async def found(self, role: str | None, name: str) -> str | None:
        if role is None:
            matches = (await self.json("find", name))["matches"]
        else:
            matches = (await self.json("find", "--role", role, "--name", name))["matches"]
            if not matches:  # identified by its text only
                every = (await self.json("find", "--role", role))["matches"]
                matches = [each for each in every if name in each["text"]]
        return str(matches[0]["ref"]) if matches else None

    async def goto(self, url: str) -> None:
        await self.run("open", url)

    async def click(self, ref: str) -> Any:
        return await self.run("click", ref)

    async def type(self, ref: str, text: str) -> None:
        await self.run("type", ref, "-", given=text.encode())

    async def fill_form(self, fields: Mapping[str, str]) -> None:
        pairs = [word for pair in fields.items() for word in pair]
        assert len((await self.run("fill", *pairs)).splitlines()) == len(fields)

    async def select(self, ref: str, options: Sequence[str]) -> None:
        await self.run("select", ref, *options)

    async def check(self, ref: str) -> None:
        await self.run("check", ref)

    async def upload(self, ref: str, files: Sequence[Path]) -> None:
        await self.run("upload", ref, *(each.name for each in files))

    async def drop(self, ref: str, files: Sequence[Path]) -> None:
        await self.run("drop", ref, *map(str, files))

    async def wait_for_dialog(self) -> None:
        await self.run("wait", "--dialog")

    async def answer_dialog(self, *, accept: bool, text: str | None = None) -> None:
        words = () if text is None else (text,)
        await self.run("dialog", "accept" if accept else "dismiss", *words)

    async def current_tab(self) -> str:
        (number,) = [r["tab"] for r in (await self.json("tabs"))["tabs"] if r["current"]]
        return str(number)

    def opened_tab(self, answer: Any) -> str:
        return str(answer).rpartition("viewmark tab ")[2]

    async def switch_tab(self, tab: Any) -> None:
        await self.run("tab", tab)

    async def download(self, ref: str) -> Path:
        (got,) = (await self.json("click", ref, "--expect", "download"))["downloads"]
        return Path(got["path"])

    async def scroll_until(self, role: str, name: str) -> str:
        await self.run("scroll", "--until", name)
        return await self.ref(role, name)

    async def hover_over(self, words: str) -> None:
        await self.run("hover", (await self.json("find", words))["matches"][0]["ref"])

    async def drag(self, ref: str, *, to: str) -> None:
        await self.run("drag", ref, to)

    async def drag_by(self, ref: str, *, from_left: int, dx: int) -> None:
        box = json.loads(await self.run("get", "box", ref))
        start = f"css:{box['x'] + from_left},{box['y'] + box['height'] / 2}"
        await self.run("drag", start, f"--by={dx},0")

    async def keys(self, keys: str, ref: str | None = None) -> None:
        await self.run("press", keys, *(() if ref is None else ("--on", ref)))

    async def paste(self, ref: str) -> None:
        await self.run("paste", ref)

    async def clipboard(self) -> str:
        return await self.run("clipboard")

    async def back(self) -> None:
        await self.run("back")

    async def forward(self) -> None:
        await self.run("forward")

    async def reload(self) -> None:
        await self.run("reload")

    async def wait(
        self, *, text: str | None = None, url: str | None = None, absent: bool = False
    ) -> None:
        what = (text,) if text is not None else ("--url", str(url))
        await self.run("wait", *what, *(("--gone",) if absent else ()))

    async def wait_ms(self, milliseconds: int) -> None:
        await self.run("wait", str(milliseconds / 1000))

    async def get(self, ref: str, what: str, name: str) -> Any:
        return await self.run("get", what, ref, name)

    async def evaluate(self, function: str) -> Any:
        return json.loads(await self.run("eval", "-", given=function.encode()))

    async def cookies(self) -> str:
        return await self.run("cookies")

    async def save_state(self, name: str) -> None:
        await self.run("state", "save", name)

    async def load_state(self, name: str) -> None:
        await self.run("state", "load", name)

    async def clear_cookies(self) -> None:
        await self.run("cookies", "clear")

    async def picture(self) -> int:
        return len(await self.bytes_of("shot", "-"))

    async def allow(self, name: str, *, latitude: float, longitude: float) -> None:
        await self.run("permit", name)
        await self.run("emulate", f"--geolocation={latitude},{longitude}")

    async def credentials(self, user: str, password: str, origin: str) -> None:
        words = ("network", "auth", user, "-", "--origin", origin)
        await self.run(*words, given=password.encode())

    async def viewport(self, *, width: int, height: int) -> None:
        await self.run("viewport", f"{width}x{height}")

    async def reset_viewport(self) -> None:
        await self.run("viewport", "reset")

    async def device(self, name: str) -> None:
        await self.run("emulate", "--device", name)

    async def dark(self) -> None:
        await self.run("emulate", "--color-scheme", "dark")

    async def reset_emulation(self) -> None:
        await self.run("emulate", "--reset")

    async def click_in_picture_where_it_is_red(self) -> None:
        x, y = red_spot(await self.bytes_of("shot", "-"))
        await self.run("click", f"{x},{y}")

    async def console(self) -> str:
        return await self.run("console")

    async def exceptions(self) -> str:
        return await self.run("errors")

    async def network(self) -> str:
        return await self.run("network")

    async def response_of(self, part: str) -> str:
        line = (await self.run("network", "--contains", part)).splitlines()[1]
        return await self.run("network", "body", line.split()[0])

    async def in_two_tabs(self, one: str, other: str, button: str, *, times: int) -> None:
        """Click in two sessions in parallel: in a shell, parallel work needs one session each."""

        async def press(name: str, url: str) -> None:
            await self.run("open", url, "--session", name)
            lines = await self.run("snapshot", "--session", name)
            ref = next(ref for _, its, ref in refs_in(lines) if its == button)
            for _ in range(times):
                await self.run("click", ref, "--session", name)

        await asyncio.gather(press("one", one), press("other", other))


@asynccontextmanager
async def cli(folder: Path) -> AsyncIterator[CliHands]:
    """A shell with its own sessions."""
    sessions = Path(tempfile.mkdtemp(prefix="vm-"))  # socket paths must be short
    hands = CliHands(folder, sessions)
    try:
        await hands.run("open")
        yield hands
    finally:
        await hands.run("close", "--all")
        shutil.rmtree(sessions, ignore_errors=True)
