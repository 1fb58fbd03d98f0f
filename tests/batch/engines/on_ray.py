"""A local Ray cluster of three workers, one of which is killed mid-run with its browser."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from pathlib import Path

import pyarrow.parquet as pq
import ray
from engine_rows import OPTIONS, VIEWS, by_key, compared, single, steady

from viewmark.batch import on_ray, verify


def kill_one(folder: Path, killed: list[int]) -> None:
    """Kill a worker as soon as two blocks have been written."""
    end = time.monotonic() + 300
    while time.monotonic() < end:
        if len(list((folder / "blocks").glob("*.json"))) >= 2:
            for entry in Path("/proc").glob("[0-9]*/cmdline"):
                try:
                    words = entry.read_bytes().decode("utf-8", "replace")
                except OSError:
                    continue
                if (
                    words.startswith("ray::")
                    and "BrowserActor" in words
                    and owned(int(entry.parent.name))
                ):
                    killed.append(int(entry.parent.name))
                    os.kill(killed[0], signal.SIGKILL)
                    return
        time.sleep(0.05)


def owned(pid: int) -> bool:
    """Return whether a process was started by this run, because others may use Ray here too."""
    try:
        return (
            f"VIEWMARK_ENGINES={os.getpid()}".encode() in Path(f"/proc/{pid}/environ").read_bytes()
        )
    except OSError:
        return False


def main() -> None:
    urls = Path(sys.argv[1]).read_text().split()
    root = Path(sys.argv[2])
    expected = single(urls, root / "single")
    os.environ["VIEWMARK_ENGINES"] = str(os.getpid())
    ray.init(num_cpus=3, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    out, killed = root / "ray", list[int]()
    killer = threading.Thread(target=kill_one, args=(out, killed), daemon=True)
    killer.start()
    shards = on_ray.write_data_set(
        [*urls, urls[0]],
        out,
        views=VIEWS,
        options=OPTIONS,
        workers=3,
        block=max(2, len(urls) // 12),
    )
    killer.join(1)
    assert killed, "no worker was killed"
    assert verify(out).problems == [], verify(out).problems[:5]
    told = compared(by_key(out), expected)
    again = on_ray.write_data_set(
        urls, out, views=VIEWS, options=OPTIONS, workers=2, block=max(2, len(urls) // 12)
    )
    assert [each["sha256"] for each in again] or shards
    assert {each["sha256"] for each in again} == {each["sha256"] for each in shards}

    few = ray.data.from_items([{"url": url} for url in urls[:6]])
    rows = on_ray.observe_dataset(few, views=VIEWS, options=OPTIONS, workers=1, block=3).take_all()
    assert len(rows) == 6
    for row in rows:
        assert steady(row)["marks"] == expected[row["key"]]["marks"]

    stored = pq.read_table(str(root / "single" / "data")).num_rows
    drawn = on_ray.annotate_dataset(ray.data.read_parquet(str(out / "data")))
    count = 0
    for row in drawn.iter_rows():
        assert row["marked"]["bytes"][:2] == b"\xff\xd8"
        count += 1
    assert count == stored == len(urls)
    ray.shutdown()
    print(f"ok: {told}; a worker of three was killed (pid {killed[0]}); {count} drawn anew")


if __name__ == "__main__":
    main()
