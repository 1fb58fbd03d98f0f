"""Cleans page text: one line, without control characters or executable addresses."""

from __future__ import annotations

import re
from typing import Any

from viewmark.text import cut, one_line

_SCRIPT_URL = re.compile(r"\b(?:javascript|data|vbscript)\s*:\S*", re.IGNORECASE)


def words(value: object, limit: int) -> str:
    """Return page text as data: one line (`viewmark.text`), "" for anything but text.

    Script and data URLs are reduced to `javascript:` or `data:`, since they must not be run,
    and can be megabytes long.
    """
    if not value or not isinstance(value, str):
        return ""
    if len(value) <= limit and ":" not in value and value.isascii() and value.isprintable():
        return " ".join(value.split())  # the common case: the rules below would change no more
    # Before truncation, which could leave only the beginning of such a URL.
    line = one_line(value, limit * 20 + 200)
    return cut(_SCRIPT_URL.sub(_scheme_only, line) if ":" in line else line, limit)


def list_of(value: object, most: int) -> list[Any]:
    """Return at most `most` members of an expected list; none of anything else."""
    return value[:most] if isinstance(value, list) else []


def _scheme_only(match: re.Match[str]) -> str:
    return match.group(0).split(":", 1)[0].rstrip().lower() + ":"
