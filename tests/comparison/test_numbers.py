"""The numbers of a comparison are not mark numbers, so a bare number never clicks one of them."""

from __future__ import annotations

import pytest

import viewmark
from viewmark.errors import InvalidOption

PAGE = """<h1>Teas</h1><p>A paragraph that only a checkpoint holds.</p>
<button id=buy onclick="document.title = 'bought'">Buy</button>
<button id=drop onclick="document.title = 'dropped'">Drop</button>"""


async def test_a_number_means_the_look_that_was_shown_not_the_checkpoint_after_it(page_of) -> None:
    page = viewmark.Page(await page_of(PAGE))
    await page.observe(annotate=True)
    await page.checkpoint()
    assert str((await page.click(2)).hit) == "button 'Drop'"


@pytest.mark.parametrize("numbering", ["compare", "audit"])
async def test_after_a_numbered_list_a_bare_number_is_refused_until_the_next_look(
    page_of, numbering: str
) -> None:
    page = viewmark.Page(await page_of(PAGE))
    seen = await page.observe(annotate=True)
    before = await page.checkpoint()
    await (page.compare(before) if numbering == "compare" else page.audit())
    with pytest.raises(InvalidOption, match=r"those of an? (comparison|audit)"):
        await page.click(1)
    assert (await page.evaluate("document.title")).value != "bought"
    assert str((await page.click(viewmark.mark(1, of=seen))).hit) == "button 'Buy'"
    await page.observe()
    assert str((await page.click(2)).hit) == "button 'Drop'"
