"""Evaluates scripts in the page's main world, which viewmark must not change."""

from __future__ import annotations

from typing import Any

from viewmark.browser.page_target import PageTarget

__all__ = ["ask"]


async def ask(page: PageTarget, expression: str) -> Any:
    """Return the value of an expression in the main world."""
    answer = await page.session.send(
        "Runtime.evaluate", {"expression": expression, "returnByValue": True}
    )
    return answer["result"].get("value")
