"""The tasks as data, and the rules that decide from the application's state whether one is solved.

A row of `goals/*.json` has `id`, `kind`, `address` on the arena's site, `goal` as text, `files`
that are available to the player, and `done`:

- `reports`: values, keyed by name, that the page (or the office's tables) must have reported; any
  report with that name counts. A mapping must be contained in the reported value, `{"exactly": x}`
  requires exactly x, and `{"between": [a, b]}` requires a number in that range.
- `counts`, `most`: minimum and maximum number of reports of a name.
- `only`: names for which any other report is a wrong act.
- `answer`: texts that the player's answer must contain, if the goal is to find something out.

Results of the tool are not considered.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

__all__ = ["GROUPS", "Task", "Verdict", "load", "verdict"]

GOALS = Path(__file__).parent / "goals"
GROUPS = ("day", "puzzles", "twelve", "more")
SECONDS = 3.0
"""Seconds to wait for reports after the player's last call."""
Reports = list[tuple[str, Any]]


@dataclass(frozen=True)
class Task:
    """One task."""

    id: str
    group: str
    kind: str
    address: str
    goal: str
    done: dict[str, Any]
    files: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Verdict:
    """The outcome of a try."""

    solved: bool
    wrong_acts: int
    """Number of unexpected reports of names in `only`, such as a form submitted with wrong values.
    """
    believed: bool
    """Whether the player reported success or an answer, although the task is not solved."""
    why: str


def load(*groups: str) -> list[Task]:
    """Return all tasks, or those of some groups, in the order of the files.

    Raises:
        ValueError: an ID occurs twice, or a row has an unknown member.
    """
    found: list[Task] = []
    for group in groups or GROUPS:
        for row in json.loads((GOALS / f"{group}.json").read_text("utf-8")):
            unknown = row["done"].keys() - {"reports", "counts", "most", "only", "answer"}
            if unknown:
                raise ValueError(f"{row['id']}: {sorted(unknown)}")
            found.append(Task(group=group, **row))
    ids = [each.id for each in found]
    if len(set(ids)) != len(ids):
        raise ValueError("an id is there twice")
    return found


def covers(value: Any, wanted: Any) -> bool:
    """Return whether a reported value matches; members that are not listed may have any value."""
    if isinstance(wanted, dict):
        if "exactly" in wanted:
            return bool(value == wanted["exactly"])
        if "between" in wanted:
            low, high = wanted["between"]
            return isinstance(value, (int, float)) and low <= value <= high
        return isinstance(value, dict) and all(
            key in value and covers(value[key], each) for key, each in wanted.items()
        )
    return type(value) is type(wanted) and bool(value == wanted)


def missing(task: Task, reports: Reports) -> list[str]:
    """Return the unmet conditions as texts, apart from the player's answer."""
    done, wrong = task.done, []
    for name, wanted in done.get("reports", []):
        values = [value for each, value in reports if each == name]
        if not any(covers(value, wanted) for value in values):
            wrong.append(f"{name}: {values[-3:]} and not {wanted}")
    for name, least in done.get("counts", {}).items():
        count = sum(each == name for each, _ in reports)
        if count < least:
            wrong.append(f"{name}: {count} times and not {least}")
    for name, most in done.get("most", {}).items():
        count = sum(each == name for each, _ in reports)
        if count > most:
            wrong.append(f"{name}: {count} times, at most {most}")
    return wrong


def wrong_acts(task: Task, reports: Reports) -> list[Any]:
    """Return the reports of names in `only` that match none of the expected values."""
    wanted = task.done.get("reports", [])
    return [
        value
        for name, value in reports
        if name in task.done.get("only", [])
        and not any(name == each and covers(value, right) for each, right in wanted)
    ]


def verdict(task: Task, site: Any, answer: str | None) -> Verdict:
    """Decide whether a task was solved, after waiting briefly for pending reports.

    Args:
        task: the task.
        site: the `ArenaSite` of the try.
        answer: the player's answer; None if it gave up or was interrupted.
    """
    site.wait_until(lambda reports: not missing(task, reports), seconds=SECONDS)
    reports = list(site.reports)
    why = missing(task, reports)
    words = (answer or "").lower()
    why += [f"answer: {answer!r:.80} without {each!r}" for each in task.done.get("answer", [])
            if not re.search(rf"(?<!\w){re.escape(each.lower())}(?!\w)", words)]  # fmt: skip
    wrong = wrong_acts(task, reports)
    why += [f"wrong act: {each!r:.120}" for each in wrong]
    return Verdict(not why, len(wrong), bool(why) and answer is not None, "; ".join(why))
