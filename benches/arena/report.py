"""The arena's report as Markdown and as one HTML file, generated from `out/arena/tries.json`.

Tokens are estimated by published rules: the characters of the results / 4, and images by the rules
of one family in `viewmark.model_rules`. Two tools are compared only by sums over the tasks that
both solved.
"""

from __future__ import annotations

import html
import json
from typing import TYPE_CHECKING, Any

from arena.tasks import load
from viewmark.html.document import document
from viewmark.model_rules import checked_on, rules_of

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["FAMILY", "html_page", "markdown", "tokens", "transcript"]

FAMILY = "claude-standard"
"""The model family whose rules count images."""
US = "viewmark"
Row = dict[str, Any]
TITLES = {
    "day": "An agent's day",
    "puzzles": "Widgets",
    "twelve": "The twelve kinds",
    "more": "A long list, a map, a long text, a table",
}


def tokens(row: Row) -> int:
    """Return the tokens of a try's results: characters / 4, and images by the family's rules."""
    if "tokens" in row:  # the row comes from the report of an earlier run
        return int(row["tokens"])
    rules = rules_of(FAMILY)
    return round(row["characters"] / 4) + sum(rules.tokens(tuple(each)) for each in row["sizes"])


def _table(head: Sequence[str], rows: Sequence[Sequence[Any]]) -> list[str]:
    def line(cells: Sequence[Any]) -> str:
        return "| " + " | ".join(f"{c:,}" if isinstance(c, int) else str(c) for c in cells) + " |"

    return [line(head), "|" + "---|" * len(head), *map(line, rows), ""]


def _sums(rows: Sequence[Row]) -> list[Any]:
    return [
        sum(r["calls"] for r in rows),
        sum(r["characters"] for r in rows),
        sum(r["pictures"] for r in rows),
        sum(map(tokens, rows)),
        f"{sum(r['seconds'] for r in rows):.1f}",
        sum(r["refusals"] for r in rows),
    ]


def markdown(tries: Sequence[Row], about: dict[str, Any], facts: dict[str, Any] | None) -> str:
    """Return the report.

    Args:
        tries: rows of `tries.json`.
        about: date, versions by tool, browser, machine.
        facts: the results of `facts.py`, which uses no player; None omits them.
    """
    tools = [each for each in about["versions"] if any(r["tool"] == each for r in tries)]
    by = {(r["tool"], r["task"]): r for r in tries}
    lines = [
        "# The arena",
        "",
        f"Measured on {about['date']} by `make arena`; {about['browser']}, {about['machine']}. "
        "Versions: "
        + ", ".join(f"{tool} {about['versions'][tool]}" for tool in tools)
        + (f"; viewmark at commit {about['code']}" if about.get("code") else "")
        + ". Each tool at its defaults, with a browser of its own for each try.",
        "",
        "**The player is a script, no model.** For each task it makes the shortest honest sequence "
        "of calls: what it acts on "
        "stands in that tool's own answers to that try, or is seen in a picture taken in it. So "
        "the table says what a task costs "
        "at least, not whether a model finds the way. **Nothing is known here of what models do "
        "with numbered marks, nor with "
        "any of these tools, until somebody runs one**: `make arena-model`. What a tool's schemas "
        "cost before the first call is not in it.",
        "",
        "The page of a task, or the server's tables, say whether it is done; no answer of a tool "
        "is asked. "
        "*Not written*: nobody wrote a sequence for that tool, or the one that is there does not "
        "get through; that is no statement about the tool. "
        "Tokens are estimates by published rules: characters of answers / 4, pictures by the "
        f"rules of `{FAMILY}` in "
        f"`viewmark.model_rules` (checked {checked_on()}). Seconds are those of the calls, on a "
        "machine with other work. *Believed*: the player ended with "
        "an answer, and the application's state says otherwise.",
        "",
    ]
    lines += [about["note"], ""] if about.get("note") else []
    for group in ("twelve", "day", "puzzles", "more"):
        ids = [task.id for task in load(group)]
        part = [r for r in tries if r["task"] in ids]
        if not part:
            continue
        lines += [f"## {TITLES[group]} ({len(ids)} tasks)", ""]
        lines += _overview(tools, part, len(ids))
        lines += _against(tools, by, ids)
        lines += _each(tools, by, ids)
    reasons = [r for r in tries if r["state"] != "solved"]
    if reasons:
        lines += ["## What was not done, and why", ""]
        lines += _table(
            ("tool", "task", "", "where it ended"),
            [(r["tool"], r["task"], r["state"], _cell(r["why"])) for r in reasons],
        )
    if facts:
        lines += _facts(facts)
    return "\n".join(lines)


def _cell(text: str) -> str:
    return text.replace("|", "/").replace("\n", " ").replace("`", "'")[:140]


def _overview(tools: Sequence[str], part: Sequence[Row], count: int) -> list[str]:
    rows = []
    for tool in tools:
        mine = [r for r in part if r["tool"] == tool]
        solved = [r for r in mine if r["state"] == "solved"]
        lost = sum(r["state"] == "lost" for r in mine)
        believed = sum(r["believed"] for r in mine if r["state"] != "not written")
        wrong = sum(r["wrong_acts"] for r in mine if r["state"] != "not written")
        left = count - len(mine)
        state = [tool, f"{len(solved)} of {count}", lost, len(mine) - len(solved) - lost, left]
        rows.append([*state, *_sums(solved), believed, wrong])
    head = (
        "tool",
        "solved",
        "lost",
        "not written",
        "not run",
        "calls",
        "characters",
        "pictures",
        "tokens",
    )
    note = (
        "Sums over the tasks that the tool's script solved: rows with different numbers solved do "
        "not compare."
    )
    return [note, "", *_table((*head, "seconds", "refusals", "believed", "wrong acts"), rows)]


def _against(tools: Sequence[str], by: dict[tuple[str, str], Row], ids: Sequence[str]) -> list[str]:
    if US not in tools:
        return []
    rows = []
    for tool in tools:
        if tool == US:
            continue
        both = [
            each for each in ids
            if all(by.get((t, each), {}).get("state") == "solved" for t in (US, tool))
        ]  # fmt: skip
        if not both:
            continue
        ours, theirs = ([by[t, each] for each in both] for t in (US, tool))
        pairs = []
        for key in ("calls", "characters"):
            a, b = sum(r[key] for r in ours), sum(r[key] for r in theirs)
            pairs.append(f"{a:,} : {b:,} = {a / b:.2f}")
        a, b = sum(map(tokens, ours)), sum(map(tokens, theirs))
        pairs.append(f"{a:,} : {b:,} = {a / b:.2f}")
        fewer = sum(tokens(x) < tokens(y) for x, y in zip(ours, theirs, strict=True))
        rows.append([tool, len(both), *pairs, f"{fewer} of {len(both)}"])
    head = (
        "tool",
        "tasks both solved",
        "calls",
        "characters",
        "tokens",
        "where we cost fewer tokens",
    )
    return [f"{US} : the other, over the tasks that both solved:", "", *_table(head, rows)]


def _each(tools: Sequence[str], by: dict[tuple[str, str], Row], ids: Sequence[str]) -> list[str]:
    rows = []
    for each in ids:
        cells: list[str] = []
        costs = {
            tool: tokens(by[tool, each]) for tool in tools
            if by.get((tool, each), {}).get("state") == "solved"
        }  # fmt: skip
        for tool in tools:
            row = by.get((tool, each))
            if row is None or row["state"] == "not written":
                cells.append("not written" if row else "not run")
            elif row["state"] == "lost":
                cells.append("**lost**")
            else:
                text = (
                    f"{row['calls']} / {row['characters']:,} / {row['pictures']} = {tokens(row):,}"
                )
                cells.append(f"**{text}**" if costs[tool] == min(costs.values()) else text)
        rows.append([each, *cells])
    note = "Calls / characters / pictures = tokens; the fewest tokens of a row are bold:"
    return [note, "", *_table(("task", *tools), rows)]


def _facts(facts: dict[str, Any]) -> list[str]:
    lines = ["## Without any player", ""]
    lines += [
        "Of each task's first target on its page, through viewmark: has it a mark on the first "
        "picture of the page, is it found at all "
        "(by a mark, or by `find`: what is scrolled away has none), has it a handle of its own, "
        "does a press by that handle hit it, and are "
        "role and name enough to know it among all others, or does it take the picture or the "
        "words around it.",
        "",
    ]
    found = facts["targets"]
    lines += _table(
        (
            "targets",
            "marked",
            "found",
            "alone under its handle",
            "hit when pressed",
            "known by role and name",
        ),
        [
            [
                len(found),
                *(sum(r[k] for r in found) for k in ("listed", "found", "alone", "hit", "words")),
            ]
        ],
    )
    for words, key in (
        ("Not marked on the first picture", "listed"),
        ("Marked, and not to be known by role and name alone", "words"),
        ("Marked, and no hit when pressed", "hit"),
    ):
        which = [r["task"] for r in found if not r[key] and (r["listed"] or key == "listed")]
        lines += [f"{words}: {', '.join(which) or 'none'}.", ""]
    lines += [
        "What a press by coordinates is worth, if whoever reads them off a picture errs by so many "
        "px (normally distributed, that being the "
        "standard deviation in x and in y), on the sizes of these targets as they are on the "
        "pages; a mark has no such error. This is "
        "arithmetic: how far models err is not known here.",
        "",
    ]
    lines += _table(
        ("error, px", *(f"{each}" for each in facts["errors"]), "by a mark"),
        [
            [
                "mean chance to hit",
                *(f"{100 * v:.0f} %" for v in facts["chance"]),
                f"{100 * facts['mark']:.0f} %",
            ],
            ["worst tenth of the targets", *(f"{100 * v:.0f} %" for v in facts["worst"]), ""],
        ],
    )
    return lines


def transcript(task: str, goal: str, calls: Sequence[dict[str, Any]]) -> str:
    """Return a try as Markdown: each call as sent, with its result as received."""
    lines = [f"### {task}", "", goal, ""]
    for each in calls:
        arguments = json.dumps(each["arguments"], ensure_ascii=False)
        picture = "[picture]\n" * each["pictures"]
        lines += ["```text", f"> {each['call']} {arguments}", picture + each["answer"], "```", ""]
    return "\n".join(lines)


def html_page(text: str, title: str) -> str:
    """Convert the report from Markdown to one HTML file (headings, paragraphs and tables only)."""
    out: list[str] = []
    rows: list[list[str]] = []

    def inline(words: str) -> str:
        words = html.escape(words)
        for mark, tag in (("**", "b"), ("`", "code"), ("*", "i")):
            parts = words.split(mark)
            if len(parts) % 2:
                words = "".join(
                    part if i % 2 == 0 else f"<{tag}>{part}</{tag}>" for i, part in enumerate(parts)
                )
        return words

    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            if not set(line) <= set("|-"):
                rows.append([each.strip() for each in line.strip("|").split(" | ")])
            continue
        if rows:
            head, *body = rows
            cells = "".join(f"<th>{inline(c)}</th>" for c in head)
            out.append(f"<table><thead><tr>{cells}</tr></thead><tbody>")
            out += [
                "<tr>" + "".join(f"<td>{inline(c)}</td>" for c in row) + "</tr>" for row in body
            ]
            out.append("</tbody></table>")
            rows = []
        level = len(line) - len(line.lstrip("#"))
        if level:
            out.append(f"<h{level}>{inline(line[level:].strip())}</h{level}>")
        elif line:
            out.append(f"<p>{inline(line)}</p>")
    return document(title, f"<main>{chr(10).join(out)}</main>", kind="slo")
