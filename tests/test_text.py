"""Any text of a page becomes one line of visible characters, the same in all interfaces."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewmark.browser.cdp.availability import Availability
from viewmark.browser.telemetry import Telemetry
from viewmark.drawmode import intake
from viewmark.elements.model import words
from viewmark.text import cut, cut_address, escape_text, lines, one_line

HOSTILE = {
    "controls": ("a\x00b\x1b[31mc\x7fd\x9fe", "ab[31mcde"),
    "directions": ("a\u202eevil\u202c\u2066b\u2069\u061c\u200f", "aevilb"),
    "line breaks": ("a\nb\rc\r\nd\u2028e\u2029f\x85g\x0bh\x0ci\x1cj", "a b c d e f g h i j"),
    "zero width": ("p\u200bay\u200c\u200dp\u2060al\ufeff\u00ad", "paypal"),
    "tags": ("a\U000e0001\U000e0041\U000e007fb", "ab"),
    "lone surrogates": ("a\ud800b\udfffc", "abc"),
    "fillers": ("a\u3164\u115f\u034fb\ufdd0\uffffc", "abc"),
    "private use": ("a\ue000b\U000f0000c", "abc"),
    "spaces": ("  a\u00a0\u3000 b\t c  ", "a b c"),
    "ten megabytes": ("x" * 10_000_000, "x" * 99 + "…"),
    "ten hidden megabytes": ("\u200b" * 10_000_000 + "x", ""),
}


def console_line(text: str) -> str:
    telemetry = Telemetry()
    telemetry._console({"type": "log", "args": [{"value": text}]})
    return next(iter(telemetry.console)).text


def dialog(text: str) -> str:
    vitals = Availability()
    vitals.feed("Page.javascriptDialogOpening", {"type": "alert", "message": text})
    assert vitals.dialog is not None
    return vitals.dialog.message


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_words_are_one_line_of_visible_characters_everywhere(kind: str) -> None:
    raw, shown = HOSTILE[kind]
    assert one_line(raw, 100) == shown
    assert words(raw, 100) == shown
    assert intake.words(raw, 100) == shown
    assert cut(console_line(raw), 100) == shown
    assert cut(dialog(raw), 100) == shown


@given(st.text(st.characters() | st.sampled_from("\u200c\u200d\u202e\n é٠"), max_size=50))
def test_any_words_are_visible_on_one_line_and_cleaned_once_and_for_all(text: str) -> None:
    line = one_line(text, 40)
    assert len(line) <= 40
    assert line.splitlines() in ([line], [])
    assert line == line.strip()
    line.encode()
    hidden = {unicodedata.category(c) for c in line} & {"Cc", "Cs", "Co", "Zl", "Zp"}
    assert not hidden
    assert not set(line) & set("\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u200b\u200e\u200f\ufeff")
    assert one_line(line, 40) == line
    assert intake.words(text, 40) == line
    assert words(text, 40) == line or ":" in text


def test_letters_that_need_joiners_keep_them() -> None:
    for word in ("\u0645\u06cc\u200c\u062e\u0648", "👩\u200d🚀 go", "क\u094d\u200dष"):
        assert one_line(word) == word


def test_a_persons_lines_stay_lines_and_hold_nothing_hidden() -> None:
    assert lines("a\r\n b\x1b\u202e\u2028\tc \n\n", 100) == "a\n b\n c"
    assert lines("x\n" * 5_000_000, 9) == "x\nx\nx\nx…"
    assert lines(None, 9) == ""


def test_what_is_cut_says_so() -> None:
    assert cut("abcdef", 6) == "abcdef"
    assert cut("abc efg", 5) == "abc…"
    assert one_line(None) == ""
    assert one_line(ValueError("a\nb")) == "a b"


@given(st.text())
def test_what_is_written_out_has_nothing_that_hides_and_says_what_it_was(text: str) -> None:
    told = escape_text(text)
    for ch in told:
        assert ch in "\n\t\u200c\u200d" or unicodedata.category(ch) not in ("Cc", "Cf", "Cs", "Co")
    if "\\" not in text and '"' not in text:
        within = told.replace("\n", "\\n").replace("\t", "\\t")
        assert json.loads(f'"{within}"') == text


def test_ordinary_text_is_not_touched() -> None:
    plain = "Straße, 東京, \u00a0 👩‍👩‍👧, می‌خواهم\n\tline"
    assert escape_text(plain) == plain


def test_the_head_of_an_answer_holds_an_address_of_any_length() -> None:
    assert cut_address("http://shop.test/a?b=c") == "http://shop.test/a?b=c"
    assert len(cut_address("data:text/html," + "x" * 9_000)) == 300
