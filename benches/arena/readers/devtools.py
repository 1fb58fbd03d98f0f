"""Chrome DevTools MCP: an accessibility tree with uids, on request in the result of the action."""

from __future__ import annotations

import re
from typing import Any

from arena.readers.base import Act, NotWritten, Reader

__all__ = ["DevToolsReader"]

ACTING = ("click", "fill", "fill_form", "hover", "drag", "press_key", "upload_file")
"""Tools that accept `includeSnapshot`."""


class DevToolsReader(Reader):
    """The tools of the server; scripts are used only if no other tool has the same effect."""

    handle = re.compile(r"uid=(\d+_\d+)")
    page = 1

    async def call(self, name: str, *, whole: bool = False, **arguments: Any) -> None:
        """Make a call for the current page."""
        self.hear(await self.tool.call(name, pageId=self.page, **arguments), whole=whole)

    async def open(self, address: str = "", *, see: str = "controls") -> None:
        self.heard.clear()
        await self.call("navigate_page", type="url", url=address or self.address)
        if see:
            await self.read(see)

    async def read(self, what: str = "text") -> None:
        await self.call("take_snapshot", whole=True)

    async def do_and_see(self, *acts: Act, words: str) -> None:
        """Request the tree with the last action."""
        await self.do(*acts, see="text")
        self.words(words)

    async def read_closely(self) -> None:
        """Read with `verbose`: the complete accessibility tree."""
        await self.call("take_snapshot", verbose=True, whole=True)

    async def look(self) -> None:
        await self.call("take_screenshot")

    async def do(self, *acts: Act, see: str = "") -> None:
        groups = self.merged(acts)
        shown = False
        for number, group in enumerate(groups, 1):
            if len(group) > 1:
                name = "fill_form"
                fields = [{"uid": each.target, "value": self.value(each)} for each in group]
                arguments: dict[str, Any] = {"elements": fields}
            else:
                name, arguments = self.step(group[0])
            if see and number == len(groups) and name in ACTING:
                arguments["includeSnapshot"] = shown = True
            await self.call(name, whole=shown, **arguments)
        if see and not shown:
            await self.read(see)

    def value(self, act: Act) -> str:
        """Return the value for a field."""
        if act.kind == "check":
            return "true"
        return str(act.value[0] if act.kind == "select" else act.value)

    def step(self, act: Act) -> tuple[str, dict[str, Any]]:
        """Return the call for an action."""
        match act.kind:
            case "click" | "hover":
                return act.kind, {"uid": act.target}
            case "fill" | "check":
                return "fill", {"uid": act.target, "value": self.value(act)}
            case "select":
                if len(act.value) > 1:
                    raise NotWritten("several options of one list")
                return "fill", {"uid": act.target, "value": act.value[0]}
            case "press":
                key, times = act.value
                if times > 1:
                    raise NotWritten("a key several times in one call")
                return "press_key", {"key": key}
            case "drag":
                return "drag", {"from_uid": act.target, "to_uid": act.value}
            case "upload":
                paths = [str(self.folder / each) for each in act.value]
                return "upload_file", {"uid": act.target, "filePaths": paths}
            case "dialog":
                accept, text = act.value
                more = {"promptText": text} if text else {}
                return "handle_dialog", {"action": "accept" if accept else "dismiss", **more}
            case "type":
                return "type_text", {"text": act.value}
            case "wait":
                if "text" not in act.value:
                    raise NotWritten("waiting for a dialog")
                return "wait_for", {"text": [act.value["text"]]}
            case "click_at":
                x, y = act.value
                return self.script(
                    f"const e = document.elementFromPoint({x}, {y}); const o = {{ bubbles: true, "
                    f"clientX: {x}, clientY: {y} }}; for (const t of ['pointerdown', 'mousedown', "
                    "'pointerup', 'mouseup', 'click']) e.dispatchEvent(new PointerEvent(t, o));"
                )
            case "drag_at":
                x, y, dx, dy = act.value
                return self.script(
                    "const s = (t, x, y) => document.elementFromPoint(x, y).dispatchEvent(new "
                    "PointerEvent(t, { bubbles: true, clientX: x, clientY: y })); "
                    f"s('pointerdown', {x}, {y}); s('pointermove', {x + dx}, {y + dy}); "
                    f"s('pointerup', {x + dx}, {y + dy});"
                )
            case "scroll":
                body = (
                    "(e) => { while (e && e.scrollHeight <= e.clientHeight) e = e.parentElement; "
                    f"(e || document.scrollingElement).scrollBy(0, {act.value['dy']}); }}"
                )
                return "evaluate_script", {
                    "function": body,
                    "args": [act.target] * bool(act.target),
                }
            case "back" | "forward" | "reload":
                return "navigate_page", {"type": act.kind}
            case "new_tab":
                self.page += 1
                return "new_page", {"url": act.value}
            case "tab":
                self.page = act.value + 1
                return "select_page", {}
        raise NotWritten(act.kind)

    def script(self, body: str) -> tuple[str, dict[str, Any]]:
        """Return a call that runs a script."""
        return "evaluate_script", {"function": f"() => {{ {body} }}"}

    async def special(self, what: str, *values: Any) -> None:
        match what:
            case "resize":
                await self.call("resize_page", width=values[0], height=values[1])
            case "dark":
                await self.call("emulate", colorScheme="dark")
            case "place":
                await self.call("emulate", geolocation=f"{values[0]},{values[1]}")
            case "requests":
                await self.call("list_network_requests")
                number = int(self.words(rf"reqid=(\d+)[^\n]*{re.escape(values[0])}"))
                await self.call("get_network_request", reqid=number)
            case _:
                raise NotWritten(what)
