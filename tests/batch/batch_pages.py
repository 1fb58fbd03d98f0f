"""Helpers of the batch tests: a site with different pages, and rows without varying values."""

from __future__ import annotations

from typing import Any

from webserver import LocalSite

from viewmark.batch import BatchOptions, PageRow, observe_many
from viewmark.batch.row import VARYING

QUICK = BatchOptions(concurrency=3, per_host=8, timeout=20, retries=0, retry_delay=0)
COLOURS = ("#204080", "#802040", "#208040", "#806020", "#402080", "#208080")


def page(n: int) -> str:
    """Return a page that looks different from all others."""
    links = "".join(
        f"<p style='margin-left:{(n * 37 + i * 53) % 400}px'><a href='#{i}'>Link {n}.{i}</a></p>"
        for i in range(n % 5 + 2)
    )
    bar = f"<div style='height:{60 + n % 7 * 40}px;width:{20 + n % 9 * 9}%;background:"
    return (
        f"<!doctype html><title>Page {n}</title>{bar}{COLOURS[n % 6]}'></div>"
        f"<button>Save {n}</button>{links}"
    )


def fill(site: LocalSite, count: int) -> list[str]:
    """Put `count` pages on the site and return their URLs."""
    for n in range(count):
        site.put(f"/p{n}", page(n))
    return [site.url(f"/p{n}") for n in range(count)]


async def rows_of(urls: Any, **given: Any) -> list[PageRow]:
    """Return all rows of a batch."""
    given.setdefault("options", QUICK)
    return [row async for row in observe_many(urls, **given)]


def steady(row: PageRow | dict[str, Any]) -> dict[str, Any]:
    """Return a row without the values that differ between runs."""
    facts = row if isinstance(row, dict) else row.facts()
    return {name: value for name, value in facts.items() if name not in VARYING}
