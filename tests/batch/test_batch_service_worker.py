"""A page's service worker does not affect other pages of its origin in a batch."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from batch_pages import fill, rows_of
from webserver import LocalSite

from viewmark.batch import BatchOptions

SILENT = """<!doctype html><title>Spoiler</title><button>Spoil</button><script>
navigator.serviceWorker.register('/silent.js').then(async () => {
  await navigator.serviceWorker.ready; document.body.append('spoilt'); })</script>"""
"""A page whose worker intercepts all later requests of its origin and never responds."""
WORKER = (
    "onfetch = (e) => e.respondWith(new Promise(() => {}));"
    "oninstall = () => skipWaiting(); onactivate = (e) => e.waitUntil(clients.claim());"
)
HOST = "spoilt.localhost"
AGAIN = """<!doctype html><button>Inner</button><script src='/inner.js'></script><script>
if (!location.search) location.replace('?again')</script>"""
"""A page that navigates once within its origin, so its own process sends that request."""


async def _spoilt(page: Any, task: Any) -> None:
    if task.url.endswith("/spoiler"):
        await page.wait_for(text="spoilt", timeout=5)
    if "/outer?" in task.url:
        await page.wait_for(text="loaded again", timeout=5)


@pytest.fixture(name="silent")
def _silent(site: LocalSite) -> LocalSite:
    """A site whose page `/spoiler` registers the worker."""
    site.put("/silent.js", WORKER, headers={"Content-Type": "text/javascript"})
    site.put("/spoiler", SILENT)
    return site


async def test_a_service_worker_that_never_answers_spoils_no_other_page(
    silent: LocalSite, quick: BatchOptions
) -> None:
    silent.put("/framed", "<!doctype html><p>x</p><iframe src='/p1'></iframe>")
    options = replace(quick, concurrency=1, navigation_timeout=2.0, timeout=8)
    paths = ["/spoiler", "/p0", "/framed", "/p1", "/p2"]
    fill(silent, 3)
    urls = [silent.url(path, host=HOST) for path in paths]
    rows = await rows_of(urls, options=options, prepare=_spoilt)
    assert [(row.error, row.incomplete) for row in rows] == [(None, [])] * len(paths)


async def test_it_spoils_no_frame_of_its_site_in_pages_of_others(
    silent: LocalSite, quick: BatchOptions
) -> None:
    silent.put("/inner", AGAIN)
    silent.put("/inner.js", "document.body.append('loaded', location.search && ' again')")
    for path, inner in (("/outer/spoiler", "/spoiler"), ("/outer", "/inner")):
        frame = f"<iframe src='{silent.url(inner, host=HOST)}'></iframe>"
        silent.put(path, f"<!doctype html><button>Outer</button>{frame}")
    options = replace(quick, concurrency=1, navigation_timeout=2.0, timeout=8)
    urls = [silent.url(path) for path in ("/outer/spoiler", "/outer?1", "/outer?2")]
    rows = await rows_of(urls, options=options, prepare=_spoilt)
    assert [(row.error, row.incomplete) for row in rows] == [(None, [])] * len(urls)
    names = [[each["name"] for each in row.marks] for row in rows]
    assert names == [["Outer", "Spoil"], ["Outer", "Inner"], ["Outer", "Inner"]]
