"""Writes a report on a data set's quality: one HTML page with plots, without scripts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from viewmark.batch.quality import SMALL, Histogram, Quality
from viewmark.batch.row import BLOBS
from viewmark.batch.shards import DATA, read_rows, shards_of
from viewmark.support import document, write_atomic
from viewmark.support import html_text as _text

if TYPE_CHECKING:
    from collections import Counter
    from pathlib import Path


def quality_of(folder: Path) -> Quality:
    """Return the statistics of a data set, read one row group at a time.

    Raises:
        InvalidOption: there is no finished data set.
    """
    found = Quality()
    for shard in shards_of(folder):
        for row in read_rows(folder / DATA / str(shard["name"])):
            picture = next((row[name] for name in BLOBS if row[name] is not None), None)
            row["image_bytes"] = len(picture["bytes"]) if picture is not None else 0
            found.add(row)
    return found


def write_report(folder: Path) -> str:
    """Write `report.html` and `report.json`; return a sentence with their location.

    Raises:
        InvalidOption: there is no finished data set.
        FileNotWritten: a file cannot be written.
    """
    found = quality_of(folder)
    write_atomic(folder / "report.html", as_html(found).encode("utf-8", "replace"))
    figures = {
        name: value
        for name in found.__slots__
        if isinstance(value := getattr(found, name), (int, dict))
    }
    write_atomic(folder / "report.json", f"{json.dumps(figures, indent=1)}\n".encode())
    return f"report: {found.rows:,} rows, {found.marks:,} marks in {folder / 'report.html'}"


def as_html(found: Quality) -> str:
    """Render the report as an HTML page."""
    boxes = "".join(
        f"<div><dt>{_text(name)}</dt><dd>{value}</dd></div>" for name, value in _numbers(found)
    )
    plots = "".join(_plots(found))
    body = (
        f"<main><h1>Quality of the data set</h1>"
        f"<p>{found.rows:,} page views, of which {found.failed:,} failed and {found.duplicates:,} "
        f"are duplicates.</p><dl>{boxes}</dl><div class=plots>{plots}</div></main>"
    )
    return document("Quality of a data set", body, kind="data-report")


def _numbers(found: Quality) -> list[tuple[str, str]]:
    def share(part: int, of: int) -> str:
        percent = f"{part / of:.1%}" if of else "none"
        return f"{percent} <small>{part:,} of {of:,}</small>"

    return [
        ("page views that failed", share(found.failed, found.rows)),
        ("marks a page", f"{found.per_page.mean:.1f}"),
        ("pages without a mark", share(found.empty, found.pages)),
        ("pages with more elements than marks", share(found.truncated, found.pages)),
        ("pages not looked at in full", share(found.incomplete, found.pages)),
        ("marks without name and text", share(found.nameless, found.marks)),
        ("marks that another one overlaps", share(found.overlapping, found.marks)),
        ("marks that are covered", share(found.occluded, found.marks)),
        ("marks without a point to click", share(found.pointless, found.marks)),
        (f"marks below {SMALL:g} CSS px", share(found.small, found.marks)),
        ("secret fields covered", f"{found.redactions:,}"),
        ("kB of a picture", f"{found.kilobytes.mean:,.0f}"),
    ]


def _plots(found: Quality) -> list[str]:
    return [
        _bars("Failures by reason", "page views, by error code", found.errors, bad=True),
        _bars("Answers of servers", "pages that came with an error status", found.statuses),
        _bars("Tried again", "attempts, by reason", found.retried),
        _histogram("Marks a page", "pages, by number of marks", found.per_page),
        _bars("Roles", "marks, by role", found.roles),
        _bars("Without name and text", "marks, by role", found.nameless_roles, bad=True),
        _histogram("Sizes", "marks, by the shorter side in CSS px", found.sides),
        _histogram("Occlusion", "marks, by the visible part of their area", found.visible),
        _histogram("Pictures", "pages, by kB", found.kilobytes),
        _histogram("Loading", "pages, by ms", found.navigate_ms),
        _histogram("Looking", "pages, by ms", found.observe_ms),
        _bars("Views", "page views", found.views),
        _bars("Parts", "page views", found.splits),
    ]


_WIDE, _LEFT, _LINE, _SHOWN = 480, 150, 22, 12


def _bars(title: str, what: str, counts: Counter[str], *, bad: bool = False) -> str:
    rows = [(name, count) for name, count in counts.most_common(_SHOWN)]
    remainder = sum(counts.values()) - sum(count for _, count in rows)
    if remainder:
        rows.append(("all others", remainder))
    return _plot(title, what, rows, "var(--bad)" if bad else "var(--bar)")


def _histogram(title: str, what: str, found: Histogram) -> str:
    edges = [*(f"{edge:g}" for edge in found.edges), ""]
    rows = []
    for n, count in enumerate(found.counts):
        end = edges[n + 1]
        name = f"{edges[n]} to {end}" if end else f"{edges[n]} and more"
        if n == len(found.counts) - 1 and found.edges[-1] == 1:
            name = "all of it"
        rows.append((name, count))
    while rows and not rows[-1][1]:
        rows.pop()
    return _plot(title, what, rows, "var(--bar)")


def _plot(title: str, what: str, rows: list[tuple[str, int]], color: str) -> str:
    head = f"<section><h2>{_text(title)}</h2><p>{_text(what)}</p>"
    if not sum(count for _, count in rows):
        return f"{head}<p>none</p></section>"
    high = max(count for _, count in rows)
    room = _WIDE - _LEFT - 70
    lines = []
    for n, (name, count) in enumerate(rows):
        y = n * _LINE
        wide = count / high * room
        lines.append(
            f"<text x='{_LEFT - 8}' y='{y + 15}' text-anchor='end'>{_text(_cut(name))}</text>"
            f"<rect x='{_LEFT}' y='{y + 3}' width='{max(wide, 1 if count else 0):.1f}' "
            f"height='{_LINE - 7}' rx='2' fill='{color}'/>"
            f"<text class=n x='{_LEFT + wide + 6:.1f}' y='{y + 15}'>{count:,}</text>"
        )
    summary = "; ".join(f"{name} {count}" for name, count in rows)
    return (
        f"{head}<svg viewBox='0 0 {_WIDE} {len(rows) * _LINE + 2}' role=img "
        f"aria-label='{_text(summary)}'>{''.join(lines)}</svg></section>"
    )


def _cut(name: str) -> str:
    return name if len(name) <= 22 else f"{name[:21]}…"
