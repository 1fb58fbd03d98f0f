"""The tasks as data, and what decides whether one is done: the application's own state.

A row of `goals/*.json`: `id`, `kind`, `address` on the arena's site, `goal` in words, `files` that
the player has, and `done`:

- `reports`: each must have been reported by the page (or the office's tables), later ones of one
  name counting; a mapping must be covered, `{"exactly": x}` is x, `{"between": [a, b]}` a number.
- `counts`, `most`: how often a name was reported at least, at most.
- `only`: names of which nothing else may have been reported: what else came is a wrong act.
- `answer`: texts that the player's last words must hold, where the goal is to find something out.

No answer of a tool is looked at here.
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
"""How long after the player's last call a report may still arrive."""
Reports = list[tuple[str, Any]]


@dataclass(frozen=True)
class Task:
    """One row."""

    id: str
    group: str
    kind: str
    address: str
    goal: str
    done: dict[str, Any]
    files: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Verdict:
    """What became of a try."""

    solved: bool
    wrong_acts: int
    """Reports of a name under `only` that are not the wanted ones: sent, and wrong."""
    believed: bool
    """The player ended with an answer, or as done, and it is not so."""
    why: str


def load(*groups: str) -> list[Task]:
    """All tasks, or those of some groups, in the order of the files.

    Raises:
        ValueError: an id is there twice, or a row has a member that nobody reads.
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
    """Whether a reported value is the wanted one; members that are not named may be anything."""
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
    """What is not as the task wants it, in words; the player's answer is not asked here."""
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
    """What was reported under the names of `only` and is none of the wanted values."""
    wanted = task.done.get("reports", [])
    return [
        value
        for name, value in reports
        if name in task.done.get("only", [])
        and not any(name == each and covers(value, right) for each, right in wanted)
    ]


def verdict(task: Task, site: Any, answer: str | None) -> Verdict:
    """Decide, waiting a little for reports that are on their way.

    Args:
        task: what was to be done.
        site: the `ArenaSite` on which it was tried.
        answer: the player's last words; None: it gave up, or broke off.
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
