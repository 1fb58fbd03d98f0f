"""`viewmark batch`: observes many pages, writes a data set, and exports and verifies it."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

from viewmark.batch.exports import export
from viewmark.batch.model import views_of
from viewmark.batch.options import BatchOptions
from viewmark.batch.prepare import SiteScripts
from viewmark.batch.progress import BatchProgress
from viewmark.batch.run import observe_many
from viewmark.batch.urls import count_lines, lines_of
from viewmark.batch.verification import verify
from viewmark.cli.usage import address, bare_host, chosen_of
from viewmark.errors import InvalidOption


def batch(args: argparse.Namespace) -> int:
    """Run the command; return 1 if a page view or the verification failed, otherwise 0."""
    if args.verify is not None:
        return _verify(args.verify, as_json=args.print_json)
    if args.out is None:
        raise InvalidOption("batch needs a folder for the data set.", hint="Give --out DIR.")
    failed = 0
    if args.urls:
        failed = _observe(args)
    elif not args.export:
        raise InvalidOption("batch needs addresses, or files of them.", hint="See --help.")
    for each in args.export:
        print(export(each, args.out))
    return 1 if failed else 0


def _observe(args: argparse.Namespace) -> int:
    views = views_of(
        viewports=args.size or [(1280, 720)],
        scales=args.scale or [1.0],
        color_schemes=args.color_scheme or [None],
        locales=args.locale or [None],
        devices=args.device,
    )
    chosen = chosen_of(args, [each.name for each in fields(BatchOptions)])
    for word in args.urls:
        _refuse_missing(word)
    chosen["allow_local"] = args.allow_local or all(map(_is_file, args.urls))
    options = BatchOptions(**chosen)
    prepare = None if args.prepare is None else SiteScripts.read(args.prepare)
    counts = [1 if _is_address(each) else count_lines(each) for each in args.urls]
    total = None if None in counts else sum(n for n in counts if n is not None) * len(views)
    progress = _Line(as_json=args.print_json)

    async def run() -> None:
        async for _ in observe_many(
            _addresses(args.urls),
            out=args.out,
            views=views,
            prepare=prepare,
            options=options,
            total=total,
            on_progress=progress,
            rebuild=args.rebuild_journal,
            retry_errors=args.retry_errors,
        ):
            pass

    try:
        asyncio.run(run())
    finally:
        progress.end()
    return progress.failed


def _is_file(word: str) -> bool:
    """Return whether an argument is an HTML file."""
    return Path(word).is_file() and Path(word).suffix.lower() in (".html", ".htm", ".xhtml")


_COUNTS = ("total", "done", "failed", "skipped", "failed_before", "duplicates", "bytes")
_LISTS = (".txt", ".csv", ".tsv", ".list", ".lst", ".urls", ".json", ".jsonl")


def _refuse_missing(word: str) -> None:
    """Raise an error for the name of a missing list file, which would otherwise count as a host."""
    is_name = word.startswith(("/", "./", "../", "~")) or word.lower().endswith(_LISTS)
    if is_name and "://" not in word and not Path(word).exists():
        raise InvalidOption(
            f"There is no file {word!r:.200}.",
            hint="Give addresses, files of addresses, or - for stdin.",
            param="urls",
        )


def _is_address(word: str) -> bool:
    """Return whether an argument is the URL or file of a single page, not a list of pages."""
    return word != "-" and (_is_file(word) or not Path(word).exists())


def _addresses(words: list[str]) -> Iterator[str]:
    for word in words:
        if _is_address(word):
            yield address(word)
        else:
            for line in lines_of(word):
                # unlike `address`, rejects file names, because a list is untrusted
                yield bare_host(line)


def _verify(folder: Path, *, as_json: bool) -> int:

    found = verify(folder)
    if as_json:
        print(json.dumps(found.to_json()))
    else:
        for problem in found.problems:
            print(problem)
        print(found.line())
    return 0 if found.sound else 1


class _Line:
    """Progress on stderr: one updating line on a terminal, otherwise a line every 10 seconds."""

    def __init__(self, *, as_json: bool) -> None:
        self._tty, self._json = sys.stderr.isatty(), as_json
        self._every = 0.2 if self._tty else 10.0
        self._last = time.monotonic()
        self._newest: BatchProgress | None = None

    @property
    def failed(self) -> int:
        """Number of requested page views that failed, in this run or an earlier one."""
        newest = self._newest
        return newest.failed + newest.failed_before if newest is not None else 0

    def __call__(self, progress: BatchProgress) -> None:
        self._newest = progress
        if time.monotonic() - self._last >= self._every:
            self._last = time.monotonic()
            self._write(f"\r\x1b[K{progress.line()}" if self._tty else f"{progress.line()}\n")

    def end(self) -> None:
        if self._newest is None:
            return
        if self._tty:
            self._write("\r\x1b[K")
        if self._json:
            fields: dict[str, Any] = {name: getattr(self._newest, name) for name in _COUNTS}
            print(json.dumps(fields | {"errors": dict(self._newest.errors)}))
        else:
            print(self._newest.line())

    def _write(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()
