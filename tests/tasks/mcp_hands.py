"""Tasks over MCP: a server on stdio, the official client, and the results of its calls.

All information about the page comes from these results, which are lines or JSON.
"""

from __future__ import annotations

import asyncio
import base64
import json
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from hands import Hands, red_spot, refs_in
from mcp.client.session import ClientSession
from serving import mcp_session

__all__ = ["McpHands", "mcp"]

LIMIT = 45.0
"""Seconds per call."""
FOUND = re.compile(r"(?P<ref>@[\w.:-]+) (?P<role>[a-z]+)")


class McpHands(Hands):
    """Tasks through calls of the five tools."""

    def __init__(self, session: ClientSession) -> None:
        self.session = session
        self.calls = 0
        self.characters = 0
        """Total length of the texts in all results."""

    async def call(self, tool: str, what: str, **arguments: Any) -> tuple[str, list[bytes]]:
        """Return the texts and images of a result."""
        answer = await asyncio.wait_for(
            self.session.call_tool(tool, {"what": what, **arguments}), LIMIT
        )
        texts = [each.text for each in answer.content if each.type == "text"]
        pictures = [base64.b64decode(b.data) for b in answer.content if b.type == "image"]
        self.calls += 1
        self.characters += sum(map(len, texts))
        assert not answer.is_error, texts
        return "\n".join(texts), pictures

    async def json(self, tool: str, what: str, **arguments: Any) -> Any:
        return json.loads((await self.call(tool, what, **arguments))[0])

    async def read(self, what: str, **arguments: Any) -> str:
        text, _ = await self.call("observe", what, **arguments)
        return text

    async def act(self, what: str, **arguments: Any) -> Any:
        return await self.json("interact", what, **arguments)

    async def snapshot(self) -> str:
        return await self.read("snapshot")

    async def text(self) -> str:
        return await self.read("text")

    async def found(self, role: str | None, name: str) -> str | None:
        if role is None:
            lines = await self.read("find", text=name)
        else:
            lines = await self.read("find", role=role, name=name)
            if not FOUND.search(lines):
                told = (await self.read("find", role=role)).splitlines()
                lines = "\n".join(line for line in told if name in line)
        match = FOUND.search(lines)
        return match["ref"] if match else None

    async def goto(self, url: str) -> None:
        await self.act("navigate", url=url)

    async def click(self, ref: str) -> Any:
        return await self.act("click", ref=ref)

    async def type(self, ref: str, text: str) -> None:
        await self.act("type", ref=ref, text=text)

    async def fill_form(self, fields: Mapping[str, str]) -> None:
        rows = [{"target": ref, "value": value} for ref, value in fields.items()]
        done = await self.act("fill_form", fields=rows)
        assert len(done["fields"]) == len(fields)

    async def select(self, ref: str, options: Sequence[str]) -> None:
        done = await self.act("select", ref=ref, value=json.dumps(list(options)))
        assert [each["label"] for each in done["selected"]] == list(options)

    async def check(self, ref: str) -> None:
        done = await self.act("check", ref=ref)
        assert done["state"]["checked"] is True

    async def upload(self, ref: str, files: Sequence[Path]) -> None:
        await self.act("upload", ref=ref, files=[each.name for each in files])

    async def drop(self, ref: str, files: Sequence[Path]) -> None:
        await self.act("drop", ref=ref, files=[each.name for each in files])

    async def wait_for_dialog(self) -> None:
        await self.act("wait_for", extra='{"dialog": true}')

    async def answer_dialog(self, *, accept: bool, text: str | None = None) -> None:
        done = await self.act("answer_dialog", accept=accept, text=text)
        assert done["dialog"]["accepted"] is accept

    async def current_tab(self) -> str:
        lines = (await self.read("tabs")).splitlines()
        return next(line.split()[1] for line in lines if line.startswith("*"))

    def opened_tab(self, answer: Any) -> str:
        (opened,) = answer["tabs"]
        return str(opened["tab_id"])

    async def switch_tab(self, tab: str) -> None:
        await self.act("switch_tab", tab_id=tab)

    async def download(self, ref: str) -> Path:
        done = await self.act("click", ref=ref, expect="download")
        (got,) = done["downloads"]
        return Path(got["path"])

    async def scroll_until(self, role: str, name: str) -> str:
        await self.act("scroll_until", text=name)
        return await self.ref(role, name)

    async def hover_over(self, words: str) -> None:
        ref = await self.found(None, words)
        await self.act("hover", ref=ref)

    async def drag(self, ref: str, *, to: str) -> None:
        await self.act("drag", ref=ref, to=to)

    async def drag_by(self, ref: str, *, from_left: int, dx: int) -> None:
        box = (await self.json("observe", "get", ref=ref, property="box"))["value"]
        x, y = box["x"] + from_left, box["y"] + box["height"] / 2
        await self.act("drag", x=x, y=y, dx=dx, extra={"coordinates": "css"})

    async def keys(self, keys: str, ref: str | None = None) -> None:
        await self.act("keypress", key=keys, ref=ref)

    async def paste(self, ref: str) -> None:
        await self.act("paste", ref=ref)

    async def clipboard(self) -> str:
        return await self.read("clipboard")

    async def back(self) -> None:
        await self.act("back")

    async def forward(self) -> None:
        await self.act("forward")

    async def reload(self) -> None:
        await self.act("reload")

    async def wait(self, **condition: Any) -> None:
        await self.act("wait_for", **condition)

    async def wait_ms(self, milliseconds: int) -> None:
        await self.act("wait_for", time_ms=milliseconds)

    async def get(self, ref: str, what: str, name: str) -> Any:
        return (await self.json("observe", "get", ref=ref, property=what, name=name))["value"]

    async def evaluate(self, function: str) -> Any:
        return (await self.act("run_script", script=function))["value"]

    async def cookies(self) -> str:
        return json.dumps(await self.json("configure", "storage"))

    async def save_state(self, name: str) -> None:
        await self.call("configure", "storage", task="save", file=name)

    async def load_state(self, name: str) -> None:
        await self.call("configure", "storage", task="load", file=name)

    async def clear_cookies(self) -> None:
        await self.call("configure", "storage", task="clear")

    async def picture(self) -> int:
        _, (picture,) = await self.call("observe", "screenshot")
        return len(picture)

    async def allow(self, name: str, *, latitude: float, longitude: float) -> None:
        place = {"latitude": latitude, "longitude": longitude, "permissions": [name]}
        await self.call("configure", "emulate", environment=place)

    async def credentials(self, user: str, password: str, origin: str) -> None:
        login = {"username": user, "password": password}
        await self.call("configure", "traffic", credentials=login, origin=origin)

    async def viewport(self, *, width: int, height: int) -> None:
        await self.call("configure", "viewport", width=width, height=height)

    async def reset_viewport(self) -> None:
        await self.call("configure", "viewport", reset=True)

    async def device(self, name: str) -> None:
        await self.call("configure", "emulate", environment={"device": name})

    async def dark(self) -> None:
        await self.call("configure", "emulate", environment={"color_scheme": "dark"})

    async def reset_emulation(self) -> None:
        await self.call("configure", "emulate", reset=True)

    async def click_in_picture_where_it_is_red(self) -> None:
        text, (picture,) = await self.call("observe", "screenshot", extra='{"format": "png"}')
        x, y = red_spot(picture)
        await self.act("click", x=x, y=y, frame_id=json.loads(text)["frame_id"])

    async def console(self) -> str:
        return await self.read("logs")

    async def exceptions(self) -> str:
        return await self.read("errors")

    async def network(self) -> str:
        return await self.read("network")

    async def response_of(self, part: str) -> str:
        lines = (await self.read("network", filter=part)).splitlines()
        return await self.read("network", request_id=lines[1].split()[0])

    async def in_two_tabs(self, one: str, other: str, button: str, *, times: int) -> None:
        tabs = [(await self.act("new_tab", url=url))["tab_id"] for url in (one, other)]

        async def press(tab: str) -> None:
            lines = await self.read("snapshot", tab_id=tab)
            ref = next(r for _, n, r in refs_in(lines) if n == button)
            for _ in range(times):
                await self.act("click", ref=ref, tab_id=tab)

        await asyncio.gather(*map(press, tabs))


@asynccontextmanager
async def mcp(folder: Path, *, process: bool = True) -> AsyncIterator[McpHands]:
    """A new server that may upload files from the folder and run scripts."""
    flags = ("--output", str(folder), "--allow-script")
    async with mcp_session(folder, *flags, process=process) as session:
        yield McpHands(session)
