"""The Spark how-to: `mapInPandas`, with each partition written as a block."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from engine_rows import OPTIONS, VIEWS, by_key, compared, single

from viewmark.batch import verify


def main() -> None:
    urls = Path(sys.argv[1]).read_text().split()
    expected = single(urls, Path(sys.argv[2]) / "single")
    out = str(Path(sys.argv[2]) / "spark")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"

    import pandas
    from pyspark.sql import SparkSession

    from viewmark.batch.blocks import Shard, finish_blocks, write_block

    views, options = VIEWS, OPTIONS

    def written(frames):
        part = [url for frame in frames for url in frame["url"]]
        yield pandas.DataFrame(write_block(out, part, views=views, options=options))

    spark = (
        SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    )
    blocks = spark.createDataFrame([(url,) for url in urls], "url string").repartition(4)
    schema = "name string, split string, rows long, bytes long, sha256 string"
    found = blocks.mapInPandas(written, schema).collect()
    spark.stop()
    shards = [Shard(each.asDict()) for each in found]
    finish_blocks(out, shards, views=views, options=options)
    assert verify(out).sound
    print(f"ok: {compared(by_key(Path(out)), expected)}")


if __name__ == "__main__":
    main()
