"""A `Page` over a test's context, which accepts resolved targets."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import viewmark
from viewmark.page.context import PageContext

PageOf = Callable[..., Awaitable[Any]]
"""Type of the fixture `page_of`."""


def page_over(context: PageContext) -> Any:
    """Return the page of a context, as `Any`, because users never pass resolved targets."""
    page = viewmark.Page(context.page)
    page.context = context
    return page
