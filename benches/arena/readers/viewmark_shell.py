"""viewmark on the command line: one line per element, with the same refs."""

from __future__ import annotations

import re
import shlex
from typing import Any

from arena.readers.base import Act, NotWritten
from arena.readers.viewmark import CUT, STOPPED, ViewmarkReader

__all__ = ["ViewmarkShellReader"]


class ViewmarkShellReader(ViewmarkReader):
    """`viewmark VERB`; `do` combines several commands."""

    async def run(self, *command: str, whole: bool = False) -> None:
        """Run a command."""
        self.hear(await self.tool.call("run", command=list(command)), whole=whole)

    async def open(self, address: str = "", *, see: str = "controls") -> None:
        self.heard.clear()
        await self.run("open", address or self.address)
        if see not in ("", "text") and CUT.search(self.heard[-1]):
            await self.read(see)

    async def read(self, what: str = "text") -> None:
        await self.run("text" if what == "text" else "snapshot", whole=what != "text")

    async def open_and_look(self, *, see: str = "") -> None:
        """Use separate calls."""
        await self.open(see=see)
        await self.look()

    async def look(self) -> None:
        await self.run("look", "--picture", "look.jpg")
        self.hear(await self.tool.call("view", file="look.jpg"))

    async def do(self, *acts: Act, see: str = "") -> None:
        known = False
        left = list(acts)
        while left:
            several = [left.pop(0)]
            while left and not {several[-1].kind, left[0].kind} & {"new_tab", "tab"}:
                several.append(left.pop(0))
            if len(several) == 1:
                await self.run(*self.command(several[0]))
            else:
                await self.run("do", "; ".join(map(shlex.join, map(self.command, several))))
                if stopped := STOPPED.search(self.heard[-1]):
                    left = [*several[int(stopped[1]) :], *left]
            known = see in ("", "text") or not CUT.search(self.heard[-1])
        if see and not known:
            await self.read(see)

    def command(self, act: Act) -> list[str]:
        """Return the command-line arguments of an action."""
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
            case "drag_by":
                return ["drag", target, f"--by={act.value},0"]
            case "drag_at":
                x, y, dx, dy = map(round, act.value)
                return ["drag", f"{x},{y}", f"--by={dx},{dy}"]
            case "type":
                return ["type", "--focused", act.value]
            case "scroll":
                over = ["--in", act.target] if act.target else []
                way = [act.value["to"]] if "to" in act.value else ["down", str(act.value["dy"])]
                return ["scroll", *way, *over]
            case "scroll_until":
                return ["scroll", "--until", act.value]
            case "expect":
                return ["wait", "--text", act.value]
            case "wait":
                text = act.value.get("text")
                return ["wait", *(["--text", text] if text else ["--dialog"])]
            case "new_tab":
                return ["tab", "new", act.value]
            case "tab":
                return ["tab", str(act.value + 1)]
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
        """Use `find`, unless the result of the action already contains the text."""
        if not self.knows(words):
            await self.run("find", words)
        self.words(words)

    async def find(self, words: str, role: str = "") -> Any:
        await self.run("find", *(["--role", role, "--name", words] if role else [words]))
        return self.maybe(words)

    async def special(self, what: str, *values: Any) -> None:
        origin = "/".join(self.address.split("/")[:3])
        match what:
            case "resize":
                command = ["viewport", f"{values[0]}x{values[1]}"]
            case "dark":
                command = ["emulate", "--color-scheme", "dark"]
            case "place":
                await self.run("permit", "geolocation", "--origin", origin)
                command = ["emulate", "--geolocation", f"{values[0]},{values[1]}"]
            case "device":
                command = ["emulate", "--device", values[0]]
            case "credentials":
                command = ["network", "auth", "--origin", origin, *values]
            case "save" | "load":
                command = ["state", what, "login.json"]
            case "clear":
                command = ["state", "clear"]
            case "requests":
                await self.run("network", "--contains", values[0])
                number = self.words(rf"(\S+)[^\n]*{re.escape(values[0])}")
                await self.run("network", "body", number)
                return
            case _:
                raise NotWritten(what)
        await self.run(*command)
