"""A navigation that waits for text reports the page once the text has appeared."""

from __future__ import annotations

from page_over import PageOf
from webserver import LocalSite

import viewmark

LATE = """<p id=o></p><button>Go</button>
<script>setTimeout(() => { o.textContent = "Late words" }, 1200)</script>"""


async def test_what_came_while_a_navigation_waited_is_in_its_report(
    page_of: PageOf, site: LocalSite
) -> None:
    site.put("/late.html", LATE)
    page = viewmark.Page(await page_of(""))
    page.changes = "auto"
    there = await page.goto(site.url("/late.html"), wait="Late words")
    assert "Late words" in str(there.changes)
    assert (await page.click("button")).changes.lines == ()
