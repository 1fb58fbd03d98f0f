"""Exports a data set from its Parquet files: as WebDataset, COCO, or sets for GUI grounding.

Output is written while the input is read, so memory use does not depend on the size of the data
set.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import tarfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from viewmark.batch.gallery import write_gallery
from viewmark.batch.report import write_report
from viewmark.batch.row import BLOBS
from viewmark.batch.shards import DATA, read_rows, shards_of
from viewmark.errors import FileNotWritten, InvalidOption
from viewmark.support import open_private, write_atomic

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

IMAGES = "images"
"""Name of the folder of images to which COCO and grounding data sets refer."""


def export(kind: str, folder: str | Path) -> str:
    """Export a data set to a subfolder of its own folder; a second call replaces the result.

    Args:
        kind: one of `EXPORTS`.
        folder: folder of the data set.

    Returns:
        A sentence that describes what was written, and where.

    Raises:
        InvalidOption: the kind is unknown, or there is no finished data set.
        FileNotWritten: the disk is full, or the folder cannot be written to.
        ExtraMissing: pyarrow is not installed.
    """
    if kind not in EXPORTS:
        raise InvalidOption(f"export is one of {', '.join(EXPORTS)}, not {kind!r:.40}.")
    root = Path(folder)
    try:
        return EXPORTS[kind](root)
    except OSError as error:
        raise FileNotWritten(f"{root} cannot be written to: {error.strerror or error}.") from error


def good_rows(folder: Path, split: str | None = None) -> Iterator[dict[str, Any]]:
    """Yield the rows that have an image."""
    for shard in shards_of(folder):
        if split is None or shard["split"] == split:
            for row in read_rows(folder / DATA / str(shard["name"])):
                if row["error_code"] is None and row["duplicate_of"] is None:
                    yield row


def _splits(folder: Path) -> list[str]:
    return sorted({str(each["split"]) for each in shards_of(folder)})


def picture_path(row: dict[str, Any]) -> str:
    """Return the path of a row's image within `images`, which is divided into subfolders."""
    return f"{row['key'][:2]}/{_picture(row)['path']}"


def _picture(row: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = row["image"] or row["marked"]
    return found


def _save_picture(folder: Path, row: dict[str, Any]) -> str:
    name = picture_path(row)
    target = folder / IMAGES / name
    if not target.exists():
        write_atomic(target, _picture(row)["bytes"])
    return name


def _facts(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in BLOBS}


def _webdataset(folder: Path) -> str:
    """Write one tar per Parquet file, with `KEY.jpg`, `KEY.marked.jpg` and `KEY.json` per row."""
    made = rows = 0
    for shard in shards_of(folder):
        target = folder / "webdataset" / f"{Path(str(shard['name'])).stem}.tar"
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        part = target.with_name(f".{target.name}.part")
        try:
            with (
                os.fdopen(open_private(part), "wb") as file,
                tarfile.open(fileobj=file, mode="w", format=tarfile.USTAR_FORMAT) as tar,
            ):
                for row in read_rows(folder / DATA / str(shard["name"])):
                    rows += 1
                    for name in BLOBS:
                        if row[name] is not None:
                            _member(tar, row[name]["path"], row[name]["bytes"])
                    _member(tar, f"{row['key']}.json", _json(_facts(row)))
            os.replace(part, target)
        finally:
            with contextlib.suppress(FileNotFoundError):
                part.unlink()
        made += 1
    return f"webdataset: {rows:,} samples in {made:,} tar files"


def _member(tar: tarfile.TarFile, name: str, data: bytes) -> None:
    info = tarfile.TarInfo(name)  # no owner or time, so that equal rows give equal files
    info.size = len(data)
    tar.addfile(info, io.BytesIO(data))


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=True).encode()


class _JsonArrays:
    """Streams a JSON object whose values are long lists; the file appears atomically at the end."""

    def __init__(self, target: Path) -> None:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._target, self._part = target, target.with_name(f".{target.name}.part")
        self._file = os.fdopen(open_private(self._part), "w", encoding="ascii")
        self._open = self._any = False

    def raw(self, text: str) -> None:
        self._file.write(text)

    def item(self, value: Any) -> None:
        self._file.write((",\n" if self._any else "\n") + json.dumps(value, ensure_ascii=True))
        self._any = True

    def begin(self) -> None:
        self._any = False

    def __enter__(self) -> _JsonArrays:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self._file.close()
        if kind is None:
            os.replace(self._part, self._target)
        else:
            self._part.unlink()


def _coco(folder: Path) -> str:
    """Write COCO JSON for each split, with a category per role and a box per mark."""
    roles: dict[str, int] = {}
    marks = pictures = 0
    for split in _splits(folder):
        for row in good_rows(folder, split):
            for mark in row["marks"]:
                roles.setdefault(mark["role"] or "generic", len(roles) + 1)
    for split in _splits(folder):
        with _JsonArrays(folder / "coco" / f"{split}.json") as file:
            file.raw('{"info": {"description": "page views with marks, by viewmark"},\n')
            kinds = [
                {"id": n, "name": role, "supercategory": "element"} for role, n in roles.items()
            ]
            file.raw(f'"licenses": [],\n"categories": {json.dumps(kinds)},\n"images": [')
            for number, row in enumerate(good_rows(folder, split), 1):
                pictures += 1
                file.item(
                    {
                        "id": number,
                        "file_name": _save_picture(folder, row),
                        "width": row["image_width"],
                        "height": row["image_height"],
                        "coco_url": row["final_url"],
                        "key": row["key"],
                        "view": row["view"],
                    }
                )
            file.raw('],\n"annotations": [')
            file.begin()
            for number, row in enumerate(good_rows(folder, split), 1):
                for mark in row["marks"]:
                    marks += 1
                    file.item(_coco_box(marks, number, roles, mark))
            file.raw("]}\n")
    return f"coco: {marks:,} boxes of {len(roles):,} roles on {pictures:,} pictures"


def _coco_box(
    number: int, image: int, roles: dict[str, int], mark: dict[str, Any]
) -> dict[str, Any]:
    x, y, width, height = (mark[side] for side in ("x", "y", "width", "height"))
    corners = [x, y, x + width, y, x + width, y + height, x, y + height]
    about = {name: mark[name] for name in ("name", "hint", "ref", "selector", "occluded")}
    return {
        "id": number,
        "image_id": image,
        "category_id": roles[mark["role"] or "generic"],
        "bbox": [x, y, width, height],
        "area": round(width * height, 2),
        "segmentation": [[round(each, 2) for each in corners]],
        "iscrowd": 0,
        "attributes": about | {"point": [mark["click_x"], mark["click_y"]]},
    }


_VERBS = {
    "editable": "type into",
    "selectable": "choose in",
    "toggleable": "switch",
    "navigable": "follow",
}


def instructions(mark: dict[str, Any]) -> list[str]:
    """Return instructions that refer to an element by name, by role and name, and by an action."""
    name = mark["name"] or mark["text"]
    if not name:
        return []
    role = mark["role"] if mark["role"] not in ("", "generic") else "element"
    return [name, f'{role} "{name}"', f'{_VERBS.get(mark["hint"], "click")} the {role} "{name}"']


def _named_marks(row: dict[str, Any]) -> Iterator[tuple[dict[str, Any], list[str]]]:
    """Yield the marks that have a click point and a unique role and name, with instructions.

    Marks with the same role and name are omitted, because their instructions would be ambiguous.
    """
    instructed = [(mark, instructions(mark)) for mark in row["marks"]]
    counts: dict[str, int] = {}
    for _, words in instructed:
        if words:
            counts[words[1].lower()] = counts.get(words[1].lower(), 0) + 1
    for mark, words in instructed:
        if words and counts[words[1].lower()] == 1 and mark["click_x"] is not None:
            yield mark, words


def _shares(row: dict[str, Any], mark: dict[str, Any]) -> tuple[list[float], list[float]]:
    """Return box (left, top, right, bottom) and point as fractions of the image, 0 to 1."""
    wide, high = row["image_width"], row["image_height"]

    def part(value: float, of: int) -> float:
        return round(min(1.0, max(0.0, value / of)), 5)

    right, bottom = mark["x"] + mark["width"], mark["y"] + mark["height"]
    box = [part(mark["x"], wide), part(mark["y"], high), part(right, wide), part(bottom, high)]
    return box, [part(mark["click_x"], wide), part(mark["click_y"], high)]


def _grounding(folder: Path) -> str:
    """Write JSON in the formats of ScreenSpot, OS-Atlas, ShowUI and UGround, for each split."""
    count = 0
    for split in _splits(folder):
        names = ("screenspot", "os_atlas", "showui", "uground")
        with contextlib.ExitStack() as stack:
            files = {
                name: stack.enter_context(
                    _JsonArrays(folder / "grounding" / f"{name}_{split}.json")
                )
                for name in names
            }
            for file in files.values():
                file.raw("[")
            for row in good_rows(folder, split):
                count += _ground(row, _save_picture(folder, row), files)
            for file in files.values():
                file.raw("]\n")
    return f"grounding: {count:,} elements in the shapes of ScreenSpot, OS-Atlas, ShowUI, UGround"


def _ground(row: dict[str, Any], picture: str, files: dict[str, _JsonArrays]) -> int:
    atlas, showui = list[dict[str, Any]](), list[dict[str, Any]]()
    talk: list[dict[str, str]] = []
    for mark, words in _named_marks(row):
        box, point = _shares(row, mark)
        kind = "text" if mark["text"] else "icon"
        files["screenspot"].item(
            {
                "img_filename": picture,
                "bbox": [mark["x"], mark["y"], mark["width"], mark["height"]],
                "instruction": words[2],
                "instructions": words,
                "data_type": kind,
                "data_source": "web",
            }
        )
        atlas.append({"instruction": words[0], "bbox": box, "data_type": kind})
        showui.append({"instruction": words[0], "bbox": box, "point": point, "data_type": kind})
        where = ", ".join(str(min(999, int(part * 1000))) for part in point)
        question = f"<image>\nWhere is: {words[1]}?" if not talk else f"Where is: {words[1]}?"
        talk += [{"from": "human", "value": question}, {"from": "gpt", "value": f"({where})"}]
    if atlas:
        size = [row["image_width"], row["image_height"]]
        files["os_atlas"].item({"img_filename": picture, "elements": atlas})
        files["showui"].item(
            {"img_url": picture, "img_size": size, "element": showui, "element_size": len(showui)}
        )
        files["uground"].item(
            {"image": picture, "width": size[0], "height": size[1], "conversations": talk}
        )
    return len(atlas)


EXPORTS: dict[str, Callable[[Path], str]] = {
    "gallery": write_gallery,
    "report": write_report,
    "webdataset": _webdataset,
    "coco": _coco,
    "grounding": _grounding,
}
"""Export functions, keyed by format."""
