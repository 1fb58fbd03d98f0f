"""Browsers without `await`; the stub beside this file has their methods."""

from __future__ import annotations

from viewmark.session import opening
from viewmark.sync.blocking import blocking, opener
from viewmark.sync.page import Page
from viewmark.sync.worker import Owner

__all__ = ["Browser", "attach", "launch"]


@blocking(opening.Browser, Page)
class Browser(Owner):
    """A running browser; made by `launch` or `attach`."""


launch = opener(opening.launch, Browser)
attach = opener(opening.attach, Browser)
