"""Loading a data set with other libraries: `datasets`, `webdataset`, `pycocotools`."""

from __future__ import annotations

import sys
from pathlib import Path

import webdataset
from datasets import load_dataset
from engine_rows import single
from pycocotools.coco import COCO

from viewmark.batch import export


def main() -> None:
    urls = Path(sys.argv[1]).read_text().split()
    folder = Path(sys.argv[2]) / "single"
    rows = single(urls, folder)
    for kind in ("webdataset", "coco", "grounding", "gallery", "report"):
        export(kind, folder)

    cache = Path(sys.argv[2]) / "hub"
    loaded = load_dataset(str(folder), split="train", cache_dir=str(cache))
    assert len(loaded) == len(rows)
    for row in loaded:
        assert row["image"].size == (row["image_width"], row["image_height"])
        assert row["marks"][0]["name"] == rows[row["key"]]["marks"][0]["name"]
    streamed = load_dataset(str(folder), split="train", streaming=True, cache_dir=str(cache))
    assert next(iter(streamed))["marked"].size == loaded[0]["marked"].size

    tars = sorted(str(path) for path in (folder / "webdataset").glob("*.tar"))
    samples = list(webdataset.WebDataset(tars, shardshuffle=False).decode("pil"))
    assert {each["__key__"] for each in samples} == rows.keys()
    for sample in samples:
        assert sample["jpg"].size == (800, 600)
        assert sample["json"]["marks"] == rows[sample["__key__"]]["marks"]

    coco = COCO(str(folder / "coco" / "train.json"))
    assert len(coco.getImgIds()) == len(rows)
    boxes = sum(len(each["marks"]) for each in rows.values())
    assert len(coco.getAnnIds()) == boxes
    first = coco.loadAnns(coco.getAnnIds(imgIds=coco.getImgIds()[:1]))
    assert coco.annToMask(first[0]).shape == (600, 800)
    print(f"ok: {len(rows)} rows in datasets, webdataset and pycocotools ({boxes} boxes)")


if __name__ == "__main__":
    main()
