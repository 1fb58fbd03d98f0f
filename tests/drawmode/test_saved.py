"""A saved drawing is restored unchanged; anything else is rejected with its reason."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_intake import MARK, take

from viewmark.drawmode.intake import dump_drawing, load_drawing
from viewmark.drawmode.session import DrawnSession
from viewmark.errors import InvalidOption


def saved(**changes: Any) -> str:
    return json.dumps({"viewmark_drawing": 1, "overall": "fine", "marks": [MARK]} | changes)


def test_a_drawing_survives_being_saved() -> None:
    session = DrawnSession("dm_1", 0.0, overall="all fine")
    session.put(take(MARK))
    session.put(take(MARK | {"id": "ann_22", "kind": "arrow", "points": [[1, 2], [3.5, 4]]}))
    marks, overall = load_drawing(dump_drawing(session), page_id="t9")
    assert overall == "all fine"
    assert [m.to_json(label=1) for m in marks] == [
        m.to_json(label=1) for m in session.annotations()
    ]
    assert {m.page_id for m in marks} == {"t9"}


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        ("", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "not a saved drawing"),
        (saved(viewmark_drawing=2), "not a saved drawing"),
        (saved(marks={}), "a list"),
        (saved(marks=[MARK] * 501), "at most 500"),
        (saved(marks=[MARK, MARK | {"kind": "polygon"}]), "Mark 2 is damaged: unknown kind"),
        ("x" * 20_000_001, "at most 20000000"),
    ],
)
def test_what_is_no_saved_drawing_is_refused(text: str, reply: str) -> None:
    with pytest.raises(InvalidOption, match=reply):
        load_drawing(text)


@given(st.text())
def test_no_text_breaks_it(text: str) -> None:
    with pytest.raises(InvalidOption):
        load_drawing(text)
