"""Reads JSON with comments and trailing commas, and sets one member; the rest stays as it is."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

__all__ = ["parse", "with_member"]

_BLANK = re.compile(r"(?:\s|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_WORD = re.compile(r"[-+.\w]+")
_DEEPEST = 200
"""Levels; deeper than any settings, below where Python's own stack ends."""


@dataclass(slots=True)
class _Members:
    """Where an object's parts stand in the text."""

    end_of_last: int
    """Behind the last value; behind the opening brace if there is none."""
    close: int = 0
    """Of the brace that closes it."""
    comma: bool = False
    """Whether a comma follows the last value."""
    spans: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Start and end of each value."""


def parse(text: str) -> Any:
    """The value that the text holds.

    Raises:
        ValueError: not JSON, even with comments; says the line.
    """
    value, at = _value(text, _skip(text, 0), 0)
    if _skip(text, at) != len(text):
        raise _error(text, at, "more than one value")
    return value


def with_member(text: str, path: tuple[str, ...], value: Any) -> str:
    """The text with the member at `path` set to `value`.

    Args:
        text: one object, or nothing at all.
        path: names of objects that are made if they are missing, then the member's own.
        value: what `json.dumps` takes.

    Raises:
        ValueError: not JSON, or something on the way is not an object; says which.
    """
    if not text.strip():
        text = "{}\n"
    parse(text)  # all of it, so that nothing is written into a broken file
    at = _skip(text, 0)
    step = _step(text)
    for depth, name in enumerate(path):
        if text[at] != "{":
            shown = ".".join(path[:depth]) or "the whole"
            raise ValueError(f"{shown} is not an object")
        _, _, members = _object(text, at, 0)
        remainder = path[depth + 1 :]
        if name in members.spans and remainder:
            at = members.spans[name][0]
            continue
        new = value
        for outer in reversed(remainder):
            new = {outer: new}
        return _insert_member(text, members, name, new, step, depth + 1)
    raise ValueError("an empty path")


def _insert_member(text: str, members: _Members, name: str, new: Any, step: str, depth: int) -> str:
    """The text with `name` set in that object."""
    shown = json.dumps(new, indent=step, ensure_ascii=False).replace("\n", "\n" + step * depth)
    if name in members.spans:
        start, end = members.spans[name]
        return text[:start] + shown + text[end:]
    comma = "" if members.comma or not members.spans else ","
    between = text[members.end_of_last : members.close].rstrip()  # comments stay where they are
    line = f"\n{step * depth}{json.dumps(name)}: {shown}\n{step * (depth - 1)}"
    return text[: members.end_of_last] + comma + between + line + text[members.close :]


def _step(text: str) -> str:
    """The blanks by which the first member is indented."""
    found = re.search(r"^([ \t]+)\"", text, re.MULTILINE)
    return found.group(1) if found else "  "


def _skip(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def _error(text: str, at: int, what: str) -> ValueError:
    return ValueError(f"line {text.count(chr(10), 0, at) + 1}: {what}")


def _value(text: str, at: int, depth: int) -> tuple[Any, int]:
    """A value and where it ends."""
    if depth > _DEEPEST:
        raise _error(text, at, "nested too deeply")
    if text.startswith("{", at):
        return _object(text, at, depth)[:2]
    if text.startswith("[", at):
        items: list[Any] = []
        at = _skip(text, at + 1)
        while not text.startswith("]", at):
            item, at = _value(text, at, depth + 1)
            items.append(item)
            at = _next(text, at, "]")[0]
        return items, at + 1
    found = _STRING.match(text, at) or _WORD.match(text, at)
    if not found:
        raise _error(text, at, "a value is missing")
    return _load(text, found, strict=False), found.end()


def _load(text: str, found: re.Match[str], *, strict: bool = True) -> Any:
    try:
        return json.loads(found.group(), strict=strict)
    except ValueError:
        raise _error(text, found.start(), f"{found.group()[:20]!r} is not a value") from None


def _next(text: str, at: int, close: str) -> tuple[int, bool]:
    """Where the next item or the end stands, and whether a comma was there."""
    at = _skip(text, at)
    if text.startswith(",", at):
        return _skip(text, at + 1), True
    if not text.startswith(close, at):
        raise _error(text, at, f"a comma or {close!r} is missing")
    return at, False


def _object(text: str, at: int, depth: int) -> tuple[dict[str, Any], int, _Members]:
    """An object, where it ends, and where its parts stand."""
    members = _Members(end_of_last=at + 1)
    found: dict[str, Any] = {}
    at = _skip(text, at + 1)
    while not text.startswith("}", at):
        key = _STRING.match(text, at)
        if not key:
            raise _error(text, at, "a name in quotes is missing")
        name = _load(text, key)
        at = _skip(text, key.end())
        if not text.startswith(":", at):
            raise _error(text, at, "a colon is missing")
        start = _skip(text, at + 1)
        found[name], end = _value(text, start, depth + 1)
        members.spans[name] = (start, end)
        members.end_of_last = end
        at, members.comma = _next(text, end, "}")
    members.close = at
    return found, at + 1, members
