from __future__ import annotations

import asyncio
import logging

import pytest

from viewmark.browser.cdp import events as module
from viewmark.browser.cdp.events import Events


async def settle():
    for _ in range(20):
        await asyncio.sleep(0)


async def test_handlers_run_in_order_and_not_within_the_delivery():
    events, seen = Events(), []
    events.add("A", lambda p: seen.append(p["n"]))
    for n in range(5):
        events.deliver("A", {"n": n})
    assert seen == []
    await settle()
    assert seen == [0, 1, 2, 3, 4]


async def test_an_async_handler_finishes_one_event_before_the_next():
    events, log = Events(), []

    async def handler(params):
        log.append(("start", params["n"]))
        await asyncio.sleep(0)
        log.append(("end", params["n"]))

    events.add("A", handler)
    events.deliver("A", {"n": 1})
    events.deliver("A", {"n": 2})
    await settle()
    assert log == [("start", 1), ("end", 1), ("start", 2), ("end", 2)]


async def test_a_full_queue_drops_the_oldest_counts_them_and_says_so_once(monkeypatch, caplog):
    monkeypatch.setattr(module, "QUEUE_LIMIT", 3)
    events, seen = Events(), []
    subscription = events.add("A", lambda p: seen.append(p["n"]))
    with caplog.at_level(logging.WARNING, "viewmark.browser"):
        for n in range(10):
            events.deliver("A", {"n": n})
    await settle()
    assert seen == [7, 8, 9]
    assert subscription.dropped == 7
    assert caplog.text.count("too slow") == 1


async def test_unsubscribing_drops_what_waits_and_a_handler_may_unsubscribe_itself():
    events, seen = Events(), []

    def once(params):
        seen.append(params["n"])
        subscription()

    subscription = events.add("A", once)
    for n in range(3):
        events.deliver("A", {"n": n})
    await settle()
    events.deliver("A", {"n": 9})
    await settle()
    assert seen == [0]


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


async def test_stopping_ends_a_handler_that_is_running_and_leaves_no_task():
    before = asyncio.all_tasks()
    events, ended = Events(), []

    async def handler(_):
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(True)

    events.add("A", handler)
    events.deliver("A", {})
    await settle()
    await events.stop()
    assert ended == [True]
    assert asyncio.all_tasks() == before


async def test_a_handler_may_stop_the_session_that_it_handles():
    events, done = Events(), asyncio.Event()

    async def handler(_):
        await events.stop()
        done.set()

    events.add("A", handler)
    events.deliver("A", {})
    await asyncio.wait_for(done.wait(), 5)
