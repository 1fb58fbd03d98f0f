"""Numbered marks on screenshots, for AI agents that see pages and act on elements.

Imaging is there at once; everything that needs a browser is imported when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from viewmark import errors
from viewmark.errors import ViewmarkError
from viewmark.geometry import Bounds, Point, Viewport
from viewmark.imaging import Annotated, Box, Mark, Style, Surroundings, annotate

if TYPE_CHECKING:
    from viewmark import sync
    from viewmark.browser.chrome import Tab
    from viewmark.browser.domview import DomView
    from viewmark.browser.fields import Chosen, Typed
    from viewmark.browser.press import Outcome
    from viewmark.browser.said import Moved
    from viewmark.browser.said import Said as ElementSummary
    from viewmark.browser.scroll import Scrolled
    from viewmark.drawing import DrawingSession
    from viewmark.drawings.model import Anchor, AnchorState, DrawnAnnotation, Hit, Intent, Relation
    from viewmark.drawings.model import Kind as DrawnKind
    from viewmark.elements.model import Element
    from viewmark.library import Browser, Opening, attach, launch, wrap
    from viewmark.page import Page
    from viewmark.refs.delta import Delta
    from viewmark.tools.acted import Acted
    from viewmark.tools.annotations import Drawing
    from viewmark.tools.drawn import DrawnPicture
    from viewmark.tools.interact_travel import Travelled
    from viewmark.tools.observation import Annotation, ImageInfo, Observation, PageInfo
    from viewmark.tools.screenshot import Screenshot

    __version__: str

__all__ = [
    # Pictures
    "annotate",
    "Annotated",
    "Box",
    "Mark",
    "Style",
    "Surroundings",
    # Browsers and pages
    "attach",
    "launch",
    "wrap",
    "sync",
    "Browser",
    "Opening",
    "Page",
    "Tab",
    # What was seen
    "Annotation",
    "Bounds",
    "Delta",
    "DomView",
    "Element",
    "ImageInfo",
    "Observation",
    "PageInfo",
    "Point",
    "Screenshot",
    "Viewport",
    # What was done
    "Acted",
    "Chosen",
    "ElementSummary",
    "Moved",
    "Outcome",
    "Scrolled",
    "Travelled",
    "Typed",
    # What a human drew
    "Anchor",
    "AnchorState",
    "Drawing",
    "DrawingSession",
    "DrawnAnnotation",
    "DrawnKind",
    "DrawnPicture",
    "Hit",
    "Intent",
    "Relation",
    # What went wrong
    "ViewmarkError",
    "errors",
    "__version__",
]

_HOMES = {
    "viewmark.browser.chrome": ("Tab",),
    "viewmark.browser.domview": ("DomView",),
    "viewmark.browser.fields": ("Chosen", "Typed"),
    "viewmark.browser.press": ("Outcome",),
    "viewmark.browser.said": ("ElementSummary=Said", "Moved"),
    "viewmark.browser.scroll": ("Scrolled",),
    "viewmark.drawing": ("DrawingSession",),
    "viewmark.drawings.model": (
        *("Anchor", "AnchorState", "DrawnAnnotation", "DrawnKind=Kind", "Hit", "Intent"),
        "Relation",
    ),
    "viewmark.elements.model": ("Element",),
    "viewmark.library": ("Browser", "Opening", "attach", "launch", "wrap"),
    "viewmark.page": ("Page",),
    "viewmark.refs.delta": ("Delta",),
    "viewmark.tools.acted": ("Acted",),
    "viewmark.tools.annotations": ("Drawing",),
    "viewmark.tools.drawn": ("DrawnPicture",),
    "viewmark.tools.interact_travel": ("Travelled",),
    "viewmark.tools.observation": ("Annotation", "ImageInfo", "Observation", "PageInfo"),
    "viewmark.tools.screenshot": ("Screenshot",),
}
"""Module -> what is public of it, `ours=theirs` where the name differs."""
_LAZY = {
    name.partition("=")[0]: (module, name.rpartition("=")[2])
    for module, names in _HOMES.items()
    for name in names
}


def __getattr__(name: str) -> Any:
    """Import what needs a browser on first use (PEP 562)."""
    if name == "sync":
        return import_module("viewmark.sync")
    if name == "__version__":
        value: Any = import_module("importlib.metadata").version("viewmark")
    elif name in _LAZY:
        module, theirs = _LAZY[name]
        value = getattr(import_module(module), theirs)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
