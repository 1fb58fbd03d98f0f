"""agent-browser: combines as many commands as possible in one `batch`, with the snapshot last."""

from __future__ import annotations

import json
import re
from typing import Any

from arena.readers.base import Act, NotSeen, NotWritten, Reader

__all__ = ["AgentBrowserReader"]

READ = {"controls": "snapshot -i", "text": "read", "all": "snapshot"}


class AgentBrowserReader(Reader):
    """The reader for `agent-browser batch "command" ...`."""

    handle = re.compile(r"\bref=(e\d+)\b")

    async def batch(self, *commands: str, whole: bool = False) -> None:
        """Run several commands in one call."""
        self.hear(await self.tool.call("run", command=["batch", *commands]), whole=whole)

    async def open(self, address: str = "", *, see: str = "controls") -> None:
        self.heard.clear()
        await self.batch(f"open {address or self.address}", *([READ[see]] if see else []))

    async def read(self, what: str = "text") -> None:
        await self.batch(READ[what], whole=what != "text")

    async def open_and_look(self, *, see: str = "") -> None:
        """Open the page with the snapshot and a screenshot at the end of the batch."""
        self.heard.clear()
        await self.look(f"open {self.address}", *([READ[see]] if see else []))

    async def look(self, *before: str) -> None:
        """Take a screenshot at the end of a batch; viewing it is a separate call."""
        await self.batch(*before, "screenshot look.png")
        self.hear(await self.tool.call("view", file="look.png"))

    async def do(self, *acts: Act, see: str = "") -> None:
        commands = [each for act in acts for each in self.commands(act)]
        await self.batch(*commands, *([READ[see]] if see else []), whole=see in ("controls", "all"))

    async def do_and_see(self, *acts: Act, words: str) -> None:
        """Wait for the text at the end of the batch, which fails if the text does not appear."""
        await self.do(*acts, self.expect(words))
        if self.tool.calls[-1][2].refused:
            raise NotSeen(words)

    def commands(self, act: Act) -> list[str]:
        """Return the commands of an action."""
        at = f"@{act.target}"
        match act.kind:
            case "click" | "hover" | "check":
                return [f"{act.kind} {at}"]
            case "fill":
                return [f"fill {at} {json.dumps(act.value, ensure_ascii=False)}"]
            case "select":
                return [f"select {at} " + " ".join(json.dumps(each) for each in act.value)]
            case "press":
                return [f"press {act.value[0]}"] * act.value[1]
            case "drag":
                return [f"drag {at} @{act.value}"]
            case "upload":
                return [f"upload {at} " + " ".join(str(self.folder / each) for each in act.value)]
            case "dialog":
                if act.role == "alert":
                    return []  # the tool accepts alerts itself
                accept, text = act.value
                word = "accept" if accept else "dismiss"
                return [f"dialog {word}" + (f" {json.dumps(text)}" if text else "")]
            case "type":
                return [f"keyboard type {json.dumps(act.value)}"]
            case "click_at":
                x, y = map(round, act.value)
                return [f"mouse move {x} {y}", "mouse down", "mouse up"]
            case "drag_at":
                x, y, dx, dy = map(round, act.value)
                return [
                    f"mouse move {x} {y}",
                    "mouse down",
                    f"mouse move {x + dx // 2} {y + dy // 2}",
                    f"mouse move {x + dx} {y + dy}",
                    "mouse up",
                ]
            case "scroll":
                x, y = act.value.get("over", (300, 300))
                return [f"mouse move {x} {y}", f"mouse wheel {act.value['dy']}"]
            case "wait":
                if act.value.get("dialog"):
                    return ["wait 1000"]
                return [f"wait --text {json.dumps(act.value['text'])}"]
            case "expect":
                return [f"wait --text {json.dumps(act.value)}"]
            case "back" | "forward" | "reload":
                return [act.kind]
            case "new_tab":
                return [f"tab new {act.value}"]
            case "tab":
                return [f"tab t{act.value + 1}"]
        raise NotWritten(act.kind)

    async def special(self, what: str, *values: Any) -> None:
        match what:
            case "resize":
                await self.batch(f"set viewport {values[0]} {values[1]}")
            case "dark":
                await self.batch("set media dark")
            case "place":
                await self.batch(f"set geo {values[0]} {values[1]}")
            case "credentials":
                await self.batch(f"set credentials {values[0]} {values[1]}")
            case "device":
                await self.batch(f"set device {json.dumps(values[0])}")
            case "save" | "load":
                await self.batch(f"state {what} login.json")
            case "clear":
                await self.batch("cookies clear")
            case _:
                raise NotWritten(what)
