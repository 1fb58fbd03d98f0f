"""What counts as wrong, and what as unsteady, after a run and two reruns."""

from __future__ import annotations

import sys

import pytest
import rerun
from rerun import excused, verdict

A, B = "tests/test_a.py::test_a", "tests/test_a.py::test_b"


@pytest.mark.parametrize(
    ("first", "alone", "in_file", "known", "wrong", "unsteady"),
    [
        ([A], [], [], set(), [], [A]),  # passed both times
        ([A], [A], [], set(), [A], []),  # failed by itself
        ([A], [], [A], set(), [A], []),  # a leak from a test of its file
        ([A], [], [B], set(), [], [A, B]),  # another one turned out to be unsteady
        ([A], [A], [], {A}, [], [A]),  # known, and only once more
        ([A], [A], [A], {A}, [A], []),  # known, but it fails always
    ],
)
def test_a_test_that_fails_again_is_wrong(
    first: list[str],
    alone: list[str],
    in_file: list[str],
    known: set[str],
    wrong: list[str],
    unsteady: list[str],
) -> None:
    assert verdict(first, alone, in_file, known) == (wrong, unsteady)


def test_a_rerun_that_cannot_be_made_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    usage_error = 4  # for one, a name that is another one in every run
    runs = iter([(1, [A]), (usage_error, []), (0, [])])
    monkeypatch.setattr(rerun, "_run", lambda _: next(runs))
    monkeypatch.setattr(sys, "argv", ["rerun.py"])
    assert rerun.main() == 1


def test_no_test_is_excused() -> None:
    assert excused() == set()
