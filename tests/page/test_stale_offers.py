"""What the error of a ref that is gone offers: what says the same words now, with working refs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from viewmark import Page
from viewmark.errors import RefStale

if TYPE_CHECKING:
    from collections.abc import Callable

CARDS = """<section id=board><h3>Todo</h3><div onclick="log.push('old')">Fix pump</div>
<div onclick="log.push('old')">Paint fence</div></section><script>window.log = [];</script>"""
ROLES = {
    "words": "<ul><li>Fix pump</li><li>Paint fence</li></ul>",
    "link": "<a href='#x'>Fix pump now</a><a href='#y'>Paint fence</a>",
    "field": "<label><input type=checkbox>Fix pump</label>",
    "below": "<div style='height:3000px'></div><p>Fix pump</p>",
}


@pytest.mark.parametrize("kind", ROLES)
async def test_what_says_the_same_is_offered_whatever_it_is(
    page_of: Callable[..., Any], kind: str
) -> None:
    page = Page(await page_of(CARDS))
    ref = (await page.observe()).annotations[0].ref
    await page.evaluate("(html) => { board.innerHTML = '<h3>Todo</h3>' + html; }", ROLES[kind])
    for _ in range(2):  # the offer is no alias: the ref stays gone
        with pytest.raises(RefStale) as caught:
            await page.click(ref)
    offers = caught.value.data["candidates"]
    assert offers
    assert "Fix pump" in offers[0]["name"]
    assert offers[0]["ref"] != ref
    done = await page.click(offers[0]["ref"])
    assert done.hit is not None
    assert (await page.evaluate("log")).value == []


async def test_where_nothing_says_the_same_nothing_is_offered(page_of: Callable[..., Any]) -> None:
    page = Page(await page_of(CARDS))
    ref = (await page.observe()).annotations[0].ref
    await page.evaluate("board.innerHTML = '<p>All done</p>'")
    with pytest.raises(RefStale) as caught:
        await page.click(ref)
    assert caught.value.data["candidates"] == []
