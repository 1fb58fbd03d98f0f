"""Results of an `act` call: a report for each line, and why the call stopped. No side effects."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, TypeAlias

from viewmark.errors import ViewmarkError
from viewmark.page.action_lines import result_lines
from viewmark.page.action_result import ActionResult
from viewmark.page.arrival import NavigationResult
from viewmark.page.changes import IS_NOW
from viewmark.page.evaluate import Evaluation
from viewmark.page.printed import Printed
from viewmark.page.reading import PageText

ROWS, FEW = 10, 4
"""Maximum number of rows to report for a line that is not the last one: `ROWS` in general, and
`FEW` for a line that fills or navigates, because the next line already expects its outcome. The
last line is reported in full."""
DIALOG = 50
"""Maximum rows to report for a line that opened a dialog, which is usually unexpected."""
_OPENED = re.compile(r"\+ (alert)?dialog\b")
GONE = 3
"""Maximum number of removed or moved elements that are listed individually."""
_EMPTY = re.compile(r"\n\s*\n")
LineResult: TypeAlias = ActionResult | NavigationResult | PageText | Evaluation
Show: TypeAlias = Callable[[LineResult, Any], Sequence[str]]
"""Function that formats a result on a page as rows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineReport:
    """Report of a line that was run."""

    number: int
    line: str
    """The line, without the text that it typed."""
    results: tuple[LineResult, ...] = ()
    notes: tuple[str, ...] = ()
    """Further notes, such as which tab is now in the foreground."""
    is_left_out: bool = False
    """True for an optional line that could not be run; the following lines are run nevertheless."""
    page: Any = field(default=None, repr=False, compare=False)
    """The page on which the line was run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActStopped:
    """The reason why not all lines were run."""

    number: int
    """Number of the line that could not be run."""
    line: str
    error: ViewmarkError
    not_done: tuple[str, ...] = ()
    """The lines after the failed line, without the text that they type."""

    def to_json(self) -> dict[str, Any]:
        """Return the data as a JSON-serializable dictionary."""
        row = {"line": self.number, "was": self.line, "reason": self.error.message}
        row |= {"error_code": self.error.code, "hint": self.error.hint}
        if candidates := self.error.data.get("candidates"):
            row["candidates"] = candidates
        return row | {"not_done": list(self.not_done)}


@dataclass(frozen=True, slots=True, kw_only=True)
class ActResult(Printed):
    """Results of all lines of an `act` call."""

    done: tuple[LineReport, ...]
    total: int
    stopped: ActStopped | None = None
    """Why the call stopped; None if all lines were run."""

    def lines(self, show: Show | None = None) -> str:
        """Return the reports as text.

        Args:
            show: function that formats a result as rows; the default does not need a page.
        """
        left_out = sum(each.is_left_out for each in self.done)
        head = f"{len(self.done) - left_out} of {self.total} done"
        stopped = self.stopped
        if stopped is not None:
            head += f"; stopped at {stopped.number} ({stopped.line}): {stopped.error.message}"
        rows = [head]
        for i, report in enumerate(self.done):
            following = self.done[i + 1] if i + 1 < len(self.done) else None
            below = [
                row for each in report.results for row in (show or plain_rows)(each, report.page)
            ]
            below = _join_rows("\n".join([*below, *report.notes]).split("\n"))
            below = below if _is_read(report) else _without_gone(below)
            is_filled = report.line.startswith(("fill", "select", "check", "uncheck"))
            most = FEW if is_filled or report.line.startswith("go") else ROWS
            most = DIALOG if any(map(_OPENED.match, below)) else most
            if following is not None and (following.line == "read" or is_filled):
                below = _before_page(report, below)
            # lines without results, such as waits, may follow
            is_last = not any(each.results for each in self.done[i + 1 :])
            is_whole = is_last or _is_read(report) or len(below) <= most + 1
            if not is_whole:
                # position of the first row that reports changes of this line, not of earlier ones
                own = below.index("now:") + 1 if "now:" in below else 1
                kept = [below[0], *below[own:]][:most]
                below = [*kept, f"... {len(below) - len(kept)} more rows"]
            rows += [f"{report.number} {below[0]}", *(f"  {each}" for each in below[1:])]
        if stopped is not None:
            rows += (
                [f"changed meanwhile: {news}"]
                if (news := stopped.error.data.get("changes"))
                else []
            )
            rows += [f"hint: {stopped.error.hint}"] if stopped.error.hint else []
            rows += ["not done: " + "; ".join(stopped.not_done)] if stopped.not_done else []
        return "\n".join(rows)

    def to_json(self) -> dict[str, Any]:
        """Return the data as a JSON-serializable dictionary."""
        row: dict[str, Any] = {"what": "act", "total": self.total}
        row["done"] = [
            {
                "line": each.number,
                "was": each.line,
                "results": [_wire(r, each.page) for r in each.results],
            }
            | ({"notes": list(each.notes)} if each.notes else {})
            for each in self.done
        ]
        return row | ({} if self.stopped is None else {"stopped": self.stopped.to_json()})


def _join_rows(rows: list[str]) -> list[str]:
    """Merge two rows if the second one is the only change and is about the hit element."""
    head, _, ref = rows[0].rpartition(" ")
    is_one = len(rows) == 2 and ref.startswith("@") and rows[1].startswith("~ ")
    if is_one and ref in rows[1].split():
        return [f"{head.partition(' ')[0]} {rows[1]}"]
    return rows


def _before_page(report: LineReport, rows: Sequence[str]) -> list[str]:
    """Return the rows without the listing of the page, because the next line shows it."""
    kept = [*report.notes, *(row for row in rows if row.startswith("still: "))]
    if any(isinstance(each, NavigationResult) for each in report.results):
        return [*rows[:1], *kept]
    if IS_NOW not in rows:
        return [*rows]
    return [*rows[: rows.index(IS_NOW)], IS_NOW.partition(";")[0], *kept]


def _without_gone(rows: Sequence[str]) -> list[str]:
    """Shorten runs of removed or moved rows to the first few and the number of the rest."""
    kept = list[str]()
    for mark, run in groupby(rows, key=lambda row: row[:2] if row[:2] in ("- ", "> ") else ""):
        each = list(run)
        is_long = bool(mark) and len(each) > GONE + 1
        kept += [*each[:GONE], f"{mark}... {len(each) - GONE} more"] if is_long else each
    return kept


def _close_rows(text: str) -> str:
    """Return the text of a page without the empty lines between Markdown blocks."""
    parts = text.split("```")
    parts[::2] = [_EMPTY.sub("\n", part) for part in parts[::2]]
    return "```".join(parts)


def plain_rows(result: LineResult, page: Any) -> list[str]:
    """Return the rows of a result, with the changes it caused on the page."""
    if isinstance(result, PageText):
        return [f"read {result.title}".rstrip(), _close_rows(result.lines())]
    if isinstance(result, Evaluation):
        return [f"eval {result.value}"]
    rows = result_lines(result, page.context.ref_of, result.changes)
    return rows if result.changes is None else [*rows, str(result.changes)]


def _is_read(report: LineReport) -> bool:
    return any(isinstance(each, PageText | Evaluation) for each in report.results)


def _wire(result: LineResult, page: Any) -> dict[str, Any]:
    if isinstance(result, ActionResult):
        return result.to_json(page.context.ref_of)
    return result.to_json()
