"""`viewmark audit`: checks pages by rules; the exit code reports whether anything was found."""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

from viewmark.api.page import Page
from viewmark.cli.views import Manifest, SizedPage, see_views, views_of, write_reports
from viewmark.comparison.audit import Audit, audit_checkpoint
from viewmark.comparison.report import audit_html, marked_picture, write_text
from viewmark.errors import InvalidOption, StateInvalid

FOUND = 1
"""Exit code if anything was found, or with a baseline if anything new was found."""
FORMAT = "viewmark-audit"
VERSION = 1


def audit(args: argparse.Namespace) -> int:
    """Audit pages, print the findings, and write reports."""
    known = _read_baseline(args.baseline)
    manifest = None if args.manifest is None else Manifest.load(args.manifest, args.base)
    if (manifest is None) != bool(args.pages):
        raise InvalidOption("Give pages, or --manifest.")
    views = views_of(args, args.pages) if manifest is None else manifest.views
    is_whole = args.full_page or (manifest is not None and manifest.full_page)
    audits = asyncio.run(_audits(views, args, full_page=is_whole))
    if args.accept and args.baseline is not None:
        pages = {name: sorted(v.key for v in each.verdicts) for name, each in audits}
        saved = {"format": FORMAT, "version": VERSION, "pages": pages}
        write_text(args.baseline, json.dumps(saved, ensure_ascii=False, indent=1) + "\n")
        return 0
    audits = [(name, each.without(known.get(name, ()))) for name, each in audits]
    if args.print_json:
        rows = {name: each.to_json() for name, each in audits}
        print(json.dumps({"pages": rows}, ensure_ascii=False, indent=1))
    else:
        for name, each in audits:
            print(f"{name}\n{each.lines()}")
    write_reports(args, "Audit", audits, audit_html, _pictures, verb="audit")
    return 0 if all(each.is_clean for _, each in audits) else FOUND


async def _audits(
    views: Sequence[SizedPage], args: argparse.Namespace, *, full_page: bool
) -> list[tuple[str, Audit]]:
    """Audit pages: a saved checkpoint as far as its data allows, a URL completely."""

    async def see(page: Page) -> Audit:
        return await page.audit(area="page" if full_page else "viewport")

    audits = await see_views(views, audit_checkpoint, see, args)
    return [(view.name, each) for view, each in zip(views, audits, strict=True)]


def _pictures(audit: Audit) -> list[tuple[str, bytes | None]]:
    return [(".png", marked_picture(audit.checkpoint, [v.box for v in audit.verdicts], "png"))]


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
