"""Parameters that several tools have, and those that are options of calls of the library."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from viewmark.api.table import options_of
from viewmark.parameters.parameter import Parameter, parameter, rare

__all__ = [
    "ANSWER",
    "ATTACH",
    "CHANGES",
    "CORRELATION",
    "PICTURE",
    "REF",
    "SCROLL_TO",
    "SELECTOR",
    "TAB",
    "of",
]

TAB = parameter("tab_id", "string", doc="default: current", aliases=("tab", "page_id"))
ATTACH = parameter("include_screenshot", "boolean", doc="attach a picture")
CHANGES = rare(
    "changes",
    "string",
    enum=("none", "auto", "full"),
    default="auto",
    doc="whether the answer says what changed on the page; auto: up to 1,500 characters",
)
PICTURE = rare("picture", "boolean", default=False, doc="with a marked picture of what came of it")
ANSWER = rare(
    "answer",
    "string",
    enum=("lines", "json"),
    doc="default lines; json: all members (hit, focused, point, state, ...) in place of lines",
)
CORRELATION = parameter("correlation_id", "string")
_XY = (parameter("x", "number"), parameter("y", "number"))
REF = parameter("ref", "string", doc="only this element", prefix="@")
SELECTOR = parameter("selector", "string")
SCROLL_TO = rare("scroll", "object", fields=_XY, doc="scroll the page there first")


def of(call: str, name: str, *, called: str = "", **own: Any) -> Parameter:
    """A parameter that is an option of a call of `Page`: its types, words, range and default.

    Args:
        call: the method.
        name: of the option.
        called: its name over MCP, where that is another one.
        **own: what only a tool has, such as `doc`, `aliases` and `rare`.
    """
    option = options_of(call)[name]
    return replace(option, **({"name": called or name, "doc": ""} | own))
