"""The page's own world, which viewmark leaves alone: what the page itself would see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from viewmark.browser.page_target import PageTarget

__all__ = ["ask"]


async def ask(page: PageTarget, expression: str) -> Any:
    """The value of an expression there."""
    answer = await page.session.send(
        "Runtime.evaluate", {"expression": expression, "returnByValue": True}
    )
    return answer["result"].get("value")
