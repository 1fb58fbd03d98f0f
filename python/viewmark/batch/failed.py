"""Takes failed rows out of a data set, so that the run that goes on does them again.

A kill in between does no harm: the journal says first that this is under way, and the next run
does it to the end.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from viewmark.batch.shards import DATA, describe, read_rows, write_shard
from viewmark.errors import FileNotWritten

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from viewmark.batch.journal import Journal
    from viewmark.batch.model import Shard

UNDER_WAY = "failed rows are taken out"
"""The journal's fact as long as it is not done."""
_GROUP = 32
"""Rows of a row group, as many as the journal gives at once."""


def forget_failed(journal: Journal) -> None:
    """Take them out of the journal and of the Parquet files; a file of nothing else goes.

    Raises:
        FileNotWritten: the disk is full, or the folder cannot be written to.
        InvalidOption: a Parquet file cannot be read.
    """
    journal.note(UNDER_WAY, "1")
    # Files are written anew under their names: the list is not true until the run has ended.
    (journal.folder / "shards.jsonl").unlink(missing_ok=True)
    retained = [_without_failed(journal.folder, shard) for shard in journal.shards()]
    journal.replace_shards([shard for shard in retained if shard is not None], UNDER_WAY)


def _without_failed(folder: Path, shard: Shard) -> Shard | None:
    name = str(shard["name"])
    path = folder / DATA / name
    if not path.exists():  # taken away by a run that was killed then
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
