"""Data written by `make pages`: rows of the table of calls, and options of methods.

The command line reads them from here, so that it need not import `Page`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from viewmark.parameters.parameter import Parameter, from_row


@cache
def rows() -> dict[str, Any]:
    """Return the contents of the file: calls, tools, texts and options."""
    found: dict[str, Any] = json.loads(Path(__file__).with_name("table.json").read_text("utf-8"))
    return found


@cache
def options_of(method: str) -> Mapping[str, Parameter]:
    """Return the options of a method of `Page`, keyed by name, in their order."""
    return {row["name"]: from_row(row) for row in rows()["options"].get(method, ())}
