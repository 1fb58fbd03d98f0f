"""Cleans text from pages: a single line, without control characters or executable URLs."""

from __future__ import annotations

import re
from typing import Any

from viewmark.text import cut, one_line

_SCRIPT_URL = re.compile(r"\b(?:javascript|data|vbscript)\s*:\S*", re.IGNORECASE)


def words(value: object, limit: int) -> str:
    """Return a text from a page as a single line (`viewmark.text`); empty if it is not a string.

    Script and data URLs are reduced to `javascript:` and `data:`, because they must not be executed
    and can be megabytes long.
    """
    if not value or not isinstance(value, str):
        return ""
    if len(value) <= limit and ":" not in value and value.isascii() and value.isprintable():
        # the common case: the rules below would not change this text
        return " ".join(value.split())
    # Clean before truncating, because truncation could leave only the start of such a URL.
    line = one_line(value, limit * 20 + 200)
    return cut(_SCRIPT_URL.sub(_scheme_only, line) if ":" in line else line, limit)


def list_of(value: object, most: int) -> list[Any]:
    """Return up to `most` members of a list; empty if the value is not a list."""
    return value[:most] if isinstance(value, list) else []


def _scheme_only(match: re.Match[str]) -> str:
    return match.group(0).split(":", 1)[0].rstrip().lower() + ":"
