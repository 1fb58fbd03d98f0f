"""Slow steps, and only those, are reported on stderr."""

from __future__ import annotations

import pytest

from viewmark.progress import progress


def reported(capsys: pytest.CaptureFixture[str]) -> str:
    """Return the text on stderr once it contains a full line; only the test's timeout limits it."""
    text = ""
    while "\n" not in text:
        text += capsys.readouterr().err
    return text


def test_a_step_that_takes_long_is_named_once(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("opening the page", patience_s=0.0):
        assert reported(capsys) == "viewmark: opening the page ...\n"
    assert capsys.readouterr().err == ""


def test_a_long_step_is_cut(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("x" * 5_000, patience_s=0.0):
        assert reported(capsys) == f"viewmark: {'x' * 119}… ...\n"


def test_a_quick_step_is_not_reported(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("quick", patience_s=600.0):
        pass
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "")
