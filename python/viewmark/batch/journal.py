"""The journal of a batch: finished page views, and rows that are not in a Parquet file yet.

The journal is one SQLite file. A row is stored in the same transaction as the note that its page
view is finished. So however the process ends (even by kill -9), a finished page view has exactly
one stored row, and an unfinished one has none. Rows wait in the journal until they fill a Parquet
file. The file is written under a temporary name, synced and renamed. Then one transaction records
the file and removes its rows from the journal. A file that was written but not recorded is written
again under the same name.

Everything that is read is verified: rows have a checksum, and `soundness.py` compares keys and
files. Damage is reported as an error; lost content is never guessed.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import threading
from typing import TYPE_CHECKING, Any
from zlib import crc32

from viewmark.batch.model import Shard
from viewmark.batch.row import BLOBS, PageRow
from viewmark.batch.shards import shard_names
from viewmark.errors import FileNotWritten, InvalidOption, StateInvalid

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

_TABLES = """
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT, sum INTEGER);
CREATE TABLE IF NOT EXISTS done (key TEXT PRIMARY KEY, error TEXT) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS spool (n INTEGER PRIMARY KEY, split TEXT, size INTEGER,
 facts TEXT, image BLOB, marked BLOB, sum INTEGER);
CREATE INDEX IF NOT EXISTS spool_by_split ON spool (split, n, size);
CREATE TABLE IF NOT EXISTS shards (name TEXT PRIMARY KEY, told TEXT);
CREATE TABLE IF NOT EXISTS hashes (key TEXT PRIMARY KEY, hash BLOB) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS bands (view TEXT, band INTEGER, value INTEGER, key TEXT,
 PRIMARY KEY (view, band, value, key)) WITHOUT ROWID;
"""
_NAMES = {"facts", "done", "spool", "shards", "hashes", "bands"}
_FORMAT = "2"
# maximum pages per band value; a value shared by more pages (blank areas) is no evidence
_CANDIDATES = 500
_REBUILD = (
    "Run again with --rebuild-journal (rebuild=True): it is made anew of the Parquet "
    "files; page views that were in the journal only are done again."
)
_DISK = (
    *("database or disk is full", "disk I/O error", "attempt to write a readonly database"),
    *("unable to open database file", "database is locked", "database table is locked"),
)
"""Parts of SQLite's messages about the disk or another process; all other messages indicate damage.
"""


class Journal:
    """Record of finished work, in `journal.sqlite` in the batch's folder; for a single process.

    Args:
        folder: folder of the data set.
        anew: whether to accept Parquet files that are not recorded in the journal.

    Raises:
        InvalidOption: another process uses the journal.
        StateInvalid: the journal is damaged; `soundness.rebuilt` creates a new journal from the
            Parquet files.
        FileNotWritten: the folder cannot be written to.
    """

    def __init__(self, folder: Path, *, anew: bool = False) -> None:
        self.folder, self.path = folder, folder / "journal.sqlite"
        self._lock = threading.RLock()
        self._guard: Any = None
        self._waiting: dict[str, tuple[int, int]] = {}
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._take_lock()
            with self._telling():
                # The file is created first, because SQLite gives its auxiliary files the
                # permissions of the main file.
                os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
                self._base = sqlite3.connect(
                    self.path, isolation_level=None, check_same_thread=False, timeout=2
                )
                self._base.execute("PRAGMA journal_mode=WAL")
                self._base.execute("PRAGMA synchronous=NORMAL")
                self._base.execute("PRAGMA auto_vacuum=INCREMENTAL")
                # Database pages freed by rows that moved to a file are reused for the next rows.
                self._base.execute(f"PRAGMA journal_size_limit={64 << 20}")
                self._be_whole(anew)
                self._count_waiting()
        except BaseException:
            self._release()
            raise

    def _be_whole(self, anew: bool) -> None:
        """Create the tables if the database is new; raise an error if only some of them exist."""
        if self._base.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
            raise sqlite3.DatabaseError("its pages are damaged")
        found = self._base.execute("SELECT name FROM sqlite_master WHERE type='table'")
        names = {name for (name,) in found}
        if not names:
            if not anew and (files := shard_names(self.folder)):
                raise sqlite3.DatabaseError(f"it is empty, beside {len(files)} Parquet files")
            # In one transaction, so that if the process is killed, either all tables exist or none.
            note = f"INSERT INTO facts VALUES ('format','{_FORMAT}',{_sum(_FORMAT)});"
            self._base.executescript(f"BEGIN IMMEDIATE;{_TABLES}{note}COMMIT;")
        elif lost := sorted(_NAMES - names):
            raise sqlite3.DatabaseError(f"it has no table {lost[0]!r}")
        if (known := self.fact("format")) != _FORMAT:
            raise StateInvalid(
                f"{self.path} is of another version of viewmark ({known!r:.20}), or damaged.",
                hint=_REBUILD,
            )

    def _take_lock(self) -> None:
        try:
            lock = os.open(self.folder / ".lock", os.O_RDWR | os.O_CREAT, 0o600)
            self._guard = os.fdopen(lock, "w")
        except OSError as error:
            raise FileNotWritten(
                f"{self.folder} cannot be written to: {error.strerror}."
            ) from error
        try:
            import fcntl

            fcntl.flock(self._guard, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:  # not available on Windows, where SQLite's own lock must suffice
            pass
        except OSError as error:
            raise InvalidOption(
                f"Another process works in {self.folder}.",
                hint="Wait until it ends, or name another folder.",
            ) from error

    def _release(self) -> None:
        if self._guard is not None:
            self._guard.close()
            self._guard = None

    @contextlib.contextmanager
    def _telling(self) -> Iterator[None]:
        """Convert SQLite's exceptions to viewmark's errors."""
        with self._lock:
            try:
                yield
            except (sqlite3.Error, ValueError, TypeError, LookupError, AttributeError) as error:
                if self._base_in_transaction():
                    with contextlib.suppress(sqlite3.Error):
                        self._base.execute("ROLLBACK")
                is_disk = str(error).startswith(_DISK)
                if not is_disk or not isinstance(error, sqlite3.OperationalError):
                    raise self.damaged(str(error)) from error
                raise FileNotWritten(
                    f"{self.path} cannot be written: {error}.",
                    hint="Free some space on that disk, then run the same command again: it goes "
                    "on where it stopped.",
                ) from error

    def _base_in_transaction(self) -> bool:
        return hasattr(self, "_base") and self._base.in_transaction

    def damaged(self, why: str) -> StateInvalid:
        """Return the error for a damaged journal.

        Args:
            why: the reason, without a full stop.
        """
        return StateInvalid(f"The journal {self.path} is damaged: {why}.", hint=_REBUILD)

    def take_over(self, shard: Shard, keys: Iterable[tuple[str, str | None]]) -> None:
        """Record an existing Parquet file, and its page views as finished."""
        self._note(shard, 0, keys)

    def fact(self, name: str) -> str | None:
        """Return a stored fact about the run, or None."""
        with self._telling():
            found = self._base.execute(
                "SELECT value,sum FROM facts WHERE name=?", (name,)
            ).fetchone()
            if found is not None and _sum(found[0]) != found[1]:
                raise sqlite3.DatabaseError(f"its {name} does not have its checksum")
            return None if found is None else str(found[0])

    def note(self, name: str, value: str) -> None:
        """Store a fact about the run."""
        with self._telling():
            values = (name, value, _sum(value))
            self._base.execute("INSERT OR REPLACE INTO facts VALUES (?,?,?)", values)

    def agree(self, content: Mapping[str, Any]) -> None:
        """Raise an error for options that differ from those of the existing rows.

        Raises:
            InvalidOption: an option differs; the message names the first one.
        """
        known = self.fact("content")
        if known is None:
            self.note("content", json.dumps(dict(content)))
            return
        for name, value in json.loads(known).items():
            if name in content and content[name] != value:
                raise InvalidOption(
                    f"{self.folder} holds rows made with {name}={value!r}, not {content[name]!r}.",
                    hint="Give the same options to go on with it, or name another folder.",
                    param=name,
                )

    def has(self, key: str) -> bool:
        """Return whether a page view is finished."""
        return self.outcome(key) is not None

    def outcome(self, key: str) -> str | None:
        """Return a finished page view's error code, "" for success; None if it is not finished."""
        with self._telling():
            found = self._base.execute("SELECT error FROM done WHERE key=?", (key,)).fetchone()
            return None if found is None else str(found[0] or "")

    def add(self, row: PageRow) -> bool:
        """Store a row; return False without storing it if its page view is already finished."""
        facts = json.dumps(row.facts(), ensure_ascii=True)
        record = (row.split, row.size + len(facts), facts, row.image, row.marked)
        with self._telling():
            base = self._base
            base.execute("BEGIN IMMEDIATE")
            if base.execute("SELECT 1 FROM done WHERE key=?", (row.key,)).fetchone():
                base.execute("ROLLBACK")
                return False
            base.execute("INSERT INTO done VALUES (?,?)", (row.key, row.error_code))
            base.execute(
                "INSERT INTO spool (split,size,facts,image,marked,sum) VALUES (?,?,?,?,?,?)",
                (*record, _sum(*record)),
            )
            if row.phash is not None and row.duplicate_of is None:
                self._remember(row.key, row.view, bytes.fromhex(row.phash))
            base.execute("COMMIT")
            rows, size = self._waiting.get(row.split, (0, 0))
            self._waiting[row.split] = (rows + 1, size + record[1])
        return True

    def _remember(self, key: str, view: str, found: bytes) -> None:
        self._base.execute("INSERT OR IGNORE INTO hashes VALUES (?,?)", (key, found))
        bands = [(view, n, _band(found, n), key) for n in range(16)]
        self._base.executemany("INSERT OR IGNORE INTO bands VALUES (?,?,?,?)", bands)

    def like(self, view: str, found: bytes, bits: int) -> str | None:
        """Return the key of the most similar page in the same view; None if none is similar.

        Hashes that differ in at most 15 of 256 bits share at least one of 16 bands of 16 bits. The
        hash of a nearly blank page has few set bits; at most a fifth as many bits may differ.

        Args:
            view: name of the view.
            found: hash of the page.
            bits: maximum number of differing bits, up to 15.
        """
        whole = int.from_bytes(found, "big")
        best: tuple[int, str] | None = None
        with self._telling():
            for n in range(16):
                rows = self._base.execute(
                    "SELECT h.key, h.hash FROM bands b JOIN hashes h ON h.key=b.key "
                    "WHERE b.view=? AND b.band=? AND b.value=? LIMIT ?",
                    (view, n, _band(found, n), _CANDIDATES),
                )
                for key, other in rows:
                    theirs = int.from_bytes(other, "big")
                    far = (whole ^ theirs).bit_count()
                    near = far <= bits and 5 * far <= (whole | theirs).bit_count()
                    if near and (best is None or (far, key) < best):
                        best = (far, key)
        return None if best is None else best[1]

    def waiting(self) -> dict[str, tuple[int, int]]:
        """Return the numbers of rows and bytes that no Parquet file has yet, keyed by split."""
        return dict(self._waiting)

    def _count_waiting(self) -> None:
        found = self._base.execute("SELECT split, COUNT(*), SUM(size) FROM spool GROUP BY split")
        self._waiting = {split: (count, size) for split, count, size in found}

    def rows_of(self, split: str, upto: int, chunk: int = 32) -> Iterator[list[PageRow]]:
        """Yield, in chunks, the oldest rows of a split that are not in a Parquet file yet."""
        after, left = -1, upto
        while left > 0:
            with self._telling():
                found = self._base.execute(
                    "SELECT n,sum,split,size,facts,image,marked FROM spool "
                    "WHERE split=? AND n>? ORDER BY n LIMIT ?",
                    (split, after, min(chunk, left)),
                ).fetchall()
                if any(_sum(*values) != wanted for _, wanted, *values in found):
                    raise sqlite3.DatabaseError("a row does not have its checksum")
                rows = [
                    PageRow(**json.loads(facts), **dict(zip(BLOBS, blobs, strict=True)))
                    for _, _, _, _, facts, *blobs in found
                ]
            if not found:
                return
            after, left = found[-1][0], left - len(found)
            yield rows

    def note_shipped(self, shard: Shard) -> None:
        """Record a file that contains the oldest waiting rows of its split; remove these rows."""
        self._note(shard, int(shard["rows"]), ())

    def _note(self, shard: Shard, rows: int, keys: Any) -> None:
        with self._telling():
            base = self._base
            base.execute("BEGIN IMMEDIATE")
            base.execute(
                "INSERT OR REPLACE INTO shards VALUES (?,?)", (shard["name"], json.dumps(shard))
            )
            base.executemany("INSERT OR IGNORE INTO done VALUES (?,?)", keys)
            base.execute(
                "DELETE FROM spool WHERE n IN "
                "(SELECT n FROM spool WHERE split=? ORDER BY n LIMIT ?)",
                (shard["split"], rows),
            )
            base.execute("COMMIT")
            self._count_waiting()

    def replace_shards(self, shards: Iterable[Shard], fact: str) -> None:
        """Replace the list of files and delete failed page views and a fact, in one transaction."""
        with self._telling():
            base = self._base
            base.execute("BEGIN IMMEDIATE")
            base.execute("DELETE FROM shards")
            rows = [(shard["name"], json.dumps(shard)) for shard in shards]
            base.executemany("INSERT INTO shards VALUES (?,?)", rows)
            base.execute("DELETE FROM spool WHERE json_extract(facts,'$.error_code') IS NOT NULL")
            base.execute("DELETE FROM done WHERE error IS NOT NULL")
            base.execute("DELETE FROM facts WHERE name=?", (fact,))
            base.execute("COMMIT")
            self._count_waiting()

    def shards(self) -> list[Shard]:
        """Return the written files, sorted by name."""
        with self._telling():
            found = self._base.execute("SELECT told FROM shards ORDER BY name").fetchall()
            return [Shard.read(line) for (line,) in found]

    def counts(self) -> tuple[int, int]:
        """Return the number of finished page views, and how many of them failed."""
        with self._telling():
            done, failed = self._base.execute("SELECT COUNT(*), COUNT(error) FROM done").fetchone()
            return int(done), int(failed)

    def close(self) -> None:
        """Close the database."""
        with self._lock, contextlib.suppress(sqlite3.Error):
            self._base.close()
        self._release()


def _sum(*values: Any) -> int:
    """Return a checksum of stored values, because SQLite does not detect flipped bits in them."""
    found = 0
    for value in values:
        found = crc32(value if isinstance(value, bytes) else repr(value).encode(), found)
    return found


def _band(found: bytes, n: int) -> int:
    return int.from_bytes(found[n * 2 : n * 2 + 2], "big")
