"""Text for the state of a control, shared by maps, outlines and trees. No I/O."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from viewmark.text import quoted

_COUNTED = {"button", "link", "tab"}
_KEY = re.compile(r"f\d{1,2}|left|right|up|down", re.IGNORECASE)
"""Matches names of keys and directions, such as `F5` and `left`, which do not reveal the purpose of
a control."""
_WAY = re.compile(r"up|down|left|right")

_TWO = (("checked", "unchecked"), ("expanded", "collapsed"), ("pressed", "unpressed"))
_ONE = ("selected", "required", "readonly", "disabled")


def describe_sign(name: str, role: str, state: Mapping[str, Any]) -> str:
    """Return the description of an element whose name is only a symbol, else an empty string.

    Symbols include arrows, the count of a badge on a link or button, a keyboard key (`F5`), and a
    direction.
    """
    is_sign = name != "" and not any(map(str.isalnum, name))
    is_bare = name.isdecimal() or bool(_KEY.fullmatch(name))
    return str(state.get("description", "")) if is_sign or (role in _COUNTED and is_bare) else ""


def sort_words(sort: object) -> str:
    """Return the text for a column's sort state; `sorted` if the direction is unknown."""
    return "sorted" if sort == "other" else f"sorted {sort}"


def states(state: Mapping[str, Any], *, options: bool = True) -> Iterator[str]:
    """Yield the texts for a state that follow the name, each with a leading space.

    The value of a field is written as `= "Oslo"`; a secret field only shows whether it is filled.

    Args:
        state: the state (`viewmark.elements.model.State`).
        options: True to include the options of a select.
    """
    if "valueState" in state:
        yield f" secret={state['valueState']}"
    elif state.get("value") or state.get("value") == 0:
        yield f" = {quoted(str(state['value']))}"
    popup = state.get("haspopup")
    if popup and "expanded" not in state:
        yield f" opens {popup}"
    for key, no in _TWO:
        if key not in state:
            continue
        if key == "expanded" and popup:
            yield f" {popup} open" if state[key] is True else f" opens {popup}"
        else:
            word = {True: key, False: no}.get(state[key], "mixed")
            yield f" {word}"
    for key in _ONE:
        if state.get(key) is True:
            yield f" {key}"
    if state.get("sort"):
        yield f" {sort_words(state['sort'])}"
    if state.get("current"):
        yield " current"
    if state.get("month"):
        yield f" of the {state['month']} month"
    if state.get("scrolls"):
        yield f" scrolls {' and '.join(_WAY.findall(str(state['scrolls'])))}"
    if state.get("invalid"):
        yield f" invalid={quoted(state['error'])}" if state.get("error") else " invalid"
    if options and state.get("optionsOf"):
        yield f" options as of {state['optionsOf']}"
    listed = state.get("options")
    if options and listed:
        more = state.get("optionCount", 0) - len(listed)
        word = "|".join(map(quoted, listed))
        yield f" options={word}" + (f"|... {more} more" if more > 0 else "")
