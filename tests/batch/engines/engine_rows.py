"""The reference run on one machine, with which the results of batch systems are compared."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from viewmark.batch import BatchOptions, PageView, observe_many, verify
from viewmark.batch.row import VARYING
from viewmark.batch.shards import read_rows

OPTIONS = BatchOptions(concurrency=2, per_host=8, retry_delay=0.1, shard_rows=25)
VIEWS = (PageView(width=800, height=600),)


def single(urls: list[str], folder: Path) -> dict[str, dict[str, Any]]:
    """Return the rows of a run on one machine, by key; the data set is created if it is missing."""

    async def run() -> None:
        async for _ in observe_many(urls, out=folder, views=VIEWS, options=OPTIONS):
            pass

    asyncio.run(run())
    assert verify(folder).sound
    return by_key(folder)


def by_key(folder: Path) -> dict[str, dict[str, Any]]:
    """Return the rows by key, without varying values; fail if a key occurs twice."""
    found: dict[str, dict[str, Any]] = {}
    for path in sorted((folder / "data").glob("*.parquet")):
        for row in read_rows(path):
            assert row["key"] not in found, "a row is there twice"
            found[row["key"]] = steady(row)
    return found


def steady(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row without the values that differ between runs."""
    # Captures of the same page are not bit-identical in every browser.
    return {name: value for name, value in row.items() if name not in VARYING}


def compared(found: dict[str, dict[str, Any]], expected: dict[str, dict[str, Any]]) -> str:
    """Describe how two sets of rows agree; fail if anything but pixels differs."""
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
