"""A short form of `concurrency.py`, in every run of the tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from reliability.concurrency import PAGE, act_at_once

from viewmark.api.browsers import Page

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from viewmark.browser.launch.browser import ChromeBrowser
    from viewmark.browser.page_target import Page as PageTarget


@pytest.mark.timeout(240)
async def test_four_clients_at_once_are_told_what_the_page_counted(
    page_of: Callable[..., Awaitable[PageTarget]], chromium: ChromeBrowser
) -> None:
    page = await page_of(PAGE)
    assert chromium.process is not None
    figures: dict[str, Any] = await act_at_once(
        chromium.process.endpoint, page.session.target_id, Page(page), actions=200
    )
    assert figures["wrong"] == []
    assert sum(figures["done"].values()) >= 180, figures["refused"]
