"""Compares a batch's journal with its Parquet files; removes failed rows from both.

All files are read before a run continues: a minute for a data set that took a day. Damage is
reported before anything is added. A kill during the removal of failed rows does no harm: the
journal records the removal before it starts, and the next run completes it.
"""

from __future__ import annotations

import contextlib
import itertools
import time
from typing import TYPE_CHECKING, Any

from viewmark.batch.journal import Journal
from viewmark.batch.shards import (
    DATA,
    describe,
    digest_of,
    next_name,
    read_rows,
    shard_names,
    shards_of,
    write_shard,
)
from viewmark.errors import FileNotWritten, InvalidOption, StateInvalid

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from viewmark.batch.model import Shard


def check_sound(journal: Journal) -> None:
    """Raise an error if a journal and its Parquet files do not match.

    Each file must be unchanged. Each finished page view must have its row, in a file or in the
    journal, and each row must belong to a finished page view. Otherwise rows would be lost or
    duplicated.

    Raises:
        StateInvalid: the data is inconsistent; the message describes the mismatch.
    """
    shards = {str(each["name"]): each for each in journal.shards()}
    # A Parquet file that was written but not recorded is allowed, because it will be written again
    # under the same name. Any other unrecorded file belongs to an unknown run.
    again = {next_name(shards.values(), split) for split in journal.waiting()}
    if stray := sorted(set(shard_names(journal.folder)) - set(shards) - again):
        raise journal.damaged(f"it does not know {DATA}/{stray[0]}")
    rows = 0  # number of rows, to compare with the number of finished page views
    for name, shard in shards.items():
        _check_file(journal.folder, shard)
        for key, error in describe(journal.folder, name)[1]:
            if journal.outcome(key) != (error or ""):
                raise journal.damaged(f"it has lost that {key} is done, a row of {DATA}/{name}")
            rows += 1
    for split, (count, _) in journal.waiting().items():
        for group in journal.rows_of(split, count):
            for row in group:
                if journal.outcome(row.key) != (row.error_code or ""):
                    raise journal.damaged(f"it has lost that {row.key} is done")
                rows += 1
    if rows != (done := journal.counts()[0]):
        raise journal.damaged(f"it says {done:,} page views are done, of which {rows:,} have rows")


def rebuilt(folder: Path) -> Journal:
    """Create a journal from the Parquet files; keep the old journal next to it.

    Raises:
        StateInvalid: a file differs from `shards.jsonl`, or two files have the same page view.
        InvalidOption: a file cannot be read, or another process is using the folder.
    """
    for name in ("journal.sqlite", "journal.sqlite-wal", "journal.sqlite-shm"):
        if (folder / name).exists():
            (folder / name).replace(folder / f"{name}.damaged-{int(time.time())}")
    listed: dict[str, Shard] = {}
    with contextlib.suppress(InvalidOption):
        listed = {str(each["name"]): each for each in shards_of(folder)}
    journal = Journal(folder, anew=True)
    try:
        for name in shard_names(folder):
            if name in listed:
                _check_file(folder, listed[name])
            shard, keys = describe(folder, name)
            twice = next((key for key, _ in keys if journal.has(key)), None)
            if twice is not None:
                raise StateInvalid(
                    f"{name} holds a page view that another file holds too ({twice}).",
                    hint="Move one of the two files away, then run this again.",
                )
            journal.take_over(shard, keys)
    except BaseException:
        journal.close()
        raise
    return journal


def _check_file(folder: Path, shard: Shard) -> None:
    path = folder / DATA / str(shard["name"])
    try:
        wrong = path.stat().st_size != shard["bytes"] or digest_of(path) != shard["sha256"]
        what = "is damaged: it is not as it was written (SHA-256)"
    except OSError as error:
        wrong, what = True, f"cannot be read: {error.strerror or error}"
    if wrong:
        raise StateInvalid(
            f"{path} {what}.",
            hint="Restore it; or move it away and run again with --rebuild-journal "
            "(rebuild=True): its page views are done again.",
        )


UNDER_WAY = "failed rows are taken out"
"""Name of the fact that the journal contains while failed rows are being removed from the files."""
_GROUP = 32
"""Number of rows per row group, and of rows that are read at a time."""


def forget_failed(journal: Journal) -> None:
    """Remove failed rows from the journal and files; delete files that contain nothing else.

    Raises:
        FileNotWritten: the disk is full, or the folder cannot be written to.
        InvalidOption: a Parquet file cannot be read.
    """
    journal.note(UNDER_WAY, "1")
    # Files are rewritten under the same names, so the list of files is outdated until the run
    # has ended.
    (journal.folder / "shards.jsonl").unlink(missing_ok=True)
    retained = [_without_failed(journal.folder, shard) for shard in journal.shards()]
    journal.replace_shards([shard for shard in retained if shard is not None], UNDER_WAY)


def _without_failed(folder: Path, shard: Shard) -> Shard | None:
    name = str(shard["name"])
    path = folder / DATA / name
    if not path.exists():  # an earlier run that was killed has already removed the file
        return None
    found, keys = describe(folder, name)
    failed = sum(error is not None for _, error in keys)
    if failed == 0:
        return found
    if failed < len(keys):
        return write_shard(folder, name, str(shard["split"]), _groups(path))
    try:
        path.unlink()
    except OSError as error:
        raise FileNotWritten(f"{path} cannot be removed: {error.strerror or error}.") from error
    return None


def _groups(path: Path) -> Iterator[list[dict[str, Any]]]:
    rows = (row for row in read_rows(path) if row["error_code"] is None)
    while group := list(itertools.islice(rows, _GROUP)):
        yield group
