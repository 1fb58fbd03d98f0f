"""`viewmark annotate`: draws marks on a picture file, without a browser."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NoReturn

from viewmark.cli.options import format_of
from viewmark.errors import InvalidMark
from viewmark.files import write_atomic

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from viewmark.imaging import Mark

__all__ = ["annotate"]


def annotate(args: argparse.Namespace) -> None:
    """Draw the marks of a JSON file on a picture file."""
    from viewmark import imaging

    output = args.output or args.image.with_name(f"{args.image.stem}.marked.jpg")
    args.output = output
    picture, marks = args.image.read_bytes(), _read_marks(args.marks)
    if args.explain is not None:
        write_atomic(args.explain, imaging.explain(picture, marks))
    result = imaging.annotate(
        picture,
        marks,
        format=format_of(args),
        quality=args.quality,
        max_base64=args.max_base64,
    )
    write_atomic(output, result.image)
    if args.print_json:
        facts = {k: getattr(result, k) for k in ("format", "width", "height", "quality", "scale")}
        facts |= {"picture": str(output), "base64_size": result.base64_size}
        print(json.dumps(facts | {"placements": [list(p) for p in result.placements]}))
        return
    count = len(result.placements)
    told = f"{count} mark{'' if count == 1 else 's'}"
    print(f"{output}: {result.width}x{result.height}, {told}")


def _read_marks(path: Path) -> list[Mark]:
    from viewmark.imaging import Mark

    def bad(why: str) -> NoReturn:
        raise InvalidMark(f"{path}: {why}.")

    try:
        found = json.loads(path.read_text())
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        bad(f"not JSON ({error})")
    scale = 1.0
    if isinstance(found, dict):
        try:
            scale = float(found.get("image", {}).get("scale", 1.0))
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
    return marks
