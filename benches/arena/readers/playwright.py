"""Playwright MCP: a tree with refs, in a separate result (an action's result names a file)."""

from __future__ import annotations

import json
import re
from typing import Any

from arena.readers.base import Act, NotWritten, Reader

__all__ = ["PlaywrightReader"]

KINDS = {"fill": "textbox", "select": "combobox"}


class PlaywrightReader(Reader):
    """The `browser_*` tools; code is used only if no other tool has the same effect."""

    handle = re.compile(r"\[ref=(\w+)\]")

    async def open(self, address: str = "", *, see: str = "controls") -> None:
        self.heard.clear()
        self.hear(await self.tool.call("browser_navigate", url=address or self.address))
        if see:
            await self.read(see)

    async def read(self, what: str = "text") -> None:
        self.hear(await self.tool.call("browser_snapshot"), whole=True)

    async def look(self) -> None:
        self.hear(await self.tool.call("browser_take_screenshot"))

    async def do(self, *acts: Act, see: str = "") -> None:
        for group in self.merged(acts):
            if len(group) > 1 or group[0].kind == "check":
                fields = [self.field(each) for each in group]
                self.hear(await self.tool.call("browser_fill_form", fields=fields))
            else:
                act = group[0]
                if act.kind == "upload":  # the file chooser must be open
                    self.hear(await self.tool.call("browser_click", target=act.target))
                name, arguments = self.step(act)
                self.hear(await self.tool.call(name, **arguments))
        if see:
            await self.read(see)

    def field(self, act: Act) -> dict[str, Any]:
        """Return one field for `browser_fill_form`."""
        value = act.value[0] if act.kind == "select" else act.value
        kind = act.role if act.role in ("checkbox", "radio", "slider") else KINDS[act.kind]
        value = "true" if act.kind == "check" else value
        return {"name": kind, "target": act.target, "type": kind, "value": value}

    def step(self, act: Act) -> tuple[str, dict[str, Any]]:
        """Return the call for an action."""
        match act.kind:
            case "click":
                return "browser_click", {"target": act.target}
            case "hover":
                return "browser_hover", {"target": act.target}
            case "fill":
                return "browser_type", {"target": act.target, "text": act.value}
            case "select":
                return "browser_select_option", {"target": act.target, "values": list(act.value)}
            case "press":
                key, times = act.value
                if times > 1:
                    raise NotWritten("a key several times in one call")
                return "browser_press_key", {"key": key}
            case "drag":
                return "browser_drag", {"startTarget": act.target, "endTarget": act.value}
            case "upload":
                paths = [str(self.folder / each) for each in act.value]
                return "browser_file_upload", {"paths": paths}
            case "drop":
                paths = [str(self.folder / each) for each in act.value]
                return "browser_drop", {"target": act.target, "paths": paths}
            case "dialog":
                accept, text = act.value
                more = {"promptText": text} if text else {}
                return "browser_handle_dialog", {"accept": accept, **more}
            case "click_at":
                x, y = act.value
                return self.code(f"await page.mouse.click({x}, {y});")
            case "drag_at":
                x, y, dx, dy = act.value
                return self.code(
                    f"await page.mouse.move({x}, {y}); await page.mouse.down(); "
                    f"await page.mouse.move({x + dx}, {y + dy}, {{ steps: 10 }}); "
                    "await page.mouse.up();"
                )
            case "type":
                return self.code(f"await page.keyboard.type({json.dumps(act.value)});")
            case "scroll":
                x, y = act.value.get("over", (300, 300))
                return self.code(
                    f"await page.mouse.move({x}, {y}); "
                    f"await page.mouse.wheel(0, {act.value['dy']});"
                )
            case "wait":
                if act.value.get("dialog"):
                    return "browser_wait_for", {"time": 1}
                return "browser_wait_for", {"text": act.value["text"]}
            case "back":
                return "browser_navigate_back", {}
            case "forward":
                return self.code("await page.goForward();")
            case "reload":
                return self.code("await page.reload();")
            case "new_tab":
                return "browser_tabs", {"action": "new", "url": act.value}
            case "tab":
                return "browser_tabs", {"action": "select", "index": act.value}
        raise NotWritten(act.kind)

    def code(self, body: str) -> tuple[str, dict[str, Any]]:
        """Return a call that runs Playwright code."""
        return "browser_run_code_unsafe", {"code": f"async (page) => {{ {body} }}"}

    async def confirm(self, words: str) -> None:
        """Use `browser_find`."""
        self.hear(await self.tool.call("browser_find", text=words))
        self.words(words)

    async def special(self, what: str, *values: Any) -> None:
        match what:
            case "resize":
                call = self.tool.call("browser_resize", width=values[0], height=values[1])
            case "dark":
                call = self.tool.call("browser_emulate_media", colorScheme="dark")
            case "requests":
                self.hear(await self.tool.call("browser_network_requests", filter=values[0]))
                number = int(self.words(r"(\d+)\. "))
                call = self.tool.call("browser_network_request", index=number, part="response-body")
            case _:
                raise NotWritten(what)
        self.hear(await call)
