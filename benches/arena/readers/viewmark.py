"""viewmark over MCP: lines with refs, and screenshots with numbers."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

from arena.readers.base import Act, Line, NotWritten, Reader

__all__ = ["ViewmarkReader"]

FOUND = re.compile(
    r"^\s*(?:\[(?P<label>\d+)\] )?(?P<ref>@[\w.:-]*\w) (?P<role>[a-z]+)"
    r'(?: "(?P<name>(?:[^"\\]|\\.)*)")?'
)
"""A line of a screenshot's map or of a `find` result: number, ref, role, name."""
THING = re.compile(
    r'(?<!\w)(?P<role>[a-z]+)(?: "(?P<name>(?:[^"\\]|\\.)*)")? (?P<ref>@[\w.:-]*\w)[^\[@]*'
)
"""One element in a line: role, name, ref, and its description."""
KIND = re.compile(r'\[([a-z]+)(?: "([^"]*)")?')
"""A column of a folded table: role, name."""
DECODER = json.JSONDecoder()
CUT = re.compile(r"(?m)^\.\.\. \d+ more")
"""Pattern of the text in `changes` if the page exceeds the limit."""
STOPPED = re.compile(r"^\d+ of \d+ done; stopped at (\d+) ")
"""Pattern of the report about an `act` that stopped early, which ends the try with an error."""
TAB = re.compile(r"\b[0-9A-F]{32}\b")
HERE = re.compile(r"\(this one: ([0-9A-F]{32})\)")
"""The id of the opener tab, which follows the id of the new tab."""


class ViewmarkReader(Reader):
    """Five tools, each with a `what` argument."""

    handle = re.compile(r"(@[\w.:-]*\w)")

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.tabs: list[str] = []
        """Tab ids in the order in which results mentioned them."""

    def hear(self, reply: Any, *, whole: bool = False) -> Any:
        """Also store the ids of tabs."""
        for each in HERE.findall(reply.text) + TAB.findall(reply.text):
            if each not in self.tabs:
                self.tabs.append(each)
        return super().hear(reply, whole=whole)

    def parsed(self, text: str) -> list[Line]:
        """Return the lines, each followed by its elements, or the elements of a JSON result."""
        found: list[Line] = []
        if not text.startswith("{"):
            columns: list[str] = []
            for each in text.splitlines():
                if "each row: " in each:
                    columns = each.partition("each row: ")[2].split(" | ")
                elif columns and "|" in each and not each.strip().startswith("row"):
                    found += self.folded(each.strip(), columns)
                    continue
                elif not each.strip().startswith("row"):
                    columns = []
                first = FOUND.match(each)
                if first is None:
                    found.append(Line(each))
                things = [(first, each)] if first else [(m, m[0]) for m in THING.finditer(each)]
                for thing, words in things:
                    name = (thing["name"] or "").replace('\\"', '"')
                    found.append(Line(words, thing["role"], name, thing["ref"]))
            return found

        def walk(value: Any) -> None:
            if isinstance(value, dict):
                if "ref" in value:
                    words = json.dumps(value, ensure_ascii=False)
                    name = value.get("name") or value.get("text") or ""
                    found.append(Line(words, value.get("role", ""), name, value["ref"]))
                for each in value.values():
                    walk(each)
            elif isinstance(value, list):
                for each in value:
                    walk(each)

        walk(DECODER.raw_decode(text)[0])  # notes may follow the JSON
        return found

    def folded(self, row: str, columns: list[str]) -> list[Line]:
        """Return the cells of a table row whose column headers were given once."""
        found = [Line(row)]
        for cell, column in zip(row.split("|"), columns, strict=False):
            handle = self.handle.search(cell)
            kind = KIND.search(column)
            name = self.handle.sub("", cell).strip()
            if handle and kind:
                found.append(Line(cell, kind[1], name or kind[2] or "", handle[1]))
        return found

    def came_of_it(self, reply: Any, see: str) -> bool:
        """Store a result; return whether it describes the current page sufficiently."""
        self.hear(reply)
        if "not known yet" in reply.text:
            return False
        return see in ("", "text") or not CUT.search(reply.text)  # texts and messages come first

    async def open(self, address: str = "", *, see: str = "controls") -> None:
        self.heard.clear()
        reply = await self.tool.call("interact", what="navigate", url=address or self.address)
        if not self.came_of_it(reply, see) and see:
            await self.read(see)

    async def open_and_look(self, *, see: str = "") -> None:
        """Open the page; the result contains the marked screenshot, and refs in its map."""
        self.heard.clear()
        to = {"what": "navigate", "url": self.address}
        self.came_of_it(await self.tool.call("interact", **to, picture=True), see)

    async def read(self, what: str = "text") -> None:
        name = "text" if what == "text" else "snapshot"
        self.hear(await self.tool.call("observe", what=name), whole=name == "snapshot")

    async def look(self) -> None:
        self.hear(await self.tool.call("observe", what="page", annotate_screenshot=True))

    async def do(self, *acts: Act, see: str = "") -> None:
        known = False
        left = list(acts)
        while left:
            lines = []
            while left and (line := self.line(left[0])):
                lines.append(line)
                left.pop(0)
            if lines:
                reply = await self.tool.call("act", do=lines)
                if stopped := STOPPED.search(reply.text):
                    raise RuntimeError(f"line {stopped[1]}: {reply.text[:300]}")
                *earlier, last = re.split(r"(?m)^(?=\d+ )", reply.text)
                for report in earlier:
                    self.hear(replace(reply, text=report))
                reply = replace(reply, text=last)
            else:
                reply = await self.tool.call("interact", **self.step(left.pop(0)))
            known = self.came_of_it(reply, see)
        if see and not known:
            await self.read(see)

    def line(self, act: Act) -> str:
        """Return the `act` line of an action, or an empty string if there is none."""
        target, value = act.target, act.value
        match act.kind:
            case "click" | "hover" | "double_click" | "check":
                return f"{act.kind} {target}"
            case "fill":
                return f"fill {target} {json.dumps(value, ensure_ascii=False)}"
            case "select" | "upload":
                texts = " ".join(json.dumps(each, ensure_ascii=False) for each in value)
                return f"{act.kind} {target} {texts}"
            case "drag":
                return f"drag {target} to {value}"
            case "drag_by":
                return f"drag {target} by {value} 0"
            case "press":
                return f"key {' '.join([value[0]] * value[1])}"
            case "dialog":
                return f"ok {json.dumps(value[1])}" if value[1] else "ok" if value[0] else "cancel"
            case "type":
                return f"type {json.dumps(value, ensure_ascii=False)}"
            case "expect":
                return f"wait {json.dumps(value, ensure_ascii=False)}"
            case "back" | "forward" | "reload":
                return act.kind
        return ""

    def step(self, act: Act) -> dict[str, Any]:
        """Return the arguments of the call for an action."""
        ref = {"label": act.target} if isinstance(act.target, int) else {"ref": act.target}
        match act.kind:
            case "click" | "hover" | "double_click":
                return {"what": act.kind, **ref}
            case "fill" | "select":
                value = act.value
                if act.kind == "select":
                    value = value[0] if len(value) == 1 else json.dumps(list(value))
                return {"what": act.kind, **ref, "value": value}
            case "check":
                return {"what": "check", **ref}
            case "drag_by":
                return {"what": "drag", **ref, "dx": act.value}
            case "press":
                key, times = act.value
                many = {"repeat": times} if times > 1 else {}
                return {"what": "keypress", "key": key, **many}
            case "drag":
                return {"what": "drag", **ref, "to": act.value}
            case "upload" | "drop":
                return {"what": act.kind, **ref, "files": list(act.value)}
            case "click_at":
                x, y = act.value
                return {"what": "click", "x": x, "y": y}
            case "drag_at":
                x, y, dx, dy = act.value
                return {"what": "drag", "x": x, "y": y, "dx": dx, "dy": dy}
            case "dialog":
                accept, text = act.value
                return {"what": "answer_dialog", "accept": accept} | (
                    {"text": text} if text else {}
                )
            case "type":
                return {"what": "type", "text": act.value}
            case "expect":
                return {"what": "wait_for", "text": act.value}
            case "wait":
                return {"what": "wait_for", **act.value}
            case "scroll":
                target = {"ref": act.target} if act.target else {}
                return {"what": "scroll", **target, **act.value}
            case "scroll_until":
                target = {"container": act.target} if act.target else {}
                return {"what": "scroll_until", "text": act.value, "scrolls": 200, **target}
            case "back" | "forward" | "reload":
                return {"what": act.kind}
            case "new_tab":
                return {"what": "new_tab", "url": act.value}
            case "tab":
                return {"what": "switch_tab", "tab_id": self.tabs[act.value]}
        raise NotWritten(act.kind)

    async def confirm(self, words: str) -> None:
        """Use `find`, unless the result of the action already contains the text."""
        if not self.knows(words):
            self.hear(await self.tool.call("observe", what="find", text=words))
        self.words(words)

    async def find(self, words: str, role: str = "") -> Any:
        """Return the ref of an element that readings do not list, or None; makes a call."""
        what = {"role": role, "name": words} if role else {"text": words}
        self.hear(await self.tool.call("observe", what="find", **what))
        return self.maybe(words)

    async def special(self, what: str, *values: Any) -> None:
        match what:
            case "resize":
                settings: dict[str, Any] = {"what": "viewport"}
                settings |= {"width": values[0], "height": values[1]}
            case "dark":
                settings = {"what": "emulate", "environment": {"color_scheme": "dark"}}
            case "place":
                place = {"latitude": values[0], "longitude": values[1]}
                settings = {"what": "emulate", "environment": place}
            case "device":
                settings = {"what": "emulate", "environment": {"device": values[0]}}
            case "credentials":
                login = {"username": values[0], "password": values[1]}
                origin = "/".join(self.address.split("/")[:3])
                settings = {"what": "traffic", "credentials": login, "origin": origin}
            case "save" | "load" | "clear":
                settings = {"what": "storage", "task": what}
                settings |= {"file": "login.json"} if what != "clear" else {}
            case "requests":
                self.hear(await self.tool.call("observe", what="network", filter=values[0]))
                number = self.words(rf"(\S+)[^\n]*{re.escape(values[0])}")
                self.hear(await self.tool.call("observe", what="network", request_id=number))
                return
            case _:
                raise NotWritten(what)
        self.hear(await self.tool.call("configure", **settings))
