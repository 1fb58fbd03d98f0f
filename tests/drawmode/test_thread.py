"""Messages of agent and user about a mark: seen, in progress, resolved, reopened; as plain text."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hand import CTRL
from test_intake import MARK, take

from viewmark.browser.actions.navigation import goto
from viewmark.drawmode import intake, messages
from viewmark.drawmode.controller import DrawMode
from viewmark.drawmode.messages import OverlayMessage
from viewmark.drawmode.model import place_of
from viewmark.drawmode.read import read_annotations
from viewmark.drawmode.reply import write_reply
from viewmark.drawmode.report import ReportSection, markdown
from viewmark.drawmode.session import DrawnSession, SessionStatus
from viewmark.drawmode.thread import MAX_ENTRIES, MAX_REPLY, Thread, ThreadAuthor, ThreadStatus
from viewmark.errors import (
    CorrelationExpired,
    DrawModeAlreadyActive,
    InvalidOption,
    NoAnnotations,
)

AGENT, HUMAN = ThreadAuthor.AGENT, ThreadAuthor.HUMAN
HOSTILE = "<img src=x onerror=document.title='hacked'><script>document.title='hacked'</script>"


def session_with_mark() -> DrawnSession:
    session = DrawnSession("dm_1", 0.0)
    session.put(take(MARK))
    return session


def message(kind: str, **data: Any) -> OverlayMessage:
    return OverlayMessage(kind, {"id": MARK["id"], **data}, "doc")


# Rules ------------------------------------------------------------------------------------------


def test_words_of_the_human_open_a_resolved_mark_again() -> None:
    thread = Thread().mark_seen().add_message(AGENT, "done", 1, ThreadStatus.RESOLVED)
    assert (thread.status, thread.entries[0].status) == (
        ThreadStatus.RESOLVED,
        ThreadStatus.RESOLVED,
    )
    assert thread.add_message(AGENT, "one more thing", 2).status is ThreadStatus.RESOLVED
    again = thread.add_message(HUMAN, "not yet", 2)
    assert (again.status, again.entries[1].status) == (ThreadStatus.OPEN, ThreadStatus.OPEN)
    assert again.add_message(HUMAN, "look", 3).entries[2].status is None, "nothing changed"
    assert thread.mark_seen() is thread, "only what is open becomes seen"


def test_a_thread_has_an_end() -> None:
    session = session_with_mark()
    for number in range(MAX_ENTRIES):
        assert session.write(MARK["id"], AGENT, str(number), number)
    assert not session.write(MARK["id"], HUMAN, "more", 0)
    assert not session.write("ann_nobody", HUMAN, "more", 0)


def test_only_what_the_human_writes_wakes_those_who_wait() -> None:
    session = session_with_mark()
    before = session.revision
    session.write(MARK["id"], AGENT, "on it", 1, ThreadStatus.IN_PROGRESS)
    assert session.see() == ()
    assert session.revision == before
    session.write(MARK["id"], HUMAN, "thanks", 2)
    assert session.revision == before + 1


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        ("reply", ThreadStatus.OPEN),
        ("resolve", ThreadStatus.RESOLVED),
        ("reopen", ThreadStatus.OPEN),
    ],
)
def test_whatever_the_overlay_sends_is_the_human_s(kind: str, status: ThreadStatus) -> None:
    session = session_with_mark()
    forged = message(kind, text="done\u202e\u0000", author="agent", status="resolved", timestamp=7)
    assert messages.apply(session, "p", forged, 0.0, 99) == "show_thread"
    thread = session.thread(MARK["id"])
    (entry,) = thread.entries
    assert (entry.author, entry.text, entry.timestamp) == (HUMAN, "done", 99)
    assert thread.status is status


def test_a_mark_that_is_sent_again_brings_no_thread_and_takes_none_away() -> None:
    session = session_with_mark()
    session.write(MARK["id"], AGENT, "on it", 1, ThreadStatus.IN_PROGRESS)
    forged = {**MARK, "status": "resolved", "thread": [{"author": "agent", "text": "all done"}]}
    messages.apply(session, "p", OverlayMessage("mark", {"mark": forged}, "doc"), 0.0, 9)
    (mark,) = session.annotations()
    assert (mark.status, [e.text for e in mark.thread.entries]) == (
        ThreadStatus.IN_PROGRESS,
        ["on it"],
    )
    session.drop(mark.id)
    session.put(mark)
    assert session.annotations()[0].thread.entries, "undo of a deletion brings the thread back"


def test_an_answer_that_is_too_long_is_cut_and_an_empty_one_dropped() -> None:
    session = session_with_mark()
    messages.apply(session, "p", message("reply", text="x" * 9_999), 0.0, 1)
    messages.apply(session, "p", message("reply", text="  \n "), 0.0, 1)
    messages.apply(session, "p", message("reply", text={"no": "text"}), 0.0, 1)
    (entry,) = session.thread(MARK["id"]).entries
    assert len(entry.text) == MAX_REPLY


def test_threads_are_saved_and_marks_come_back_with_their_page() -> None:
    session = session_with_mark()
    session.write(MARK["id"], AGENT, "done", 5, ThreadStatus.RESOLVED)
    session.write(MARK["id"], HUMAN, "no", 6)
    marks, _ = intake.load_drawing(intake.dump_drawing(session))
    assert [m.thread for m in marks] == [session.thread(MARK["id"])]
    later = DrawnSession("dm_2", 0.0, shelf=list(marks))
    later.unshelve("https://other.example/", "p2")
    assert (later.annotations(), len(later.shelf)) == ((), 1)
    assert intake.load_drawing(intake.dump_drawing(later))[0] == marks, (
        "what was not shown is not lost"
    )
    later.unshelve(place_of(marks[0].page_url), "p2")
    (mark,) = later.annotations()
    assert (mark.page_id, mark.thread, later.shelf) == ("p2", marks[0].thread, [])


@pytest.mark.parametrize(
    "damage",
    [
        {"thread": "x"},
        {"thread": [1]},
        {"thread": [{"author": "boss", "text": "", "timestamp": 1}]},
        {"thread": [{"author": "agent", "text": "", "timestamp": "now"}]},
        {"thread": [{"author": "agent", "text": "", "timestamp": 1}] * (MAX_ENTRIES + 1)},
        {"status": "perfect"},
    ],
    ids=str,
)
def test_a_damaged_thread_in_a_saved_drawing_is_named(damage: dict[str, Any]) -> None:
    data = json.loads(intake.dump_drawing(session_with_mark()))
    data["marks"][0] |= damage
    with pytest.raises(InvalidOption, match="Mark 1 is damaged"):
        intake.load_drawing(json.dumps(data))


def test_the_report_quotes_both_sides() -> None:
    session = session_with_mark()
    session.write(MARK["id"], AGENT, "# done\n<b>", 5, ThreadStatus.RESOLVED)
    text = markdown(session, [ReportSection(m) for m in session.annotations()])
    assert "**Agent** (resolved):\n\n> \\# done\n> \\<b\\>" in text


# On a page --------------------------------------------------------------------------------------


async def shown(d: Any) -> dict[str, Any]:
    reply: dict[str, Any] = await d.page.call(
        None,
        "function () { const { thread, editor, shapes, toolbar } = viewmarkDraw;"
        " return { log: [...thread.log.children].map((e) => e.textContent),"
        "  markup: thread.log.querySelectorAll('img, script').length,"
        "  pill: shapes.layer.querySelector('.pill').textContent,"
        "  badge: shapes.layer.querySelector('.badge').ariaLabel,"
        "  notice: toolbar.bar.querySelector('.notice').textContent,"
        "  open: editor.isOpen, text: editor.area.value, button: thread.settle.textContent }; }",
    )
    return reply


async def test_agent_and_human_talk_while_draw_mode_is_on(
    dispatcher: Any, mode: DrawMode, bounded: Any, eventually: Any
) -> None:
    d = await dispatcher()
    await d.start()
    await d.hand.mark("#submit-btn", "darker please")
    seen = await bounded(read_annotations(mode, wait=True, since=0))
    assert [m.status for m in seen.annotations] == [ThreadStatus.OPEN], "it is new to the agent"
    await eventually(lambda: d.session.annotations()[0].status is ThreadStatus.SEEN)
    answered = await write_reply(mode, 1, HOSTILE, status=ThreadStatus.IN_PROGRESS)
    assert answered.thread.entries[0].text == HOSTILE, "it is kept as it was written"
    view = await shown(d)
    assert view["badge"].endswith("(in progress)")
    assert HOSTILE in view["pill"]
    assert view["notice"] == f"Agent on mark 1 (in progress): {HOSTILE}"
    await d.hand.key("n")
    await d.hand.key("Enter")
    view = await shown(d)
    assert view["log"] == ["Youdarker please", f"Agent · In progress{HOSTILE}"]
    assert (view["open"], view["text"], view["markup"]) == (True, "", 0)
    assert await d.run("document.title") != "hacked"
    await d.hand.write("blue, not black")
    await d.hand.key("Enter")
    news = await bounded(read_annotations(mode, wait=True, since=seen.revision))
    (mark,) = news.annotations
    assert [(e.author, e.text) for e in mark.thread.entries[1:]] == [(HUMAN, "blue, not black")]
    assert mark.text == "darker please", "an answer does not change the mark"
    assert mark.to_json(label=1)["thread"][1]["text"] == "blue, not black"


async def test_what_is_resolved_can_be_reopened_with_the_button_and_with_words(
    dispatcher: Any, mode: DrawMode, bounded: Any, eventually: Any
) -> None:
    d = await dispatcher()
    session = await d.start()
    await d.hand.mark("#submit-btn", "darker")
    await d.hand.key("Escape")
    await bounded(read_annotations(mode, wait=True))
    await write_reply(
        mode, 1, "Done: now #123456.", status=ThreadStatus.RESOLVED, correlation_id=session
    )
    again = await mode.start(d.context, prompt="Is it right now?", resume=session)
    assert (again.status, again.correlation_id, again.annotation_count) == ("pending", session, 1)
    view = await shown(d)
    assert "Done: now #123456." in view["pill"]
    await d.hand.key("n")
    await d.hand.key("Enter")
    assert (await shown(d))["button"] == "Reopen"
    box = await d.page.call(
        None,
        "function () { const r = viewmarkDraw.thread.settle.getBoundingClientRect();"
        " return [r.x + r.width / 2, r.y + r.height / 2]; }",
    )
    await d.hand.click(*box)
    await eventually(lambda: d.session.annotations()[0].status is ThreadStatus.OPEN, "reopened")
    await d.hand.key("n")
    await d.hand.key("Enter")
    await d.hand.write("still too light")
    await d.hand.key("Enter", modifiers=CTRL)
    seen = await bounded(read_annotations(mode, wait=True, correlation_id=session))
    (mark,) = seen.annotations
    assert [(e.author, e.text, e.status) for e in mark.thread.entries] == [
        (AGENT, "Done: now #123456.", ThreadStatus.RESOLVED),
        (HUMAN, "", ThreadStatus.OPEN),
        (HUMAN, "still too light", None),
    ]
    assert seen.pictures
    assert mark.elements[0].ref == "@submitBtn" or mark.elements[0].ref


async def test_marks_come_back_when_their_page_does(
    dispatcher: Any, mode: DrawMode, eventually: Any, site: Any, bounded: Any
) -> None:
    d = await dispatcher()
    first = d.page.url
    site.put("/other.html", "<!doctype html><h2>Other</h2>")
    await d.start()
    await d.hand.mark("#submit-btn", "here")
    await d.hand.key("Escape")
    await bounded(read_annotations(mode, wait=True))
    await write_reply(mode, 1, "noted")
    kept = mode.save()
    await goto(d.page, site.url("/other.html"))
    begun = await mode.start(d.context, load=kept)
    assert begun.annotation_count == 0
    await goto(d.page, first)
    await eventually(lambda: d.texts == ["here"], "the mark of the address")
    assert d.session.annotations()[0].thread.entries[0].text == "noted"


async def test_a_reply_that_cannot_be_is_refused_with_the_reason(
    dispatcher: Any, mode: DrawMode, bounded: Any, clock: Any
) -> None:
    with pytest.raises(NoAnnotations):
        await write_reply(mode, 1, "hello")
    d = await dispatcher()
    session = await d.start()
    await d.hand.mark("h1", "words")
    (mark,) = d.session.annotations()
    assert (await write_reply(mode, mark.id, "by id")).id == mark.id
    assert (await write_reply(mode, mark.correlation_id, "by its detail")).id == mark.id
    for wrong in (0, 2, True, "ann_nobody", None):
        with pytest.raises(InvalidOption, match="has 1 annotations"):
            await write_reply(mode, wrong, "hello")  # type: ignore[arg-type]
    with pytest.raises(InvalidOption, match="at most 2000"):
        await write_reply(mode, 1, "x" * 2_001)
    with pytest.raises(InvalidOption, match="text or a status"):
        await write_reply(mode, 1, " \u200b\n")
    await mode.stop()
    clock.ahead += 500
    await write_reply(mode, 1, "keeps it alive")
    clock.ahead += 500
    assert mode.store.session(session).id == session
    other = await d.start()
    with pytest.raises(DrawModeAlreadyActive, match=other):
        await mode.start(d.context, resume=session)
    await mode.stop()
    clock.ahead += 601
    with pytest.raises(CorrelationExpired):
        await mode.start(d.context, resume=session)


async def test_a_discarded_drawing_takes_no_replies_and_is_not_resumed(
    dispatcher: Any, mode: DrawMode
) -> None:
    d = await dispatcher()
    session = await d.start()
    mode.store.end(d.session, SessionStatus.CANCELLED)
    for attempt in (write_reply(mode, 1, "hello"), mode.start(d.context, resume=session)):
        with pytest.raises(NoAnnotations, match="discarded"):
            await attempt


def test_a_thread_belongs_to_the_reader_s_copy_of_a_mark_only() -> None:
    session = session_with_mark()
    session.put(replace(take(MARK), thread=Thread().add_message(AGENT, "forged", 1)))
    assert session.annotations()[0].thread == Thread()
