"""A page and a drawing without `await`; the stub beside this file has their methods."""

from __future__ import annotations

from viewmark.api import drawing as drawing_
from viewmark.api import page as page_
from viewmark.sync.blocking import blocking
from viewmark.sync.worker import Facade

__all__ = ["DrawingSession", "Page"]


@blocking(drawing_.DrawingSession)
class DrawingSession(Facade[drawing_.DrawingSession]):
    """Draw mode on one page; see `viewmark.DrawingSession`."""


@blocking(page_.Page, DrawingSession)
class Page(Facade[page_.Page]):
    """One tab with its memory; see `viewmark.Page`."""
