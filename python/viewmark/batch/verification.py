"""Verifies a data set: its files, their checksums, schema, images and marks."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from viewmark import imaging
from viewmark.batch.row import BLOBS
from viewmark.batch.schema import COLUMNS
from viewmark.batch.shards import DATA, digest_of, read_rows, shard_names, shards_of
from viewmark.errors import InvalidOption, ViewmarkError

_MOST = 200
"""Maximum number of problems that a check lists; further problems are only counted."""
_SLACK = 2.0
"""Image px by which a box may extend beyond its image, because boxes are rounded."""


@dataclass(slots=True)
class Verified:
    """The result of verifying a data set."""

    files: int = 0
    rows: int = 0
    pictures: int = 0
    marks: int = 0
    failed: int = 0
    """Number of rows with an error."""
    problems: list[str] = field(default_factory=list)
    more: int = 0
    """Number of problems that are not listed."""

    @property
    def sound(self) -> bool:
        """Whether there are no problems."""
        return not self.problems

    def add(self, problem: str) -> None:
        """Record a problem; beyond the limit, problems are only counted."""
        if len(self.problems) < _MOST:
            self.problems.append(problem)
        else:
            self.more += 1

    def line(self) -> str:
        """Return the result as one line."""
        found = len(self.problems) + self.more
        verdict = f"{found:,} problems" if found else "sound"
        return (
            f"{verdict}: {self.files:,} files, {self.rows:,} rows ({self.failed:,} failed), "
            f"{self.pictures:,} pictures, {self.marks:,} marks"
        )

    def to_json(self) -> dict[str, Any]:
        """Return the data as a JSON-serializable dictionary."""
        names = ("files", "rows", "pictures", "marks", "failed", "problems", "more", "sound")
        return {name: getattr(self, name) for name in names}


def verify(folder: str | Path) -> Verified:
    """Check every file and row of a data set, without loading the whole data set.

    Args:
        folder: folder of the data set.

    Raises:
        InvalidOption: there is no finished data set.
        ExtraMissing: pyarrow is not installed.
    """
    root = Path(folder)
    found, listed = Verified(), {str(each["name"]): each for each in shards_of(root)}
    there = shard_names(root)
    for name in sorted(set(listed) - set(there)):
        found.add(f"{DATA}/{name} is missing")
    for name in sorted(set(there) - set(listed)):
        found.add(f"{DATA}/{name} is in no list (shards.jsonl)")
    for part in sorted((root / DATA).glob(".*.part")):
        found.add(f"{DATA}/{part.name} is half a file")
    # Keys are stored on disk, because a set of a hundred million keys would not fit into memory.
    with closing(sqlite3.connect("")) as seen:
        seen.execute("CREATE TABLE keys (key TEXT PRIMARY KEY) WITHOUT ROWID")
        for name in there:
            found.files += 1
            path = root / DATA / name
            stated = listed.get(name)
            if stated is not None and path.stat().st_size != stated["bytes"]:
                found.add(
                    f"{DATA}/{name} has {path.stat().st_size:,} bytes, not {stated['bytes']:,}"
                )
            elif stated is not None and digest_of(path) != stated["sha256"]:
                found.add(f"{DATA}/{name} does not have the checksum of its list")
            try:
                count = 0
                for row in read_rows(path):
                    count += 1
                    _row(row, f"{DATA}/{name}", found, seen)
            except InvalidOption as error:
                found.add(error.message)
                continue
            if stated is not None and count != stated["rows"]:
                found.add(f"{DATA}/{name} has {count:,} rows, not {stated['rows']:,}")
    return found


def _row(row: dict[str, Any], name: str, found: Verified, seen: sqlite3.Connection) -> None:
    found.rows += 1
    key = row.get("key")
    where = f"{name}: {key}"
    if set(row) != set(COLUMNS):
        found.add(f"{where} has other columns than the schema")
        return
    try:
        seen.execute("INSERT INTO keys VALUES (?)", (key,))
    except sqlite3.IntegrityError:
        found.add(f"{where} is there twice")
    if (row["error_code"] is None) != (row["error"] is None):
        found.add(f"{where} has half an error")
    pictures = [row[each] for each in BLOBS if row[each] is not None]
    if row["error_code"] is not None:
        found.failed += 1
        if pictures or row["marks"]:
            found.add(f"{where} failed and has a picture or marks")
        return
    if row["duplicate_of"] is not None:
        return
    if not pictures:
        found.add(f"{where} has no picture")
        return
    found.pictures += len(pictures)
    if sha256(pictures[0]["bytes"]).hexdigest() != row["image_sha256"]:
        found.add(f"{where}: the picture does not have its checksum")
    for picture in pictures:
        try:
            kind, width, height = imaging.probe(picture["bytes"])
        except ViewmarkError as error:
            found.add(f"{where}: {picture['path']} is not a picture: {error.message}")
            continue
        stated = (row["image_format"], row["image_width"], row["image_height"])
        if (kind, width, height) != stated and picture is pictures[0]:
            found.add(f"{where}: {picture['path']} is a {kind} of {width}x{height}")
    _marks(row, where, found)


def _marks(row: dict[str, Any], where: str, found: Verified) -> None:
    found.marks += len(row["marks"])
    wide, high = row["image_width"] + _SLACK, row["image_height"] + _SLACK
    for n, mark in enumerate(row["marks"], 1):
        if mark["label"] != n:
            found.add(f"{where}: mark {n} has the label {mark['label']}")
        inside = (
            mark["x"] >= -_SLACK and mark["x"] + mark["width"] <= wide,
            mark["y"] >= -_SLACK and mark["y"] + mark["height"] <= high,
        )
        if not all(inside) or mark["width"] <= 0 or mark["height"] <= 0:
            found.add(f"{where}: the box of mark {n} lies outside of the picture")
