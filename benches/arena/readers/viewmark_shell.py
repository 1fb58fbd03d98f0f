"""viewmark in a shell: a line for each thing, the same refs."""

from __future__ import annotations

import shlex
from typing import Any

from arena.readers.base import Act, NotWritten
from arena.readers.viewmark import CUT, STOPPED, ViewmarkReader

__all__ = ["ViewmarkShellReader"]


class ViewmarkShellReader(ViewmarkReader):
    """`viewmark VERB`: several verbs in one by `do`."""

    async def run(self, *command: str, whole: bool = False) -> None:
        """One command."""
        self.hear(await self.tool.call("run", command=list(command)), whole=whole)

    async def open(self, address: str = "", *, see: str = "controls") -> None:
        self.heard.clear()
        await self.run("open", address or self.address)
        if see not in ("", "text") and CUT.search(self.heard[-1]):
            await self.read(see)

    async def read(self, what: str = "text") -> None:
        await self.run("text" if what == "text" else "snapshot", whole=what != "text")

    async def open_and_look(self, *, see: str = "") -> None:
        """In calls of their own."""
        await self.open(see=see)
        await self.look()

    async def look(self) -> None:
        await self.run("look", "--picture", "look.jpg")
        self.hear(await self.tool.call("view", file="look.jpg"))

    async def do(self, *acts: Act, see: str = "") -> None:
        known = False
        left = [each for each in acts if each.kind != "expect"]
        while left:
            several, left = left, []
            if len(several) == 1:
                await self.run(*self.command(several[0]))
            else:
                await self.run("do", "; ".join(map(shlex.join, map(self.command, several))))
                if stopped := STOPPED.search(self.heard[-1]):
                    left = several[int(stopped[1]) :]
            known = see in ("", "text") or not CUT.search(self.heard[-1])
        if see and not known:
            await self.read(see)

    def command(self, act: Act) -> list[str]:
        """The words of one act."""
        target = str(act.target)
        match act.kind:
            case "click" | "hover" | "check":
                return [act.kind, target]
            case "fill":
                return ["fill", target, act.value]
            case "select":
                return ["select", target, *act.value]
            case "press":
                return [
                    "press",
                    act.value[0],
                    *(["--repeat", str(act.value[1])] * (act.value[1] > 1)),
                ]
            case "drag":
                return ["drag", target, str(act.value)]
            case "upload" | "drop":
                return [act.kind, target, *act.value]
            case "click_at":
                return ["click", ",".join(str(round(each)) for each in act.value)]
            case "dialog":
                accept, text = act.value
                return ["dialog", "accept" if accept else "dismiss", *([text] if text else [])]
            case "back" | "forward" | "reload":
                return [act.kind]
        raise NotWritten(act.kind)

    async def confirm(self, words: str) -> None:
        """By `find`, where the answer of the act does not say it."""
        if not self.knows(words):
            await self.run("find", words)
        self.words(words)

    async def special(self, what: str, *values: Any) -> None:
        raise NotWritten(what)
