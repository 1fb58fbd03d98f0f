"""A `Page` over a test's context, which accepts resolved targets."""

from __future__ import annotations

from typing import Any

import viewmark
from viewmark.page.context import PageContext


def page_over(context: PageContext) -> Any:
    """Return the page of a context, as `Any`, because users never pass resolved targets."""
    page = viewmark.Page(context.page)
    page.context = context
    return page
