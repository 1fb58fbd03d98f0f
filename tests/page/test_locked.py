"""Concurrent actions on a page run one after another, each as reported."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from own_world import ask
from page_over import PageOf, page_over
from webserver import LocalSite

import viewmark
from viewmark.browser.page_lock import turn
from viewmark.errors import DialogOpen
from viewmark.page.context import PageContext
from viewmark.page.observe import ObserveOptions, observe
from viewmark.page.observe_options import PictureOptions
from viewmark.page.resolved_target import SelectorTarget
from viewmark.page.screenshot import screenshot

FORM = """<style>body { height: 4000px }</style>
<input id=a aria-label=A> <input id=b aria-label=B>
<button id=x onclick="nx++">X</button> <button id=y onclick="ny++">Y</button>
<select id=s><option>one<option>two</select>
<script>nx = ny = 0</script>"""


def at(selector: str) -> SelectorTarget:
    return SelectorTarget(selector)


async def test_clicks_at_once_all_happen_and_every_one_says_what_it_hit(page_of: PageOf) -> None:
    page = await page_of(FORM)
    # Two contexts of one page, as with two interfaces.
    one, two = PageContext(page), PageContext(page)
    done = await asyncio.gather(
        *(
            page_over(context).click(target=at(f"#{which}"))
            for _ in range(5)
            for context, which in ((one, "x"), (two, "y"))
        )
    )
    assert [each.hit.name for each in done if each.hit] == ["X", "Y"] * 5
    assert await ask(page, "[nx, ny]") == [5, 5]


async def test_texts_at_once_go_where_they_belong(page_of: PageOf) -> None:
    page = await page_of(FORM)
    context = PageContext(page)
    for keys in (False, True):
        done = await asyncio.gather(
            *(
                page_over(context).type(text=text * 20, target=at(field), clear=True, keys=keys)
                for field, text in (("#a", "alpha"), ("#b", "beta"))
            )
        )
        assert await ask(page, "[a.value, b.value]") == ["alpha" * 20, "beta" * 20]
        assert [each.typed.accepted for each in done if each.typed] == [True, True]


async def test_the_enter_of_a_submit_goes_where_the_text_went(page_of: PageOf) -> None:
    page = await page_of(
        "<form onsubmit='sent.push(a.value); return false'><input id=a name=a></form>"
        "<form onsubmit='sent.push(b.value); return false'><input id=b name=b></form>"
        "<script>sent = []</script>"
    )
    context = PageContext(page)
    await asyncio.gather(
        *(
            page_over(context).type(text=name, target=at(f"#{name}"), submit=True)
            for name in ("a", "b")
        )
    )
    assert await ask(page, "sent") == ["a", "b"]


async def test_every_action_tells_how_long_it_waited_and_took(
    page_of: PageOf, site: LocalSite
) -> None:
    site.put("/two.html", "two")
    page = await page_of(FORM)
    context = PageContext(page)
    done: list[Any] = list(
        await asyncio.gather(
            page_over(context).click(target=at("#x")),
            page_over(context).hover(target=at("#y")),
            page_over(context).scroll(dy=10),
            page_over(context).keypress(keys="Tab"),
            page_over(context).type(text="t", target=at("#a")),
            page_over(context).select(target=at("#s"), options=[{"label": "two"}]),
            viewmark.Page(page).goto(url=site.url("/two.html")),
            viewmark.Page(page).back(),
        )
    )
    assert [each.what for each in done] == [
        "click", "hover", "scroll", "keypress", "type", "select", "navigate", "back",
    ]  # fmt: skip
    for each in done:
        timings = each.to_json()["timings"]
        assert 0 <= timings["waiting"] <= timings["total"]
    waits = [each.timings["waiting"] for each in done]
    assert waits == sorted(waits)


async def test_looks_and_waits_do_not_wait_for_an_action_nor_keep_it_waiting(
    page_of: PageOf, bounded: Any
) -> None:
    page = await page_of(FORM)
    context = PageContext(page)
    async with turn(page, "click"):
        task = asyncio.ensure_future(bounded(observe(context, ObserveOptions(annotate=True))))
        assert len((await task).annotations) == 5
        await bounded(screenshot(context, PictureOptions()))
        await bounded(page_over(context).wait_for(selector="#x"))
    waiting = asyncio.ensure_future(page_over(context).wait_for(text="never", absent=False))
    await bounded(page_over(context).click(target=at("#x")))
    waiting.cancel()


async def test_a_picture_shows_the_offset_that_it_asked_for(page_of: PageOf) -> None:
    page = await page_of(FORM)
    context = PageContext(page)
    offsets = [100, 900, 300, 700]
    shots = await asyncio.gather(
        *(screenshot(context, PictureOptions(), scroll_to=(None, y)) for y in offsets)
    )
    assert [shot.viewport.scroll_y for shot in shots] == offsets


async def test_a_dialog_of_one_action_is_told_to_those_behind_it(
    page_of: PageOf, bounded: Any
) -> None:
    page = await page_of("<button id=x onclick='alert(1)'>X</button><input id=a>")
    context = PageContext(page)
    first, *behind = await bounded(
        asyncio.gather(
            page_over(context).click(target=at("#x")),
            page_over(context).type(text="t", target=at("#a")),
            page_over(context).keypress(keys="b"),
            return_exceptions=True,
        )
    )
    assert first.outcome.dialog == {"kind": "alert", "message": "1"}
    assert [type(each) for each in behind] == [DialogOpen] * 2
    await page.answer_dialog(accept=True)
    await bounded(page_over(context).type(text="t", target=at("#a")))
    assert await ask(page, "a.value") == "t"


async def test_a_page_that_is_held_still_is_not_acted_on_meanwhile(
    page_of: PageOf, bounded: Any
) -> None:
    page = await page_of(
        "<style>@keyframes go { to { margin-left: 900px } }"
        "#m { display: block; animation: go 3s linear infinite }</style><button id=m>M</button>"
        + FORM
    )
    context = PageContext(page)
    seen, done = await bounded(
        asyncio.gather(
            observe(context, ObserveOptions(annotate=True)),
            page_over(context).click(target=at("#x")),
        )
    )
    assert seen.base64 is not None
    assert done.hit.name == "X"
    assert await ask(page, "nx") == 1


@pytest.mark.parametrize("cancelled", ["click", "type"])
async def test_a_cancelled_action_leaves_the_next_one_a_page_that_works(
    cancelled: str,
    page_of: PageOf,
    bounded: Any,
    eventually: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = await page_of(FORM)
    context = PageContext(page)
    answers = [0]

    def answer(*args: Any, take: Any = page.session.answer) -> None:
        answers[0] += 1
        take(*args)

    monkeypatch.setattr(page.session, "answer", answer)
    for step in range(1, 30, 2):
        action = (
            page_over(context).click(target=at("#x"))
            if cancelled == "click"
            else page_over(context).type(text="left", target=at("#a"), keys=True)
        )
        task = asyncio.ensure_future(action)
        answers[0] = 0
        await eventually(lambda task=task, step=step: answers[0] >= step or task.done())
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        done = await bounded(
            page_over(context).type(text=f"right{step}", target=at("#b"), clear=True)
        )
        assert done.typed is not None
        assert done.typed.accepted
        assert await ask(page, "b.value") == f"right{step}"
