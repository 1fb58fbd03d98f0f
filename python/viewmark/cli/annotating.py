"""`viewmark annotate`: draws marks on an image file, without a browser."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any, NoReturn

from viewmark import imaging
from viewmark.cli.usage import format_of
from viewmark.errors import InvalidMark, InvalidOption
from viewmark.files import write_atomic
from viewmark.imaging import Mark


def annotate(args: argparse.Namespace) -> None:
    """Draw the marks from a JSON file on an image file."""
    is_stdin = str(args.image) == "-"
    if is_stdin and str(args.marks) == "-":
        raise InvalidOption("Picture and marks cannot both be stdin.", hint="Name one file.")
    named = Path("stdin.jpg") if is_stdin else args.image
    output = args.output or named.with_name(f"{named.stem}.marked.jpg")
    args.output = output
    picture = sys.stdin.buffer.read() if is_stdin else args.image.read_bytes()
    marks, about = _read_marks(args.marks)
    if args.explain is not None:
        write_atomic(args.explain, imaging.explain(picture, marks))
    result = imaging.annotate(
        picture,
        marks,
        format=format_of(args),
        quality=args.quality,
        max_base64=args.max_base64,
    )
    to_stdout = str(output) == "-"
    if to_stdout:
        sys.stdout.buffer.write(result.image)
        sys.stdout.buffer.flush()
    else:
        write_atomic(output, result.image)
    out = sys.stderr if to_stdout else sys.stdout
    size = (round(result.width / result.scale), round(result.height / result.scale))
    note = _other_picture(about, size)
    if note:
        sys.stderr.write(f"viewmark: {note}\n")
    if args.print_json:
        facts = {k: getattr(result, k) for k in ("format", "width", "height", "quality", "scale")}
        facts |= {"picture": str(output), "base64_size": result.base64_size}
        facts |= {"note": note} if note else {}
        rows = [list(each) for each in result.placements]
        print(json.dumps(facts | {"placements": rows}), file=out)
        return
    count = len(result.placements)
    summary = f"{count} mark{'' if count == 1 else 's'}"
    of = f" of {about['url']}" if about.get("url") else ""
    print(f"{output}: {result.width}x{result.height}, {summary}{of}", file=out)


def _other_picture(about: dict[str, Any], size: tuple[int, int]) -> str:
    """Return why a map of marks cannot belong to an image of this size; empty if it can."""
    stated = about.get("size")
    if stated is None or stated == size:
        return ""
    return (
        f"the map is of a picture of {stated[0]}x{stated[1]} px, this one has {size[0]}x{size[1]}: "
        "it may be of another page."
    )


def _read_marks(path: Path) -> tuple[list[Mark], dict[str, Any]]:
    """Return the marks in a JSON file; for a page's map, also its page and image size."""

    def bad(why: str) -> NoReturn:
        raise InvalidMark(f"{path}: {why}.")

    try:
        found = json.loads(sys.stdin.read() if str(path) == "-" else path.read_text())
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        bad(f"not JSON ({error})")
    scale, about = 1.0, dict[str, Any]()
    if isinstance(found, dict):
        try:
            scale = float(found.get("image", {}).get("scale", 1.0))
            about = _about(found)
            found = [{"label": a["label"], **a["bounds"]} for a in found["annotations"]]
        except (TypeError, KeyError, ValueError, AttributeError):
            bad("it is an object, but not the map of an observation")
    if not isinstance(found, list):
        bad("expected a list of marks, or the map of an observation")
    marks = []
    for number, item in enumerate(found, 1):
        if isinstance(item, list) and len(item) == 4:
            item = dict(zip(("x", "y", "width", "height"), item, strict=True))
        try:
            x, y, width, height = (float(item[k]) * scale for k in ("x", "y", "width", "height"))
            marks.append(Mark(str(item.get("label", number)), x, y, width, height))
        except (TypeError, KeyError, ValueError, AttributeError):
            bad(f"mark {number} is {item!r}, not {{label, x, y, width, height}}")
    return marks, about


def _about(found: dict[str, Any]) -> dict[str, Any]:
    image, page = found.get("image") or {}, found.get("page") or {}
    size = (image.get("width"), image.get("height"))
    return {"url": page.get("url"), "size": size if all(size) else None}
