"""`viewmark slo`: measures pages against latency objectives, and compares runs."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from dataclasses import replace
from pathlib import Path

from viewmark.cli.opening import browser_options
from viewmark.cli.usage import address
from viewmark.errors import InvalidOption
from viewmark.files import write_atomic
from viewmark.slo.formats import (
    as_github,
    as_github_summary,
    as_junit,
    as_table,
    as_table_of_pages,
)
from viewmark.slo.history import Comparison, compare, trend
from viewmark.slo.html import as_html
from viewmark.slo.objectives import objectives_of
from viewmark.slo.plan import OWN_PAGE, PageUnderTest, Plan, find_plan, load_plan
from viewmark.slo.report import PageReport, Report
from viewmark.slo.runner import run


def slo(args: argparse.Namespace) -> int:
    """Run the command; exit code 0: met, 1: missed or regressed, 3: inconclusive."""
    plan, options = _plan(args), browser_options(args, output=None)
    earlier = Report.from_json(args.compare.read_bytes()) if args.compare else None
    for path in (args.json, args.report, args.junit, args.history):
        if path is not None:  # check the output path before doing the work
            (path if path is args.history else path.parent).mkdir(parents=True, exist_ok=True)
    done: list[PageReport] = []
    with _Progress() as progress:
        try:
            measuring = run(plan, options=options, progress=progress, page_done=done.append)
            report = asyncio.run(measuring)
        except KeyboardInterrupt:
            progress.clear()
            if done:
                print(as_table_of_pages(done))
            sys.stderr.write(
                f"viewmark: {len(done)} of {len(plan.pages)} pages were measured"
                f"{f', {progress.last}' if progress.last else ''}; no file was written\n"
            )
            raise
    comparison = compare(earlier, report) if earlier is not None else None
    _write(args, report, comparison)
    print(as_table(report))
    if comparison is not None:
        print(f"\nsince {comparison.before}:")
        for line in (*comparison.notes, *map(str, comparison.regressions)):
            print(f"  {line}")
        if not comparison.regressions:
            print("  times: inconclusive" if comparison.is_noisy else "  no regression")
        if report.exit_code == 0:
            return 1 if comparison.regressions else 3 if comparison.is_noisy else 0
    return report.exit_code


def _plan(args: argparse.Namespace) -> Plan:
    plan = Plan()
    if args.config is not None:
        plan = load_plan(args.config)
    elif (found := find_plan(Path())) is not None:
        plan = load_plan(found)
    elif not args.urls:
        plan = OWN_PAGE
    if args.urls:
        own = OWN_PAGE.pages[0]
        pages = tuple(
            own if url == own.url else PageUnderTest(url=address(url)) for url in args.urls
        )
        plan = replace(plan, pages=pages)
    if args.objective:
        named = objectives_of(dict(map(_pair, args.objective)), source="the command line")
        names = {each.name for each in named}
        retained = tuple(each for each in plan.objectives if each.name not in names)
        plan = replace(plan, objectives=(*retained, *named))
    for name in ("samples", "loads", "model"):
        if getattr(args, name) is not None:
            plan = replace(plan, **{name: getattr(args, name)})
    plan.check()
    return plan


def _pair(text: str) -> tuple[str, float]:
    name, _, limit = text.partition("=")
    try:
        return name.strip(), float(limit)
    except ValueError as error:
        raise InvalidOption(
            f"{text!r:.80} is not NAME=LIMIT.", hint="For example --objective observe_ms=50."
        ) from error


def _write(args: argparse.Namespace, report: Report, comparison: Comparison | None) -> None:
    text = json.dumps(report.to_json(), indent=1, ensure_ascii=False)
    trends = None
    if args.history is not None:
        stamp = report.at.replace(":", "").replace("+0000", "Z")
        # the process ID, because two runs may end in the same second
        name = f"slo-{stamp}-{os.getpid()}.json"
        write_atomic(args.history / name, _bytes(text))
        runs = []
        for path in sorted(args.history.glob("slo-*.json")):
            try:
                runs.append(Report.from_json(path.read_bytes()))
            except InvalidOption:
                sys.stderr.write(f"viewmark: {path} is not a run; it is left out\n")
        trends = trend(runs)
    if args.json is not None:
        write_atomic(args.json, _bytes(text))
    if args.report is not None:
        write_atomic(args.report, _bytes(as_html(report, comparison=comparison, trends=trends)))
    if args.junit is not None:
        write_atomic(args.junit, _bytes(as_junit(report)))
    if os.environ.get("GITHUB_ACTIONS") == "true":
        if lines := as_github(report):
            print(lines)
        if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
            with Path(summary).open("a", encoding="utf-8", errors="replace") as file:
                file.write(as_github_summary(report))


def _bytes(text: str) -> bytes:
    return f"{text.rstrip()}\n".encode("utf-8", "replace")  # text may contain lone surrogates


class _Progress:
    """A line on stderr about the current measurement; shown only on a terminal."""

    def __init__(self) -> None:
        self._shows = sys.stderr.isatty()
        self.last = ""
        """Page, step and counts of the current measurement, for the message after an interrupt."""

    def __enter__(self) -> _Progress:
        return self

    def __call__(self, page: str, step: str, done: int, of: int) -> None:
        self.last = f"{page[:60]} as far as {step} {done}/{of}"
        if self._shows:
            sys.stderr.write(f"\r\x1b[K{page[:60]}: {step} {done}/{of}")
            sys.stderr.flush()

    def clear(self) -> None:
        """Erase the progress line."""
        if self._shows:
            sys.stderr.write("\r\x1b[K")

    def __exit__(self, *_: object) -> None:
        self.clear()
