"""Secrets are removed from URLs inside any text, and nothing else is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewmark.secrets.redaction import REDACTED, Redactor


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("http://h/?password=p%26a&y=2#z", "http://h/?password=[redacted]&y=2#z"),
        ("http://u:p@h/x", "http://[redacted]@h/x"),
        ("a?user%5Bpassword%5D=1&user[new_password]=2", None),
        ("/login;jsessionid=AB12", "/login;jsessionid=[redacted]"),
        ("#access_token=zz&state=1", "#access_token=[redacted]&state=1"),
        ("a?b=c&amp;sid=9", "a?b=c&amp;sid=[redacted]"),
        ("?next=http://i/?pwd=5&q=1", "?next=http://i/?pwd=[redacted]&q=1"),
        (
            "?next=https%3A%2F%2Fi%2F%3Ftoken%3Dabc%26k%3D1&b=2",
            "?next=https%3A%2F%2Fi%2F%3Ftoken%3D[redacted]%26k%3D1&b=2",
        ),
        ('{"url":"http://h/?otp=1)2&x=1","a":2}', '{"url":"http://h/?otp=[redacted]&x=1","a":2}'),
        ("cannot open 'http://h/?pwd=a'b'.", "cannot open 'http://h/?pwd=[redacted]'."),
        ("?X-Amz-Signature=ab&Expires=1", "?X-Amz-Signature=[redacted]&Expires=1"),
    ],
)
def test_values_of_well_known_parameters_are_taken_out(text: str, told: str | None) -> None:
    expected = "a?user%5Bpassword%5D=[redacted]&user[new_password]=[redacted]"
    assert Redactor()(text) == (told or expected)


@pytest.mark.parametrize(
    "text",
    [
        "https://h/a?q=1&page=2&sort=name#top",
        "write to a@b.example; x=1",
        "if (a && password == 1) return x ? y : z",
        "?password=&x=1",
        "compass=north?x=1",
        "",
    ],
)
def test_everything_else_stays(text: str) -> None:
    assert Redactor()(text) == text


def test_names_that_were_seen_are_secret_from_then_on() -> None:
    redact = Redactor()
    assert redact("?geheim=1") == "?geheim=1"
    redact.learn(["Geheim", "a[code]", "", "x" * 5000])
    assert redact("?geheim=1&a%5Bcode%5D=2&code=3") == (
        "?geheim=[redacted]&a%5Bcode%5D=[redacted]&code=3"
    )


def test_a_page_with_countless_names_does_not_fill_the_memory() -> None:
    redact = Redactor()
    redact.learn(f"n{i}" for i in range(5000))
    assert redact("?n0=1&n4999=1") == f"?n0=1&n4999={REDACTED}"


@given(st.text(), st.text(alphabet="abcXYZ019%._~-+", min_size=1), st.text())
def test_no_surroundings_let_a_value_through(before: str, value: str, after: str) -> None:
    value = f"S3CR3T{value}"
    assert value not in Redactor()(f"{before}?password={value}&{after}")


@given(st.text(alphabet="?&;#=%3fFdD26ab[]\"' <>\\@:/passwordtoken"))
def test_any_text_is_redacted_once_and_for_all(text: str) -> None:
    once = Redactor()(text)
    assert Redactor()(once) == once
