"""Draw mode end to end: a user draws in a real page, the agent reads. Numbers: edge cases."""

from __future__ import annotations

import asyncio
import base64
from pathlib import Path
from typing import Any

import pytest
from page_over import page_over

from viewmark.browser.actions.navigation import goto
from viewmark.drawmode.controller import DrawMode
from viewmark.drawmode.read import read_annotations
from viewmark.drawmode.session import DrawState, SessionStatus
from viewmark.errors import (
    DrawModeActive,
    NoAnnotations,
    PageCrashed,
    TabNotFound,
)
from viewmark.page.resolved_target import SelectorTarget


@pytest.mark.full_browser  # covers input and drawing in the full browser
async def test_a_rectangle_with_words_arrives_with_the_element_that_can_be_clicked(
    dispatcher: Any, mode: DrawMode, bounded: Any
) -> None:
    d = await dispatcher()
    started = await mode.start(d.context, prompt="What should change?")
    assert (started.status, started.annotation_count) == ("pending", 0)
    assert started.correlation_id.startswith("dm_")
    await d.hand.mark("#submit-btn", "this button should be darker")
    await d.hand.key("Escape")
    seen = await bounded(read_annotations(mode, wait=True))
    assert (seen.status, seen.count) == ("success", 1)
    mark = seen.annotations[0]
    assert mark.text == "this button should be darker"
    assert mark.element_summary == "button.btn.primary 'Submit order'"
    first = mark.elements[0]
    assert (first.tag, first.role, first.name) == ("button", "button", "Submit order")
    assert first.coverage == pytest.approx(1.0)
    assert first.ref is not None
    found = d.context.registry.resolve(first.ref)
    assert found.element.identity.id == "submit-btn"
    left, top, right, bottom = await d.hand.box("#submit-btn")
    box = (left - 4, top - 4, right - left + 8, bottom - top + 8)
    assert mark.rect.as_tuple() == pytest.approx(box)
    assert seen.to_json()["annotations"][0]["label"] == 1


async def test_the_answer_brings_the_marked_and_the_clean_picture(
    dispatcher: Any, mode: DrawMode, bounded: Any, tmp_path: Path
) -> None:
    d = await dispatcher()
    await d.start()
    await d.hand.mark("h1", "bigger")
    await d.hand.key("Escape")
    seen = await bounded(read_annotations(mode, wait=True))
    (marked,), (clean,) = seen.pictures, seen.clean_pictures
    assert base64.b64decode(marked.base64).startswith(b"\xff\xd8")
    assert marked.base64 != clean.base64
    view = mode.pictures.snapshots(seen.correlation_id or "").final[next(iter(mode.tabs))].viewport
    assert (marked.width, marked.height) == (view.width, view.height)
    assert marked.labels == (1,)
    assert seen.screenshot_path is not None
    check_file(tmp_path, seen.screenshot_path)


async def test_1_navigation_loses_nothing_and_the_overlay_comes_back(
    dispatcher: Any, mode: DrawMode, eventually: Any, bounded: Any, site: Any
) -> None:
    d = await dispatcher()
    first = d.page.url
    site.put("/next.html", "<!doctype html><h2 id=n>Next page</h2>")
    await d.start()
    await d.hand.mark("#submit-btn", "on the first page")
    await goto(d.page, site.url("/next.html"))
    await eventually(
        lambda: d.session.page(next(iter(mode.tabs))).state is DrawState.DRAWING, "overlay"
    )
    await d.hand.mark("#n", "on the second page")
    await goto(d.page, first)
    await eventually(
        lambda: d.session.page(next(iter(mode.tabs))).state is DrawState.DRAWING, "overlay"
    )
    shown = await d.page.call(
        None, "function () { return viewmarkDraw.shapes.placed.map((p) => p.mark.text); }"
    )
    assert shown == ["on the first page"]
    await d.hand.key("Escape")
    seen = await bounded(read_annotations(mode, wait=True))
    assert [a.text for a in seen.annotations] == ["on the first page", "on the second page"]
    assert "page_navigated" in seen.warnings
    assert [p.page_url for p in seen.pictures] == [first, site.url("/next.html")]
    assert len(seen.to_json()["pages"]) == 2
    assert all(a.elements[0].ref for a in seen.annotations[:1])


async def test_1_navigation_in_mid_comment_keeps_the_words(
    dispatcher: Any, mode: DrawMode, eventually: Any, site: Any
) -> None:
    d = await dispatcher()
    site.put("/next.html", "<!doctype html><h2>Next</h2>")
    await d.start()
    await d.hand.drag((100, 300), (300, 400))
    await d.hand.keys("half a sent")
    await eventually(
        lambda: any(p.draft and p.draft.text == "half a sent" for p in d.session.pages.values())
    )
    await goto(d.page, site.url("/next.html"))
    await eventually(lambda: d.texts == ["half a sent"], "the draft as a mark")
    assert d.session.annotations()[0].interrupted


async def test_1_moving_within_the_document_hides_the_marks_of_the_other_address(
    dispatcher: Any, mode: DrawMode, eventually: Any
) -> None:
    d = await dispatcher()
    await d.start()
    await d.hand.mark("h1", "here")
    await d.run("history.pushState(null, '', '/elsewhere')")
    await eventually(lambda: "page_navigated" in d.session.warnings, "the warning")
    shown = "function () { viewmarkDraw.refresh(); return viewmarkDraw.shapes.placed.length; }"
    assert await d.page.call(None, shown) == 0
    await d.run("history.back()")
    await d.run("new Promise((done) => setTimeout(done, 50))")
    assert await d.page.call(None, shown) == 1


async def test_2_starting_twice_changes_nothing(dispatcher: Any, mode: DrawMode) -> None:
    d = await dispatcher()
    identity = await d.start(prompt="Look")
    await d.hand.mark("h1", "one")
    again = await mode.start(d.context)
    assert (again.status, again.correlation_id, again.annotation_count) == (
        "already_active",
        identity,
        1,
    )
    hosts = await d.run("document.documentElement.children.length")
    assert hosts == 3, "head, body and one host"


async def test_3_done_without_marks_is_a_success_with_a_picture(
    dispatcher: Any, mode: DrawMode, bounded: Any
) -> None:
    d = await dispatcher()
    await d.start()
    await d.hand.key("Escape")
    seen = await bounded(read_annotations(mode, wait=True))
    assert (seen.status, seen.count) == ("success", 0)
    assert len(seen.pictures) == 1
    assert seen.hint


async def test_3_discarding_is_not_the_same_as_no_marks(
    dispatcher: Any, mode: DrawMode, bounded: Any
) -> None:
    d = await dispatcher()
    await d.start()
    await d.hand.mark("h1", "secret thoughts")
    left, top, right, bottom = await button_box(d, "discard")
    x, y = (left + right) / 2, (top + bottom) / 2
    await d.hand.click(x, y)
    assert d.session.active, "one press is not enough"
    await d.hand.click(x, y)
    seen = await bounded(read_annotations(mode, wait=True))
    assert (seen.status, seen.count, seen.pictures) == ("cancelled", 0, ())


async def test_4_marks_stay_on_their_elements_when_the_window_changes(
    dispatcher: Any, mode: DrawMode, bounded: Any
) -> None:
    style = "body { margin: 0 } #c { width: 50vw; margin: 40px auto; background: #ddd }"
    d = await dispatcher(f"<style>{style}</style><div id=c>box</div>")
    await d.start()
    await d.hand.mark("#c", "centre", margin=0)
    await d.page.session.send(
        "Emulation.setDeviceMetricsOverride",
        {"width": 800, "height": 600, "deviceScaleFactor": 1, "mobile": False},
    )
    await d.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    left, top, right, bottom = await d.hand.box("#c")
    rect = await d.page.call(
        None, "function () { viewmarkDraw.refresh(); return viewmarkDraw.shapes.placed[0].rect; }"
    )
    sides = [rect["x"], rect["y"], rect["x"] + rect["width"], rect["y"] + rect["height"]]
    assert sides == pytest.approx([left, top, right, bottom], abs=1)
    await d.hand.key("Escape")
    seen = await bounded(read_annotations(mode, wait=True))
    assert seen.annotations[0].anchor.state.value == "moved"
    assert seen.to_json()["annotations"][0]["current_rect"]["x"] == pytest.approx(left, abs=1)


@pytest.mark.parametrize(
    ("end", "drawn"),
    [((104, 140), 0), ((140, 304), 0), ((105, 305), 1), ((95, 295), 1), ((100, 300), 0)],
)
async def test_5_a_rectangle_counts_from_five_px_in_both_directions(
    dispatcher: Any, mode: DrawMode, end: tuple[int, int], drawn: int
) -> None:
    d = await dispatcher()
    await d.start()
    await d.hand.drag((100, 300), end)
    await d.hand.write("words")
    await d.hand.key("Enter")
    await mode.stop()
    assert len(d.session.marks) == drawn


async def test_5_the_right_button_draws_nothing(dispatcher: Any, mode: DrawMode) -> None:
    d = await dispatcher()
    await d.start()
    await d.hand.drag((100, 300), (300, 400), button="right")
    await mode.stop()
    assert d.texts == []


async def test_6_leaving_the_box_keeps_words_and_removes_an_empty_mark(
    dispatcher: Any, mode: DrawMode
) -> None:
    d = await dispatcher()
    await d.start()
    await d.hand.drag((100, 300), (200, 350))
    await d.hand.write("kept by a press elsewhere")
    await d.hand.click(900, 100)
    await d.hand.drag((300, 300), (400, 350))
    await d.hand.click(900, 100)
    await d.hand.drag((500, 300), (600, 350))
    await d.hand.write("   ")
    await d.hand.key("Enter")
    await d.hand.drag((100, 400), (200, 450))
    await d.hand.write("kept by Esc")
    await d.hand.key("Escape")
    assert d.session.active
    await d.hand.drag((300, 400), (400, 450))
    await d.hand.write("kept by the shortcut")
    await d.hand.shortcut()
    await mode.stop()
    assert d.texts == ["kept by a press elsewhere", "kept by Esc", "kept by the shortcut"]
    assert d.session.status is SessionStatus.SUCCESS


async def test_6_shift_enter_breaks_the_line(dispatcher: Any, mode: DrawMode) -> None:
    d = await dispatcher()
    await d.start()
    await d.hand.drag((100, 300), (200, 350))
    await d.hand.keys("one")
    await d.hand.key("Enter", modifiers=8)
    await d.hand.keys("two")
    await d.hand.key("Enter")
    await mode.stop()
    assert d.texts == ["one\ntwo"]


async def test_6_an_input_method_confirms_its_own_words_by_enter(
    dispatcher: Any, mode: DrawMode
) -> None:
    d = await dispatcher()
    await d.start()
    await d.hand.drag((100, 300), (200, 350))
    await d.hand.compose("かん")
    await d.page.session.send(
        "Input.dispatchKeyEvent",
        {"type": "rawKeyDown", "key": "Process", "code": "Enter", "windowsVirtualKeyCode": 229},
    )
    await d.hand.write("漢字")
    assert d.session.annotations() == ()
    await d.hand.key("Enter")
    await mode.stop()
    assert d.texts == ["漢字"]


async def test_9_without_a_session_the_answer_says_what_to_do(mode: DrawMode) -> None:
    seen = await read_annotations(mode, wait=True)
    assert (seen.status, seen.count, seen.code) == ("success", 0, "no_annotations")
    assert seen.hint == (
        "No annotations found. Use interact({action: 'draw_mode_start'}) to activate draw mode and "
        "ask the user to annotate the page."
    )
    with pytest.raises(NoAnnotations):
        seen.raise_for_status()


async def test_11_a_second_session_answers_and_the_first_can_be_read(
    dispatcher: Any, mode: DrawMode, bounded: Any
) -> None:
    d = await dispatcher()
    first = await d.start()
    await d.hand.mark("h1", "first")
    await mode.stop()
    second = await d.start()
    assert second != first
    await d.hand.mark("#submit-btn", "second")
    await mode.stop()
    newest = await read_annotations(mode)
    assert [a.text for a in newest.annotations] == ["second"]
    assert newest.other_sessions == (first,)
    older = await read_annotations(mode, correlation_id=first)
    assert [a.text for a in older.annotations] == ["first"]


async def test_the_shortcut_starts_and_ends_without_an_agent(
    dispatcher: Any, mode: DrawMode, eventually: Any, bounded: Any
) -> None:
    d = await dispatcher()
    tab = await mode.attach(d.context)
    assert await mode.attach(d.context) is tab
    await d.hand.shortcut()
    await eventually(lambda: mode.store.active and tab.overlay.id in d.session.pages, "a session")
    await eventually(
        lambda: d.session.page(tab.overlay.id).state is DrawState.DRAWING, "the overlay"
    )
    await d.hand.mark("h1", "by myself")
    await d.hand.shortcut()
    seen = await bounded(read_annotations(mode, wait=True))
    assert [a.text for a in seen.annotations] == ["by myself"]


async def test_the_shortcut_works_while_a_frame_has_the_focus(
    dispatcher: Any, mode: DrawMode, eventually: Any
) -> None:
    d = await dispatcher("<iframe srcdoc='<input id=i autofocus>' width=400></iframe>")
    tab = await mode.attach(d.context)
    await d.hand.click(40, 30)
    await d.hand.shortcut()
    await eventually(lambda: mode.store.active is not None, "a session")
    await eventually(
        lambda: d.session.page(tab.overlay.id).state is DrawState.DRAWING, "the overlay"
    )


async def test_stopping_keeps_the_words_that_are_being_typed(
    dispatcher: Any, mode: DrawMode
) -> None:
    d = await dispatcher()
    await d.start()
    await d.hand.drag((100, 300), (200, 350))
    await d.hand.keys("unfinished")
    session = await mode.stop()
    assert session.status is SessionStatus.SUCCESS
    assert d.texts == ["unfinished"]
    assert await mode.stop() is session


async def test_closing_draw_mode_takes_everything_away(dispatcher: Any, mode: DrawMode) -> None:
    d = await dispatcher()
    before = await d.run("document.documentElement.outerHTML")
    await d.start()
    await d.hand.mark("h1", "x")
    await mode.close()
    assert await d.run("document.documentElement.outerHTML") == before
    assert mode.store.active is None
    await d.hand.shortcut()
    assert mode.store.active is None
    assert mode.tabs == {}


async def test_a_tab_that_is_closed_ends_the_session_with_its_marks(
    dispatcher: Any, mode: DrawMode, bounded: Any
) -> None:
    d = await dispatcher()
    await d.start()
    await d.hand.mark("h1", "before the end")
    await d.hand.drag((100, 300), (200, 350))
    await d.hand.keys("half")
    waiting = asyncio.ensure_future(read_annotations(mode, wait=True))
    await d.page.close()
    seen = await bounded(waiting)
    assert seen.status == "page_closed"
    assert [a.text for a in seen.annotations][:1] == ["before the end"]


async def test_a_crash_loses_nothing_and_a_reload_brings_the_marks_back(
    dispatcher: Any, mode: DrawMode, eventually: Any, bounded: Any
) -> None:
    d = await dispatcher()
    await d.start()
    await d.hand.mark("h1", "before the crash")
    crash = asyncio.ensure_future(d.page.session.send("Page.crash"))
    await eventually(lambda: "page_crashed" in d.session.warnings, "the crash")
    await asyncio.gather(crash, return_exceptions=True)
    assert d.texts == ["before the crash"]
    await goto(d.page, d.page.url)
    tab = next(iter(mode.tabs))
    await eventually(lambda: d.session.page(tab).state is DrawState.DRAWING, "the overlay")
    await d.hand.mark("#submit-btn", "after the crash")
    await d.hand.key("Escape")
    seen = await bounded(read_annotations(mode, wait=True))
    assert [a.text for a in seen.annotations] == ["before the crash", "after the crash"]
    assert all(a.elements[0].ref for a in seen.annotations)


async def test_a_page_that_cannot_show_the_overlay_leaves_no_session(
    dispatcher: Any, mode: DrawMode, eventually: Any
) -> None:
    d = await dispatcher()
    await mode.attach(d.context)
    crash = asyncio.ensure_future(d.page.session.send("Page.crash"))
    await asyncio.gather(crash, return_exceptions=True)
    await eventually(lambda: d.page.crashed, "the crash")
    with pytest.raises(PageCrashed):
        await mode.start(d.context)
    assert mode.store.active is None
    closed = await dispatcher()
    await closed.page.close()
    with pytest.raises(TabNotFound):
        await mode.start(closed.context)
    assert mode.store.active is None


async def test_starting_at_once_from_two_sides_gives_one_overlay(
    dispatcher: Any, mode: DrawMode
) -> None:
    d = await dispatcher()
    one, two = await asyncio.gather(mode.start(d.context), mode.start(d.context))
    assert one.correlation_id == two.correlation_id
    assert {one.status, two.status} == {"pending", "already_active"}
    assert await d.run("document.documentElement.children.length") == 3


async def test_two_tabs_are_two_pages_of_one_session(
    dispatcher: Any, mode: DrawMode, eventually: Any, bounded: Any
) -> None:
    one = await dispatcher("<h1>First tab</h1>")
    await one.start()
    await one.hand.mark("h1", "one")
    two = await dispatcher("<h1>Second tab</h1>")
    again = await mode.start(two.context)
    assert again.status == "already_active"
    await two.hand.mark("h1", "two")
    number = await two.page.call(
        None, "function () { return viewmarkDraw.labelOf(viewmarkDraw.marks[0]); }"
    )
    assert number == 2
    await two.hand.key("Escape")
    seen = await bounded(read_annotations(mode, wait=True))
    assert [a.text for a in seen.annotations] == ["one", "two"]
    assert [p.labels for p in seen.pictures] == [(1,), (2,)]
    assert await one.run("document.documentElement.children.length") == 2


def check_file(folder: Path, path: str) -> None:
    """Check that the file is a PNG of at most 2 MB that only its owner can read."""
    (file,) = folder.iterdir()
    assert str(file) == path
    data = file.read_bytes()
    assert data.startswith(b"\x89PNG")
    assert len(data) <= 2_000_000
    assert file.stat().st_mode & 0o077 == 0


async def button_box(d: Any, act: str) -> tuple[float, float, float, float]:
    """Return the box of a toolbar button, found in our isolated world; the click is real input."""
    reply = await d.page.call(
        None,
        "function (act) { const el = viewmarkDraw.toolbar.bar.querySelector(`[data-act='${act}']`);"
        " const r = el.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; }",
        act,
    )
    return tuple(reply)


async def test_nothing_is_pressed_where_a_human_draws_and_the_refusal_says_so(
    dispatcher: Any,
) -> None:
    d = await dispatcher(
        "<script>heard = []; onmousedown = (e) => heard.push(e.target.id)</script>"
        "<button id=t>Go</button>"
    )
    session = await d.start()
    with pytest.raises(
        DrawModeActive, match="the user is marking this page, so click was not"
    ) as e:
        await page_over(d.context).click(target=SelectorTarget("#t"))
    assert e.value.data["correlation_id"] == session
    with pytest.raises(DrawModeActive, match="keypress was not begun"):
        await page_over(d.context).keypress(keys="Enter")
    assert await d.run("heard") == []
    await d.mode.stop()
    done = await page_over(d.context).click(target=SelectorTarget("#t"))
    assert (done.hit.name, await d.run("heard")) == ("Go", ["t"])
