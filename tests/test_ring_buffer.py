"""Ring buffers and cursors: no entry is returned twice or lost without notice."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from viewmark.ring_buffer import RingBuffer


def test_since_last_time_gives_only_what_is_new() -> None:
    ring: RingBuffer[str] = RingBuffer(10)
    for word in ("a", "b"):
        ring.add(word)
    first = ring.read()
    ring.add("c")
    again = ring.read(since=first.cursor)
    assert (first.entries, again.entries) == (("a", "b"), ("c",))
    assert ring.read(since=again.cursor).entries == ()


def test_what_fell_out_is_counted() -> None:
    ring: RingBuffer[int] = RingBuffer(3)
    for number in range(10):
        ring.add(number)
    page = ring.read(since=2)
    assert page.entries == (7, 8, 9)
    assert page.lost == 5


def test_the_limit_keeps_the_rest_for_next_time() -> None:
    ring: RingBuffer[int] = RingBuffer(10)
    for number in range(5):
        ring.add(number)
    page = ring.read(limit=2)
    assert (page.entries, page.remaining) == ((0, 1), 3)
    assert ring.read(since=page.cursor).entries == (2, 3, 4)


def test_a_cleared_ring_keeps_its_cursors() -> None:
    ring: RingBuffer[int] = RingBuffer(10)
    ring.add(1)
    cursor = ring.read().cursor
    ring.clear()
    ring.add(2)
    assert ring.read(since=cursor).entries == (2,)
    assert ring.read(since=10**9).entries == ()


@given(
    st.integers(1, 8),
    st.lists(st.one_of(st.none(), st.integers(1, 5)), max_size=60),
)
def test_a_reader_sees_each_entry_once_or_as_lost(size: int, steps: list[int | None]) -> None:
    ring: RingBuffer[int] = RingBuffer(size)
    added = cursor = 0
    seen: list[int] = []
    lost = 0
    for step in [*steps, 1000]:
        if step is None:
            ring.add(added)
            added += 1
            continue
        page = ring.read(since=cursor, limit=step)
        seen += page.entries
        lost += page.lost
        cursor = page.cursor
    assert len(seen) == len(set(seen)) == added - lost
    assert seen == sorted(seen)


@given(st.lists(st.integers(0, 9), max_size=30), st.integers(1, 5))
def test_a_filter_never_loses_its_own_entries(values: list[int], limit: int) -> None:
    ring: RingBuffer[int] = RingBuffer(100)
    for value in values:
        ring.add(value)
    got: list[int] = []
    cursor = 0
    while True:
        page = ring.read(since=cursor, limit=limit, keep=lambda v: v % 2 == 0)
        got += page.entries
        if page.remaining == 0:
            break
        cursor = page.cursor
    assert got == [v for v in values if v % 2 == 0]
