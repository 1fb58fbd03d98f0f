"""Waiting for the user: time slices, progress, limits, several concurrent waits."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from viewmark.drawmode.controller import DrawMode
from viewmark.drawmode.detail import annotation_detail
from viewmark.drawmode.read import read_annotations
from viewmark.errors import CorrelationExpired, DrawModeTimeout, InvalidOption


async def test_the_end_of_a_slice_brings_what_is_there_and_the_next_step(
    dispatcher: Any, mode: DrawMode
) -> None:
    d = await dispatcher()
    identity = await d.start()
    await d.hand.mark("h1", "so far")
    seen = await read_annotations(mode, wait=True, timeout_s=0)
    assert (seen.status, seen.count, seen.code) == ("waiting", 1, None)
    assert identity in seen.next
    assert seen.human in ("active", "typing")
    assert seen.annotations[0].elements[0].ref, "an agent can already act on it"
    assert seen.raise_for_status() is seen


async def test_progress_is_told_every_five_seconds(
    dispatcher: Any, mode: DrawMode, clock: Any
) -> None:
    d = await dispatcher()
    await d.start()
    told: list[str] = []

    async def progress(waited: float, words: str) -> None:
        told.append(words)
        assert waited >= 5 * len(told)
        clock.ahead += 5

    clock.ahead += 0
    waiting = asyncio.ensure_future(
        read_annotations(mode, wait=True, timeout_s=20, progress=progress)
    )
    await asyncio.sleep(0)
    clock.ahead += 5
    mode.tasks.notify()
    seen = await waiting
    assert seen.status == "waiting"
    assert told[0] == "0 marks, waiting for the human"
    assert len(told) >= 3


async def test_five_idle_minutes_are_a_timeout_that_keeps_the_marks(
    dispatcher: Any, mode: DrawMode, clock: Any, bounded: Any
) -> None:
    d = await dispatcher()
    await d.start()
    await d.hand.mark("h1", "kept")
    waiting = asyncio.ensure_future(read_annotations(mode, wait=True, timeout_s=3600))
    await asyncio.sleep(0)
    clock.ahead += 301
    mode.tasks.notify()
    seen = await bounded(waiting)
    assert (seen.status, seen.code, seen.count) == ("timeout", "draw_mode_timeout", 1)
    assert "timed out after 5 minutes" in seen.hint
    with pytest.raises(DrawModeTimeout):
        seen.raise_for_status()
    await d.hand.mark("#submit-btn", "and after it")
    await d.hand.key("Escape")
    later = await bounded(read_annotations(mode, wait=True))
    assert [a.text for a in later.annotations] == ["kept", "and after it"]


async def test_waiting_goes_on_while_the_human_types(
    dispatcher: Any, mode: DrawMode, clock: Any, eventually: Any, bounded: Any
) -> None:
    d = await dispatcher()
    await d.start()
    await d.hand.drag((100, 300), (200, 350))
    clock.ahead += 299
    await d.hand.keys("ty")
    await eventually(lambda: d.session.last_key is not None, "a key")
    clock.ahead += 3
    seen = await bounded(read_annotations(mode, wait=True, timeout_s=0))
    assert (seen.status, seen.human) == ("waiting", "typing")


async def test_every_waiter_gets_the_same_and_a_cancelled_one_takes_nothing(
    dispatcher: Any, mode: DrawMode, bounded: Any
) -> None:
    d = await dispatcher()
    await d.start()
    waiters = [asyncio.ensure_future(read_annotations(mode, wait=True)) for _ in range(3)]
    await asyncio.sleep(0)
    waiters[0].cancel()
    await d.hand.mark("h1", "for all")
    await d.hand.key("Escape")
    one, two = await bounded(asyncio.gather(*waiters[1:]))
    assert one.to_json() == two.to_json()
    assert one.pictures == two.pictures
    again = await read_annotations(mode, wait=True)
    assert again.to_json() == one.to_json()


async def test_a_waiter_with_a_cursor_hears_of_each_mark(
    dispatcher: Any, mode: DrawMode, bounded: Any, clock: Any
) -> None:
    d = await dispatcher()
    await d.start()
    first = await read_annotations(mode)
    assert (first.status, first.revision) == ("active", 0)
    await d.hand.mark("h1", "one")
    clock.ahead += 5
    seen = await bounded(read_annotations(mode, wait=True, since=first.revision))
    assert [a.text for a in seen.annotations] == ["one"]
    nothing = await bounded(read_annotations(mode, wait=True, since=seen.revision, timeout_s=0))
    assert nothing.status == "waiting"


async def test_10_ids_expire_after_ten_minutes(
    dispatcher: Any, mode: DrawMode, clock: Any, bounded: Any
) -> None:
    d = await dispatcher()
    identity = await d.start()
    await d.hand.mark("h1", "old")
    await d.hand.key("Escape")
    seen = await bounded(read_annotations(mode, wait=True))
    clock.ahead += 601
    with pytest.raises(CorrelationExpired) as raised:
        await annotation_detail(mode, seen.annotations[0].correlation_id)
    assert raised.value.code == "correlation_expired"
    assert raised.value.hint == "Re-run draw mode to capture fresh annotations."
    with pytest.raises(CorrelationExpired):
        await read_annotations(mode, correlation_id=identity)
    with pytest.raises(CorrelationExpired):
        await annotation_detail(mode, "ann_detail_never")


@pytest.mark.parametrize("seconds", [-1, 3601, float("nan"), True])
async def test_a_slice_outside_the_range_is_refused(mode: DrawMode, seconds: float) -> None:
    with pytest.raises(InvalidOption, match="timeout_s"):
        await read_annotations(mode, wait=True, timeout_s=seconds)


async def test_a_waiter_returns_when_draw_mode_is_closed(
    dispatcher: Any, mode: DrawMode, bounded: Any
) -> None:
    d = await dispatcher()
    await d.start()
    waiting = asyncio.ensure_future(read_annotations(mode, wait=True, timeout_s=3600))
    await asyncio.sleep(0)
    await mode.close()
    assert (await bounded(waiting)).status == "cancelled"
