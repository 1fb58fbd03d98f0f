"""Writes the sections of the five tools in `docs/mcp.md` from the tools themselves.

python scripts/make_tools.py           write
python scripts/make_tools.py --check   say whether the page is as it would be written
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from viewmark.mcp.tools import TOOLS
from viewmark.parameters.parameter import kind_of

if TYPE_CHECKING:
    from viewmark.mcp.tool import Tool

PAGE = Path(__file__).parents[1] / "docs" / "mcp.md"
BEGIN = "<!-- The sections of the tools are written by `make pages`. -->"
END = "<!-- End of what `make pages` writes. -->"


def section(tool: Tool) -> str:
    """All about one tool."""
    aliases = "".join(f" (alias of the key: `{alias}`)" for alias in tool.what_aliases)
    lines = [f"## {tool.name}", "", tool.doc, "", f"| `what`{aliases} | |", "|---|---|"]
    lines += [f"| `{each.name}` | {each.summary} |" for each in tool.whats]
    lines += ["", "| parameter | | default | with |", "|---|---|---|---|"]
    for each in tool.parameters:
        whats = tool.goes_with(each.name)
        where = "" if len(whats) == len(tool.whats) else ", ".join(whats)
        default = each.default
        shown = default if isinstance(default, str) else json.dumps(default)
        told = "" if default is None else f"`{shown}`"
        kind = kind_of(each).replace("|", "\\|")
        name = f"`{each.name}` (extra)" if each.rare else f"`{each.name}`"
        lines.append(f"| {name} | {kind} | {told} | {where} |")
    return "\n".join(lines)


def main() -> None:
    """Write the page, or compare."""
    text = PAGE.read_text("utf-8")
    head, begin, rest = text.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not end:
        sys.exit(f"{PAGE.name} has lost its marks: {BEGIN} and {END}")
    made = "\n\n".join([head + begin, *map(section, TOOLS), end + tail])
    if "--check" not in sys.argv:
        PAGE.write_text(made, "utf-8")
    elif made != text:
        sys.exit("docs/mcp.md is not what the tools say of themselves; run `make pages`.")


if __name__ == "__main__":
    main()
