"""The selectors of masked elements of a page, validated on the page before use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewmark.browser.capture.mask import check_mask, try_mask

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viewmark.page.context import PageContext

__all__ = ["check_mask", "tried_mask"]


async def tried_mask(context: PageContext, selectors: Sequence[str]) -> tuple[str, ...]:
    """The selectors, after the page has taken each of them.

    Raises:
        InvalidOption, InvalidSelector: one is not a selector; nothing is changed.
    """
    mask = check_mask(selectors)
    if mask:
        await try_mask(context.page, mask)
    return mask
