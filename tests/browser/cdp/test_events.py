from __future__ import annotations

import asyncio
import logging

import pytest

from viewmark.browser.cdp import events as module
from viewmark.browser.cdp.events import Events


async def settle():
    for _ in range(20):
        await asyncio.sleep(0)


def test_handlers_run_on_receipt_in_order_and_a_failing_one_keeps_nobody_from_his(caplog):
    events, seen = Events(), []
    events.add("A", lambda _: 1 / 0)
    events.add("A", lambda p: seen.append(p["n"]))
    with caplog.at_level(logging.ERROR, "viewmark.browser"):
        for n in range(5):
            events.deliver("A", {"n": n})
    assert seen == [0, 1, 2, 3, 4]
    assert caplog.text.count("a handler of A failed: ZeroDivisionError") == 5


def test_a_handler_may_unsubscribe_itself_and_clear_the_others():
    events, seen = Events(), []

    def once(params):
        seen.append(params["n"])
        unsubscribe()
        unsubscribe()

    unsubscribe = events.add("A", once)
    events.add("B", lambda _: events.clear())
    for event in ("A", "A", "B", "B"):
        events.deliver(event, {"n": event})
    assert seen == ["A"]


async def test_a_full_stream_drops_the_oldest(monkeypatch):
    monkeypatch.setattr(module, "QUEUE_LIMIT", 3)
    events = Events()
    async with events_stream(events, "A") as stream:
        for n in range(10):
            events.deliver("A", {"n": n})
        assert [(await stream.__anext__())[1]["n"] for _ in range(3)] == [7, 8, 9]


async def test_a_stream_has_only_its_names_and_nothing_from_before_its_opening():
    events = Events()
    events.deliver("A", {"n": 0})
    async with events_stream(events, "A", "B") as stream:
        for name in ("A", "C", "B"):
            events.deliver(name, {"of": name})
        assert [(await stream.__anext__())[0] for _ in range(2)] == ["A", "B"]
    events.deliver("A", {})
    assert not events.streams


def events_stream(events, *names):
    return module.EventStream(events, names)


async def test_a_stream_yields_what_came_and_then_raises_what_ended_the_session():
    events = Events()
    async with events_stream(events, "A") as stream:
        waiting = asyncio.ensure_future(stream.__anext__())
        await settle()
        events.deliver("A", {"n": 1})
        assert (await waiting)[1] == {"n": 1}
        events.deliver("A", {"n": 2})
        events.end(ConnectionError("gone"))
        assert (await stream.__anext__())[1] == {"n": 2}
        with pytest.raises(ConnectionError, match="gone"):
            await stream.__anext__()
    async with events_stream(events, "A") as late:
        with pytest.raises(ConnectionError):
            await late.__anext__()
