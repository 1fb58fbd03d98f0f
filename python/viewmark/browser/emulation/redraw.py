"""Waits until a page has drawn itself anew after its size or its media features changed."""

from __future__ import annotations

from viewmark.background import quietly
from viewmark.browser.page_target import PageTarget
from viewmark.browser.script_files import script

LIMIT = 1.0
"""Seconds that a page is waited for; one that is busy for longer learns of it later."""

# Chromium answers an override before the page was told of it: `resize` and changes of media queries
# are events of a frame. The second frame comes after all listeners of the first.
_TWO_FRAMES = script("single/two_frames")


async def redraw(page: PageTarget) -> None:
    """Come back when listeners of `resize` and of media queries have run."""
    if page.dialog is None:  # which stops all scripts
        await quietly(page.call(None, _TWO_FRAMES, timeout=LIMIT))
