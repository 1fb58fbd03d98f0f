"""What one call in the main frame tells about the page."""

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
    """What one call in the main frame told about the page."""

    url: str = field(repr=False)
    title: str
    ready_state: str
    """`loading`, `interactive` or `complete`."""
    visible: bool
    """What the page believes; true in tabs behind others too (see `PageTarget`)."""
    viewport: Viewport
    status: int | None = None
    """HTTP status of the document; None where it has none (files, `about:blank`)."""


FACTS_SCRIPT = script("single/page_facts")
"""Answers what `page_facts` checks."""


def status_of(value: object) -> int | None:
    """The HTTP status that a script told; None for none."""
    status = int(wire.number(value))
    return status if 100 <= status <= 999 else None


def status_text(status: int | None) -> str:
    """What is said of a page's HTTP status after other words; nothing of one below 400."""
    return f", HTTP status {status}" if status is not None and status >= 400 else ""


def page_facts(reply: object) -> PageFacts:
    """Check what `FACTS_SCRIPT` answered.

    Raises:
        ScriptFailed: it is not what the script answers.
    """
    try:
        if not isinstance(reply, dict):
            raise TypeError(type(reply).__name__)
        keys = ("width", "height", "scrollX", "scrollY", "dpr")
        numbers = [wire.number(reply[key], math.nan) for key in keys]
        if any(map(math.isnan, numbers)):
            raise ValueError("a size that is not a number")
        return PageFacts(
            url=str(reply["url"]),
            title=one_line(reply["title"], 500),
            ready_state=str(reply["readyState"]),
            visible=reply["visible"] is True,
            viewport=Viewport(*numbers),
            status=status_of(reply.get("status")),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise ScriptFailed(f"The page's state came back damaged: {one_line(error)}") from error
