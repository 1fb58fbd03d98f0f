"""What is open or shut where only a class or what is painted shows it."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

from viewmark.browser.discovery.discover import discover


async def test_a_toggle_that_a_style_draws_says_how_it_stands(page_of) -> None:
    style = "<style>.k-toggle{display:inline-block;width:16px;height:16px}.k-toggle::before{content:'>'}</style>"
    rows = "".join(
        f"<p><i class='k-toggle {of}' onclick=1></i> {of or 'shut'}</p>" for of in ("open", "")
    )
    page = await page_of(f"<!doctype html>{style}{rows}")
    found = [dict(one.state) for one in (await discover(page)).elements]
    assert found == [{"expanded": True}, {"expanded": False}]
