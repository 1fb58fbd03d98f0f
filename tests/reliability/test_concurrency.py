"""The short form of `concurrency.py`, which runs with every test run."""

from __future__ import annotations

from typing import Any

import pytest
from long_forms import short_of
from page_over import PageOf
from reliability.concurrency import PAGE, act_at_once

from viewmark.api.browsers import Page
from viewmark.browser.launch.browser import ChromeBrowser


@pytest.mark.timeout(240)
@pytest.mark.parametrize("actions", short_of([40, 200], 40))
async def test_four_clients_at_once_are_told_what_the_page_counted(
    page_of: PageOf, chromium: ChromeBrowser, actions: int
) -> None:
    page = await page_of(PAGE)
    assert chromium.process is not None
    figures: dict[str, Any] = await act_at_once(
        chromium.process.endpoint, page.session.target_id, Page(page), actions=actions
    )
    assert figures["wrong"] == []
    assert sum(figures["done"].values()) >= 0.9 * actions, figures["refused"]
