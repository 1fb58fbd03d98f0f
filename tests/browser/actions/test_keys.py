"""Key names and the events they produce, without a browser."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewmark.browser.actions.keys import (
    KEYS,
    Modifier,
    Press,
    key_events,
    key_names,
    parse_keys,
    typed_events,
)
from viewmark.errors import UnknownKey


def main_stroke(events: list[dict]) -> dict:
    return next(e for e in events if e["key"] not in {"Shift", "Control", "Alt", "Meta"})


def test_every_printable_character_is_a_key_that_inserts_itself() -> None:
    for char in string.ascii_letters + string.digits + string.punctuation + " ":
        stroke = main_stroke(key_events(parse_keys(char)))
        assert (stroke["type"], stroke["key"], stroke["text"]) == ("keyDown", char, char)


def test_what_needs_shift_on_a_us_keyboard_carries_shift() -> None:
    for char in string.ascii_uppercase + '!@#$%^&*()_+{}|:"<>?~':
        events = key_events(parse_keys(char))
        assert [e["key"] for e in events] == ["Shift", char, char, "Shift"]
        assert main_stroke(events)["modifiers"] == Modifier.SHIFT


# The values come from the published tables of UI Events and Windows, not from our own tables.
@pytest.mark.parametrize(
    ("name", "code", "key", "key_code"),
    [
        ("Enter", "Enter", "Enter", 13),
        ("Tab", "Tab", "Tab", 9),
        ("Backspace", "Backspace", "Backspace", 8),
        ("Delete", "Delete", "Delete", 46),
        (".", "Period", ".", 190),
        ("KeyA", "KeyA", "a", 65),
        ("Digit1", "Digit1", "1", 49),
        ("Space", "Space", " ", 32),
        ("Esc", "Escape", "Escape", 27),
        ("return", "Enter", "Enter", 13),
        ("PgDn", "PageDown", "PageDown", 34),
        ("up", "ArrowUp", "ArrowUp", 38),
        ("F1", "F1", "F1", 112),
        ("F24", "F24", "F24", 135),
        ("Numpad5", "Numpad5", "5", 101),
        ("NumpadEnter", "NumpadEnter", "Enter", 13),
        ("NumpadAdd", "NumpadAdd", "+", 107),
        ("Ctrl", "ControlLeft", "Control", 17),
        ("MetaRight", "MetaRight", "Meta", 92),
        ("ContextMenu", "ContextMenu", "ContextMenu", 93),
    ],
)
def test_a_name_becomes_the_code_key_and_key_code_of_the_specification(
    name: str, code: str, key: str, key_code: int
) -> None:
    stroke = key_events(parse_keys(name))[0]
    assert (stroke["code"], stroke["key"], stroke["windowsVirtualKeyCode"]) == (code, key, key_code)


def test_no_two_keys_share_a_code_and_no_key_lacks_a_key_code() -> None:
    assert len(KEYS) >= 120
    assert all(0 < key.key_code < 256 and key.key for key in KEYS.values())


def test_every_listed_name_is_a_key_in_any_case() -> None:
    for name in key_names():
        assert parse_keys(name.lower()) == parse_keys(name) == parse_keys(name.upper())


def test_enter_carries_a_carriage_return_and_tab_no_text() -> None:
    assert main_stroke(key_events(parse_keys("Enter")))["text"] == "\r"
    assert "text" not in main_stroke(key_events(parse_keys("Tab")))


@pytest.mark.parametrize(
    "combination", ["Alt+x", "Meta+A", "Control+b", "Control+Alt+5", "Ctrl+Enter"]
)
def test_alt_control_and_meta_combinations_insert_no_text(combination: str) -> None:
    assert all("text" not in e for e in key_events(parse_keys(combination)))


def test_a_combination_holds_its_modifiers_around_the_key() -> None:
    events = key_events(parse_keys("Control+Shift+k"))
    assert [(e["type"], e["key"], e["modifiers"]) for e in events] == [
        ("rawKeyDown", "Shift", 8),
        ("rawKeyDown", "Control", 10),
        ("rawKeyDown", "K", 10),
        ("keyUp", "K", 10),
        ("keyUp", "Control", 8),
        ("keyUp", "Shift", 0),
    ]


@pytest.mark.parametrize(
    ("written", "code", "modifiers"),
    [
        ("Control+A", "KeyA", Modifier.CONTROL),
        ("Control+Shift+A", "KeyA", Modifier.CONTROL | Modifier.SHIFT),
        ("Shift+a", "KeyA", Modifier.SHIFT),
        ("+", "Equal", Modifier.SHIFT),
        ("Control++", "Equal", Modifier.CONTROL | Modifier.SHIFT),
        ("Shift+Tab", "Tab", Modifier.SHIFT),
        ("cmd + K", "KeyK", Modifier.META),
        ("Option+Left", "ArrowLeft", Modifier.ALT),
        ("Shift+Shift", "ShiftLeft", Modifier.SHIFT),
    ],
)
def test_combinations_mean_what_people_mean(written: str, code: str, modifiers: Modifier) -> None:
    press = parse_keys(written)
    assert (press.key.code, press.modifiers) == (code, modifiers)


def test_the_shortcut_key_follows_the_platform() -> None:
    assert parse_keys("ControlOrMeta+A").modifiers == Modifier.CONTROL
    assert parse_keys("ControlOrMeta+A", mac=True).modifiers == Modifier.META


def test_on_a_mac_select_all_goes_along_as_a_command_and_elsewhere_the_renderer_knows_it() -> None:
    mac = key_events(parse_keys("ControlOrMeta+A", mac=True), mac=True)
    assert main_stroke(mac)["commands"] == ["selectAll"]
    assert "commands" not in main_stroke(key_events(parse_keys("Control+A")))


@pytest.mark.parametrize(
    ("written", "nearest"),
    [
        ("Entr", "Enter"),
        ("ArowLeft", "ArrowLeft"),
        ("Ctl+a", "Ctrl"),
        ("Page_Down", "PageDown"),
        ("F25", "F2"),
        ("backspce", "Backspace"),
    ],
)
def test_an_unknown_key_offers_the_nearest_name(written: str, nearest: str) -> None:
    with pytest.raises(UnknownKey) as caught:
        parse_keys(written)
    assert nearest in caught.value.data["candidates"]
    assert nearest in caught.value.hint


@pytest.mark.parametrize("bad", ["", None, 13, "a+b", "Control+", "\x00", "Enter+a", "x" * 5000])
def test_what_is_no_key_is_refused_with_a_short_message(bad: object) -> None:
    with pytest.raises(UnknownKey) as caught:
        parse_keys(bad)  # type: ignore[arg-type]
    assert len(caught.value.message) < 200


def test_a_typed_line_break_is_enter_once_whatever_the_convention() -> None:
    for text in ("\n", "\r\n", "\r"):
        assert [e["key"] for e in typed_events(text)] == ["Enter", "Enter"]


def test_a_character_of_another_layout_is_a_key_without_a_code() -> None:
    down, up = typed_events("ß")
    assert (down["text"], down["key"], down["code"], up["type"]) == ("ß", "ß", "", "keyUp")


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_categories=("Cs", "Cc"))))
def test_typed_events_spell_the_text_and_release_every_key(text: str) -> None:
    events = typed_events(text)
    assert "".join(e.get("text", "") for e in events) == text
    downs = [e["code"] for e in events if e["type"] != "keyUp"]
    ups = [e["code"] for e in events if e["type"] == "keyUp"]
    assert sorted(downs) == sorted(ups)
    assert Press(KEYS["KeyA"]).modifiers == Modifier.NONE
