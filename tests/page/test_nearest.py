"""Errors for targets that were not found: the most similar text, and what was searched."""

from __future__ import annotations

import pytest
from case_files import pages_of
from page_over import PageOf

from viewmark import Page
from viewmark.errors import WaitTimeout

VIRTUAL = pages_of(__file__)["virtual"]


async def test_find_names_the_nearest_text_and_what_was_searched(
    page_of: PageOf,
) -> None:
    page = Page(await page_of("<p>Monthly report #1437<p>Nothing<iframe srcdoc='<p>x'></iframe>"))
    found = await page.find("Report #1473")
    assert found.nearest == ("report #1437",)
    assert found.lines() == (
        'nothing found on the whole page and in 1 frames; nearest: "report #1437"'
    )
    assert found.to_json()["nearest"] == ["report #1437"]
    assert (await page.find(role="button", name="report #1473")).nearest == ("report #1437",)
    assert (await page.find("zzzz")).nearest == ()
    there = await page.find("Nothing")
    assert (there.nearest, there.looked_at) == ((), "")


async def test_of_texts_as_like_the_nearest_number_comes_first(page_of: PageOf) -> None:
    rows = "".join(f"<p>Report #{number}" for number in range(1100, 1438))
    found = await Page(await page_of(rows)).find("Report #1438")
    assert found.nearest[0] == "Report #1437"


async def test_scroll_until_names_what_it_passed_and_how_far_it_went(
    page_of: PageOf,
) -> None:
    page = Page(await page_of(VIRTUAL))
    with pytest.raises(WaitTimeout) as caught:
        await page.scroll_until("Report #1437 of June", container="#box")
    assert '"Report #1437 of May"' in caught.value.message
    assert "the end was reached after" in caught.value.message
    assert "over 11,600 px" in caught.value.message
    with pytest.raises(WaitTimeout, match=r"not within 1 scrolls over 320 px; there is more"):
        await page.scroll_until("Report #9999", container="#box", up=True, scrolls=1)


async def test_wait_for_names_the_nearest_text(page_of: PageOf) -> None:
    page = Page(await page_of("<p>Your order was not sent"))
    with pytest.raises(WaitTimeout, match='nearest text is "Your order was'):
        await page.wait_for(text="Your order is sent", timeout=0.1)
    with pytest.raises(WaitTimeout) as caught:
        await page.wait_for(text="order", absent=True, timeout=0.1)
    assert "nearest" not in caught.value.message
