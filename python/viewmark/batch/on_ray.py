"""Runs batches on Ray Data: actors with browsers process blocks of URLs.

    import ray
    from viewmark.batch import on_ray

    on_ray.write_data_set(urls, "/shared/dataset", workers=8)

If a worker dies, Ray runs its blocks again. Blocks are written as a unit, under names derived from
their content, so the data set contains every page view once (see `viewmark.batch.blocks`).
"""

from __future__ import annotations

import json
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from viewmark.batch.blocks import (
    annotate_table,
    distinct,
    finish_blocks,
    observe_block,
    records_of,
    write_block,
)
from viewmark.batch.model import PageView, Shard
from viewmark.batch.options import BatchOptions
from viewmark.support import require_module

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from viewmark.batch.visit import Prepare

BLOCK = 200
"""Number of URLs that one Ray task processes as a block."""
_WAVE = 2_000
"""Number of blocks submitted to Ray at once; limited, as Ray's driver keeps them in memory."""
_JSON = "viewmark_block"
"""Name of the column whose values are lists of URLs as JSON text, so that Ray does not split a
block."""


class BrowserActor:
    """Worker that processes blocks, for `ray.data.Dataset.map_batches`.

    Args:
        out: folder of the data set, which all workers can access; None: return the rows.
        views: as for `observe_many`.
        options: as for `observe_many`.
        prepare: as for `observe_many`; Ray sends it to the workers.
        column: name of the column with the URLs.
    """

    def __init__(
        self,
        out: str | None,
        views: Sequence[PageView],
        options: BatchOptions,
        prepare: Prepare | None,
        column: str,
    ) -> None:
        self._out, self._column = out, column
        self._arguments: dict[str, Any] = {"views": views, "options": options, "prepare": prepare}

    def __call__(self, batch: Mapping[str, Any]) -> Any:
        """Return rows as an Arrow table, or a row for each written file."""
        urls = [str(url) for url in batch[self._column]]
        if self._column == _JSON:
            urls = [url for block in urls for url in json.loads(block)]
        if self._out is None:
            return records_of(observe_block(urls, **self._arguments))
        shards = write_block(self._out, urls, **self._arguments)
        names = ("name", "split", "rows", "bytes", "sha256")
        return {name: [each[name] for each in shards] for name in names}


def observe_dataset(
    urls: Any,
    *,
    out: str | Path | None = None,
    views: Sequence[PageView] = (PageView(),),
    options: BatchOptions | None = None,
    prepare: Prepare | None = None,
    workers: int = 2,
    block: int = BLOCK,
    column: str = "url",
    **resources: Any,
) -> Any:
    """Map a Ray dataset of URLs to a dataset of rows; lazy, like all of Ray Data.

    Args:
        urls: a `ray.data.Dataset` with a column of unique URLs.
        out: folder to which each block is written, which gives one row per file; None gives page
            views, for `write_parquet` and similar methods.
        views: as for `observe_many`.
        options: as for `observe_many`; rate limits apply to each worker separately.
        prepare: as for `observe_many`.
        workers: number of actors, each with its own browser.
        block: number of URLs that are processed as a unit.
        column: name of the column with the URLs.
        **resources: arguments of `map_batches` for each actor, such as `num_cpus` and `memory`.

    Raises:
        ExtraMissing: Ray is not installed.
    """
    require_module("ray.data", "viewmark[ray]")
    chosen = options or BatchOptions(concurrency=2)
    folder = None if out is None else str(Path(out).absolute())
    return urls.map_batches(
        BrowserActor,
        fn_constructor_args=(folder, tuple(views), chosen, prepare, column),
        batch_size=block,
        batch_format="numpy",
        concurrency=workers,
        **resources,
    )


def write_data_set(
    urls: Iterable[str],
    out: str | Path,
    *,
    views: Sequence[PageView] = (PageView(),),
    options: BatchOptions | None = None,
    prepare: Prepare | None = None,
    workers: int = 2,
    block: int = BLOCK,
    **resources: Any,
) -> list[Shard]:
    """Observe pages on a Ray cluster and write a data set; a second call continues a stopped one.

    The list is read during the work, 2,000 blocks at a time; duplicate URLs are processed only
    once.
    If the cluster itself has the list, use `observe_dataset(..., out=...)`.

    Args:
        urls: the URLs.
        out: folder that the driver and all workers can access.
        views: as for `observe_many`.
        options: as for `observe_many`, for each worker; do not use `drop_duplicates` here, because
            it sees only one block at a time.
        prepare: as for `observe_many`.
        workers: number of actors, each with its own browser.
        block: number of URLs that are processed as a unit.
        **resources: resources of each actor, such as `num_cpus` and `memory`.

    Returns:
        The written files.

    Raises:
        ExtraMissing: Ray or pyarrow is not installed.
        InvalidOption: the folder contains files of another run.
        FileNotWritten: the folder cannot be written to.
    """
    data = require_module("ray.data", "viewmark[ray]")
    chosen = options or BatchOptions(concurrency=2)
    folder = str(Path(out).absolute())
    shards: list[Shard] = []
    blocks = _blocks(distinct(urls), block)
    while wave := [{_JSON: json.dumps(each)} for each in islice(blocks, _WAVE)]:
        written = observe_dataset(
            data.from_items(wave),
            out=folder,
            views=views,
            options=chosen,
            prepare=prepare,
            workers=workers,
            block=1,
            column=_JSON,
            **resources,
        )
        shards += [Shard(row) for row in written.iter_rows()]
    finish_blocks(folder, shards, views=views, options=chosen)
    return shards


def _blocks(urls: Iterator[str], size: int) -> Iterator[list[str]]:
    while block := list(islice(urls, size)):
        yield block


def annotate_dataset(rows: Any, **options: Any) -> Any:
    """Draw the marks of stored rows again on a cluster, without a browser; lazy.

    Args:
        rows: a `ray.data.Dataset` with viewmark's schema, such as
            `ray.data.read_parquet("dataset/data")`.
        **options: options of `viewmark.annotate_many`, such as `style`.

    Raises:
        ExtraMissing: Ray is not installed.
    """
    require_module("ray.data", "viewmark[ray]")
    draw = partial(annotate_table, **options) if options else annotate_table
    return rows.map_batches(draw, batch_format="pyarrow", batch_size=32)
