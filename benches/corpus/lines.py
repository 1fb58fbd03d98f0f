"""Compare the line of a mark with a user's description of the element: name, context and state.

A list may contain `line = {"name": ..., "context": ..., "state": ...}` for an item, in a user's own
words. A line is unclear if it contains less than half of the words of the name, or if it lacks a
state. It is also unclear if it contains less than half of the words of the context although another
mark has the same name and role. A line that contradicts a state is false, and
also unclear.
"""

from __future__ import annotations

import re

_CHOSEN = {"selected", "checked", "current", "pressed"}
_OPEN = {"expanded", "open"}
_SHUT = {"collapsed", "closed"}
_STATES: dict[str, tuple[set[str], set[str]]] = {
    "selected": (_CHOSEN, {"unchecked"}),
    "current": (_CHOSEN, {"unchecked"}),
    "checked": (_CHOSEN, {"unchecked"}),
    "on": (_CHOSEN, {"unchecked"}),
    "not selected": (set(), _CHOSEN),
    "unchecked": (set(), _CHOSEN),
    "off": (set(), _CHOSEN),
    "open": (_OPEN, _SHUT),
    "expanded": (_OPEN, _SHUT),
    "closed": (_SHUT, _OPEN),
    "collapsed": (_SHUT, _OPEN),
    "disabled": ({"disabled"}, set()),
    "has a submenu": ({"opens", *_OPEN, *_SHUT}, set()),
}
"""Users' words for states, each with the words of which a line must contain one, and the words that
it must not contain."""
_WORD = re.compile(r"[^\W_]+")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_LEAST = 4
"""Minimum length of a common word stem (`Delete`, `deletes`)."""


def judge_line(wanted: dict[str, str], line: str, *, is_alone: bool) -> dict[str, int]:
    """Return whether a line is unclear and whether it is false; `is_alone`: its name is unique."""
    words = _words(line)
    unquoted = {*_words(_QUOTED.sub(" ", line))}
    parts = ("name",) if is_alone else ("name", "context")
    unclear = not all(_has_half(words, wanted.get(part) or "") for part in parts)
    false = False
    for state in filter(None, (wanted.get("state") or "").split(", ")):
        if state == "empty":
            false |= ' = "' in line
        elif state in _STATES:
            needed, opposite = _STATES[state]
            false |= bool(opposite & unquoted)
            unclear |= bool(needed) and not needed & unquoted
        else:  # a value
            unclear |= not _has_half(words, state)
    return {"unclear": int(unclear or false), "false": int(false)}


def _words(text: str) -> list[str]:
    return [each.lower() for each in _WORD.findall(text)]


def _has_half(words: list[str], text: str) -> bool:
    wanted = _words(text)
    there = sum(any(_is_like(one, other) for other in words) for one in wanted)
    return there * 2 >= len(wanted)


def _is_like(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    return one == other or (len(shorter) >= _LEAST and longer.startswith(shorter))
