"""`viewmark diff`: what changed between two pages, checkpoints or folders of them."""

from __future__ import annotations

import asyncio
import json
import re
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from viewmark.cli.options import address
from viewmark.comparison.api import rules_of
from viewmark.comparison.compare import compare_checkpoints
from viewmark.comparison.report import (
    html_report,
    junit_report,
    markdown_report,
    marked_pictures,
    write_text,
)
from viewmark.comparison.saved import load_checkpoint, save_checkpoint
from viewmark.comparison.take import take_checkpoint
from viewmark.errors import InvalidOption
from viewmark.files import write_atomic
from viewmark.progress import progress
from viewmark.session.opening import launch

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from viewmark.comparison.checkpoint import Checkpoint
    from viewmark.comparison.model import PageComparison
    from viewmark.comparison.rules import IgnoreRules

__all__ = ["checkpoints_of", "diff", "file_name"]

CHANGED = 1
"""Exit code where something changed, or a page has no baseline."""


def diff(args: argparse.Namespace) -> int:
    """Compare, print and write reports; the exit code says whether something changed."""
    rules = rules_of(args.ignore_words, args.ignore_elements, (), args.rules)
    missing: list[str] = []
    if args.baseline is not None:
        named, missing = _against_baseline(args, rules)
    elif args.accept:
        raise InvalidOption("--accept goes with --baseline.", param="accept")
    elif len(args.pages) != 2:
        raise InvalidOption("Give two pages, checkpoints or folders, or --baseline and pages.")
    else:
        named, missing = _pairs(args, rules)
    _write(args, named)
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
            print(f"{name}: {'saved' if args.accept else 'nothing to compare it with'}")
    return CHANGED if (changed or missing) and not args.accept else 0


def _pairs(
    args: argparse.Namespace, rules: IgnoreRules
) -> tuple[list[tuple[str, PageComparison]], list[str]]:
    first, second = args.pages
    if Path(first).is_dir() or Path(second).is_dir():
        return _folders(Path(first), Path(second), rules)
    before, after = asyncio.run(checkpoints_of(args, [first, second]))
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
    args: argparse.Namespace, rules: IgnoreRules
) -> tuple[list[tuple[str, PageComparison]], list[str]]:
    if not args.pages:
        raise InvalidOption("--baseline compares pages: give their addresses.")
    named, missing = [], []
    found = asyncio.run(checkpoints_of(args, args.pages))
    for page, taken in zip(args.pages, found, strict=True):
        file = args.baseline / file_name(page, args.size)
        if not file.exists():
            missing.append(page)
        else:
            named.append((page, compare_checkpoints(load_checkpoint(file), taken, ignore=rules)))
        if args.accept:
            file.parent.mkdir(parents=True, exist_ok=True)
            save_checkpoint(taken, file)
    return named, missing


def file_name(page: str, size: tuple[int, int]) -> str:
    """The name of a page's baseline: its words, its size, and a hash that tells it from others."""
    words = re.sub(r"[^a-z0-9]+", "-", re.sub(r"^\w+://", "", page.lower())).strip("-")[:60]
    digest = blake2b(page.encode(), digest_size=4).hexdigest()
    return f"{words}-{size[0]}x{size[1]}-{digest}.png"


async def checkpoints_of(args: argparse.Namespace, pages: Sequence[str]) -> list[Checkpoint]:
    """Checkpoints of saved files and of addresses; a browser only where it is needed."""
    saved = {page: load_checkpoint(page) for page in pages if _is_saved(page)}
    live = [address(page) for page in pages if page not in saved]
    if not live:
        return [saved[page] for page in pages]
    with progress("starting the browser"):
        browser = await launch(headless=True, viewport=args.size)
    try:
        found = []
        for page in pages:
            if page in saved:
                found.append(saved[page])
                continue
            with progress(f"opening {page}"):
                opened = await browser.page(address(page))
                found.append(await take_checkpoint(opened.context, full_page=args.full_page))
        return found
    finally:
        await browser.close()


def _is_saved(page: str) -> bool:
    return page.lower().endswith(".png") and "://" not in page


def _write(args: argparse.Namespace, named: Sequence[tuple[str, PageComparison]]) -> None:
    if args.markdown is not None:
        write_text(args.markdown, markdown_report(named))
    if args.junit is not None:
        write_text(args.junit, junit_report(named))
    if args.out is not None:
        args.out.mkdir(parents=True, exist_ok=True)
        for number, (name, comparison) in enumerate(named, 1):
            if comparison.is_same:
                continue
            stem = f"{number:03}-{re.sub(r'[^a-z0-9]+', '-', name.lower()).strip('-')[-60:]}"
            write_text(args.out / f"{stem}.html", html_report(comparison, title=name))
            for side, picture in zip(("before", "after"), marked_pictures(comparison), strict=True):
                if picture is not None:
                    write_atomic(args.out / f"{stem}-{side}.jpg", picture)
