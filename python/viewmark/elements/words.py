"""Cleans words of a page: one line, without control characters, without addresses that run."""

from __future__ import annotations

import re
from typing import Any

from viewmark.text import cut, one_line

_SCRIPT_URL = re.compile(r"\b(?:javascript|data|vbscript)\s*:\S*", re.IGNORECASE)


def words(value: object, limit: int) -> str:
    """Words of a page as data: one line (`viewmark.text`), "" for anything but text.

    Script and data addresses are replaced by `javascript:` or `data:` alone: nobody should run
    them, and they can be megabytes long.
    """
    if not value or not isinstance(value, str):
        return ""
    if len(value) <= limit and ":" not in value and value.isascii() and value.isprintable():
        return " ".join(value.split())  # most of them: the rules below change no more in such text
    # Before the cut, which could leave the beginning of such an address only.
    line = one_line(value, limit * 20 + 200)
    return cut(_SCRIPT_URL.sub(_scheme_only, line) if ":" in line else line, limit)


def list_of(value: object, most: int) -> list[Any]:
    """At most so many members of an expected list; none of anything else."""
    return value[:most] if isinstance(value, list) else []


def _scheme_only(match: re.Match[str]) -> str:
    return match.group(0).split(":", 1)[0].rstrip().lower() + ":"
