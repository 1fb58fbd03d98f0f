"""Reports after a new document with the same URL, as after submitting a form."""

from __future__ import annotations

import pytest_asyncio
from page_over import PageOf
from webserver import LocalSite

from viewmark import Page

ROWS = "".join(f"<p>Words {i} that stay <a href=/{i}>link {i}</a></p>" for i in range(9))


def html_of(message: str, *items: str, rows: str = ROWS) -> str:
    listed = "".join(f"<li>{each} <button name=del value={each}>Remove</button>" for each in items)
    said = f"<p role=alert>{message}</p>" if message else ""
    form = f"<form method=post><ul>{listed}</ul><button id=go>Send</button></form>"
    return f"<!doctype html><title>List</title><h1>List</h1>{said}{form}{rows}"


@pytest_asyncio.fixture(loop_scope="session")
async def listed(page_of: PageOf) -> Page:
    page = Page(await page_of(html_of("", "Milk", "Bread"), path="/list"))
    page.changes = "auto"
    await page.changed()
    return page


async def _send(page: Page, site: LocalSite, html: str) -> list[str]:
    site.put("/list", html)
    return str((await page.click("#go")).changes).splitlines()


async def test_a_form_that_is_sent_to_its_own_address_is_reported_by_what_differs(
    listed: Page, site: LocalSite
) -> None:
    first, *lines = await _send(listed, site, html_of("Added.", "Milk", "Bread", "Eggs"))
    assert first == f'page "List" {site.url("/list")} again; other than before:'
    assert lines[0] == "+ alert: Added."
    assert len(lines) == 2
    assert lines[1].startswith('+ listitem: Eggs [button "Remove" @')


async def test_a_message_that_is_there_again_is_told_again(listed: Page, site: LocalSite) -> None:
    await _send(listed, site, html_of("Wrong.", "Milk", "Bread"))
    assert (await _send(listed, site, html_of("Wrong.", "Milk", "Bread")))[1:] == [
        "+ alert: Wrong."
    ]
    assert len(await _send(listed, site, html_of("", "Milk", "Bread"))) == 2


async def test_the_same_page_again_is_said_in_a_line(listed: Page, site: LocalSite) -> None:
    lines = await _send(listed, site, html_of("", "Milk", "Bread"))
    assert lines == [f'page "List" {site.url("/list")} again, as before']


async def test_another_page_at_the_same_address_is_shown_as_a_whole(
    listed: Page, site: LocalSite
) -> None:
    lines = await _send(listed, site, html_of("Thanks.", rows="<p>All is done.</p>"))
    assert lines[0] == f'page "List" {site.url("/list")}'
    assert any("All is done." in each for each in lines)


async def test_refs_of_what_is_as_before_lead_to_it(listed: Page, site: LocalSite) -> None:
    seen = str(await listed.snapshot())
    ref = next(each for each in seen.split() if each.startswith("@"))
    await _send(listed, site, html_of("Added.", "Milk", "Bread", "Eggs"))
    assert f'Milk [button "Remove" {ref}' in str(await listed.snapshot())
