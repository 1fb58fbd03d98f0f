"""A session over a fake link: which handlers are called, and when."""

from __future__ import annotations

import asyncio
import itertools

import pytest

from viewmark.browser.cdp.session import Session
from viewmark.errors import (
    CommandTimeout,
    ConnectionLost,
    DialogOpen,
    PageCrashed,
    ProtocolError,
    TabNotFound,
)

OPENING = {"type": "alert", "message": "Hello", "url": "http://a.test/"}


class Link:
    """Records commands and never replies by itself."""

    has_children = True

    def __init__(self):
        self.ids = itertools.count(1)
        self.sent = []

    def next_id(self):
        return next(self.ids)

    def transmit(self, session, number, method, params):
        self.sent.append((session, number, method, params))

    def listen(self, session, event):
        """Delivers all events without a subscription."""


@pytest.fixture
def link():
    return Link()


def family(link):
    browser = Session(link)
    tab = Session(link, session_id="TAB", target={"targetId": "T"}, parent=browser)
    frame = Session(link, session_id="FRAME", target={"type": "iframe"}, parent=tab)
    browser.adopt(tab)
    tab.adopt(frame)
    return browser, tab, frame


async def started(*commands):
    tasks = [asyncio.ensure_future(each) for each in commands]
    for _ in range(3):
        await asyncio.sleep(0)
    return tasks


async def outcome(task):
    return (await asyncio.gather(task, return_exceptions=True))[0]


async def test_answers_find_their_command_in_any_order(link):
    session = Session(link)
    tasks = await started(*(session.send(f"A.{n}") for n in range(3)))
    for session_, number, method, _ in reversed(link.sent):
        session_.answer(number, {"of": method})
    assert [await task for task in tasks] == [{"of": f"A.{n}"} for n in range(3)]
    assert session.waiting == 0


async def test_a_second_or_unknown_answer_is_dropped(link):
    session = Session(link)
    (task,) = await started(session.send("A.b"))
    session.answer(99, {})
    session.answer(1, {"n": 1})
    session.answer(1, {"n": 2})
    session.answer(1, error={"message": "late"})
    assert await task == {"n": 1}


async def test_parents_know_their_children_and_the_root_is_the_browser(link):
    browser, tab, frame = family(link)
    assert tab.children == (frame,)
    assert frame.root is tab.root is browser
    assert tab.target_id == "T"
    assert browser.target_id == ""


async def test_a_tab_that_ends_takes_its_frames_with_it_and_not_the_browser(link):
    browser, tab, frame = family(link)
    tasks = await started(*(each.send("A.b") for each in (browser, tab, frame)))
    tab.end(lambda method: TabNotFound(f"gone: {method}"))
    assert isinstance(await outcome(tasks[1]), TabNotFound)
    assert isinstance(await outcome(tasks[2]), TabNotFound)
    assert not tasks[0].done()
    assert browser.children == ()
    assert (tab.ended, frame.ended, browser.ended) == (True, True, False)
    tab.end(lambda _: ConnectionLost("a later reason does not count"))
    with pytest.raises(TabNotFound, match=r"gone: C\.d"):
        await tab.send("C.d")
    await asyncio.wait_for(frame.wait_ended(), 5)
    browser.answer(1, {})
    assert await tasks[0] == {}


async def test_a_dialog_of_the_tab_stops_its_frames_too(link):
    _, tab, frame = family(link)
    tasks = await started(tab.send("Runtime.evaluate"), frame.send("Runtime.evaluate"))
    tab.receive("Page.javascriptDialogOpening", OPENING)
    assert [type(await outcome(task)) for task in tasks] == [DialogOpen, DialogOpen]
    with pytest.raises(DialogOpen):
        await frame.send("Runtime.evaluate")
    assert len(link.sent) == 2, "what would hang is not even sent"
    tab.receive("Page.javascriptDialogClosed", {})
    (again,) = await started(frame.send("Runtime.evaluate"))
    frame.answer(3, {})
    assert await again == {}


async def test_a_crashed_frame_leaves_the_tab_alone(link):
    _, tab, frame = family(link)
    tasks = await started(tab.send("A.b"), frame.send("A.b"))
    frame.receive("Inspector.targetCrashed", {})
    assert isinstance(await outcome(tasks[1]), PageCrashed)
    tab.answer(1, {})
    assert await tasks[0] == {}


async def test_a_deadline_of_the_call_comes_before_that_of_the_session(link):
    session = Session(link, timeout=300)
    with pytest.raises(CommandTimeout) as late:
        await session.send("A.b", timeout=0.01)
    assert late.value.data == {"method": "A.b", "timeout_s": 0.01}
    with pytest.raises(CommandTimeout):
        await Session(link, timeout=0.01).send("A.b")


async def test_a_link_that_raises_leaves_nothing_waiting(link):
    session = Session(link)

    def broken(*_):
        raise TypeError("not to be serialised")

    link.transmit = broken
    with pytest.raises(TypeError):
        await session.send("A.b", {"x": object()})
    assert session.waiting == 0


async def test_bookkeeping_is_done_before_any_handler_and_any_answer(link):
    session, order = Session(link), []
    session.on_event = lambda _, event, params: order.append(("book", params["n"]))
    session.on("A.b", lambda params: order.append(("handler", params["n"])))
    session.receive("A.b", {"n": 1})
    session.receive("A.b", {"n": 2})
    assert order == [("book", 1), ("handler", 1), ("book", 2), ("handler", 2)]


async def test_children_are_announced_before_their_first_event(link):
    seen = []
    tab = Session(link, session_id="TAB")
    tab.on_child = seen.append
    child = Session(link, session_id="C", parent=tab)
    tab.adopt(child)
    assert seen == [child]


async def test_only_frames_are_attached_to_and_only_where_that_is_possible(link):
    session = Session(link)
    (task,) = await started(session.auto_attach())
    assert link.sent[0][3]["filter"] == [{"type": "iframe", "exclude": False}]
    session.answer(1, {})
    await task
    link.has_children = False
    await session.auto_attach()
    assert len(link.sent) == 1


@pytest.mark.parametrize("result", [None, 5, [], "x"])
async def test_a_result_that_is_no_object_is_an_error(link, result):
    session = Session(link)
    (task,) = await started(session.send("A.b"))
    session.answer(1, result)
    assert isinstance(await outcome(task), ProtocolError)
