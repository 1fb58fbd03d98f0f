"""What the checks of engines share: the run on one machine that they are compared with."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from viewmark.batch import BatchOptions, PageView, observe_many, verify
from viewmark.batch.row import VARYING
from viewmark.batch.shards import read_rows

if TYPE_CHECKING:
    from pathlib import Path

OPTIONS = BatchOptions(concurrency=2, per_host=8, retry_delay=0.1, shard_rows=25)
VIEWS = (PageView(width=800, height=600),)


def single(urls: list[str], folder: Path) -> dict[str, dict[str, Any]]:
    """The data set of one machine, made if it is not there; its rows by key."""

    async def run() -> None:
        async for _ in observe_many(urls, out=folder, views=VIEWS, options=OPTIONS):
            pass

    asyncio.run(run())
    assert verify(folder).sound
    return by_key(folder)


def by_key(folder: Path) -> dict[str, dict[str, Any]]:
    """Rows by key, without what varies; fails if one is there twice."""
    found: dict[str, dict[str, Any]] = {}
    for path in sorted((folder / "data").glob("*.parquet")):
        for row in read_rows(path):
            assert row["key"] not in found, "a row is there twice"
            found[row["key"]] = steady(row)
    return found


def steady(row: dict[str, Any]) -> dict[str, Any]:
    """A row without what varies from run to run."""
    # A browser's own pictures of the same page are not the same to the last bit everywhere.
    return {name: value for name, value in row.items() if name not in VARYING}


def compared(found: dict[str, dict[str, Any]], expected: dict[str, dict[str, Any]]) -> str:
    """How two sets of rows agree; fails where they differ in more than pixels."""
    assert found.keys() == expected.keys(), (len(found), len(expected))
    pixels = ("image", "marked", "image_sha256", "phash")
    same = 0
    for key, row in found.items():
        other = expected[key]
        for name in row:
            if name not in pixels:
                assert row[name] == other[name], (name, row[name], other[name])
        same += row["image_sha256"] == other["image_sha256"]
    return f"{len(found)} rows as on one machine, {same} pictures equal to the last bit"
