"""Reads facts about a page in one call to its main frame: URL, title, viewport, HTTP status."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from viewmark.browser import wire
from viewmark.browser.script_files import script
from viewmark.errors import ScriptFailed
from viewmark.geometry import Viewport
from viewmark.text import one_line


@dataclass(frozen=True, slots=True)
class PageFacts:
    """Facts about a page, read by one call in its main frame."""

    url: str = field(repr=False)
    title: str
    ready_state: str
    """`loading`, `interactive` or `complete`."""
    visible: bool
    """Whether `document.visibilityState` is visible; with focus emulation also true in background
    tabs (`PageTarget`)."""
    viewport: Viewport
    status: int | None = None
    """HTTP status of the document; None without HTTP (files, `about:blank`)."""
    rtl: bool = False
    """Whether the text direction is right to left; only observations request this fact."""


FACTS_SCRIPT = script("single/page_facts")
"""Script whose reply `page_facts` validates."""


def status_text(status: int | None) -> str:
    """Return a message suffix with a page's HTTP status; empty for a status below 400."""
    return f", HTTP status {status}" if status is not None and status >= 400 else ""


def page_facts(reply: object) -> PageFacts:
    """Validate the reply of `FACTS_SCRIPT`.

    Raises:
        ScriptFailed: the reply is not valid.
    """
    row = wire.record(reply)
    keys = ("width", "height", "scrollX", "scrollY", "dpr")
    numbers = [wire.number(row.get(key), math.nan) for key in keys]
    if any(map(math.isnan, numbers)) or not {"url", "title", "readyState", "visible"} <= {*row}:
        raise ScriptFailed("The page's state came back damaged.")
    status = wire.whole(row.get("status"))
    return PageFacts(
        url=str(row["url"]),
        title=one_line(row["title"], 500),
        ready_state=str(row["readyState"]),
        visible=row["visible"] is True,
        viewport=Viewport(*numbers),
        status=status if 100 <= status <= 999 else None,
        rtl=row.get("rtl") is True,
    )
