"""Results for unchanged records are reused from an earlier observation; others are new."""

from __future__ import annotations

from dataclasses import asdict

import pytest
from page_over import PageOf

from viewmark.browser.discovery.discover import discover
from viewmark.browser.freshness import DocumentState

PAGE = """<button id=one>One</button> <a id=two href='/x?token2=abc'>Two</a>
<input id=three aria-label=Three>
<iframe id=f style='position:absolute;left:200px;top:100px' srcdoc='<button>In</button>'></iframe>
<iframe srcdoc='<button>In</button>'></iframe>"""
CHANGES = {
    "the name": "one.textContent = 'Uno'",
    "a state": "one.setAttribute('aria-pressed', 'true')",
    "the role": "one.setAttribute('role', 'tab')",
    "the value": "three.value = 'x'",
    "the place": "one.style.marginLeft = '7px'",
    "the place of its frame": "f.style.left = '230px'",
    "what shows of its frame": "f.style.width = '40px'",
    "disabled": "one.disabled = true",
    "the address": "two.href = '/y'",
    "the selector": "one.id = 'eins'",
    "the document of its frame": "f.srcdoc = '<button>In</button>'",
    "a listener": "one.onclick = () => {}",
    "an element before it": "one.before(document.createElement('button'))",
    "nothing": "0",
}


@pytest.mark.parametrize("change", CHANGES)
async def test_a_look_after_another_finds_what_a_first_look_finds(
    page_of: PageOf, change: str
) -> None:
    page = await page_of(PAGE)
    await discover(page)
    await discover(page)
    act = "function (source) { return (0, eval)(source); }"
    await page.call(None, act, CHANGES[change])
    again = await discover(page)
    (await page.world(page.main_frame)).state.of(DocumentState).answers = []
    fresh = await discover(page)
    assert [*map(asdict, again.elements)] == [*map(asdict, fresh.elements)]


async def test_names_learned_since_are_taken_out_of_known_addresses(
    page_of: PageOf,
) -> None:
    page = await page_of(PAGE)
    await discover(page)
    page.redactor.learn(["token2"])
    hrefs = [e.state.get("href", "") for e in (await discover(page)).elements]
    assert not any("abc" in href for href in hrefs)
    assert any("[redacted]" in href for href in hrefs)


async def test_an_equal_answer_is_not_read_again_and_any_other_is(
    page_of: PageOf,
) -> None:
    page = await page_of("<button id=one>One</button><p>Words</p>")
    first = await discover(page)
    again = await discover(page)
    assert again.elements is first.elements
    assert again.timings["page"] > 0
    await page.call(None, "function () { scrollBy(0, 1); document.title = 'T'; }")
    third = await discover(page)
    assert third.elements is not again.elements
    assert third.title == "T"
    assert (await discover(page, max_annotations=7)).elements is not third.elements


async def test_of_an_unchanged_page_beyond_the_cap_all_is_taken_over(
    page_of: PageOf,
) -> None:
    rows = "".join(f"<button id=b{n}>Button {n}</button> " for n in range(60))
    page = await page_of(f"<main>{rows}</main>")
    first = await discover(page, max_annotations=50)
    again = await discover(page, max_annotations=50)
    assert again.elements is first.elements
    assert (again.total_found, again.left_out) == (60, first.left_out)
    # An omitted element matters too: for the count, the position, and the placement of badges.
    await page.call(None, "function () { document.querySelector('#b59').hidden = true; }")
    changed = await discover(page, max_annotations=50)
    assert changed.total_found == 59
    assert changed.left_out != first.left_out
    assert len(changed.unmarked) == 9
