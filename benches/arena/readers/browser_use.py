"""browser-use's tools: a list of elements by index, without the names of fields."""

from __future__ import annotations

import json
from typing import Any

from arena.readers.base import Act, Line, NotWritten, Reader

__all__ = ["BrowserUseReader"]

ROLES = {"a": "link", "input": "textbox", "textarea": "textbox", "select": "combobox"}


class BrowserUseReader(Reader):
    """The tools of its server, except those that need their own model."""

    def parsed(self, text: str) -> list[Line]:
        """Return the elements of the JSON state."""
        if not text.startswith("{"):
            return super().parsed(text)
        found = []
        for each in json.loads(text).get("interactive_elements", []):
            name = each.get("text") or each.get("placeholder") or ""
            role = ROLES.get(each["tag"], each["tag"])
            found.append(Line(json.dumps(each, ensure_ascii=False), role, name, each["index"]))
        return found

    async def open(self, address: str = "", *, see: str = "controls") -> None:
        self.heard.clear()
        self.hear(await self.tool.call("browser_navigate", url=address or self.address))
        if see:
            await self.read(see)

    async def read(self, what: str = "text") -> None:
        name = "browser_get_html" if what == "text" else "browser_get_state"
        self.hear(await self.tool.call(name), whole=what != "text")

    async def look(self) -> None:
        self.hear(await self.tool.call("browser_screenshot"))

    async def do(self, *acts: Act, see: str = "") -> None:
        for act in (each for group in self.merged(acts) for each in group):
            name, arguments = self.step(act)
            self.hear(await self.tool.call(name, **arguments))
        if see:
            await self.read(see)

    def step(self, act: Act) -> tuple[str, dict[str, Any]]:
        """Return the call for an action."""
        match act.kind:
            case "click" | "check":
                return "browser_click", {"index": act.target}
            case "fill":
                return "browser_type", {"index": act.target, "text": act.value}
            case "click_at":
                x, y = map(round, act.value)
                return "browser_click", {"coordinate_x": x, "coordinate_y": y}
            case "back":
                return "browser_go_back", {}
            case "new_tab":
                return "browser_navigate", {"url": act.value, "new_tab": True}
        raise NotWritten(act.kind)
