"""Reads a target that is one text: a ref, the number of a mark, or a selector. Pure.

The one grammar of all faces. What answers and pictures show may be sent back as it stands there:
`@save:`, `[3]`, `button "Save"`, a whole line of a map.
"""

from __future__ import annotations

import re
from typing import Any, TypedDict

__all__ = ["Named", "named_by", "target_words"]


class Named(TypedDict, total=False):
    """One of these."""

    ref: str
    label: int
    selector: str


_NUMBER = re.compile(r"\[?\s*(\d{1,6})\s*\]?")
_REF = re.compile(r"(?:ref\s*[:=]\s*)?(@[^\s:;,]+)\s*[:;,.]?")
_WORDS = r'"(?:[^"\\]|\\.)*"'
_LINE = re.compile(rf"(?:[-*]\s+)?([a-z]+) ({_WORDS})(?:\s.*)?", re.DOTALL)
"""`button "Save"`, as lines begin; no CSS has a text there."""
_MARKED = re.compile(r"\[(\d{1,6})\]\s+(@[^\s:;,]+)?.*", re.DOTALL)
"""`[3] @save button "Save"`, as a line of a map with marks begins."""
_REF_OF_LINE = re.compile(r"\s(@[^\s:;,]+)")


def target_words(text: str) -> Named:
    """What one text names.

    Args:
        text: `@save`, `3` or `[3]`, `button "Save"`, a line of an answer that has its ref; anything
            else is a selector.
    """
    word = text.strip()
    if found := _REF.fullmatch(word):
        return {"ref": found[1]}
    if word.startswith("@"):
        return {"ref": word}  # a cell, or wrong in a way that is told
    if word.isascii() and (found := _NUMBER.fullmatch(word)) and ("[" in word) is ("]" in word):
        return {"label": int(found[1])}
    if found := _MARKED.fullmatch(word):
        return {"ref": found[2]} if found[2] else {"label": int(found[1])}
    if found := _LINE.fullmatch(word):
        rest = word[found.end(2) :]
        if ref := _REF_OF_LINE.match(rest):
            return {"ref": ref[1]}
        return {"selector": f"role={found[1]}[name={found[2]}]"}
    return {"selector": text}


def named_by(aim: dict[str, Any]) -> dict[str, Any]:
    """The parameters that name a target, with what a text of one kind says of another put right.

    `ref: "@save:"`, `selector: "@save"` and `selector: 'button "Save"'` mean one thing each. A ref
    that is none, and a selector that is one, stay as they are.

    Args:
        aim: `ref`, `label`, `selector` and others, as they were given.
    """
    out = dict(aim)
    for kind in ("ref", "selector"):
        written = out.get(kind)
        if not isinstance(written, str):
            continue
        ((other, value),) = target_words(written).items()
        if other == "selector" and value == written:
            continue  # of no other form; a ref that is none is told
        if other == kind or out.get(other) is None:
            del out[kind]
            out[other] = value
    return out
