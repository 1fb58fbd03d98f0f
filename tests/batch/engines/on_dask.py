"""The Dask how-to: a bag of blocks, each written by one task."""

from __future__ import annotations

import sys
from pathlib import Path

from engine_rows import OPTIONS, VIEWS, by_key, compared, single

from viewmark.batch import verify


def main() -> None:
    urls = Path(sys.argv[1]).read_text().split()
    expected = single(urls, Path(sys.argv[2]) / "single")
    out = str(Path(sys.argv[2]) / "dask")

    import dask.bag
    from dask.distributed import Client, LocalCluster

    from viewmark.batch.blocks import finish_blocks, write_block

    def written(part):
        return write_block(out, part, views=VIEWS, options=OPTIONS)

    cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with cluster, Client(cluster):
        blocks = dask.bag.from_sequence(urls, npartitions=4)
        shards = blocks.map_partitions(written).compute()
    finish_blocks(out, shards, views=VIEWS, options=OPTIONS)
    assert verify(out).sound
    print(f"ok: {compared(by_key(Path(out)), expected)}")


if __name__ == "__main__":
    main()
