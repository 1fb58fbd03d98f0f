"""What a call does unless it says otherwise is one number on every face, and in the Rust half."""

from __future__ import annotations

import argparse
import inspect
import re
from pathlib import Path
from typing import TYPE_CHECKING

import viewmark
from viewmark import defaults
from viewmark.agents.actions import ACTIONS
from viewmark.api import table
from viewmark.cli import options
from viewmark.mcp import settings, tools
from viewmark.shell.table import VERBS

if TYPE_CHECKING:
    from viewmark.parameters.parameter import Parameter

ROOT = Path(__file__).parents[1]


def default_of(call: object, name: str) -> object:
    return inspect.signature(call).parameters[name].default  # type: ignore[arg-type]


def test_the_rust_half_has_the_same() -> None:
    source = (ROOT / "rust" / "core" / "src" / "request.rs").read_text()
    new = source[source.index("pub fn new(") :]
    found = {
        name: int(value.replace("_", ""))
        for name, value in re.findall(r"\b(quality|max_base64): ([\d_]+),", new)
    }
    assert found == {"quality": defaults.QUALITY, "max_base64": defaults.MAX_BASE64}


def test_library_command_line_and_server_have_the_same() -> None:
    for call in (viewmark.Page.observe, viewmark.Page.screenshot, viewmark.annotate):
        assert default_of(call, "quality") == defaults.QUALITY
        assert default_of(call, "max_base64") == defaults.MAX_BASE64
    assert default_of(viewmark.Page.observe, "max_annotations") == defaults.MARKS
    assert default_of(viewmark.Page.goto, "timeout") == defaults.NAVIGATION_TIMEOUT
    assert default_of(viewmark.Page.wait_for, "timeout") == defaults.WAIT_TIMEOUT
    assert default_of(viewmark.launch, "timeout") == defaults.LAUNCH_TIMEOUT
    parser = argparse.ArgumentParser()
    options.add_observe_options(parser)
    options.add_picture_options(parser)
    given = parser.parse_args([])
    assert (given.max, given.quality) == (defaults.MARKS, defaults.QUALITY)
    assert given.max_base64 == settings.Preset().max_base64 == defaults.MAX_BASE64


CALLS = {
    "double_click": "click",
    "navigate": "goto",
    "run_script": "evaluate",
    "call_page_tool": "call_tool",
    "errors": "exceptions",
    "logs": "console",
    "map": "observe",
    "page": "observe",
    "look": "observe",
    "read": "text",
    "open": "goto",
    "shot": "screenshot",
    "press": "keypress",
    "dblclick": "click",
    "type_": "type",
    "wait": "wait_for",
    "pdf": "read_pdf",
    "eval": "evaluate",
    "uncheck": "check",
}
"""Calls of the library by what the faces call them, where that is another name."""
OPTIONS = {
    "drag_steps": "steps",
    "annotation_target": "target",
    "max": "max_annotations",
    "max_marks": "max_annotations",
    "occluded": "include_occluded",
    "labels": "label_format",
    "within": "within",
}
"""Likewise for their options."""
NARROWER = {"characters", "timeout_s", "seconds"}
"""What MCP takes less of: an answer is read at once by a model, and clients wait for a minute."""


def option_of(face: str, what: str, name: str) -> Parameter | None:
    """The option of the library that a face's parameter is; None for what is the face's own."""
    call = CALLS.get(what, what)
    if name == "timeout_s" and call != "evaluate":
        name = "expect_timeout" if call == "click" else "timeout"
    if face == "mcp" and name == "timeout_s":
        name = "timeout"
    if not callable(getattr(viewmark.Page, call, None)):
        return None
    return table.options_of(call).get(OPTIONS.get(name, name))


def is_same(theirs: object, own: object) -> bool:
    """Whether two defaults mean one thing; one that a face does not write is the library's."""
    empty = (None, "", (), [])
    return theirs == own or theirs in empty or (theirs in empty and own in empty)


def test_each_face_has_the_defaults_and_ranges_of_the_table() -> None:
    seen = 0
    for tool in tools.TOOLS:
        for what in tool.whats:
            for parameter in what.parameters:
                option = option_of("mcp", what.name, parameter.name)
                if option is None:
                    continue
                seen += 1
                where = (tool.name, what.name, parameter.name)
                assert is_same(parameter.default, option.default), where
                if option.high is None or parameter.high is None:
                    continue
                ends = (option.low or 0, option.high)
                low, high = parameter.low or 0, parameter.high
                if parameter.name in NARROWER:
                    assert ends[0] <= low < high <= ends[1], where
                elif parameter.name != "limit":  # one for all lists; the call's own end counts
                    assert (low, high) == ends, where
    for verb in VERBS:
        for argument in verb.arguments:
            option = option_of("shell", verb.name, argument.dest)
            default = argument.options.get("default")
            if option is not None and argument.options.get("action") != "store_true":
                seen += 1
                assert is_same(default, option.default), (verb.name, argument.dest)
    for action in ACTIONS:
        for name, each in list(inspect.signature(action).parameters.items())[1:]:
            option = option_of("agents", action.__name__, name)
            if option is not None and each.default is not each.empty:
                seen += 1
                assert is_same(each.default, option.default), (action.__name__, name)
    assert seen > 150


def test_nobody_writes_them_down_again() -> None:
    again = re.compile(
        r"\b(quality: int = 80|max_base64(: int)?\s*=\s*500_000|max_annotations: int = 50)\b"
    )
    package = ROOT / "python" / "viewmark"
    found = [
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if again.search(path.read_text())
    ]
    assert found == []
