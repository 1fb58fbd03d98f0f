"""Collects the names of a page's secret fields, so that addresses can be redacted."""

from __future__ import annotations

import asyncio

from viewmark.background import quietly
from viewmark.browser import scripts, wire
from viewmark.browser.frames.table import Frame
from viewmark.browser.page_target import PageTarget
from viewmark.defaults import FRAMES

PATIENCE = 1.0
"""Seconds for a frame; one that hangs tells nothing."""


async def learn_names(page: PageTarget) -> None:
    """Tell `page.redactor` which fields of the page hold secrets; never fails.

    Before an action, since what it sends may be in the next address. One call per frame, about
    1 ms, all at once.
    """
    if page.closed or page.crashed or page.dialog is not None:
        return
    frames = [frame for frame, _ in zip(page.frames, range(FRAMES), strict=False)]
    found = await asyncio.gather(*(_names(page, frame) for frame in frames))
    page.redactor.learn(name for names in found for name in names)


async def _names(page: PageTarget, frame: Frame) -> list[str]:
    reply = await quietly(scripts.call(page, frame, "secretNames", timeout=PATIENCE))
    return [name for name in wire.list_items(reply)[:100] if isinstance(name, str)]
