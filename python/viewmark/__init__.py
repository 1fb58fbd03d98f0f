"""Numbered marks on screenshots, for AI agents that see pages and act on elements.

Imaging is there at once; everything that needs a browser is imported when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from viewmark import errors
from viewmark.errors import ViewmarkError
from viewmark.geometry import Bounds, Viewport
from viewmark.imaging import Annotated, Mark, Style, annotate

if TYPE_CHECKING:
    from viewmark import sync
    from viewmark.elements.model import Element
    from viewmark.library import Browser, Page, attach, launch, wrap
    from viewmark.tools.observation import Annotation, Observation

__all__ = [
    # Pictures
    "annotate",
    "Annotated",
    "Mark",
    "Style",
    # Browsers and pages
    "attach",
    "launch",
    "wrap",
    "sync",
    "Browser",
    "Page",
    # What was seen
    "Annotation",
    "Bounds",
    "Element",
    "Observation",
    "Viewport",
    # What went wrong
    "ViewmarkError",
    "errors",
]

_LAZY = {
    "Annotation": "viewmark.tools.observation",
    "Browser": "viewmark.library",
    "Element": "viewmark.elements.model",
    "Observation": "viewmark.tools.observation",
    "Page": "viewmark.library",
    "attach": "viewmark.library",
    "launch": "viewmark.library",
    "wrap": "viewmark.library",
}


def __getattr__(name: str) -> Any:
    """Import what needs a browser on first use (PEP 562)."""
    if name == "sync":
        return import_module("viewmark.sync")
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_LAZY[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
