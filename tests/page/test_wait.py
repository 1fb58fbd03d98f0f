"""Waiting for conditions on real pages."""

from __future__ import annotations

from typing import Any

import pytest
from own_world import ask
from page_over import PageOf, page_over
from webserver import LocalSite

from viewmark.errors import InvalidOption, InvalidSelector, WaitTimeout
from viewmark.page.context import PageContext


@pytest.mark.parametrize(
    ("before", "change", "wait"),
    [
        ("<p>x</p>", "document.body.innerHTML='<b id=t>now</b>'", {"selector": "#t"}),
        ("<b id=t hidden>x</b>", "t.hidden=false", {"selector": "#t"}),
        ("<b id=t>x</b>", "t.style.visibility='hidden'", {"selector": "#t", "absent": True}),
        ("<b id=t>x</b>", "t.remove()", {"selector": "#t", "absent": True}),
        ("<p id=p>x</p>", "p.textContent='It is   Ready now'", {"text": "is ready"}),
        ("<x-a id=h></x-a>", "h.attachShadow({mode:'open'}).innerHTML='<p>deep words</p>'",
         {"text": "deep words"}),
        ("<p id=p>going away</p>", "p.hidden=true", {"text": "going", "absent": True}),
        ("<x-a id=h></x-a><script>h.attachShadow({mode:'open'}).innerHTML='<p>deep</p>'</script>",
         "h.hidden=true", {"text": "deep", "absent": True}),
        ("<p>x</p>", "history.pushState({},'','/arrived')", {"url": "/arrived"}),
    ],
)  # fmt: skip
async def test_it_waits_until_it_is_so(
    before: str, change: str, wait: dict[str, Any], page_of: PageOf
) -> None:
    page = await page_of(before)
    with pytest.raises(WaitTimeout):
        await page_over(PageContext(page)).wait_for(**wait, timeout=0.1)
    await ask(page, f"void setTimeout(() => {{ {change} }}, 120)")
    done = await page_over(PageContext(page)).wait_for(**wait)
    assert done.waited_ms is not None
    assert (await page_over(PageContext(page)).wait_for(**wait, timeout=0.1)).what == "wait_for"


async def test_it_waits_over_a_navigation_and_in_frames(page_of: PageOf, site: LocalSite) -> None:
    site.put("/inner.html", "<p id=t>within</p>")
    inner = site.url("/inner.html", host="localhost")
    site.put("/two.html", f"<iframe id=f src='{inner}'></iframe>")
    page = await page_of("<script>setTimeout(() => location='/two.html', 100)</script>")
    await page_over(PageContext(page)).wait_for(selector="#f >> internal:control=enter-frame >> #t")
    await page_over(PageContext(page)).wait_for(text="within")
    assert (await page_over(PageContext(page)).wait_for(load="load")).ready_state == "complete"


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"selector": "a", "text": "b"},
        {"text": ""},
        {"text": 5},
        {"load": "idle"},
        {"selector": "a", "timeout": 0},
        {"selector": "a", "timeout": "5"},
        {"selector": "a", "timeout": 1e9},
    ],
)
async def test_what_cannot_be_waited_for_is_refused(wrong: dict[str, Any], page_of: PageOf) -> None:
    page = await page_of("x")
    with pytest.raises(InvalidOption):
        await page_over(PageContext(page)).wait_for(**wrong)


async def test_a_wrong_selector_is_refused_at_once(page_of: PageOf) -> None:
    page = await page_of("x")
    with pytest.raises(InvalidSelector):
        await page_over(PageContext(page)).wait_for(selector="p[")
