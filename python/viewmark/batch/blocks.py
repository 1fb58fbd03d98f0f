"""Observes and writes blocks of URLs as units, for distributed batch systems such as Spark.

The files of a block are named by its content. If the system runs a block again (after a worker was
killed or a driver restarted), the files are the same, so no row is lost or duplicated.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from dataclasses import asdict
from hashlib import blake2b
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, TypeVar

from viewmark import imaging
from viewmark.batch.model import PageView, Shard, key_of
from viewmark.batch.options import BatchOptions
from viewmark.batch.run import observe_many, version_of_ours
from viewmark.batch.schema import arrow, table_of
from viewmark.batch.shards import DATA, record_of, write_facts, write_shard
from viewmark.errors import InvalidOption, ViewmarkError
from viewmark.support import write_atomic

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterable, Iterator, Sequence

    from viewmark.batch.row import PageRow
    from viewmark.batch.visit import Prepare

    T = TypeVar("T")

NOTES = "blocks"
"""Folder of the files that record which blocks have been written."""
_GROUP = 32  # number of rows per row group


def observe_block(
    urls: Iterable[str],
    *,
    views: Sequence[PageView] = (PageView(),),
    options: BatchOptions | None = None,
    prepare: Prepare | None = None,
) -> list[PageRow]:
    """Observe the pages of a block of URLs; return rows in the order of URLs and views.

    Use this function in tasks of batch systems: it is blocking, and it starts and closes its own
    browser.

    Raises:
        BrowserError: no browser is available.
    """
    wanted = list(dict.fromkeys(map(str, urls)))
    order = {key_of(url, view): n for n, (url, view) in enumerate(_pairs(wanted, views))}

    async def run() -> list[PageRow]:
        given = observe_many(wanted, views=views, options=options, prepare=prepare)
        return [row async for row in given]

    return sorted(_blocking(run()), key=lambda row: order[row.key])


def _pairs(urls: Iterable[str], views: Sequence[PageView]) -> Iterator[tuple[str, PageView]]:
    for url in urls:
        for view in views:
            yield url, view


def _blocking(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to completion, even if an event loop is running in this thread."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    found: list[T] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            found.append(asyncio.run(work))
        except BaseException as error:
            failed.append(error)

    thread = Thread(target=run)
    thread.start()
    thread.join()
    if failed:
        raise failed[0]
    return found[0]


def write_block(
    folder: str | Path,
    urls: Iterable[str],
    *,
    views: Sequence[PageView] = (PageView(),),
    options: BatchOptions | None = None,
    prepare: Prepare | None = None,
) -> list[Shard]:
    """Observe a block of URLs and write the block's files; skip a block that is already written.

    Args:
        folder: folder of the data set, the same for all workers.
        urls: the URLs that form the block.
        views: as for `observe_many`.
        options: as for `observe_many`.
        prepare: as for `observe_many`.

    Raises:
        FileNotWritten: the folder cannot be written to.
        BrowserError: no browser is available.
    """
    root, chosen = Path(folder), options or BatchOptions()
    wanted = list(dict.fromkeys(map(str, urls)))
    keys = [key_of(url, view) for url, view in _pairs(wanted, views)]
    content = json.dumps(chosen.content(), sort_keys=True)
    name = blake2b("\n".join([content, *sorted(keys)]).encode(), digest_size=10).hexdigest()
    note = root / NOTES / f"{name}.json"
    if (known := _read_shards(root, note)) is not None:
        return known
    rows = observe_block(wanted, views=views, options=chosen, prepare=prepare)
    shards = []
    for split in sorted({row.split for row in rows}):
        records = [record_of(row) for row in rows if row.split == split]
        groups = [records[n : n + _GROUP] for n in range(0, len(records), _GROUP)]
        shards.append(write_shard(root, f"{split}-{name}.parquet", split, groups))
    write_atomic(note, json.dumps(shards).encode())
    return shards


def _read_shards(root: Path, note: Path) -> list[Shard] | None:
    try:
        known = [Shard(each) for each in json.loads(note.read_bytes())]
    except (OSError, ValueError):
        return None
    there = all(
        (path := root / DATA / str(each["name"])).is_file() and path.stat().st_size == each["bytes"]
        for each in known
    )
    return known if there else None


def finish_blocks(
    folder: str | Path,
    shards: Sequence[Shard],
    *,
    views: Sequence[PageView],
    options: BatchOptions,
) -> None:
    """Write the data set's list of files, after all blocks have been written.

    Raises:
        InvalidOption: the folder contains files of another run.
        FileNotWritten: the folder cannot be written to.
    """
    root = Path(folder)
    listed = {str(each["name"]) for each in shards}
    stray = sorted({each.name for each in (root / DATA).glob("*.parquet")} - listed)
    if stray:
        raise InvalidOption(
            f"{root / DATA} has {len(stray):,} files of another run, such as {stray[0]!r}.",
            hint="Name an empty folder, or the same addresses, views, options and block.",
        )
    facts = {
        "viewmark": version_of_ours(),
        "views": [asdict(view) | {"name": view.name} for view in views],
        "content": options.content(),
    }
    write_facts(root, shards, facts)


def distinct(urls: Iterable[str]) -> Iterator[str]:
    """Yield each URL once, in order; keep the URLs seen so far on disk, not in memory."""
    with closing(sqlite3.connect("")) as seen:
        seen.execute("PRAGMA journal_mode=OFF")
        seen.execute("CREATE TABLE seen (hash BLOB PRIMARY KEY) WITHOUT ROWID")
        for url in urls:
            digest = blake2b(url.encode("utf-8", "surrogatepass"), digest_size=12).digest()
            done = seen.execute("INSERT OR IGNORE INTO seen VALUES (?)", (digest,))
            if done.rowcount:
                yield url


def annotate_table(table: Any, **options: Any) -> Any:
    """Draw the marks of stored rows again: create `marked` from `image` and `marks`.

    Args:
        table: an Arrow table with viewmark's schema.
        **options: options of `viewmark.annotate_many`, such as `style`.

    Returns:
        The table with the new `marked`; rows without an image are unchanged.

    Raises:
        ExtraMissing: pyarrow is not installed.
        ViewmarkError: an image or its marks cannot be used.
    """
    arrow()
    rows = table.to_pylist()
    drawn = [row for row in rows if row["image"] is not None]
    sides = ("x", "y", "width", "height")
    items = [
        {
            "image": row["image"]["bytes"],
            "xywh": [[mark[side] for side in sides] for mark in row["marks"]],
            "labels": [mark["label"] for mark in row["marks"]],
        }
        for row in drawn
    ]
    options.setdefault("max_base64", 1 << 26)
    for row, done in zip(drawn, imaging.annotate_many(items, **options), strict=True):
        if isinstance(done, ViewmarkError):
            raise type(done)(f"{row['key']}: {done.message}", hint=done.hint)
        ending = "png" if done.format == "png" else "jpg"
        row["marked"] = {"bytes": done.image, "path": f"{row['key']}.marked.{ending}"}
    return table_of(rows)


def records_of(rows: Iterable[PageRow]) -> Any:
    """Convert rows to an Arrow table, for batch systems that accept tables."""
    return table_of([record_of(row) for row in rows])
