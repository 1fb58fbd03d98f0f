"""Describes all parameters of a tool or of one of its `what` values, also those in `extra`."""

from __future__ import annotations

import json
from collections.abc import Sequence

from viewmark.errors import InvalidOption
from viewmark.mcp.tool import Tool
from viewmark.parameters.parameter import Parameter, kind_of
from viewmark.text import near_words


def describe_tools(tools: Sequence[Tool], of: str) -> str:
    """Return a description of the parameters of a tool, or of one of its `what` values.

    Args:
        tools: all tools.
        of: name of the tool, of a `what` value, or both, such as `interact.drag`.

    Raises:
        InvalidOption: there is no such tool or `what`; the message suggests similar names.
    """
    wanted = of.strip().replace(" ", ".").replace("/", ".")
    head, _, rest = wanted.partition(".")
    found: list[str] = []
    for tool in tools:
        names = (rest,) if head == tool.name and rest else (head,) if not rest else ()
        if wanted == tool.name:
            return "\n\n".join(_lines(tool, what) for what in tool.by_what)
        found += [_lines(tool, tool.meanings[n][0]) for n in names if n in tool.meanings]
    if found:
        return "\n\n".join(found)
    known = [f"{tool.name}.{what}" for tool in tools for what in tool.by_what]
    near = near_words(wanted, known, most=3, cutoff=0.5)
    near += [each for each in known if each.endswith(f".{rest or head}") and each not in near]
    raise InvalidOption(
        f"`of` is {of!r:.60}; allowed is a tool ({', '.join(t.name for t in tools)}), or one of "
        f"its `what` after a dot, such as {', '.join(near or ['interact.drag'])}.",
        param="of",
    )


def _lines(tool: Tool, what: str) -> str:
    summary = tool.by_what[what].summary
    known = [_line(each) for each in tool.known(what)]
    return "\n".join([f"{tool.name} {what}: {summary}", *(known or ["- no parameters"])])


def _line(parameter: Parameter, indent: str = "") -> str:
    default = parameter.default
    shown = "" if default is None else f" (default {json.dumps(default)})"
    place = " [extra]" if parameter.rare else ""
    line = f"{indent}- {parameter.name}{place}: {kind_of(parameter)}{shown}"
    inner = parameter.fields or (parameter.items.fields if parameter.items else ())
    return "\n".join([line, *(_line(each, indent + "  ") for each in inner)])
