"""Every listed parameter has an effect: its handler reads all arguments that a call may have."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from webserver import LocalSite

from viewmark.mcp import dispatcher as dispatcher_module
from viewmark.mcp.dispatcher import Dispatcher
from viewmark.mcp.settings import Settings
from viewmark.mcp.tool import Tool
from viewmark.mcp.tools import TOOLS
from viewmark.parameters.parameter import Parameter

SHELL = {"answer", "include_screenshot", "tab_id"}
"""Parameters that the dispatcher reads for every tool."""
VALUES: dict[str, Any] = {
    "annotate": True,
    "annotation_selector": None,  # valid with `custom` only, but always read
    "cursor": 0,
    "environment": {"color_scheme": "light"},
    "fields": [{"target": "#t", "value": "a"}],
    "file": None,
    "files": ["nothing.txt"],
    "to": "#c",
    "contains": "",
    "frame_id": None,
    "if_changed": None,
    "key": "Shift",
    "keys": "Shift",
    "label": None,
    "modifiers": "Shift",
    "save_to": "made.bin",
    "scroll": {"y": 0},
    "selector": "#a",
    "settings": {"screenshot_cooldown_s": 1},
    "since": None,
    "style": {"opacity": 1},
    "task": "cookies",
    "text": "a",
    "timeout": 5,
    "seconds": None,
    "hold": 0.1,
    "options": ["one"],
    "value": "one",
    "wait": False,
    "within": "body",
    "x": None,
    "y": None,
    "ref": None,
    "tab_id": None,
    "correlation_id": None,
    "absent": False,
    "amount": None,
    "args": None,
    "block": ["*://nothing.example/*"],
    "container": None,
    "cookies": None,
    "credentials": {"username": "a", "password": "b"},
    "dialog": None,
    "expect": None,
    "extra": None,
    "headers": {"X-One": "1"},
    "input": {},
    "do": ["click #a"],
    "load": None,
    "mock": {"url": "http://mock.example/", "body": "a"},
    "of": "interact.drag",
    "origin": "http://a.example",
    "password": None,
    "property": "box",
    "request_id": None,
    "role": None,
    "script": "1",
    "to_x": None,
    "to_y": None,
    "unmock": "http://mock.example/",
    "direction": None,
    "domain": None,
    "target": None,
    "urls": None,
    "via": ["#a"],
}
PAGE = """<!doctype html><button id=a>Go</button>
<input id=t><input type=checkbox id=c><input type=file id=f>
<select id=s><option>one</select>"""
TARGETS = {"type": "#t", "fill": "#t", "select": "#s", "check": "#c", "upload": "#f"}


class Watched(dict[str, Any]):
    """A dict that records which of its keys were read."""

    def __init__(self, items: dict[str, Any]) -> None:
        super().__init__(items)
        self.asked: set[str] = set()

    def __getitem__(self, key: str) -> Any:
        self.asked.add(key)
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        self.asked.add(key)
        return super().get(key, default)

    def __contains__(self, key: object) -> bool:
        self.asked.add(str(key))
        return super().__contains__(key)


@pytest_asyncio.fixture(loop_scope="session")
async def dispatcher(tmp_path: Path) -> AsyncIterator[Dispatcher]:
    dispatcher = Dispatcher(Settings(output=tmp_path, allow_script=True))
    yield dispatcher
    await dispatcher.close()


def value_of(parameter: Parameter, what: str, url: str) -> Any:
    if parameter.name == "url":
        return url if what != "wait_for" else None
    if parameter.name == "text" and what == "wait_for":
        return None
    if (parameter.name, what) == ("wait", "navigate"):
        return 0.01
    if parameter.name == "annotation":
        return 1
    if parameter.name == "cursor" and what in ("snapshot", "text"):
        return None
    if parameter.name == "expect_timeout":
        return None  # valid with `expect` only
    if parameter.name in ("name", "up") or (parameter.name, what) == ("text", "scroll_until"):
        return None
    if parameter.name == "baseline":
        return None  # requires an existing file
    if parameter.name == "characters" and what == "network":
        return None  # valid with a body only
    if parameter.name == "clip" or (parameter.name, what) in (
        ("ref", "page"),
        ("padding", "page"),
        ("ref", "screenshot"),
    ):
        return None  # a call accepts only one area
    if parameter.name == "selector":
        return TARGETS.get(what, "#a")
    if parameter.name in VALUES:
        return VALUES[parameter.name]
    if parameter.enum:
        return parameter.enum[0]
    if "boolean" in parameter.kinds:
        return False
    if "string" in parameter.kinds:
        return "a"
    return max(parameter.low or 0, min(parameter.high or 100, 100))


@pytest.mark.parametrize("tool", TOOLS, ids=lambda t: t.name)
async def test_every_listed_parameter_is_read(
    tool: Tool, dispatcher: Dispatcher, site: LocalSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.put("/a.html", PAGE)
    url = site.url("/a.html")
    seen: dict[str, Watched] = {}
    real = dispatcher_module.validate

    def watching(tool: Tool, arguments: Any, tools: Any) -> tuple[str, dict[str, Any]]:
        what, args = real(tool, arguments, tools)
        # All parameters are present, also those without a value, so that no default hides one.
        watched = Watched(args)
        seen[what] = watched
        return what, watched

    await dispatcher.call("interact", {"what": "navigate", "url": url})
    monkeypatch.setattr(dispatcher_module, "validate", watching)
    for what in tool.by_what:
        known = tool.known(what)
        given = {p.name: value_of(p, what, url) for p in known}
        await asyncio.wait_for(dispatcher.call(tool.name, {"what": what, **given}), 40)
        unread = {p.name for p in known} - SHELL - seen[what].asked
        if what == "annotation_report":
            unread -= {"save_to"}  # there is no drawing, so nothing is written
        assert unread == set(), f"{tool.name} {what} never looks at {unread}"
