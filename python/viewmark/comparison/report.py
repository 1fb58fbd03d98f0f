"""Reports of a comparison for people and for CI: marked screenshots, HTML, Markdown and JUnit.

Audits get the same reports, with a single screenshot.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from viewmark import imaging
from viewmark.comparison.audit import RULES, Audit
from viewmark.comparison.checkpoint import Checkpoint
from viewmark.comparison.model import PageChange, PageComparison
from viewmark.files import write_atomic
from viewmark.geometry import Bounds
from viewmark.html.document import document, text
from viewmark.text import cut

_CONTROL = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>|#~@])")


def marked_pictures(
    comparison: PageComparison, *, format: imaging.Format = "jpeg"
) -> tuple[bytes | None, bytes | None]:
    """Return both screenshots with a badge and an outline per change; None if one is missing."""
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
    """Return the screenshot with numbered boxes (CSS px of the page); None without a screenshot."""
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
    """Return a self-contained HTML document with both screenshots and all changes."""
    rows = "".join(_row(number, each) for number, each in enumerate(comparison.changes, 1))
    notes = "".join(f"<p class=soft>{text(note)}</p>" for note in comparison.notes)
    pictures = marked_pictures(comparison)
    shown = "".join(
        figure(name, picture, checkpoint)
        for name, picture, checkpoint in zip(
            ("before", "after"), pictures, (comparison.before, comparison.after), strict=True
        )
    )
    body = f"""<main><h1>{text(title)}</h1><p class=badge>{text(comparison.summary)}</p>
<p class=soft>{text(comparison.before.url)}<br>{text(comparison.after.url)}</p>{notes}
<form class=views><fieldset><legend>Pictures</legend>
<label><input type=radio name=view id=beside checked> side by side</label>
<label><input type=radio name=view id=over> over one another</label>
<label><input type=radio name=view id=none> only the changes</label></fieldset>
<label class=slide>how much of the first is seen
<input type=range id=share min=0 max=100 value=50></label></form>
<div class=pair>{shown}</div>{_table("Changes", ("Mark", "Change", "Was", "Is"), rows)}</main>"""
    return document(title, body, kind="comparison", script="comparison.js")


def _table(name: str, heads: Sequence[str], rows: str) -> str:
    """Return the findings as a table with a heading, or a note that there are none."""
    head = "".join(f"<th>{each}" for each in heads)
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return (
        f"<h2>{name}</h2><div class=scroll tabindex=0 role=region aria-label="
        f'"Table of {name.lower()}">{table if rows else f"<p>No {name.lower()}.</p>"}</div>'
    )


def figure(name: str, picture: bytes | None, checkpoint: Checkpoint, what: str = "change") -> str:
    """Return a marked screenshot as an HTML figure with alternative text."""
    if picture is None:
        return f"<figure><figcaption>{name}: no picture</figcaption></figure>"
    data = base64.b64encode(picture).decode()
    label = f"The page {name}, {checkpoint.title or checkpoint.url}, with a mark for each {what}"
    return (
        f'<figure class="{name}"><figcaption>{name}</figcaption>'
        f'<img alt="{text(label)}" src="data:image/jpeg;base64,{data}"></figure>'
    )


def _row(number: int, change: PageChange) -> str:
    return (
        f'<tr id="c{number}"><td class=n>{number}<td>{text(change.sentence)}'
        f"<td>{text(cut(change.before, 300))}<td>{text(cut(change.after, 300))}</tr>"
    )


def markdown_report(named: Sequence[tuple[str, PageComparison | Audit]]) -> str:
    """Return a Markdown comment for a pull request; empty if there are no findings.

    Args:
        named: comparisons or audits, each with the name of its page.
    """
    parts = []
    for name, each in named:
        if not each.sentences:
            continue
        parts.append(f"### {_plain(name)}: {_plain(each.summary)}\n")
        parts.append(f"| | {each.NOUN} |\n|---:|---|")
        parts += [f"| {number} | {_plain(row)} |" for number, row in enumerate(each.sentences, 1)]
        parts += [f"\n{_plain(note)}" for note in each.notes]
        parts.append("")
    return "\n".join(parts)


def _plain(words: str) -> str:
    """Escape page text for Markdown, so that it creates no markup, mentions or links."""
    return _MARKDOWN.sub(r"\\\1", words).replace("://", ":&#47;/")


def junit_report(
    named: Sequence[tuple[str, PageComparison | Audit]],
    *,
    missing: Sequence[str] = (),
    verb: str = "diff",
) -> str:
    """Return JUnit XML with a test case per page, which fails if there are findings.

    Args:
        named: comparisons or audits, each with the name of its page.
        missing: names of pages without a baseline, whose test cases fail too.
        verb: the command that produced the result.
    """
    cases = [(name, each.summary if each.sentences else "", each.lines()) for name, each in named]
    cases += [(name, "no baseline", "") for name in missing]
    rows = []
    for name, message, lines in cases:
        head = f'  <testcase classname="viewmark.{verb}" name={quoteattr(_xml(name))}'
        if not message:
            rows.append(f"{head}/>")
            continue
        failure = f"<failure message={quoteattr(_xml(message))}>{escape(_xml(lines))}</failure>"
        rows.append(f"{head}>\n    {failure}\n  </testcase>")
    failed = sum(bool(message) for _, message, _ in cases)
    body = "\n".join(rows)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<testsuite name="viewmark {verb}" tests="{len(cases)}" failures="{failed}">\n'
        f"{body}\n</testsuite>\n"
    )


def index_page(title: str, rows: Sequence[tuple[str, str, str]]) -> str:
    """Return an HTML document that lists pages with their findings and links to their reports.

    Args:
        title: title as plain text.
        rows: name, finding, and file name of the report (empty if there is none) of each page.
    """
    cells = "".join(
        f"<tr><td>{f'<a href={quoteattr(file)}>{text(name)}</a>' if file else text(name)}"
        f"<td>{text(found)}</tr>"
        for name, found, file in rows
    )
    table = f"<table><thead><tr><th>Page<th>Found</tr></thead><tbody>{cells}</tbody></table>"
    body = f"<main><h1>{text(title)}</h1><div class=scroll tabindex=0 role=region"
    return document(
        title, f'{body} aria-label="{text(title)}">{table}</div></main>', kind="comparison"
    )


def file_stem(name: str) -> str:
    """Return the name of a page in a form that is safe in a file name."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[-60:]


def _xml(words: str) -> str:
    return _CONTROL.sub("", words)


def write_text(path: str | Path, content: str) -> None:
    """Write a report to a file.

    Raises:
        PathNotAllowed, FileNotWritten: the path is not a plain file, or is not writable; no
            partial file remains.
    """
    write_atomic(path, content.encode("utf-8"))


def audit_html(audit: Audit, *, title: str) -> str:
    """Return a self-contained HTML document with the marked screenshot and all verdicts."""
    seen = audit.checkpoint
    picture = marked_picture(seen, [verdict.box for verdict in audit.verdicts])
    rows = "".join(
        f'<tr id="c{number}"><td class=n>{number}<td>{text(each.sentence)}'
        f"<td>{each.rule}<td>{text(RULES[each.rule])}</tr>"
        for number, each in enumerate(audit.verdicts, 1)
    )
    judged = f"{audit.judged} elements by {', '.join(audit.rules)}"
    body = f"""<main><h1>{text(title)}</h1><p class=badge>{text(audit.summary)}</p>
<p class=soft>{text(seen.url)}<br>{text(judged)}</p>
<div class=pair>{figure("now", picture, seen, "verdict")}</div>
{_table("Verdicts", ("Mark", "Verdict", "Rule", "About"), rows)}</main>"""
    return document(title, body, kind="comparison")
