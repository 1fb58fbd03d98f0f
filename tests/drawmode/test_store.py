"""Sessions: what is stored, when, in which order, and for how long."""

from __future__ import annotations

from dataclasses import replace

import pytest
from test_intake import MARK, take

from viewmark.drawmode.model import DrawnAnnotation
from viewmark.drawmode.session import MAX_MARKS, DrawnSession, DrawState, SessionStatus, Trigger
from viewmark.drawmode.store import MAX_SESSIONS, TTL, DrawingStore
from viewmark.errors import CorrelationExpired, NoAnnotations


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(clock: Clock) -> DrawingStore:
    return DrawingStore(clock=clock)


def mark(name: str, text: str = "words", page: str = "t1") -> DrawnAnnotation:
    return replace(take(MARK | {"id": f"ann_{name}", "text": text}), page_id=page)


def test_starting_twice_gives_the_same_session_with_its_marks(store: DrawingStore) -> None:
    first, fresh = store.start(prompt="look")
    first.put(mark("11"))
    again, fresh_again = store.start()
    assert (fresh, fresh_again) == (True, False)
    assert again is first
    assert (len(again.marks), again.prompt) == (1, "look")


def test_ids_cannot_be_guessed(store: DrawingStore) -> None:
    seen = set()
    for _ in range(50):
        session, _ = store.start()
        seen.add(session.id)
        store.end(session, SessionStatus.SUCCESS)
    assert len(seen) == 50
    assert all(i.startswith("dm_") and len(i) == 19 for i in seen)


def test_without_a_session_there_are_no_annotations(store: DrawingStore) -> None:
    with pytest.raises(NoAnnotations):
        store.session()


@pytest.mark.parametrize("identity", ["dm_unknown", "ann_detail_1", "", "x" * 500])
def test_an_unknown_session_has_expired(store: DrawingStore, identity: str) -> None:
    with pytest.raises(CorrelationExpired) as raised:
        store.session(identity)
    assert len(raised.value.message) < 200


def test_a_finished_session_and_its_details_live_for_ten_minutes(
    store: DrawingStore, clock: Clock
) -> None:
    session, _ = store.start()
    session.put(mark("11"))
    detail = session.annotations()[0].correlation_id
    clock.now += 5 * TTL
    assert store.session(session.id) is session, "an active session does not expire"
    store.end(session, SessionStatus.SUCCESS)
    clock.now += TTL - 1
    assert store.annotation(detail) == (session, session.annotations()[0])
    clock.now += 1
    with pytest.raises(CorrelationExpired) as raised:
        store.annotation(detail)
    assert raised.value.message == "Annotation detail for this correlation_id has expired."
    with pytest.raises(CorrelationExpired):
        store.session(session.id)
    with pytest.raises(NoAnnotations):
        store.session()


def test_the_newest_session_answers_and_details_of_the_former_stay(store: DrawingStore) -> None:
    first, _ = store.start()
    first.put(mark("11"))
    store.end(first, SessionStatus.SUCCESS)
    second, _ = store.start()
    assert store.session() is second
    assert store.others(second) == (first.id,)
    assert store.annotation("ann_detail_11")[0] is first


def test_an_id_of_the_wrong_kind_is_named(store: DrawingStore) -> None:
    session, _ = store.start()
    with pytest.raises(CorrelationExpired, match="begins with ann_detail_"):
        store.annotation(session.id)


def test_old_sessions_go_when_there_are_too_many(store: DrawingStore) -> None:
    for _ in range(MAX_SESSIONS + 5):
        session, _ = store.start()
        store.end(session, SessionStatus.SUCCESS)
    store.sweep()
    assert len(store.ids()) == MAX_SESSIONS


@pytest.fixture
def session() -> DrawnSession:
    return DrawnSession("dm_1", 0.0)


def test_marks_keep_the_order_of_drawing_and_are_numbered_by_it(session: DrawnSession) -> None:
    for name in ("11", "22", "33"):
        session.put(mark(name))
    session.put(mark("22", "edited"))
    assert [m.id for m in session.annotations()] == ["ann_11", "ann_22", "ann_33"]
    session.drop("ann_11")
    assert session.labels() == {"ann_22": 1, "ann_33": 2}
    assert not session.drop("ann_11")


def test_undo_of_a_deletion_brings_a_mark_back_to_its_place(session: DrawnSession) -> None:
    for name, page in (("11", "t1"), ("22", "t2"), ("33", "t1"), ("44", "t1")):
        session.put(mark(name, page=page))
    session.drop("ann_11")
    session.put(mark("11"))
    session.restore(["ann_11", "ann_33", "ann_44"])
    order = [m.id for m in session.annotations()]
    assert [i for i in order if i != "ann_22"] == ["ann_11", "ann_33", "ann_44"]
    session.restore(["ann_99", "ann_44"])
    assert [m.id for m in session.annotations()] == order


def test_words_under_way_become_a_mark_when_the_page_goes(session: DrawnSession) -> None:
    session.page("t1").draft = mark("11", "half a sent")
    session.settle_draft("t1")
    (kept,) = session.annotations()
    assert (kept.text, kept.interrupted) == ("half a sent", True)
    assert kept.to_json(label=1)["interrupted"]
    session.page("t1").draft = mark("22", "  ")
    session.settle_draft("t1")
    session.settle_draft("t1")
    assert len(session.marks) == 1


def test_a_late_message_does_not_move_the_machine(session: DrawnSession) -> None:
    session.step("t1", Trigger.ENTER)
    assert session.page("t1").state is DrawState.INACTIVE
    session.step("t1", Trigger.ACTIVATE)
    assert session.page("t1").state is DrawState.DRAWING


def test_there_is_a_limit_of_marks(session: DrawnSession) -> None:
    for i in range(MAX_MARKS):
        assert session.put(mark(f"{i:05}"))
    assert not session.put(mark("last1"))
    assert session.put(mark("00003", "edited")), "what is there can still be edited"
    assert session.warnings == ["too_many_marks"]


def test_a_second_end_changes_nothing(session: DrawnSession) -> None:
    session.end(SessionStatus.CANCELLED, 5.0)
    session.end(SessionStatus.SUCCESS, 9.0)
    assert (session.status, session.duration_ms) == (SessionStatus.CANCELLED, 5000)
