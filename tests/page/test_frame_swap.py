"""Actions in a nested frame while the inner frame moves to another process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from page_over import PageOf
from webserver import LocalSite

import viewmark
from viewmark.browser.discovery import selector_query
from viewmark.browser.launch.browser import ChromeBrowser

INTO = " >> internal:control=enter-frame >> "


async def test_a_press_into_a_frame_that_changes_its_process_arrives(
    chromium: ChromeBrowser, site: LocalSite
) -> None:
    press = "this.textContent = 'pressed'"
    site.put("/in.html", f'<!doctype html><button id=go onclick="{press}">Go</button>')
    hosts = ("localhost", "127.0.0.1")
    inner = [site.url("/in.html", host=host) for host in hosts]
    site.put("/mid.html", f"<!doctype html><iframe id=inner src='{inner[1]}'></iframe>")
    middle = site.url("/mid.html", host="localhost")
    site.put("/top.html", f"<!doctype html><iframe id=mid width=500 height=300 src='{middle}'>")
    page = viewmark.Page(await chromium.page(site.url("/top.html", host="127.0.0.1")))
    await page.browser_page.settle_frames(timeout=30)
    for turn in range(12):
        around = next(f for f in page.browser_page.frames if f.url == middle)
        go = f"document.querySelector('#inner').src = '{inner[turn % 2]}?{turn}'"
        await around.session.send("Runtime.evaluate", {"expression": go})
        done = await page.click(f"#mid{INTO}#inner{INTO}#go")
        assert done.hit is not None
        assert done.hit.tag == "button"
    await page.close()


async def test_a_selector_waits_for_a_frame_that_is_being_parsed(
    page_of: PageOf,
    site: LocalSite,
    eventually: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    query = selector_query._query_frame

    async def query_then_release(*arguments: Any) -> dict[str, Any]:
        reply = await query(*arguments)
        if arguments[-1] == "#go":
            script.released.set()
        return reply

    monkeypatch.setattr(selector_query, "_query_frame", query_then_release)
    script = site.hold("/blocks.js")
    site.put("/in.html", "<!doctype html><script src=/blocks.js></script><button id=go>Go</button>")
    page = viewmark.Page(await page_of("<iframe id=inner></iframe>"))
    await page.browser_page.session.send(
        "Runtime.evaluate", {"expression": "document.querySelector('#inner').src = '/in.html'"}
    )
    await eventually(script.asked.is_set, "the script of the frame")
    done = await page.click(f"#inner{INTO}#go")
    assert done.hit is not None
    assert done.hit.tag == "button"
