"""An unreadable element is omitted and reported; the rest of the page is still returned."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from case_files import pages_of
from page_over import PageOf

import viewmark

SLOTTED = pages_of(__file__)


@pytest.mark.parametrize("shape", SLOTTED)
async def test_texts_that_a_closed_root_shows_are_read(page_of: PageOf, shape: str) -> None:
    page = viewmark.Page(await page_of(f"<h1>Shop</h1><button>Buy</button>{SLOTTED[shape]}"))
    seen = await page.observe(annotate=True)
    assert [each.name for each in seen] == ["Buy", "Accept"]
    assert seen.incomplete == ()
    words = "We use"
    assert words in str((await page.text()).text)
    assert words in (await page.snapshot()).lines()
    assert [each.text for each in (await page.outline()).headings] == ["Shop"]
    assert words in str((await page.dom()).to_json())
    assert len(await page.find("Accept")) == 1


FAILING = """() => {
  const computed = getComputedStyle;
  globalThis.getComputedStyle = (el, pseudo) => {
    if (el.id === "bad") throw new TypeError("no style of that");
    return computed(el, pseudo);
  };
}"""
"""Runs in the scripts' isolated world, so it acts like an error in our own code."""


@pytest.fixture
async def faulty(page_of: PageOf) -> viewmark.Page:
    """A page with an unreadable element in its middle."""
    target = await page_of(
        "<h1>Shop</h1><button>Buy</button><div id=bad><button>Lost</button></div>"
        "<form><button>Sell</button></form>"
    )
    await target.call(None, FAILING)
    return viewmark.Page(target)


READINGS: dict[str, Callable[[viewmark.Page], Awaitable[Any]]] = {
    "observe": lambda page: page.observe(annotate=True),
    "snapshot": lambda page: page.snapshot(),
    "text": lambda page: page.text(),
    "dom": lambda page: page.dom(),
}


@pytest.mark.parametrize("reading", READINGS)
async def test_an_error_at_one_element_leaves_only_that_out_and_is_told(
    faulty: viewmark.Page, reading: str
) -> None:
    seen = await READINGS[reading](faulty)
    told = str(seen.to_json())
    assert "Buy" in told
    assert "Sell" in told
    assert "Lost" not in told
    assert "TypeError: no style of that" in told
