"""A damaged journal or file is always reported, and no row is stored twice."""

from __future__ import annotations

import contextlib
import random
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from viewmark.batch import BatchOptions, PageView
from viewmark.batch.journal import Journal
from viewmark.batch.model import PageTask, key_of
from viewmark.batch.row import PageRow, blank
from viewmark.batch.run import _journal, _write
from viewmark.batch.shards import read_rows, write_facts
from viewmark.errors import StateInvalid

OPTIONS = BatchOptions()
COUNT = 14
TABLES = ("facts", "done", "spool", "shards", "hashes", "bands")


def row(n: int) -> PageRow:
    url, view = f"http://site{n}.example/", PageView()
    made = blank(PageTask(url, view, key_of(url, view)), OPTIONS)
    made.error_code, made.error = "navigation_failed", f"Nobody answers, {n}."
    return made


def keys(folder: Path) -> list[str]:
    paths = sorted((folder / "data").glob("*.parquet"))
    return [str(each["key"]) for path in paths for each in read_rows(path, ["key"])]


def go_on(folder: Path, *, rebuild: bool = False, upto: int = COUNT, rest: bool = True) -> int:
    """Continue a run without a browser; return the number of page views it added."""
    journal = _journal(folder, OPTIONS, rebuild, retry_errors=False)
    try:
        added = [journal.add(row(n)) for n in range(upto) if not journal.has(row(n).key)]
        for split, (rows, _) in journal.waiting().items():
            for _ in range(rows // 4):
                _write(journal, split, 4)
            if rest and rows % 4:
                _write(journal, split, rows % 4)
        if rest:
            write_facts(folder, journal.shards(), {})
    finally:
        journal.close()
    return len(added)


@pytest.fixture
def stopped(tmp_path: Path) -> Path:
    """An interrupted run: two files of four rows each, and three rows that are in no file yet."""
    folder = tmp_path / "stopped"
    assert go_on(folder, upto=11, rest=False) == 11
    assert len(keys(folder)) == 8
    return folder


@pytest.fixture
def finished(stopped: Path) -> Path:
    assert go_on(stopped) == 3
    return stopped


def is_right(folder: Path) -> bool:
    """Return whether the damage is reported or has no effect."""
    try:
        go_on(folder)
    except StateInvalid as error:
        assert "--rebuild-journal" in error.hint
        return True
    return sorted(keys(folder)) == sorted(row(n).key for n in range(COUNT))


SET = {
    "a row that is no JSON": "UPDATE spool SET facts='{' WHERE n=(SELECT MIN(n) FROM spool)",
    "a row of another shape": "UPDATE spool SET facts='[1]'",
    "a row that says something else": "UPDATE spool SET facts=replace(facts,'Nobody','Nobodx')",
    "a row of another part": "UPDATE spool SET split='test'",
    "a file that is no JSON": "UPDATE shards SET told='{\"name\": '",
    "a file without a name": "UPDATE shards SET told='{\"rows\": 4}'",
    "a file elsewhere": "UPDATE shards SET told=replace(told,'train-00000','../../etc/x')",
    "a file that is not known": "DELETE FROM shards WHERE name='train-00000.parquet'",
    "options that are no JSON": "UPDATE facts SET value='no' WHERE name='content'",
    "options that are a list": "UPDATE facts SET value='[]' WHERE name='content'",
    "another format": "UPDATE facts SET value='9' WHERE name='format'",
    "a key that is another": "UPDATE done SET key='0' || substr(key,2) WHERE key NOT LIKE '0%'",
    "one key less": "DELETE FROM done WHERE key=(SELECT MAX(key) FROM done)",
    "one key more": "INSERT INTO done VALUES ('00',NULL)",
    "an error that is none": "UPDATE done SET error=NULL",
    "a key that is a number": "UPDATE done SET error=x'ff'",
}


@pytest.mark.parametrize("damage", [*SET, *(f"no {t}" for t in TABLES), "empty"])
def test_a_journal_that_lost_something_is_state_invalid(stopped: Path, damage: str) -> None:
    with contextlib.closing(sqlite3.connect(stopped / "journal.sqlite")) as base, base:
        if damage in SET:
            base.execute(SET[damage])
        elif damage == "empty":
            base.executescript("".join(f"DROP TABLE {table};" for table in TABLES))
        else:
            base.execute(f"DROP TABLE {damage[3:]}")
    with pytest.raises(StateInvalid, match=r"damaged|lost") as caught:
        go_on(stopped)
    assert "--rebuild-journal" in caught.value.hint
    assert go_on(stopped, rebuild=True) == COUNT - 8
    assert sorted(keys(stopped)) == sorted(row(n).key for n in range(COUNT))


@pytest.mark.parametrize("table", ["done", "spool", "shards"])
def test_a_table_that_is_emptied_is_state_invalid(stopped: Path, table: str) -> None:
    with contextlib.closing(sqlite3.connect(stopped / "journal.sqlite")) as base, base:
        base.execute(f"DELETE FROM {table}")
    with pytest.raises(StateInvalid):
        go_on(stopped)


@pytest.mark.parametrize("how", ["gone", "empty", "half"])
def test_a_journal_that_is_gone_beside_its_files_is_state_invalid(finished: Path, how: str) -> None:
    path = finished / "journal.sqlite"
    if how == "gone":
        path.unlink()
    else:
        path.write_bytes(b"" if how == "empty" else path.read_bytes()[:2048])
    with pytest.raises(StateInvalid):
        go_on(finished)
    assert go_on(finished, rebuild=True) == 0


@pytest.mark.timeout(900)
@pytest.mark.parametrize("count", [40, pytest.param(1000, marks=pytest.mark.long)])
def test_flipped_bits_and_lost_pieces_make_no_traceback_and_no_row_twice(
    stopped: Path, tmp_path: Path, count: int
) -> None:
    chance = random.Random(count)
    whole = (stopped / "journal.sqlite").read_bytes()
    told = 0
    for n in range(count):
        data = bytearray(whole)
        for _ in range(chance.choice((1, 3, 40))):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        if n % 6 == 0:
            del data[chance.randrange(len(data)) :]
        if n % 6 == 1:
            at = chance.randrange(len(data))
            data[at : at + 4096] = bytes(len(data[at : at + 4096]))
        folder = tmp_path / str(n)
        shutil.copytree(stopped, folder)
        (folder / "journal.sqlite").write_bytes(data)
        before = len(keys(folder))
        assert is_right(folder), n
        told += len(keys(folder)) == before
        shutil.rmtree(folder)
    assert told > count // 4, "what is changed must be noticed"


DAMAGES: dict[str, Callable[[Path], object]] = {
    "a byte changed": lambda path: path.write_bytes(
        path.read_bytes()[:300] + b"\x00" + path.read_bytes()[301:]
    ),
    "the end is missing": lambda path: path.write_bytes(path.read_bytes()[:-9]),
    "emptied": lambda path: path.write_bytes(b""),
    "gone": lambda path: path.unlink(),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_noticed_when_a_finished_batch_is_run_again(
    finished: Path, damage: str
) -> None:
    assert go_on(finished) == 0
    path = finished / "data" / "train-00001.parquet"
    DAMAGES[damage](path)
    with pytest.raises(StateInvalid, match="train-00001") as caught:
        go_on(finished)
    assert "its page views are done again" in caught.value.hint
    if path.exists():
        with pytest.raises(StateInvalid, match="train-00001"):
            go_on(finished, rebuild=True)
        path.rename(path.with_suffix(".broken"))
    assert go_on(finished, rebuild=True) == 4
    assert sorted(keys(finished)) == sorted(row(n).key for n in range(COUNT))


def test_a_page_view_in_two_files_is_told_when_the_journal_is_made_anew(finished: Path) -> None:
    data = finished / "data"
    shutil.copy(data / "train-00000.parquet", data / "train-00009.parquet")
    with pytest.raises(StateInvalid, match="train-00009"):
        go_on(finished)
    with pytest.raises(StateInvalid, match="another file holds too"):
        go_on(finished, rebuild=True)
    (data / "train-00009.parquet").unlink()
    assert go_on(finished, rebuild=True) == 0


def test_a_file_that_was_written_and_not_noted_is_written_again(stopped: Path) -> None:
    journal = Journal(stopped)
    before = journal.path.read_bytes()
    _write(journal, "train", 3)  # simulates a kill before the journal is updated
    journal.close()
    journal.path.write_bytes(before)
    assert go_on(stopped) == 3
    assert sorted(keys(stopped)) == sorted(row(n).key for n in range(COUNT))
