"""What a page reports to programs: console, exceptions, requests, trees, outline."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from own_world import ask
from page_over import PageOf
from webserver import LocalSite

from viewmark import Page
from viewmark.errors import InvalidOption


async def test_the_console_is_read_from_where_the_reader_left_and_by_level(
    page_of: PageOf, site: LocalSite
) -> None:
    site.put("/favicon.ico", "")
    page = Page(await page_of("<script>console.log('early'); console.warn('odd')</script>"))
    first = await page.console()
    assert [line.text for line in first.entries] == ["early", "odd"]
    assert [line.level for line in first.entries] == ["log", "warn"]
    await ask(page.browser_page, "console.error('later')")
    rest = await page.console(since=first.cursor)
    assert [line.text for line in rest.entries] == ["later"]
    assert [line.text for line in (await page.console(level="warn", limit=1)).entries] == ["odd"]
    assert (await page.console(level="warn", limit=1)).remaining == 1
    assert [line.text for line in (await page.console(contains="EARL")).entries] == ["early"]
    assert set(first.to_json()) == {"entries", "cursor", "lost", "remaining"}
    assert first.to_json()["entries"][1]["level"] == "warn"


async def test_exceptions_of_before_the_first_read_are_there(page_of: PageOf) -> None:
    page = Page(await page_of("<script>setTimeout(() => { throw new Error('broken') })</script>"))
    (fault,) = (await page.exceptions()).entries
    assert fault.kind == "exception"
    assert "broken" in fault.message
    assert fault.line == 2


async def test_requests_are_recorded_from_record_on_and_say_since_when(
    page_of: PageOf, site: LocalSite, eventually: Callable[..., Any]
) -> None:
    page = Page(await page_of("<p>hello"))
    await page.record()
    site.put("/data.json", "{}", headers={"Content-Type": "application/json"})
    await ask(page.browser_page, "fetch('/data.json'); fetch('/missing')")
    requests = page.context.telemetry.requests
    await eventually(lambda: len(requests) == 2)
    found = await page.network()
    assert {(each.status, each.url.rpartition("/")[2]) for each in found.entries} == {
        (200, "data.json"),
        (404, "missing"),
    }
    assert found.began_ms > 0
    (missing,) = (await page.network(failed=True)).entries
    assert missing.status == 404
    assert len(await page.network(contains="data.json")) == 1


async def test_neither_entries_nor_filters_give_away_a_secret_in_an_address(
    page_of: PageOf, eventually: Callable[..., Any]
) -> None:
    page = Page(await page_of("<form><input type=password name=entry></form>"))
    await page.record()
    await ask(page.browser_page, "fetch('/?entry=hunter2'); console.log('see /?entry=hunter2')")
    await eventually(lambda: len(page.context.telemetry.requests) == 1)
    assert "hunter2" not in str((await page.network()).to_json())
    assert "hunter2" not in str((await page.console()).to_json())
    assert len(await page.network(contains="hunter2")) == 0
    assert len(await page.console(contains="entry=h")) == 0


@pytest.mark.parametrize("options", [{"since": -1}, {"limit": 0}, {"limit": 501}, {"limit": True}])
async def test_reads_out_of_range_are_refused_by_name(
    page_of: PageOf, options: dict[str, Any]
) -> None:
    page = Page(await page_of("x"))
    with pytest.raises(InvalidOption) as raised:
        await page.console(**options)
    assert raised.value.data["param"] == next(iter(options))
    with pytest.raises(InvalidOption, match="level must be"):
        await page.console(level="loud")  # type: ignore[arg-type]


async def test_the_accessibility_tree_and_the_outline_tell_what_is_there(page_of: PageOf) -> None:
    page = Page(
        await page_of(
            "<title>Shop</title><h1>Orders</h1><form aria-label=Find><input aria-label=Query "
            "value=hidden required><button>Go</button></form>"
        )
    )
    tree = await page.accessibility_tree()
    assert {("button", "Go"), ("textbox", "Query")} <= {(n.role, n.name) for n in tree.nodes}
    assert (await page.accessibility_tree(nodes=1)).omitted > 0
    with pytest.raises(InvalidOption):
        await page.accessibility_tree(nodes=0)
    about = await page.outline()
    assert (about.page.title, about.interactive_elements) == ("Shop", 2)
    assert [(each.level, each.text) for each in about.headings] == [(1, "Orders")]
    (form,) = about.forms
    assert [(each.name, each.required) for each in form.fields] == [("Query", True), ("Go", False)]
    assert about.to_json()["forms"][0]["name"] == "Find"
    assert about.lines().splitlines()[-1] == "2 interactive elements in view"
    assert (await page.dom_tree(nodes=3)).kept == 3
