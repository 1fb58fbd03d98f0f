"""Learn which fields of a page hold secrets, before somebody is told of its addresses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewmark.browser.secret_names import learn_names

if TYPE_CHECKING:
    from viewmark.page.context import PageContext

__all__ = ["learn_secret_names"]


async def learn_secret_names(context: PageContext) -> None:
    """Tell the page's redactor the names of its secret fields; never fails."""
    await learn_names(context.page)
