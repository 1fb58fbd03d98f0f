"""Typing into fields and choosing from lists, shared by several tests."""

from __future__ import annotations

from typing import Any

from page_over import page_over

from viewmark.browser.page_target import PageTarget
from viewmark.page.action_result import ActionResult
from viewmark.page.context import PageContext
from viewmark.page.resolved_target import SelectorTarget


async def enter(
    page: PageTarget, text: str, selector: str | None = "#t", **options: Any
) -> ActionResult:
    target = SelectorTarget(selector) if selector else None
    return await page_over(PageContext(page)).type(text=text, target=target, **options)


async def choose(page: PageTarget, *options: dict[str, Any], selector: str = "#t") -> ActionResult:
    return await page_over(PageContext(page)).select(
        target=SelectorTarget(selector), options=options
    )
