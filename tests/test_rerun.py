"""Which tests count as wrong, and which as flaky, after a run and two reruns."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import rerun
from rerun import Verdict, logged, verdict

A, B = "tests/test_a.py::test_a", "tests/test_a.py::test_b"


@pytest.mark.parametrize(
    ("first", "alone", "in_file", "wrong", "unsteady"),
    [
        ([A], [], [], [], [A]),  # passed both times
        ([A], [A], [], [A], []),  # failed alone again
        ([A], [], [A], [A], []),  # a leak from another test of its file
        ([A], [], [B], [], [A, B]),  # another test is flaky
    ],
)
def test_a_test_that_fails_again_is_wrong(
    first: list[str], alone: list[str], in_file: list[str], wrong: list[str], unsteady: list[str]
) -> None:
    assert verdict(first, alone, in_file) == Verdict(wrong, unsteady)


def test_a_rerun_that_cannot_be_made_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    usage_error = 4  # for example, a test whose name changes in every run
    runs = iter([(1, {A: "why"}), (usage_error, {}), (0, {})])
    monkeypatch.setattr(rerun, "_run", lambda _: next(runs))
    monkeypatch.setattr(sys, "argv", ["rerun.py"])
    assert rerun.main() == 1


def test_a_test_that_is_unsteady_twice_fails_the_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "tests").mkdir()
    monkeypatch.setattr(rerun, "ROOT", tmp_path)
    monkeypatch.setattr(sys, "argv", ["rerun.py"])
    for code in (0, 1):
        runs = iter([(1, {A: "why"}), (0, {}), (0, {})])
        monkeypatch.setattr(rerun, "_run", lambda _, runs=runs: next(runs))
        assert rerun.main() == code
    lines = (tmp_path / "tests" / "unsteady.log").read_text().splitlines()
    assert [line.split("  ")[-1] for line in lines] == [A, A]
    assert logged() == {A}


def test_no_name_stands_twice_in_the_log() -> None:
    log = (rerun.ROOT / rerun.LOG).read_text().splitlines()
    names = [line.split("  ")[-1] for line in log if line and not line.startswith("#")]
    assert sorted({*names}) == sorted(names)


FLAKY = """
from pathlib import Path

import pytest

TRIED = Path(__file__).with_name("tried")


def test_a_race():
    first = not TRIED.exists()
    TRIED.touch()
    assert not first, "only at a second try\\nand a second line"


@pytest.fixture
def broken():
    raise OSError("no such device")


def test_of_a_fixture(broken):
    pass
"""


@pytest.mark.timeout(180)  # starts pytest four times
def test_what_failed_once_is_named_at_the_end_with_what_it_failed_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "test_flaky.py").write_text(FLAKY)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "tests").mkdir()
    monkeypatch.setattr(rerun, "ROOT", tmp_path)
    monkeypatch.setattr(
        rerun, "LAST_FAILED", tmp_path / ".pytest_cache" / "v" / "cache" / "lastfailed"
    )
    monkeypatch.setattr(rerun, "AT_ONCE", ("-p", "xdist.plugin", "-n", "1"))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # loading each plug-in takes a second
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)  # this process is a worker itself
    monkeypatch.setattr(sys, "argv", ["rerun.py"])
    assert rerun.main() == 1  # the pytest that it starts is no worker
    once = (
        "test_flaky.py::test_a_race\n    test_flaky.py:12: AssertionError: only at a second try\n"
    )
    after = capfd.readouterr().out.rpartition(" in ")[2]  # pytest's last summary
    assert f"failed once and passed again: 1\n  {once}" in after
    assert "test_of_a_fixture\n    setup: test_flaky.py:17: OSError: no such device\n" in after
    log = (tmp_path / "tests" / "unsteady.log").read_text()
    assert log.endswith("  test_flaky.py::test_a_race\n")
