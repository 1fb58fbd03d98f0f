"""Saves and loads a checkpoint as a PNG of the page, with its map in a private chunk.

Any image viewer can display the file, so a baseline under version control can be reviewed visually.
The map is deflated JSON in the chunk `vmCp`, which is ancillary and not safe to copy (PNG, third
edition, 5.4), because it describes these very pixels. Files are validated completely, because their
source is not trusted.
"""

from __future__ import annotations

import json
import math
import struct
import zlib
from collections.abc import Iterator
from dataclasses import astuple, replace
from pathlib import Path
from typing import Any

from viewmark.browser.wire import list_items
from viewmark.comparison.checkpoint import Checkpoint, Contents, Entry
from viewmark.elements.model import Element
from viewmark.elements.scope import Scope
from viewmark.elements.style import ElementStyle
from viewmark.elements.words import words
from viewmark.errors import CheckpointInvalid, InvalidOption
from viewmark.files import write_atomic
from viewmark.geometry import Bounds, Viewport
from viewmark.grouping import grouped

FORMAT = "viewmark-checkpoint"
VERSION = 2
"""Version of the format of saved checkpoints; increased when the meaning of a field changes."""
CHUNK = b"vmCp"
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_MOST_BYTES = 256 << 20
_MOST_JSON = 128 << 20
"""Maximum size of a checkpoint's map of elements after decompression, in bytes."""
_MOST_ELEMENTS = 20_000


def save_checkpoint(checkpoint: Checkpoint, path: str | Path) -> Path:
    """Write a checkpoint to a file.

    Raises:
        InvalidOption: the checkpoint has no screenshot, or the screenshot is not a PNG.
        PathNotAllowed, FileNotWritten: the path is not a plain file, or is not writable; no
            partial file remains.
    """
    picture = checkpoint.picture
    if picture is None or not picture.startswith(_SIGNATURE):
        raise InvalidOption(
            "A checkpoint is saved with its picture as PNG.",
            hint="Take it with page.checkpoint(), or observe with annotate and format='png'.",
        )
    data = zlib.compress(json.dumps(_to_json(checkpoint), ensure_ascii=False).encode(), 6)
    chunk = struct.pack(">I", len(data)) + CHUNK + data
    chunk += struct.pack(">I", zlib.crc32(CHUNK + data))
    end = picture.rfind(b"\x00\x00\x00\x00IEND")
    if end < 0:
        raise InvalidOption("The picture is a PNG that breaks off.")
    return write_atomic(path, picture[:end] + chunk + picture[end:])


def load_checkpoint(path: str | Path) -> Checkpoint:
    """Load a checkpoint from a file.

    Raises:
        CheckpointInvalid: the file is not a checkpoint, is damaged, or has another format version.
        OSError: the file cannot be read.
    """
    target = Path(path)
    # only plain files are read, because reading a pipe would block
    if target.exists() and not target.is_file():
        raise CheckpointInvalid(f"{path} is not a plain file.")
    with target.open("rb") as file:
        raw = file.read(_MOST_BYTES + 1)
    name = target.name[:80]
    if len(raw) > _MOST_BYTES:
        raise CheckpointInvalid(f"{name} is larger than {_MOST_BYTES >> 20} MB.")
    if not raw.startswith(_SIGNATURE):
        raise CheckpointInvalid(f"{name} is not a PNG file, so not a checkpoint.")
    buffer, data = bytearray(_SIGNATURE), None
    for kind, body, whole in _chunks(raw, name):
        if kind == CHUNK:
            data = body
        else:
            buffer += whole
    if data is None:
        raise CheckpointInvalid(
            f"{name} is a picture without a map.",
            hint="Programs that optimise pictures remove it; save the checkpoint again.",
        )
    return _from_json(_inflate(data, name), bytes(buffer), name)


def _chunks(raw: bytes, name: str) -> Iterator[tuple[bytes, bytes, bytes]]:
    at = len(_SIGNATURE)
    while at < len(raw):
        if at + 12 > len(raw):
            raise CheckpointInvalid(f"{name} breaks off.")
        (length,) = struct.unpack(">I", raw[at : at + 4])
        end = at + 12 + length
        if end > len(raw):
            raise CheckpointInvalid(f"{name} breaks off.")
        kind, body = raw[at + 4 : at + 8], raw[at + 8 : end - 4]
        if kind == CHUNK and zlib.crc32(kind + body) != struct.unpack(">I", raw[end - 4 : end])[0]:
            raise CheckpointInvalid(f"{name} is damaged: its map has another checksum.")
        yield kind, body, raw[at:end]
        at = end
        if kind == b"IEND":
            return
    raise CheckpointInvalid(f"{name} breaks off.")


def _inflate(data: bytes, name: str) -> dict[str, Any]:
    try:
        work = zlib.decompressobj()
        text = work.decompress(data, _MOST_JSON)
        if work.unconsumed_tail:
            raise CheckpointInvalid(f"The map of {name} is too large.")
        found = json.loads(text)
    except (zlib.error, ValueError, RecursionError) as error:
        raise CheckpointInvalid(f"The map of {name} cannot be read: {error}.") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise CheckpointInvalid(f"{name} does not hold a checkpoint.")
    if found.get("version") != VERSION:
        raise CheckpointInvalid(
            f"{name} has format version {found.get('version')!r:.20}, this program reads {VERSION}."
        )
    return found


def _to_json(checkpoint: Checkpoint) -> dict[str, Any]:
    area = checkpoint.area
    return {
        "format": FORMAT,
        "version": VERSION,
        "url": checkpoint.url,
        "title": checkpoint.title,
        "viewport": list(astuple(checkpoint.viewport)),
        "scale": checkpoint.scale,
        "area": None if area is None else list(area.edges),
        "total_found": checkpoint.total_found,
        "scope": checkpoint.scope.to_json(),
        "incomplete": list(checkpoint.incomplete),
        "entries": [_row(entry) for entry in checkpoint.entries],
        "turning": [list(box.edges) for box in checkpoint.turning],
        "contents": _documents(checkpoint.contents),
    }


def _documents(contents: Contents | None) -> list[Any] | None:
    """Return a record for each document, with its frame and the digests of its nodes."""
    if contents is None:
        return None
    nodes = (
        ((frame_id, epoch), [node, said]) for (frame_id, epoch, node), said in contents.items()
    )
    return [[*document, rows] for document, rows in grouped(nodes).items()]


def _row(entry: Entry) -> dict[str, Any]:
    """Return the record of an element in the form of page scripts, to share the validation."""
    element, identity, handle = entry.element, entry.element.identity, entry.element.handle
    row: dict[str, Any] = {
        "ref": entry.ref,
        "frame": element.frame,
        "node": [handle.frame_id, handle.epoch],
        "aim": identity.aim,
        "own_aim": identity.has_own_aim,
        "found": {
            "id": handle.node_id,
            "control": handle.control_id or None,
            "tag": element.tag,
            "bounds": list(element.bounds.edges),
            "share": element.visible_ratio,
            "occluded": element.occluded,
            "disabled": element.disabled,
            "inDialog": 2 if element.is_modal else 1 if element.in_dialog else 0,
            "static": element.hint == "static",
        },
        "about": {
            "role": element.role,
            "name": element.name,
            "still": identity.name,
            "text": element.text,
            "labelHint": element.label_hint,
            "selector": element.selector,
            "hint": element.hint,
            "state": element.state,
            "testId": identity.test_id,
            "domId": identity.id,
            "ariaLabel": identity.aria_label,
            "context": list(identity.context),
            "around": identity.around,
            "path": identity.path,
            "icon": identity.icon,
            "says": handle.says,
        },
    }
    if entry.unsteady:
        row["unsteady"] = True
    if entry.style is not None:
        row["style"] = entry.style.to_json()
    return row


def _from_json(data: dict[str, Any], picture: bytes, name: str) -> Checkpoint:
    rows = data.get("entries")
    if not isinstance(rows, list) or len(rows) > _MOST_ELEMENTS:
        raise CheckpointInvalid(f"{name}: `entries` must be a list of at most {_MOST_ELEMENTS}.")
    view = _numbers(data.get("viewport"), 5, name, "viewport")
    (scale,) = _numbers([data.get("scale")], 1, name, "scale")
    if scale <= 0 or min(view[0], view[1], view[4]) <= 0:
        raise CheckpointInvalid(f"{name}: sizes and scales are above 0.")
    area = None if data.get("area") is None else Bounds.from_edges(data.get("area"))
    total = data.get("total_found")
    incomplete = data.get("incomplete")
    return Checkpoint(
        url=words(data.get("url"), 4000),
        title=words(data.get("title"), 1000),
        viewport=Viewport(*view),
        entries=tuple(_entry(row, name, at) for at, row in enumerate(rows)),
        total_found=total if type(total) is int and total >= len(rows) else len(rows),
        picture=picture,
        scale=scale,
        area=area,
        scope=Scope.from_wire(data.get("scope")),
        incomplete=tuple(words(each, 300) for each in incomplete[:20])
        if isinstance(incomplete, list)
        else (),
        turning=tuple(filter(None, map(Bounds.from_edges, list_items(data.get("turning"))))),
        contents=_contents(data.get("contents"), name),
    )


def _contents(value: object, name: str) -> Contents | None:
    if value is None:
        return None
    try:
        return {
            (words(frame_id, 100), words(epoch, 100), int(node)): words(said, 20)
            for frame_id, epoch, rows in list_items(value)
            for node, said in rows
        }
    except (TypeError, ValueError):
        raise CheckpointInvalid(f"{name}: `contents` is damaged.") from None


def _entry(row: object, name: str, at: int) -> Entry:
    if not isinstance(row, dict):
        raise CheckpointInvalid(f"{name}: element {at} is not an object.")
    node = row.get("node")
    frame_id, epoch = [*node, "", ""][:2] if isinstance(node, list) else ("", "")
    frame = row.get("frame")
    element = Element.from_wire(
        row.get("found"),
        row.get("about"),
        frame_id=words(frame_id, 100),
        epoch=words(epoch, 100),
        frame=words(frame, 400) if isinstance(frame, str) else None,
    )
    if element is None:
        raise CheckpointInvalid(f"{name}: element {at} is damaged.")
    # Destinations are hashed at discovery, so the saved value is a hash already.
    identity = replace(
        element.identity, aim=words(row.get("aim"), 20), has_own_aim=row.get("own_aim") is True
    )
    return Entry(
        element=replace(element, identity=identity),
        style=ElementStyle.from_wire(row.get("style")),
        ref=words(row.get("ref"), 40),
        unsteady=row.get("unsteady") is True,
    )


def _numbers(value: object, count: int, name: str, key: str) -> tuple[float, ...]:
    if isinstance(value, list) and len(value) == count:
        numbers = [
            float(each)
            for each in value
            if type(each) in (int, float) and math.isfinite(each) and abs(each) < 1e9
        ]
        if len(numbers) == count:
            return tuple(numbers)
    raise CheckpointInvalid(f"{name}: `{key}` must be {count} finite numbers.")
