"""`viewmark audit`: verdicts on pages by rule; the exit code says whether there are any."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

from viewmark.cli.diffing import checkpoints_of, file_name
from viewmark.comparison.audit import audit_checkpoint
from viewmark.comparison.report import marked_picture, write_text
from viewmark.errors import StateInvalid
from viewmark.files import write_atomic

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

__all__ = ["audit"]

FOUND = 1
"""Exit code where something (new) was found."""
FORMAT = "viewmark-audit"
VERSION = 1


def audit(args: argparse.Namespace) -> int:
    """Judge pages, print verdicts, write marked pictures."""
    known = _read_baseline(args.baseline)
    taken = asyncio.run(checkpoints_of(args, args.pages))
    audits = dict(zip(args.pages, map(audit_checkpoint, taken), strict=True))
    if args.accept and args.baseline is not None:
        pages = {page: sorted(v.key for v in each.verdicts) for page, each in audits.items()}
        saved = {"format": FORMAT, "version": VERSION, "pages": pages}
        write_text(args.baseline, json.dumps(saved, ensure_ascii=False, indent=1) + "\n")
        return 0
    audits = {page: each.without(known.get(page, ())) for page, each in audits.items()}
    if args.print_json:
        rows = {page: each.to_json() for page, each in audits.items()}
        print(json.dumps({"pages": rows}, ensure_ascii=False, indent=1))
    for page, each in audits.items():
        if not args.print_json:
            print(f"{page}\n{each.lines()}")
        if args.out is not None and not each.is_clean:
            picture = marked_picture(each.checkpoint, [v.box for v in each.verdicts], "png")
            if picture is not None:
                args.out.mkdir(parents=True, exist_ok=True)
                write_atomic(args.out / file_name(page, args.size), picture)
    return 0 if all(each.is_clean for each in audits.values()) else FOUND


def _read_baseline(path: Path | None) -> dict[str, list[str]]:
    if path is None or not path.exists():
        return {}
    try:
        data = json.loads(path.read_bytes())
    except ValueError as error:
        raise StateInvalid(f"{path} is not JSON: {error}.") from None
    if not isinstance(data, dict) or (data.get("format"), data.get("version")) != (FORMAT, VERSION):
        raise StateInvalid(f"{path} is no baseline of an audit in version {VERSION}.")
    pages = data.get("pages")
    if not isinstance(pages, dict):
        raise StateInvalid(f"{path}: `pages` must be an object.")
    return {str(page): [str(key) for key in keys] for page, keys in pages.items() if keys}
