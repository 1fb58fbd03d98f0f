"""Formats an element as a line of the map: role, "name", state, hint, and distinguishing place.

    textbox "City" = "Oslo"
    button "Edit" (in "Kettle")

The hint (for example `editable`) is written only if the role does not imply it. No I/O.
"""

from __future__ import annotations

import re

from viewmark.elements.model import Element
from viewmark.elements.state_words import describe_sign, states
from viewmark.text import cut, quoted

NAME_LENGTH = 60
"""Maximum length of a name in an element's line, in characters; its beginning usually identifies
the element."""
_HOLDING = {"textbox", "searchbox", "spinbutton", "slider", "combobox"}
_PRESSED = {"button", "link", "tab", "menuitem", "switch"}
_WORD = re.compile(r"[^\W_]+")
_SIGN_NAME = re.compile(r"[a-z]+(?:[-_][a-z]+)*|.?")
"""Matches names of icon-font glyphs, which are rendered as icons, not as text."""
_FIELDS = {"textbox", "searchbox", "search", "spinbutton"}


def words_of(element: Element) -> str:
    """Return the label of an element for its line: its name, a guess, or its text.

    A guessed label is preferred to a placeholder, which is less specific. The text of a field is
    its value, which does not describe the field, and is therefore not used.
    """
    if element.label_hint:  # in this case the name is empty, a placeholder or a value
        return element.label_hint
    if element.role in _HOLDING and (value := element.state.get("value") or ""):
        # A name that only repeats the value, or the end of the value, is not a label.
        is_range = element.role in ("slider", "spinbutton") and element.name == str(value)
        if is_range or (element.role == "combobox" and str(value).endswith(element.name)):
            return element.label_hint
        return element.name or element.label_hint or _caption(element)
    # The text of a grid is the text of all its cells, which does not describe the grid.
    return element.name or element.label_hint or ("" if element.grid else element.text)


def _caption(element: Element) -> str:
    """Return the element's text without its value."""
    value = str(element.state["value"])
    return (
        ""
        if element.text == value
        else element.text.removeprefix(value).removesuffix(value).strip()
    )


def description_of_sign(element: Element) -> str:
    """Return the description of an element whose name is only a symbol; empty for all others."""
    words = words_of(element)
    is_day = words.isdecimal() and element.cell is not None
    return "" if is_day else describe_sign(words, element.role, element.state)


def _shown_words(element: Element) -> str:
    """Return the visible text of a button if its name has none of these words; else empty."""
    text = element.text
    if element.role not in _PRESSED or not element.name or _SIGN_NAME.fullmatch(text):
        return ""
    name, shown = (set(_WORD.findall(words.casefold())) for words in (element.name, text))
    return text if any(map(str.isalpha, shown)) and not name & shown else ""


def is_field(element: Element) -> bool:
    """Return True if the user can enter text into the element."""
    return element.role in _FIELDS


def element_line(element: Element, *, ref: str = "", where: str = "") -> str:
    """Return the line of an element, without its number.

    `maybe "trash"` is the guessed purpose of a nameless element. `"⧉" described "Clone"` is an
    element whose name is only a symbol. `"Unknown" shows "Auto"` is an element whose visible text
    differs from its name. `on hover: "Pin"` lists controls that appear only while the element is
    hovered.

    Args:
        element: the element.
        ref: ref of the element; empty if it has none.
        where: text that distinguishes it from elements with equal lines (see `twins`).
    """
    flags = ["focused"] if element.state.get("focused") is True else []
    flags += [flag for flag in ("disabled", "occluded") if getattr(element, flag)]
    if element.grid is not None:
        flags.append(element.grid.words(ref or element.selector))
    if place := place_of(element, where):
        flags.append(place)
    if element.in_dialog:
        flags.append("in dialog")
    if element.on_hover:
        flags.append("on hover: " + ", ".join(map(quoted, element.on_hover)))
    tail = f" ({', '.join(flags)})" if flags else ""
    name = words_of(element)
    guess = "maybe " if element.label_hint and name == element.label_hint else ""
    name_text = guess + quoted(cut(name, NAME_LENGTH))
    if description := description_of_sign(element):
        name_text += f" described {quoted(cut(description, NAME_LENGTH))}"
    elif shown := _shown_words(element):
        name_text += f" shows {quoted(cut(shown, NAME_LENGTH))}"
    state_text = "".join(states(_state_of(element, name), options=False)) if element.state else ""
    head = f"{ref} {element.role}" if ref else element.role
    has_hint = element.hint in ("editable", "static") and element.role not in _FIELDS
    has_hint = has_hint and not (element.hint == "editable" and element.state.get("readonly"))
    hint = f" {element.hint}" if has_hint else ""
    return f"{head} {name_text}{state_text}{hint}{tail}"


def place_of(element: Element, where: str) -> str:
    """Return the place of an element: its table row and column, and `where`.

    Args:
        element: the element.
        where: text that distinguishes it from elements with equal lines (see `twins`).
    """
    # `where` may begin with the text of the row if the row alone is ambiguous.
    cell = element.cell
    in_table = cell.words(row=not _holds_row(element, where)) if cell is not None else ""
    return ", ".join(filter(None, (in_table, where)))


def _holds_row(element: Element, where: str) -> bool:
    row = element.cell.row if element.cell is not None else ""
    return bool(row and where) and where.startswith(f"in {quoted(row)[:-1]}")


def _state_of(element: Element, name: str) -> dict[str, object]:
    """Return the state, without members that the line already contains elsewhere."""
    state = {key: value for key, value in element.state.items() if key != "disabled"}
    value = state.get("value")
    if isinstance(value, str) and value == name:
        del state["value"]
    return state
