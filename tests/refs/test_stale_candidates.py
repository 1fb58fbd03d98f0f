"""The error of a stale ref suggests elements with the same text, whatever their role."""

from __future__ import annotations

import pytest
from page_over import PageOf

from viewmark import Page
from viewmark.errors import RefStale

PAGE = """<div id=x><div onclick="1" style="width:90px">Fix pump</div></div>
<button onclick="x.innerHTML = '<a href=#>Fix pump</a><a href=#>Oil hinges</a>'">Draw</button>"""


async def test_what_says_the_same_is_offered_whatever_its_role(page_of: PageOf) -> None:
    page = Page(await page_of(PAGE))
    seen = await page.observe()
    (ref,) = [each.ref for each in seen if each.element.text == "Fix pump"]
    await page.click("button")
    await page.observe()
    with pytest.raises(RefStale) as caught:
        await page.click(ref)
    first = caught.value.data["candidates"][0]
    assert (first["role"], first["name"]) == ("link", "Fix pump")
    assert "fix pump" in caught.value.message
