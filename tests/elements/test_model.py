"""Data from a page is validated once: it becomes an element that is safe to show, or is dropped."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewmark.elements.model import SELECTOR_LIMIT, TEXT_LIMIT, Element, words

FOUND = {
    "id": 7,
    "control": 0,
    "tag": "button",
    "bounds": [10, 20, 110, 50],
    "boxes": [[10, 20, 110, 50]],
    "points": [[60, 35]],
    "share": 1,
    "occluded": False,
    "disabled": False,
    "inDialog": 0,
}
ABOUT = {
    "role": "button",
    "name": "Save",
    "text": "Save",
    "selector": "#save",
    "hint": "clickable",
    "state": {},
    "testId": "",
    "domId": "save",
    "ariaLabel": "",
    "context": ["main"],
    "path": "body[1]/button[1]",
}


def made(found: dict | None = None, about: dict | None = None) -> Element | None:
    return Element.from_wire(FOUND | (found or {}), ABOUT | (about or {}), frame_id="F", epoch="E")


def test_a_good_record_becomes_an_element_with_its_wire_shape() -> None:
    element = made()
    assert element is not None
    assert element.to_json() == {
        "selector": "#save",
        "tag": "button",
        "role": "button",
        "name": "Save",
        "text": "Save",
        "bounds": {"x": 10.0, "y": 20.0, "width": 100.0, "height": 30.0},
        "interactionHint": "clickable",
    }
    assert (element.handle.frame_id, element.handle.node_id, element.handle.epoch) == ("F", 7, "E")
    assert (element.identity.id, element.identity.context) == ("save", ("main",))
    assert element.point is not None
    assert (element.point.x, element.point.y) == (60, 35)


def test_flags_appear_only_when_they_are_set() -> None:
    element = made(
        {"disabled": True, "occluded": True, "inDialog": 2, "share": 0.25},
        {"state": {"checked": "mixed"}},
    )
    assert element is not None
    row = element.to_json()
    assert row["disabled"] is row["occluded"] is row["in_dialog"] is True
    assert (row["visibleRatio"], row["state"]) == (0.25, {"checked": "mixed"})
    assert element.is_modal


@pytest.mark.parametrize(
    "damage",
    [
        {"bounds": None},
        {"bounds": [0, 0, math.nan, 10]},
        {"bounds": [0, 0, math.inf, 10]},
        {"bounds": [0, 0, 1e300, 10]},
        {"bounds": [10, 0, 0, 10]},
        {"bounds": [0, 0, 0, 0]},
        {"bounds": [0, 0, 10]},
        {"bounds": ["0", "0", "9", "9"]},
        {"bounds": [True, False, True, True]},
        {"id": 0},
        {"id": -1},
        {"id": "7"},
        {"id": 1.5},
        {"id": 2**60},
    ],
)
def test_a_damaged_record_is_dropped(damage: dict) -> None:
    assert made(damage) is None


@pytest.mark.parametrize("record", [None, [], "x", 3, math.nan])
def test_what_is_no_record_at_all_is_dropped(record: object) -> None:
    assert Element.from_wire(record, ABOUT) is None
    assert Element.from_wire(FOUND, record) is None


def test_long_words_are_cut_with_a_sign() -> None:
    element = made(about={"name": "n" * 5000, "text": "t" * 101})
    assert element is not None
    assert len(element.name) == len(element.text) == TEXT_LIMIT
    assert element.name.endswith("n…")
    kept = made(about={"text": "t" * 100})
    assert kept is not None
    assert kept.text == "t" * 100


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("a\u202eevil\u202c\u200b b", "aevil b"),
        ("tab\there\n\nlines", "tab here lines"),
        ("\x1b[31mred\x00", "[31mred"),
        ("\u2066iso\u2069", "iso"),
        ("javascript:alert(1)", "javascript:"),
        ("see JavaScript:steal() now", "see javascript: now"),
        ("data:text/html;base64,AAAA", "data:"),
        ("日本語 ünï 🙂", "日本語 ünï 🙂"),
        ("\ud800lone", "lone"),
    ],
)
def test_words_carry_no_control_characters_and_no_script_addresses(raw: str, clean: str) -> None:
    assert words(raw, 100) == clean


def test_a_selector_is_whole_or_empty_never_cut() -> None:
    for bad in ("#" + "x" * SELECTOR_LIMIT, "a\x00b", 5, None):
        element = made(about={"selector": bad})
        assert element is not None
        assert element.selector == ""


def test_an_unknown_hint_becomes_clickable() -> None:
    element = made(about={"hint": "explodable"})
    assert element is not None
    assert element.hint == "clickable"


def test_a_secret_field_tells_whether_it_is_filled_and_nothing_else() -> None:
    element = made(about={"state": {"valueState": "filled", "value": "hunter2"}})
    assert element is not None
    assert element.state == {"valueState": "filled"}
    assert "hunter2" not in json.dumps(element.to_json())


def test_state_keeps_what_it_knows_and_drops_the_rest() -> None:
    state = {
        "checked": "maybe",
        "pressed": True,
        "expanded": "yes",
        "required": True,
        "value": "v" * 500,
        "options": ["a", 3, "b" * 300, *["x"] * 50],
        "optionCount": 53,
        "surprise": 1,
    }
    element = made(about={"state": state})
    assert element is not None
    assert set(element.state) == {"pressed", "required", "value", "options", "optionCount"}
    assert len(element.state["value"]) == TEXT_LIMIT
    assert all(len(o) <= TEXT_LIMIT for o in element.state["options"])
    assert len(element.state["options"]) <= 20


scalars = st.sampled_from(
    [None, True, False, 0, -1, 3, 2**70, 1.5, math.nan, math.inf, -1e308, "", "x", "\ud800", "9"]
)
junk = st.one_of(scalars, st.lists(scalars, max_size=5), st.dictionaries(st.just("a"), scalars))
damage = st.tuples(st.sampled_from([*FOUND, *ABOUT]), junk)


@given(st.lists(damage, max_size=6))
def test_no_record_whatever_raises_or_lets_nan_through(changes: list[tuple[str, object]]) -> None:
    found = FOUND | {k: v for k, v in changes if k in FOUND}
    about = ABOUT | {k: v for k, v in changes if k in ABOUT}
    element = Element.from_wire(found, about)
    if element is not None:
        assert len(json.dumps(element.to_json(), allow_nan=False)) < 20_000


@given(st.text(), st.integers(1, 200))
def test_words_never_exceed_their_limit(text: str, limit: int) -> None:
    cut = words(text, limit)
    assert len(cut) <= limit
    assert cut == " ".join(cut.split())
