"""Parquet files of a data set: written in small groups of rows, read one group at a time."""

from __future__ import annotations

import contextlib
import json
import os
import re
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from viewmark.batch.model import Shard
from viewmark.batch.row import BLOBS
from viewmark.batch.schema import ADDED, COLUMNS, VERSION, arrow, arrow_schema, table_of
from viewmark.errors import FileNotWritten, InvalidOption
from viewmark.support import open_private, write_atomic

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from viewmark.batch.row import PageRow

DATA = "data"
"""Folder of the Parquet files."""
_CARD = """---
configs:
- config_name: default
  data_files:
{files}
---

Page views with marks, made by viewmark; schema version {version}: see docs/batch.md of viewmark.
Rows with `error_code` have no picture; rows with `duplicate_of` have neither picture nor marks.
"""


def record_of(row: PageRow) -> dict[str, Any]:
    """Return a row in the format for Arrow, with deterministic image names."""
    found = row.facts()
    ending = "png" if row.image_format == "png" else "jpg"
    for name, suffix in zip(BLOBS, ("", ".marked"), strict=True):
        data = getattr(row, name)
        path = f"{row.key}{suffix}.{ending}"
        found[name] = None if data is None else {"bytes": data, "path": path}
    return found


def write_shard(
    folder: Path, name: str, split: str, groups: Iterable[Sequence[Mapping[str, Any]]]
) -> Shard:
    """Write a file atomically; each group of records becomes a row group.

    Raises:
        FileNotWritten: the file cannot be written; no partial file remains.
        ExtraMissing: pyarrow is not installed.
    """
    pa = arrow()
    import pyarrow.parquet as pq

    target, rows = folder / DATA / name, 0
    part = target.with_name(f".{name}.part")
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        packed = {each: "ZSTD" for each in COLUMNS if COLUMNS[each] not in ("image", "marks")}
        packed |= {f"marks.list.element.{each}": "ZSTD" for each in ("name", "text", "selector")}
        with (
            os.fdopen(open_private(part), "wb") as file,
            pq.ParquetWriter(
                file, arrow_schema(), compression=packed, write_page_index=True
            ) as writer,
        ):
            for group in groups:
                writer.write_table(table_of([dict(each) for each in group]))
                rows += len(group)
            writer.close()
            file.flush()
            os.fsync(file.fileno())
        digest, size = digest_of(part), part.stat().st_size
        part.replace(target)
        # Release the memory that Arrow caches. Otherwise it would hold about twice the
        # memory that it needs, over thousands of rows.
        pa.default_memory_pool().release_unused()
    except OSError as error:
        with contextlib.suppress(OSError):
            part.unlink()
        raise FileNotWritten(
            f"{target} cannot be written: {error.strerror or error}.",
            hint="Free some space on that disk, then run the same command again: it goes on where "
            "it stopped.",
        ) from error
    return Shard(name=name, split=split, rows=rows, bytes=size, sha256=digest)


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file as hexadecimal digits; the file is read in chunks."""
    found = sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            found.update(block)
    return found.hexdigest()


def next_name(shards: Iterable[Shard], split: str) -> str:
    """Return the name of a split's next Parquet file."""
    found = [re.fullmatch(rf"{re.escape(split)}-(\d+)\.parquet", each["name"]) for each in shards]
    number = max((int(each[1]) + 1 for each in found if each is not None), default=0)
    return f"{split}-{number:05}.parquet"


def shard_names(folder: Path) -> list[str]:
    """Return the names of the existing Parquet files."""
    return sorted(each.name for each in (folder / DATA).glob("*.parquet") if each.is_file())


def describe(folder: Path, name: str) -> tuple[Shard, list[tuple[str, str | None]]]:
    """Read an existing Parquet file; return its record, and each row's key and error code.

    Raises:
        InvalidOption: the file was not written by viewmark.
    """
    path = folder / DATA / name
    keys: list[tuple[str, str | None]] = []
    splits = set[str]()
    for row in read_rows(path, ["key", "error_code", "split"]):
        keys.append((row["key"], row["error_code"]))
        splits.add(row["split"])
    digest = digest_of(path)
    split = next(iter(splits), "train")
    size = path.stat().st_size
    return Shard(name=name, split=split, rows=len(keys), bytes=size, sha256=digest), keys


def read_rows(path: Path, columns: Sequence[str] | None = None) -> Iterator[dict[str, Any]]:
    """Yield the rows of a file, one row group at a time.

    Raises:
        InvalidOption: the file cannot be read as a Parquet file with this schema.
    """
    pa = arrow()
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path) as file:
            version = (file.schema_arrow.metadata or {}).get(b"viewmark_schema", b"none").decode()
            if version != str(VERSION):
                raise InvalidOption(f"{path} has schema version {version}, not {VERSION}.")
            absent = {} if columns else dict.fromkeys(ADDED)
            for n in range(file.num_row_groups):
                rows = file.read_row_group(n, columns=columns).to_pylist()
                yield from (absent | row for row in rows)
    except (pa.ArrowException, OSError) as error:
        raise InvalidOption(
            f"{path} cannot be read: {str(error).splitlines()[0] if str(error) else error!r:.200}.",
            hint="Restore the file; viewmark batch --verify names all that are damaged.",
        ) from error


def shards_of(folder: Path) -> list[Shard]:
    """Return the files that are listed in `shards.jsonl`.

    Raises:
        InvalidOption: there is no finished data set, or its list is damaged.
    """
    try:
        lines = (folder / "shards.jsonl").read_text().splitlines()
        return [Shard.read(line) for line in lines]
    except FileNotFoundError:
        raise InvalidOption(
            f"{folder} holds no finished data set (no shards.jsonl).",
            hint="Run the batch to its end: the same command goes on where it stopped.",
        ) from None
    except ValueError as error:
        raise InvalidOption(f"{folder / 'shards.jsonl'} is damaged: {error}.") from error


def write_facts(folder: Path, shards: Sequence[Shard], facts: Mapping[str, Any]) -> None:
    """Write `shards.jsonl`, `dataset.json` and the dataset card for Hugging Face.

    Raises:
        FileNotWritten: the folder cannot be written to.
    """
    ordered = sorted(shards, key=lambda each: str(each["name"]))
    lines = "".join(json.dumps(each) + "\n" for each in ordered)
    write_atomic(folder / "shards.jsonl", lines.encode())
    facts_row = {"schema": VERSION, "rows": sum(int(each["rows"]) for each in ordered)} | dict(
        facts
    )
    write_atomic(folder / "dataset.json", f"{json.dumps(facts_row, indent=1)}\n".encode())
    splits = sorted({str(each["split"]) for each in ordered})
    files = "\n".join(f"  - split: {each}\n    path: {DATA}/{each}-*" for each in splits)
    card = _CARD.format(files=files, version=VERSION)
    write_atomic(folder / "README.md", card.encode())
