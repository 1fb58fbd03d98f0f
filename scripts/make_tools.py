"""Generate `docs/tools.md` from the definitions of the tools.

python scripts/make_tools.py           write
python scripts/make_tools.py --check   fail if the page is not up to date
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from viewmark.mcp.prompt import INSTRUCTIONS
from viewmark.mcp.tools import TOOLS
from viewmark.parameters.parameter import kind_of

if TYPE_CHECKING:
    from viewmark.mcp.tool import Tool

PAGE = Path(__file__).parents[1] / "docs" / "tools.md"
HEAD = f"""<!-- Written by `make pages` from the MCP tools. -->

# MCP tools and parameters

Every tool of [the MCP server](mcp.md) with every `what` and parameter. The column *with* lists the `what`s that take
a parameter; an empty cell means all of them. *(extra)* marks what goes into `extra` or beside the other parameters.

## Instructions for the model

```text
{INSTRUCTIONS}
```
"""


def section(tool: Tool) -> str:
    """Return the section of a tool."""
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
    return "\n".join([*lines, ""])


def main() -> None:
    """Write the page, or compare with it."""
    text = "\n".join([HEAD, *map(section, TOOLS)])
    if "--check" not in sys.argv:
        PAGE.write_text(text, "utf-8")
    elif PAGE.read_text("utf-8") != text:
        sys.exit("docs/tools.md is not what the tools say of themselves; run `make pages`.")


if __name__ == "__main__":
    main()
