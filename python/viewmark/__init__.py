"""Numbered marks on screenshots, for AI agents that see pages and act on elements.

What has a name here is imported on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from viewmark import errors
from viewmark.errors import ViewmarkError
from viewmark.geometry import Bounds, Point, Viewport

if TYPE_CHECKING:
    from viewmark import agents, slo, sync
    from viewmark import batch as batch
    from viewmark import vision as vision
    from viewmark.api.browsers import Browser, Launcher
    from viewmark.api.drawing import DrawingSession
    from viewmark.api.page import Page
    from viewmark.api.wrapping import wrap
    from viewmark.browser.actions.fields import Chosen, Typed
    from viewmark.browser.actions.pointer import Outcome
    from viewmark.browser.actions.results import ElementSummary, ScrollDelta
    from viewmark.browser.actions.scroll import Scrolled
    from viewmark.browser.cdp.availability import Dialog
    from viewmark.browser.discovery.accessibility import AccessibilityTree
    from viewmark.browser.discovery.dom_view import DomView
    from viewmark.browser.discovery.outline import Form, FormField, Heading
    from viewmark.browser.downloads import Download
    from viewmark.browser.launch.browser import Tab
    from viewmark.browser.opened_tabs import OpenedTab
    from viewmark.browser.telemetry import ConsoleMessage, Flood, PageException, Request
    from viewmark.comparison.api import compare
    from viewmark.comparison.audit import Audit, AuditVerdict
    from viewmark.comparison.checkpoint import Checkpoint
    from viewmark.comparison.model import PageChange, PageComparison
    from viewmark.drawmode.model import (
        Anchor,
        AnchorState,
        DrawnAnnotation,
        DrawnKind,
        Hit,
        Intent,
        Relation,
    )
    from viewmark.drawmode.render import DrawnPicture
    from viewmark.drawmode.results import Drawing
    from viewmark.drawmode.thread import Thread, ThreadAuthor, ThreadEntry, ThreadStatus
    from viewmark.elements.model import Element
    from viewmark.imaging import (
        Annotated,
        Box,
        Mark,
        Style,
        Surroundings,
        annotate,
        annotate_many,
    )
    from viewmark.page.act_forms import FormResult
    from viewmark.page.action_result import ActionResult
    from viewmark.page.bodies import Body
    from viewmark.page.changes import Changes
    from viewmark.page.clipboard import ClipboardText
    from viewmark.page.cookies import Cookie
    from viewmark.page.detail import ElementDetail
    from viewmark.page.devices import Device, devices
    from viewmark.page.emulate import Emulate
    from viewmark.page.evaluate import Evaluation
    from viewmark.page.find import Finding, Findings
    from viewmark.page.navigate import NavigationResult
    from viewmark.page.observation import Annotation, ImageInfo, Observation, PageInfo
    from viewmark.page.outline import PageOutline
    from viewmark.page.page_tools import PageTool, PageToolResult, PageTools
    from viewmark.page.reading import PageText
    from viewmark.page.recording import Step
    from viewmark.page.records import Records
    from viewmark.page.screenshot import Screenshot
    from viewmark.page.steps import StepsResult, Stopped
    from viewmark.page.storage_state import StorageSummary
    from viewmark.page.target import Area, Target, around, at, mark
    from viewmark.pdf.model import PdfBox, PdfDocument, PdfLine, PdfLink, PdfPage, PdfSpot
    from viewmark.refs.delta import Delta
    from viewmark.session.opening import attach, launch

    __version__: str

__all__ = [
    # Pictures
    "annotate",
    "annotate_many",
    "Annotated",
    "Box",
    "Mark",
    "Style",
    "Surroundings",
    # Browsers and pages
    "attach",
    "launch",
    "wrap",
    "slo",
    "sync",
    "agents",
    "Browser",
    "Launcher",
    # What is meant
    "around",
    "at",
    "mark",
    "Area",
    "Target",
    "Page",
    "Tab",
    # What was seen
    "Annotation",
    "Bounds",
    "Delta",
    "DomView",
    "PageTool",
    "PageToolResult",
    "PageTools",
    "Element",
    "ImageInfo",
    "Observation",
    "PageInfo",
    "PageText",
    "ClipboardText",
    "PdfBox",
    "PdfDocument",
    "PdfLine",
    "PdfLink",
    "PdfPage",
    "PdfSpot",
    "ElementDetail",
    "Evaluation",
    "Finding",
    "Findings",
    "Point",
    "Screenshot",
    "Viewport",
    # What was read
    "AccessibilityTree",
    "Body",
    "ConsoleMessage",
    "Dialog",
    "Flood",
    "Form",
    "FormField",
    "Heading",
    "PageException",
    "PageOutline",
    "Records",
    "Request",
    # What is around the page
    "devices",
    "Cookie",
    "Device",
    "Emulate",
    "StorageSummary",
    # What was done
    "ActionResult",
    "Chosen",
    "ElementSummary",
    "Download",
    "FormResult",
    "OpenedTab",
    "ScrollDelta",
    "Outcome",
    "Scrolled",
    "NavigationResult",
    "Step",
    "StepsResult",
    "Stopped",
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
    "Thread",
    "ThreadAuthor",
    "ThreadEntry",
    "ThreadStatus",
    # What changed
    "compare",
    "Audit",
    "AuditVerdict",
    "PageChange",
    "Changes",
    "Checkpoint",
    "PageComparison",
    # What went wrong
    "ViewmarkError",
    "errors",
    "__version__",
]

_HOMES = {
    "viewmark.imaging": (
        *("Annotated", "Box", "Mark", "Style", "Surroundings"),
        *("annotate", "annotate_many"),
    ),
    "viewmark.browser.cdp.availability": ("Dialog",),
    "viewmark.browser.discovery.accessibility": ("AccessibilityTree",),
    "viewmark.browser.discovery.outline": ("Form", "FormField", "Heading"),
    "viewmark.browser.telemetry": ("ConsoleMessage", "Flood", "PageException", "Request"),
    "viewmark.page.bodies": ("Body",),
    "viewmark.page.cookies": ("Cookie",),
    "viewmark.page.devices": ("Device", "devices"),
    "viewmark.page.emulate": ("Emulate",),
    "viewmark.page.outline": ("PageOutline",),
    "viewmark.page.storage_state": ("StorageSummary",),
    "viewmark.page.target": ("Area", "Target", "around", "at", "mark"),
    "viewmark.page.recording": ("Step",),
    "viewmark.page.records": ("Records",),
    "viewmark.browser.launch.browser": ("Tab",),
    "viewmark.browser.discovery.dom_view": ("DomView",),
    "viewmark.browser.actions.fields": ("Chosen", "Typed"),
    "viewmark.browser.actions.pointer": ("Outcome",),
    "viewmark.browser.actions.results": ("ElementSummary", "ScrollDelta"),
    "viewmark.browser.actions.scroll": ("Scrolled",),
    "viewmark.api.drawing": ("DrawingSession",),
    "viewmark.drawmode.model": (
        *("Anchor", "AnchorState", "DrawnAnnotation", "DrawnKind", "Hit", "Intent"),
        "Relation",
    ),
    "viewmark.elements.model": ("Element",),
    "viewmark.api.browsers": ("Browser", "Launcher"),
    "viewmark.session.opening": ("attach", "launch"),
    "viewmark.api.page": ("Page",),
    "viewmark.api.wrapping": ("wrap",),
    "viewmark.comparison.api": ("compare",),
    "viewmark.comparison.audit": ("Audit", "AuditVerdict"),
    "viewmark.comparison.checkpoint": ("Checkpoint",),
    "viewmark.comparison.model": ("PageChange", "PageComparison"),
    "viewmark.refs.delta": ("Delta",),
    "viewmark.browser.downloads": ("Download",),
    "viewmark.browser.opened_tabs": ("OpenedTab",),
    "viewmark.page.act_forms": ("FormResult",),
    "viewmark.page.action_result": ("ActionResult",),
    "viewmark.page.changes": ("Changes",),
    "viewmark.drawmode.results": ("Drawing",),
    "viewmark.drawmode.thread": ("Thread", "ThreadAuthor", "ThreadEntry", "ThreadStatus"),
    "viewmark.drawmode.render": ("DrawnPicture",),
    "viewmark.page.navigate": ("NavigationResult",),
    "viewmark.page.observation": ("Annotation", "ImageInfo", "Observation", "PageInfo"),
    "viewmark.page.clipboard": ("ClipboardText",),
    "viewmark.page.detail": ("ElementDetail",),
    "viewmark.page.evaluate": ("Evaluation",),
    "viewmark.page.find": ("Finding", "Findings"),
    "viewmark.page.page_tools": ("PageTool", "PageToolResult", "PageTools"),
    "viewmark.page.reading": ("PageText",),
    "viewmark.page.screenshot": ("Screenshot",),
    "viewmark.page.steps": ("StepsResult", "Stopped"),
    "viewmark.pdf.model": ("PdfBox", "PdfDocument", "PdfLine", "PdfLink", "PdfPage", "PdfSpot"),
}
"""Module -> what is public of it, `ours=theirs` where the name differs."""
_LAZY = {
    name.partition("=")[0]: (module, name.rpartition("=")[2])
    for module, names in _HOMES.items()
    for name in names
}


def __getattr__(name: str) -> Any:
    """Import what is used, on first use (PEP 562)."""
    if name in ("agents", "batch", "imaging", "slo", "sync", "vision"):
        return import_module(f"viewmark.{name}")
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
