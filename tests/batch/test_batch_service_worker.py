"""A page's service worker keeps no other page of its origin from being looked at."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from batch_pages import fill, rows_of

if TYPE_CHECKING:
    from webserver import LocalSite

    from viewmark.batch import BatchOptions

SILENT = """<!doctype html><title>Spoiler</title><button>Spoil</button><script>
navigator.serviceWorker.register('/silent.js').then(async () => {
  await navigator.serviceWorker.ready; document.body.append('spoilt'); })</script>"""
"""It takes every request of its origin from then on, and answers none."""


async def test_a_service_worker_that_never_answers_spoils_no_other_page(
    site: LocalSite, quick: BatchOptions
) -> None:
    site.put(
        "/silent.js",
        "onfetch = (e) => e.respondWith(new Promise(() => {}));"
        "oninstall = () => skipWaiting(); onactivate = (e) => e.waitUntil(clients.claim());",
        headers={"Content-Type": "text/javascript"},
    )
    site.put("/spoiler", SILENT)
    site.put("/framed", "<!doctype html><p>x</p><iframe src='/p1'></iframe>")
    host = "spoilt.localhost"

    async def spoilt(page: Any, task: Any) -> None:
        if task.url.endswith("/spoiler"):
            await page.wait_for(text="spoilt", timeout=5)

    options = replace(quick, concurrency=1, navigation_timeout=2.0, timeout=8)
    paths = ["/spoiler", "/p0", "/framed", "/p1", "/p2"]
    fill(site, 3)
    urls = [site.url(path, host=host) for path in paths]
    rows = await rows_of(urls, options=options, prepare=spoilt)
    assert [(row.error, row.incomplete) for row in rows] == [(None, [])] * len(paths)
