"""Observes many pages: returns rows, or writes data sets of marked screenshots with ground truth.

    async for row in viewmark.batch.observe_many(urls, out="dataset"):
        print(row.url, row.error_code or len(row.marks))

See docs/batch.md. `__init__.pyi` lists the public names and their modules, for type checkers and
editors.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

with open(f"{__file__}i", encoding="utf-8") as _stub:
    _HOMES = {words[-1]: words[1] for words in map(str.split, _stub) if words[:1] == ["from"]}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    """Import names on first use (PEP 562), because browsers, pyarrow and Ray import slowly."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value = getattr(import_module(_HOMES[name]), name)
    return value
