"""Draws numbered marks on images: takes image files or pixels, returns an encoded file.

Pure and thread-safe. The functions work with image pixels and labels only; they know nothing of
pages and elements. Every call releases the GIL, so `asyncio.to_thread` makes any function here
asynchronous.

`__init__.pyi` lists the public names and their modules, for type checkers and editors.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

with open(f"{__file__}i", encoding="utf-8") as _stub:
    _HOMES = {words[-1]: words[1] for words in map(str.split, _stub) if words[:1] == ["from"]}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    """Import names on first use (PEP 562), because most programs need only a few of them."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value = getattr(import_module(_HOMES[name]), name)
    return value
