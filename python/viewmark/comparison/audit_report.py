"""An audit for people and for CI: the pages that comparisons have, of one picture."""

from __future__ import annotations

from collections.abc import Sequence

from viewmark.comparison.audit import RULES, Audit
from viewmark.comparison.report import figure, junit_of, markdown_of, marked_picture
from viewmark.html.document import document, text


def audit_html(audit: Audit, *, title: str) -> str:
    """One self-contained document: the marked picture and all verdicts."""
    seen = audit.checkpoint
    picture = marked_picture(seen, [verdict.box for verdict in audit.verdicts])
    rows = "".join(
        f'<tr id="c{number}"><td class=n>{number}<td>{text(each.sentence)}'
        f"<td>{each.rule}<td>{text(RULES[each.rule])}</tr>"
        for number, each in enumerate(audit.verdicts, 1)
    )
    table = (
        "<table><thead><tr><th>Mark<th>Verdict<th>Rule<th>About</tr></thead>"
        f"<tbody>{rows}</tbody></table>"
        if rows
        else "<p>Nothing found.</p>"
    )
    judged = f"{audit.judged} elements by {', '.join(audit.rules)}"
    body = f"""<main><h1>{text(title)}</h1><p class=badge>{text(audit.summary)}</p>
<p class=soft>{text(seen.url)}<br>{text(judged)}</p>
<div class=pair>{figure("now", picture, seen, "verdict")}</div><h2>Verdicts</h2>
<div class=scroll tabindex=0 role=region aria-label="Table of verdicts">{table}</div></main>"""
    return document(title, body, kind="comparison")


def audit_markdown(named: Sequence[tuple[str, Audit]]) -> str:
    """A comment for a pull request; empty where nothing was found."""
    found = [
        (name, each.summary, [f"{v.rule}: {v.sentence}" for v in each.verdicts], ())
        for name, each in named
    ]
    return markdown_of(found, "verdict")


def audit_junit(named: Sequence[tuple[str, Audit]]) -> str:
    """JUnit's XML: a test case for each page, failed where something was found."""
    cases = [
        (name, "" if each.is_clean else each.summary, "" if each.is_clean else each.lines())
        for name, each in named
    ]
    return junit_of("audit", cases)
