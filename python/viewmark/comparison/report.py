"""A comparison for people and for CI: marked pictures, HTML, Markdown and JUnit."""

from __future__ import annotations

import base64
import re
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from viewmark import imaging
from viewmark.comparison.words import cut
from viewmark.files import write_atomic
from viewmark.html.document import document, text

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from viewmark.comparison.checkpoint import Checkpoint
    from viewmark.comparison.model import PageChange, PageComparison
    from viewmark.geometry import Bounds

__all__ = [
    "html_report",
    "junit_report",
    "markdown_report",
    "marked_picture",
    "marked_pictures",
    "write_text",
]

_CONTROL = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>|#~@])")


def marked_pictures(
    comparison: PageComparison, *, format: imaging.Format = "jpeg"
) -> tuple[bytes | None, bytes | None]:
    """Both pictures with a badge and an outline for each change; None where there is none."""
    before, after = comparison.before, comparison.after
    return (
        marked_picture(before, [change.old_box for change in comparison.changes], format),
        marked_picture(after, [change.new_box for change in comparison.changes], format),
    )


def marked_picture(
    checkpoint: Checkpoint,
    boxes: Sequence[Bounds | None],
    format: imaging.Format = "jpeg",
    *,
    max_base64: int = 1 << 30,
) -> bytes | None:
    """A picture with numbered boxes, in CSS px of the page; None without a picture."""
    if checkpoint.picture is None:
        return None
    x, y = checkpoint.origin
    # Several changes of one element share a badge.
    numbers: dict[tuple[float, float, float, float], list[str]] = {}
    for number, box in enumerate(boxes, 1):
        if box is not None:
            numbers.setdefault(box.as_tuple(), []).append(str(number))
    marks = [
        imaging.Mark(
            ",".join(those[:3]) + ("+" if len(those) > 3 else ""),
            *((left - x) * checkpoint.scale, (top - y) * checkpoint.scale),
            *(width * checkpoint.scale, height * checkpoint.scale),
        )
        for (left, top, width, height), those in numbers.items()
    ]
    done = imaging.annotate(
        checkpoint.picture,
        marks,
        format=format,
        quality=80,
        max_base64=max_base64,
    )
    return done.image


def html_report(comparison: PageComparison, *, title: str = "What changed") -> str:
    """One self-contained document: pictures side by side or over one another, and all changes."""
    rows = "".join(_row(number, each) for number, each in enumerate(comparison.changes, 1))
    notes = "".join(f"<p class=soft>{text(note)}</p>" for note in comparison.notes)
    pictures = marked_pictures(comparison)
    shown = "".join(
        _figure(name, picture, checkpoint)
        for name, picture, checkpoint in zip(
            ("before", "after"), pictures, (comparison.before, comparison.after), strict=True
        )
    )
    table = (
        f"<table><thead><tr><th>Mark<th>Change<th>Was<th>Is</tr></thead><tbody>{rows}</tbody></table>"
        if rows
        else "<p>Nothing changed.</p>"
    )
    body = f"""<main><h1>{text(title)}</h1><p class=badge>{text(comparison.summary)}</p>
<p class=soft>{text(comparison.before.url)}<br>{text(comparison.after.url)}</p>{notes}
<form class=views><fieldset><legend>Pictures</legend>
<label><input type=radio name=view id=beside checked> side by side</label>
<label><input type=radio name=view id=over> over one another</label>
<label><input type=radio name=view id=none> only the changes</label></fieldset>
<label class=slide>how much of the first is seen
<input type=range id=share min=0 max=100 value=50></label></form>
<div class=pair>{shown}</div><h2>Changes</h2><div class=scroll tabindex=0 role=region
aria-label="Table of changes">{table}</div></main>"""
    return document(title, body, kind="comparison", script="comparison.js")


def _figure(name: str, picture: bytes | None, checkpoint: Checkpoint) -> str:
    if picture is None:
        return f"<figure><figcaption>{name}: no picture</figcaption></figure>"
    data = base64.b64encode(picture).decode()
    label = f"The page {name}, {checkpoint.title or checkpoint.url}, with a mark for each change"
    return (
        f'<figure class="{name}"><figcaption>{name}</figcaption>'
        f'<img alt="{text(label)}" src="data:image/jpeg;base64,{data}"></figure>'
    )


def _row(number: int, change: PageChange) -> str:
    return (
        f'<tr id="c{number}"><td class=n>{number}<td>{text(change.sentence)}'
        f"<td>{text(cut(change.before, 300))}<td>{text(cut(change.after, 300))}</tr>"
    )


def markdown_report(named: Sequence[tuple[str, PageComparison]]) -> str:
    """A comment for a pull request; empty where nothing changed.

    Args:
        named: comparisons, each with the name of its page.
    """
    parts = []
    for name, comparison in named:
        if comparison.is_same:
            continue
        parts.append(f"### {_plain(name)}: {_plain(comparison.summary)}\n")
        parts.append("| | change |\n|---:|---|")
        parts += [
            f"| {number} | {_plain(each.sentence)} |"
            for number, each in enumerate(comparison.changes, 1)
        ]
        parts += [f"\n{_plain(note)}" for note in comparison.notes]
        parts.append("")
    return "\n".join(parts)


def _plain(words: str) -> str:
    """Words of a page as text of Markdown: no markup, no mention, no address that is linked."""
    return _MARKDOWN.sub(r"\\\1", words).replace("://", ":&#47;/")


def junit_report(named: Sequence[tuple[str, PageComparison]]) -> str:
    """JUnit's XML: a test case for each page, failed where something changed."""
    cases = []
    failed = 0
    for name, comparison in named:
        head = f'  <testcase classname="viewmark.diff" name={quoteattr(_xml(name))}'
        if comparison.is_same:
            cases.append(f"{head}/>")
            continue
        failed += 1
        cases.append(
            f"{head}>\n    <failure message={quoteattr(_xml(comparison.summary))}>"
            f"{escape(_xml(comparison.lines()))}</failure>\n  </testcase>"
        )
    body = "\n".join(cases)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<testsuite name="viewmark diff" tests="{len(named)}" failures="{failed}">\n'
        f"{body}\n</testsuite>\n"
    )


def _xml(words: str) -> str:
    return _CONTROL.sub("", words)


def write_text(path: str | Path, content: str) -> None:
    """Write a report.

    Raises:
        PathNotAllowed, FileNotWritten: not a plain file, or not possible; nothing is left.
    """
    write_atomic(path, content.encode("utf-8"))
