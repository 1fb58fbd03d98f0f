"""`viewmark diff`: reports changes between two pages or checkpoints, or since a baseline."""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from viewmark.api.page import Page
from viewmark.cli.views import Manifest, SizedPage, see_views, views_of, why_missing, write_reports
from viewmark.comparison.api import rules_of
from viewmark.comparison.checkpoint import Checkpoint
from viewmark.comparison.compare import compare_checkpoints
from viewmark.comparison.model import PageComparison
from viewmark.comparison.report import html_report, marked_pictures
from viewmark.comparison.rules import IgnoreRules
from viewmark.comparison.saved import load_checkpoint, save_checkpoint
from viewmark.comparison.take import take_checkpoint
from viewmark.errors import InvalidOption

CHANGED = 1
"""Exit code if anything changed, or if a page has no baseline."""


def diff(args: argparse.Namespace) -> int:
    """Compare, print and write reports; the exit code reports whether anything changed."""
    rules = rules_of({"words": args.ignore_words, "elements": args.ignore_elements}, args.rules)
    missing: list[str] = []
    manifest = None if args.manifest is None else Manifest.load(args.manifest, args.base)
    if manifest is not None:
        if args.pages:
            raise InvalidOption("--manifest names the pages; give none beside it.")
        args.baseline = args.baseline or manifest.baseline
        args.full_page = args.full_page or manifest.full_page
        rules = rules if manifest.ignore is None else rules.join(manifest.ignore)
        if args.baseline is None:
            raise InvalidOption("Say in the manifest, or by --baseline, where checkpoints lie.")
    elif args.base is not None:
        raise InvalidOption("--base goes with --manifest.", param="base")
    if args.baseline is not None:
        views = views_of(args, args.pages) if manifest is None else manifest.views
        named, missing = _against_baseline(args, views, rules)
    elif args.accept:
        raise InvalidOption("--accept goes with --baseline.", param="accept")
    elif len(args.pages) != 2:
        raise InvalidOption("Give two pages, checkpoints or folders, or --baseline and pages.")
    else:
        named, missing = _pairs(args, rules)
    write_reports(args, "What changed", named, html_report, _pictures, missing=missing)
    changed = [name for name, comparison in named if not comparison.is_same]
    if args.print_json:
        pages = {name: comparison.to_json() for name, comparison in named}
        print(json.dumps({"pages": pages, "missing": missing}, ensure_ascii=False, indent=1))
    else:
        for name, comparison in named:
            print(f"{name}: {comparison.summary}")
            if not comparison.is_same or comparison.notes:
                print(comparison.lines())
        for name in missing:
            print(f"{name}: {why_missing(args)}")
    return CHANGED if (changed or missing) and not args.accept else 0


def _pairs(
    args: argparse.Namespace, rules: IgnoreRules
) -> tuple[list[tuple[str, PageComparison]], list[str]]:
    first, second = args.pages
    if Path(first).is_dir() or Path(second).is_dir():
        return _folders(Path(first), Path(second), rules)
    before, after = asyncio.run(_checkpoints(args, views_of(args, [first, second])))
    return [(second, compare_checkpoints(before, after, ignore=rules))], []


def _folders(
    first: Path, second: Path, rules: IgnoreRules
) -> tuple[list[tuple[str, PageComparison]], list[str]]:
    for folder in (first, second):
        if not folder.is_dir():
            raise InvalidOption(f"{folder} is no folder; compare a folder with a folder.")
    names = [{file.name for file in folder.glob("*.png")} for folder in (first, second)]
    named = [
        (
            name,
            compare_checkpoints(
                load_checkpoint(first / name), load_checkpoint(second / name), ignore=rules
            ),
        )
        for name in sorted(names[0] & names[1])
    ]
    return named, sorted(names[0] ^ names[1])


def _against_baseline(
    args: argparse.Namespace, views: Sequence[SizedPage], rules: IgnoreRules
) -> tuple[list[tuple[str, PageComparison]], list[str]]:
    if not views:
        raise InvalidOption("--baseline compares pages: give their addresses.")
    named, missing = [], []
    found = asyncio.run(_checkpoints(args, views))
    for view, taken in zip(views, found, strict=True):
        file = args.baseline / view.file_name
        if not file.exists():
            missing.append(view.name)
        else:
            compared = compare_checkpoints(load_checkpoint(file), taken, ignore=rules)
            named.append((view.name, compared))
        if args.accept:
            file.parent.mkdir(parents=True, exist_ok=True)
            save_checkpoint(taken, file)
    return named, missing


async def _checkpoints(args: argparse.Namespace, views: Sequence[SizedPage]) -> list[Checkpoint]:
    """Return checkpoints of saved files and URLs; start a browser only if there are URLs."""
    area: Literal["viewport", "page"] = "page" if args.full_page else "viewport"

    async def see(page: Page) -> Checkpoint:
        return await take_checkpoint(page.context, area=area)

    return await see_views(views, lambda saved: saved, see, args)


def _pictures(comparison: PageComparison) -> list[tuple[str, bytes | None]]:
    sides = ("-before.jpg", "-after.jpg")
    return list(zip(sides, marked_pictures(comparison), strict=True))
