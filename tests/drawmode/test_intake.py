"""Messages of the overlay are validated as if the page had written them."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewmark.drawmode.intake import (
    MAX_POINTS,
    MAX_TEXT,
    InvalidMessage,
    annotation,
    hit,
    to_record,
    words,
)
from viewmark.drawmode.model import DrawnAnnotation, DrawnKind, Intent, Relation, place_of

HIT = {
    "key": "17",
    "selector": "#go",
    "tag": "button",
    "role": "button",
    "name": "Go",
    "summary": "button 'Go'",
    "bounds": {"x": 10, "y": 20, "width": 30, "height": 10},
    "coverage": 0.9,
    "relation": "inside",
    "interactive": True,
    "private": False,
    "print": "button|button|Go|Go",
    "frame": "",
}
MARK = {
    "id": "ann_1707580800000_abc",
    "kind": "rectangle",
    "intent": "change",
    "text": "darker",
    "rect": {"x": 5, "y": 15, "width": 40, "height": 20},
    "points": [],
    "timestamp": 1707580800000,
    "elements": [HIT],
    "view": {
        "width": 1280,
        "height": 720,
        "scroll_x": 0,
        "scroll_y": 300,
        "dpr": 2,
        "url": "https://example.com/checkout",
        "title": "Checkout",
    },
}


def take(record: Any) -> DrawnAnnotation:
    return annotation(record, page_id="t1", document="d1")


def changed(path: str, value: Any) -> dict[str, Any]:
    record = copy.deepcopy(MARK)
    *above, last = path.split(".")
    at: Any = record
    for name in above:
        at = at[int(name)] if isinstance(at, list) else at[name]
    at[int(last) if isinstance(at, list) else last] = value
    return record


def test_a_good_record_becomes_an_annotation() -> None:
    mark = take(MARK)
    assert (mark.kind, mark.intent, mark.text) == (DrawnKind.RECTANGLE, Intent.CHANGE, "darker")
    assert mark.rect.as_tuple() == (5, 15, 40, 20)
    assert mark.document_rect.as_tuple() == (5, 315, 40, 20)
    assert mark.correlation_id == "ann_detail_1707580800000_abc"
    assert mark.elements[0].relation is Relation.INSIDE
    assert mark.element_summary == "button 'Go'"


def test_the_object_of_the_specification_has_all_its_fields() -> None:
    reply = take(MARK).to_json(label=1)
    assert reply["id"] == "ann_1707580800000_abc"
    assert reply["rect"] == {"x": 5, "y": 15, "width": 40, "height": 20}
    for name in ("text", "timestamp", "page_url", "element_summary", "correlation_id"):
        assert reply[name]
    for name in ("intent", "document_rect", "elements", "anchor", "label"):
        assert reply[name]
    assert json.loads(json.dumps(reply)) == reply


def test_a_mark_comes_back_from_the_overlay_as_it_was_given_to_it() -> None:
    mark = take(MARK)
    again = take(to_record(mark))
    assert again.to_json(label=1) == mark.to_json(label=1)
    assert again.elements[0].key == "", "numbers of another document mean nothing"


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("kind", "polygon"),
        ("kind", None),
        ("intent", "praise"),
        ("id", "dm_1"),
        ("id", "ann_<script>"),
        ("id", "ann_" + "1" * 100),
        ("id", 7),
        ("rect", None),
        ("rect", [1, 2, 3, 4]),
        ("rect.x", "5"),
        ("rect.x", float("nan")),
        ("rect.x", float("inf")),
        ("rect.x", True),
        ("rect.x", 1e9),
        ("rect.width", -1),
        ("points", "many"),
        ("points", [[1]]),
        ("points", [[1, float("nan")]]),
        ("points", [[0, 0]] * (MAX_POINTS + 1)),
        ("elements", {"0": HIT}),
        ("elements.0", "button"),
        ("elements.0.relation", "above"),
        ("elements.0.coverage", None),
        ("elements.0.bounds.height", -2),
        ("view", None),
        ("view.scroll_y", None),
        ("view.dpr", float("inf")),
        ("timestamp", "today"),
        ("timestamp", 1e18),
    ],
)
def test_a_damaged_record_is_refused(path: str, value: Any) -> None:
    with pytest.raises(InvalidMessage):
        take(changed(path, value))


@pytest.mark.parametrize("record", [None, [], "mark", 5, {}])
def test_what_is_no_record_is_refused(record: Any) -> None:
    with pytest.raises(InvalidMessage):
        take(record)


def test_nothing_of_a_secret_field_but_tag_and_selector_is_taken() -> None:
    secret = HIT | {"private": True, "name": "hunter2", "summary": "hunter2", "print": "hunter2"}
    assert "hunter2" not in repr(hit(secret))
    unsaid = {k: v for k, v in HIT.items() if k != "private"}
    assert hit(unsaid).private, "what does not say that it is harmless is not"


def test_a_key_that_is_no_number_is_dropped() -> None:
    for key in ("1; drop", "-1", "٣", "9" * 16, 17, None):
        assert hit(HIT | {"key": key}).key == ""


def test_the_elements_of_a_blackout_are_not_described() -> None:
    assert take(changed("kind", "blackout")).elements == ()


def test_long_and_foreign_words_are_kept_in_bounds() -> None:
    assert len(take(changed("text", "x" * 50_000)).text) == MAX_TEXT
    text = "עברית\u202e evil\u2066\x00\x1b[31m 日本語 🎉\r\nsecond"
    assert take(changed("text", text)).text == "עברית evil[31m 日本語 🎉\nsecond"
    assert words("two\nlines\tand tab", 50) == "two lines and tab"


@given(st.text(), st.integers(2, 50))
def test_words_are_bounded_and_printable(text: str, limit: int) -> None:
    out = words(text, limit)
    assert len(out) <= limit
    assert not any(ord(c) < 32 or 0x7F <= ord(c) < 0xA0 for c in out)
    assert words(out, limit) == out


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(),
        lambda c: st.lists(c) | st.dictionaries(st.text(), c),
        max_leaves=8,
    )
)
def test_no_json_breaks_the_intake(value: Any) -> None:
    for record in (
        value,
        MARK | {"rect": value},
        MARK | {"elements": value},
        MARK | {"view": value},
    ):
        try:
            take(record)
        except InvalidMessage:
            continue


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("https://a.b/c#top", "https://a.b/c", True),
        ("https://a.b/c#/cart", "https://a.b/c", False),
        ("https://a.b/c#!cart", "https://a.b/c#!home", False),
        ("https://a.b/c?d=1", "https://a.b/c?d=2", False),
        ("http://host:3000/", "http://host:30001/", False),
        ("http://host/", "http://host-evil/", False),
    ],
)
def test_two_addresses_show_the_same_page_or_not(a: str, b: str, same: bool) -> None:
    assert (place_of(a) == place_of(b)) is same
