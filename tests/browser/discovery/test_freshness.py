"""The previous reply is reused on an unchanged page, and never on a changed one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from unittest.mock import ANY

import pytest
from case_files import pages_of
from page_over import PageOf

from viewmark.browser import scripts
from viewmark.browser.cdp.session import Session
from viewmark.browser.discovery.discover import discover
from viewmark.browser.discovery.discovery import Discovery
from viewmark.browser.freshness import DocumentState
from viewmark.browser.page_target import PageTarget

PAGE = pages_of(__file__)["page"]
CHANGES = pages_of(__file__, "changes")


RUNNING = {
    "in the document": "el('moving').animate([{}, { transform: 'translateX(300px)' }],"
    " { duration: 1e8, delay: -5e7 })",
    "in a closed tree": "hidden.firstChild.animate([{}, { transform: "
    "'translateX(300px)' }], { duration: 1e8, delay: -5e7 })",
}


async def _run(page: PageTarget, source: str) -> None:
    answer = await page.session.send(
        "Runtime.evaluate",
        {"expression": f"(async () => {{ {source} }})()", "awaitPromise": True},
    )
    assert "exceptionDetails" not in answer, answer


async def _note(page: PageTarget) -> Any:
    """Return the cached reply of the previous observation."""
    answers = (await page.world(page.main_frame)).state.of(DocumentState).answers
    return answers[-1] if answers else None


def _facts(found: Discovery) -> Discovery:
    return replace(found, timings={})


async def _look_anew(page: PageTarget) -> Discovery:
    """Return an observation without any cached reply."""
    for frame in page.frames:
        (await page.world(frame)).state.of(DocumentState).answers = []
    return await discover(page)


async def _until(page: PageTarget, is_so: Callable[[Discovery, bool], bool]) -> None:
    """Observe a page until a condition holds; it also gets whether the reply was reused."""

    async def looks() -> None:
        while True:
            before = await _note(page)
            found = await discover(page)
            if is_so(found, before is not None and before is await _note(page)):
                return

    await asyncio.wait_for(looks(), 10)


async def _rested(page_of: PageOf) -> PageTarget:
    """Return a page for which a reply was just reused."""
    page = await page_of(PAGE)
    await _until(page, lambda _, is_taken_over: is_taken_over)
    return page


async def test_the_browser_is_not_searched_for_closed_trees_while_a_page_rests(
    page_of: PageOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await _rested(page_of)
    searches, send = 0, Session.send

    async def counted(session: Session, method: str, *args: Any, **options: Any) -> Any:
        nonlocal searches
        searches += method == "DOM.performSearch"
        return await send(session, method, *args, **options)

    monkeypatch.setattr(Session, "send", counted)
    before = await _note(page)
    await discover(page)
    assert (before is await _note(page), searches) == (True, 0)
    await _run(page, CHANGES["an attribute"])
    await discover(page)
    assert searches == 1


@pytest.mark.parametrize("change", CHANGES)
async def test_a_look_at_a_page_that_changed_is_not_that_of_before(
    page_of: PageOf, change: str
) -> None:
    page = await _rested(page_of)
    before = await discover(page)
    await _run(page, CHANGES[change])
    again = await discover(page)
    assert _facts(again) != _facts(before)
    fresh = await _look_anew(page)
    assert _facts(again) == _facts(fresh)


@pytest.mark.parametrize("where", RUNNING)
async def test_an_animation_that_began_is_looked_at(page_of: PageOf, where: str) -> None:
    page = await _rested(page_of)
    before = await discover(page)
    await _run(page, RUNNING[where])
    assert _boxes(await discover(page)) != _boxes(before)


def _boxes(found: Discovery) -> list[tuple[int, ...]]:
    return [tuple(round(edge) for edge in each.bounds.edges) for each in found.elements]


async def test_captures_and_the_pointer_do_not_end_what_is_kept(page_of: PageOf) -> None:
    page = await _rested(page_of)
    kept = await _note(page)
    await page.session.send("Page.captureScreenshot", {"format": "jpeg"})
    await discover(page)
    assert await _note(page) is kept


async def test_a_window_of_another_size_is_looked_at_anew(page_of: PageOf) -> None:
    page = await _rested(page_of)
    before = await discover(page)
    size = {"width": 480, "height": 700, "deviceScaleFactor": 1, "mobile": False}
    await page.session.send("Emulation.setDeviceMetricsOverride", size)
    again = await discover(page)
    assert _facts(again) != _facts(before)
    assert _facts(again) == _facts(await _look_anew(page))


async def test_a_medium_that_is_emulated_is_looked_at_anew(page_of: PageOf) -> None:
    page = await page_of(
        "<style>@media print { button { margin: 40px } }</style><button>B</button>"
    )
    for _ in range(3):
        before = await discover(page)
    await page.session.send("Emulation.setEmulatedMedia", {"media": "print"})
    again = await discover(page)
    assert again.elements[0].bounds != before.elements[0].bounds


async def test_other_options_are_answered_anew(page_of: PageOf) -> None:
    page = await _rested(page_of)
    every = await discover(page, target="all_visible")
    assert len(every.elements) > len((await discover(page)).elements)
    assert _facts(await discover(page, target="all_visible")) == _facts(every)
    few = await discover(page, max_annotations=2)
    assert len(few.elements) == 2


@pytest.mark.parametrize(
    "moving",
    [
        "<svg width=200 height=40><a href='#x'><rect width=20 height=20><animate attributeName=x "
        "from=0 to=100 dur=9s /></rect></a></svg>",
        "<marquee><button>Passing</button></marquee>",
        "<style>@keyframes k { to { transform: translateX(99px) } } button { animation: k 9s }"
        "</style><button>Moving</button>",
    ],
)
async def test_what_moves_by_itself_is_looked_at_each_time(page_of: PageOf, moving: str) -> None:
    page = await page_of(moving)
    notes = []
    for _ in range(4):
        await discover(page)
        notes.append(await _note(page))
    assert len({id(note) for note in notes if note}) == sum(map(bool, notes))


async def test_words_of_what_the_cap_keeps_are_asked_again_only_after_a_change(
    page_of: PageOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await page_of("<button>b</button>" * 60, new=True)
    described, ask = [], scripts.call

    async def call(page: Any, frame: Any, name: str, *args: Any, **how: Any) -> Any:
        described.extend([name] * (name == "describe"))
        return await ask(page, frame, name, *args, **how)

    monkeypatch.setattr(scripts, "call", call)
    for _ in range(3):
        found = await discover(page, max_annotations=9)
    times = len(described)
    assert await discover(page, max_annotations=9) == replace(found, number=ANY, timings=ANY)
    assert len(described) == times
    await _run(page, "document.querySelector('button').ariaLabel = 'other'")
    found = await discover(page, max_annotations=9)
    assert [e.name for e in found.elements] == ["other", *["b"] * 8]
    assert len(described) == times + 1


async def test_a_field_of_a_secret_is_kept_without_it(page_of: PageOf) -> None:
    page = await _rested(page_of)
    await _run(page, "el('secret').value = 'hunter2'")
    await discover(page)
    await discover(page)
    assert "hunter2" not in repr(await _note(page))


async def test_what_changes_in_a_frame_is_seen_while_the_page_around_rests(page_of: PageOf) -> None:
    page = await page_of(
        "<button>Out</button><iframe id=f srcdoc='<input aria-label=In>'></iframe>"
    )
    await _until(page, lambda found, _: len(found.elements) == 2)
    await discover(page)
    await _run(page, "f.contentDocument.querySelector('input').value = 'typed'")
    found = await discover(page)
    assert [each.state.get("value") for each in found.elements] == [None, "typed"]


async def test_looks_with_and_without_a_picture_share_a_revision(page_of: PageOf) -> None:
    page = await _rested(page_of)
    state = (await page.world(page.main_frame)).state.of(DocumentState)

    async def both() -> list[bool]:
        """Return whether the cached replies were reused."""
        before = list(state.answers)
        for pictured in (False, True):
            await discover(page, pictured=pictured)
        return [each in before for each in state.answers]

    await both()
    assert await both() == [True, True]
    assert len({each.revision for each in state.answers}) == 1
    await _run(page, CHANGES["a value"])
    plain = await discover(page)
    assert [each.state["value"] for each in plain.elements if each.name == "Text"] == ["typed"]
    assert await both() != [True, True]
    assert await both() == [True, True]


async def test_one_observer_serves_all_who_watch_a_document(page_of: PageOf) -> None:
    """The index of a large document still receives mutations after other watchers have stopped."""
    page = await page_of("<div id=list></div>" + "<p><i>x</i></p>" * 400)
    await discover(page)
    await scripts.call(page, None, "readable", {"root": 0})
    await discover(page)
    for number in range(3):
        await _run(
            page,
            f"list.append(Object.assign(document.createElement('button'), "
            f"{{ id: 'same', textContent: 'B{number}' }}))",
        )
        found = await discover(page)
        assert [each.name for each in found.elements] == [f"B{n}" for n in range(number + 1)]
        is_unique = [each.selector == "#same" for each in found.elements]
        assert is_unique == [number == 0] * (number + 1)
