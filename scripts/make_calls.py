"""Generate `calls/table.json` from the table of calls and the options of `Page` methods.

python scripts/make_calls.py           write
python scripts/make_calls.py --check   fail if the file is not up to date
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from viewmark.api.table import calls, options_of
from viewmark.parameters.parameter import to_row
from viewmark.toml_text import parsed_toml

FOLDER = Path(__file__).parents[1] / "python" / "viewmark" / "calls"
FILE = FOLDER / "table.json"


def made() -> str:
    """Return the file: a line for each call and tool, and for each option of each method."""
    table = parsed_toml((FOLDER / "table.toml").read_text("utf-8"))
    rows = [
        {"name": name}
        | {k: v for k, v in (table["kind"][row["kind"]] | row).items() if k != "kind"}
        for name, row in table["call"].items()
    ]
    options = {name: [to_row(each) for each in options_of(name).values()] for name in calls()}
    methods = [f"{json.dumps(name)}: {_lines(found)}" for name, found in options.items() if found]
    listed = ",\n".join(methods)
    words = json.dumps(parsed_toml((FOLDER / "words.toml").read_text("utf-8")), ensure_ascii=False)
    tools = [{"name": name} | row for name, row in table["tool"].items()]
    heads = f'"calls": {_lines(rows)},\n"tools": {_lines(tools)},\n"words": {words}'
    return f'{{{heads},\n"options": {{\n{listed}\n}}}}\n'


def _lines(rows: list[dict[str, Any]]) -> str:
    return "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]"


def main() -> None:
    """Write the file, or compare with it."""
    text = made()
    if "--check" not in sys.argv:
        FILE.write_text(text, "utf-8")
    elif not FILE.exists() or FILE.read_text("utf-8") != text:
        sys.exit("calls/table.json is not what the table and `Page` say; run `make pages`.")


if __name__ == "__main__":
    main()
