"""`Page` over a context of a test, whose targets may be resolved ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import viewmark

if TYPE_CHECKING:
    from viewmark.page.context import PageContext


def page_over(context: PageContext) -> Any:
    """The page of that context; any type, as no user has what a target was resolved to."""
    page = viewmark.Page(context.page)
    page.context = context
    return page
