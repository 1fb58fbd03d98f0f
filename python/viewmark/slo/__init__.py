"""Latency objectives: measure pages, judge them, compare runs, hold tests to budgets.

Names and homes are those of `__init__.pyi`, which type checkers and editors read.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

with open(f"{__file__}i", encoding="utf-8") as _stub:
    _HOMES = {words[-1]: words[1] for words in map(str.split, _stub) if words[:1] == ["from"]}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    """Import on first use (PEP 562): pytest loads the marker's module at every start."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value = getattr(import_module(_HOMES[name]), name)
    return value
