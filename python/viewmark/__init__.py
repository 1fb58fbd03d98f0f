"""Numbered marks on screenshots, for AI agents that see pages and act on elements.

Public names are imported on first use. `__init__.pyi`, which type checkers and editors read,
defines the names and their modules.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

with open(f"{__file__}i", encoding="utf-8") as _stub:
    _HOMES = {words[-1]: words[1] for words in map(str.split, _stub) if words[:1] == ["from"]}
"""Modules of the public names, keyed by name; `viewmark` for submodules themselves."""

__all__ = [*sorted(_HOMES.keys() - {"batch", "vision"}), "__version__"]


def __getattr__(name: str) -> Any:
    """Import a public name on first use (PEP 562)."""
    home = _HOMES.get(name)
    if name == "__version__":
        value: Any = import_module("importlib.metadata").version("viewmark")
    elif home == "viewmark" or name == "imaging":
        value = import_module(f"viewmark.{name}")
    elif home is not None:
        value = getattr(import_module(home), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
