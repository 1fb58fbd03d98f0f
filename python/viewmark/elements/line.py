"""Writes one element of a map as a line: role, "name", state, hint, and what tells it from others.

    textbox "City" = "Oslo"
    button "Edit" (in "Kettle")

What one does with a thing (`editable`) is said where its role does not say it. Pure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewmark.elements.state_words import states
from viewmark.text import cut, quoted

if TYPE_CHECKING:
    from viewmark.elements.model import Element

__all__ = ["NAME_LENGTH", "element_line", "words_of"]

NAME_LENGTH = 60
"""Characters of a name in its line: the first tell it from the others."""
_FIELDS = {"textbox", "searchbox", "search", "spinbutton"}


def words_of(element: Element) -> str:
    """What an element is called in a line: its name, a guess (not what stands in it), or text."""
    # The words of all cells say nothing of a grid.
    is_lattice = element.grid is not None and element.grid.sign
    return element.name or element.label_hint or ("" if is_lattice else element.text)


def element_line(element: Element, *, ref: str = "", where: str = "") -> str:
    """The line, without its number.

    `maybe "trash"` is a guess at what a nameless one is for; `on hover: "Pin"` are controls that
    are painted only while the pointer lies there.

    Args:
        element: what it is about.
        ref: what it is called; empty for none.
        where: what tells it from its equals (`viewmark.elements.twins`).
    """
    flags = ["focused"] if element.state.get("focused") is True else []
    flags += [flag for flag in ("disabled", "occluded") if getattr(element, flag)]
    if element.grid is not None:
        flags.append(element.grid.words(ref or element.selector))
    if element.cell is not None:
        flags.append(element.cell.words())
    if where:
        flags.append(where)
    if element.in_dialog:
        flags.append("in dialog")
    if element.on_hover:
        flags.append("on hover: " + ", ".join(map(quoted, element.on_hover)))
    tail = f" ({', '.join(flags)})" if flags else ""
    guess = "maybe " if element.label_hint else ""
    state_text = "".join(states(_state_of(element), options=False))
    head = f"{ref} {element.role}" if ref else element.role
    has_hint = element.hint in ("editable", "static") and element.role not in _FIELDS
    hint = f" {element.hint}" if has_hint else ""
    return f"{head} {guess}{quoted(cut(words_of(element), NAME_LENGTH))}{state_text}{hint}{tail}"


def _state_of(element: Element) -> dict[str, object]:
    """The state without what stands elsewhere in the line."""
    state = {key: value for key, value in element.state.items() if key != "disabled"}
    value = state.get("value")
    if isinstance(value, str) and value == words_of(element):
        del state["value"]
    return state
