"""Values of secret fields are removed from later texts, by comparing hashes only."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from viewmark.secrets.redaction import REDACTED
from viewmark.secrets.values import PRIME, SecretValues


def _knowing(*values: str) -> SecretValues:
    known = SecretValues()
    prints = []
    for value in values:
        hashes = []
        for base in known.bases:
            total = 0
            for char in value:
                total = (total * base + ord(char)) % PRIME
            hashes.append(total)
        prints.append((len(value), *hashes))
    known.learn(prints)  # type: ignore[arg-type]
    return known


@given(st.text(max_size=30), st.text(min_size=6, max_size=20), st.text(max_size=30))
def test_a_value_is_found_wherever_it_stands(before: str, value: str, after: str) -> None:
    text, count = _knowing(value).redact(f"{before}{value}{after}")
    assert count >= 1
    assert value not in text.replace(REDACTED, "")


@given(st.text(max_size=60))
def test_nothing_else_is_taken_out(text: str) -> None:
    assert _knowing("\u0000never there\u0000").redact(text) == (text, 0)


def test_a_short_value_counts_as_a_word_only() -> None:
    known = _knowing("9248", "abc")
    assert known.redact("code 9248; order 192480; abc") == (
        f"code {REDACTED}; order 192480; abc",
        1,
    )


def test_values_that_overlap_are_taken_out_whole() -> None:
    assert _knowing("abcdef-1", "ef-12345").redact("say abcdef-12345 twice") == (
        f"say {REDACTED} twice",
        1,
    )


def test_the_newest_values_are_known() -> None:
    known = _knowing(*(f"value-{n:04}" for n in range(300)))
    assert known.redact("value-0000 value-0299")[1] == 1
