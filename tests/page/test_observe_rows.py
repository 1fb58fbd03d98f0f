"""Details that the lines of an observation contain if the page provides them."""

from __future__ import annotations

from case_files import pages_of
from page_over import PageOf
from webserver import LocalSite

from viewmark import Page
from viewmark.browser.actions.navigation import goto

ROWS = pages_of(__file__)["rows"]


async def test_rows_tell_all_that_the_page_has(page_of: PageOf, site: LocalSite) -> None:
    target = await page_of("<title>empty</title>")
    site.put("/rows.html", ROWS)
    await goto(target, site.url("/rows.html"))
    seen = await Page(target).observe(annotate=True)
    states = {row.name: row.element.state for row in seen}
    assert states["Reset"]["description"] == "Opens a form"
    assert states["Reset"]["href"].startswith("/reset?token=")
    assert "abcdef" not in states["Reset"]["href"]
    assert states["Reset"]["href"].endswith("page=2")
    age = {"min": "1", "max": "9", "step": "2", "placeholder": "in years", "focused": True}
    assert age | {"invalid": True, "error": "Too young"} == {
        key: value for key, value in states["Age"].items() if key != "value"
    }
    assert states["More"] == {"haspopup": "menu", "current": "step"}
    assert states["Volume"] == {"min": "10", "max": "30", "value": "20"}
    assert [states[name]["type"] for name in ("Paper", "Mail", "Call")] == ["file", "email", "tel"]
    assert states["Agree"] == {"checked": True}
    wire = seen.to_json()
    assert wire["image"]["annotated"] is True
    assert all("badge" in row for row in wire["annotations"])
