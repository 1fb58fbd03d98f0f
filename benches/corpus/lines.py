"""Judges the line of a mark by what a person would say of the thing: its name, context and state.

A list may have for an item `line = {"name": [...], "context": [...], "state": [...]}`: texts of
which one must be said (none: none is needed), and states of which all must be said.
"""

from __future__ import annotations

import re
from typing import Any

_STATES = {
    "checked", "unchecked", "mixed", "pressed", "selected", "expanded", "collapsed", "disabled",
    "current", "invalid", "required", "readonly",
}  # fmt: skip
_OPPOSITES = {
    "checked": {"unchecked"}, "unchecked": {"checked"}, "expanded": {"collapsed"},
    "collapsed": {"expanded"},
}  # fmt: skip
_WORD = re.compile(r"[^\W_]+")


def judge_line(wanted: dict[str, Any], one: Any) -> dict[str, int]:
    """Whether a line is unclear (name, context or state is not said) or false (another is said)."""
    line = one.line(refs=False)
    words = _words(line)
    said = _words(" ".join(line.split('"')[::2])) & _STATES
    wants = {*wanted.get("state", ())}
    is_told = all(
        not (texts := _listed(wanted.get(part))) or any(_words(each) <= words for each in texts)
        for part in ("name", "context")
    )
    false = any(_OPPOSITES.get(each, set()) & said for each in wants)
    unclear = not is_told or not wants <= said
    return {"unclear": int(unclear), "false": int(false)}


def _listed(texts: Any) -> list[str]:
    return [texts] if isinstance(texts, str) and texts else [*(texts or ())]


def _words(text: str) -> set[str]:
    return {each.lower() for each in _WORD.findall(text)}
