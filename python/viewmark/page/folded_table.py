"""Writes a table whose rows have the same controls as one pattern, then one line per row.

    row: [checkbox "Select all" @e1] | [link "Product" @e2 sorted ascending] | Price
    each row: [checkbox "Select …" unchecked] | [link] | [textbox "Price"]
    @e11|Kettle @e12|12.50 @e13
    @e14 checked|Pot @e15|8.00 @e16

A cell is identified by its column. A row line shows only the differences from the pattern: the name
of a button or link, or the value of a field, before the ref, and the state after the ref. If a cell
has several controls, each is in brackets. `|` and `@` in page text are escaped by a backslash.
No side effects.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from viewmark.browser.discovery.readable import Event, Opening, Words
from viewmark.elements.state_words import sort_words, states
from viewmark.page.reading_lines import Pattern, Piece, control, escaped
from viewmark.page.tree import Flow, Node, Part
from viewmark.text import quoted

CELLS = frozenset({"cell", "gridcell", "columnheader", "rowheader"})
HEADS = frozenset({"columnheader"})
FEW = 5
"""Minimum number of rows with controls for a table to be folded; a smaller table is written in
full."""
MOST_CONTROLS = 8
"""Maximum number of controls in a cell of a folded table."""
COMMON = 6
"""Minimum number of characters that the names of a column must share to be written as prefix and
rest."""
LISTS = ("options", "optionsOf")
DIGITS = 9
"""Maximum number of digits of a line number. Python refuses to read numbers of over 4,300."""
RUN = 4
"""Minimum number of consecutive numbers in a list that are written as one line."""
SHORT = 24
"""Maximum length of an option list that is repeated for every control, in characters."""


@dataclass(frozen=True, slots=True)
class _Control:
    opening: Opening
    text: str
    """The text inside the control."""

    @property
    def kind(self) -> tuple[str, str]:
        return self.opening.role, self.opening.hint

    @property
    def name(self) -> str:
        return self.opening.name or self.text

    @property
    def value(self) -> str:
        return str(self.opening.state.get("value", ""))

    @property
    def options(self) -> tuple[object, ...]:
        state = self.opening.state
        return (*state.get("options", ()), state.get("optionCount"), state.get("optionsOf"))

    @property
    def words(self) -> str:
        """The control's state as text, without its value and options."""
        state = {k: v for k, v in self.opening.state.items() if k != "value"}
        return "".join(states(state, options=False))


@dataclass(slots=True)
class _Cell:
    parts: list[str | _Control]
    role: str
    sort: str = ""

    @property
    def controls(self) -> list[_Control]:
        return [each for each in self.parts if isinstance(each, _Control)]

    @property
    def text(self) -> str:
        return " ".join("".join(p for p in self.parts if isinstance(p, str)).split())

    @property
    def said(self) -> str:
        """All text of the cell, including the names of its controls."""
        return " ".join([self.text, *(each.name for each in self.controls)]).strip()


@dataclass(slots=True)
class _Slot:
    """The common properties of the controls at one position of all rows."""

    kind: tuple[str, str]
    name: str
    """Common prefix of the names; the whole name if all names are equal."""
    tail: str
    """Text at the end of the names that all controls of the column share."""
    is_same: bool
    """True if all controls of the column have the same name."""
    is_row: bool
    """True if the part in which the names differ is also the text of another cell in each row."""
    state: str
    options: tuple[object, ...]


def folded_table(table: Node) -> list[list[Piece]] | None:
    """Return the lines of a table in folded form; None if the full form is better."""
    rows = _rows(table)
    if rows is None:
        return None
    first = next((i for i, row in enumerate(rows) if not _is_head(row)), len(rows))
    heads, body = rows[:first], rows[first:]
    full = [row for row in body if any(cell.controls for cell in row)]
    if len(full) < FEW:
        return None
    shapes = Counter(_shape(row) for row in full)
    shape, count = shapes.most_common(1)[0]
    if count < FEW or count < 0.6 * len(body):
        return None
    same = [row for row in full if _shape(row) == shape]
    slots = [
        [_slot(same, column, place) for place in range(len(kinds))]
        for column, kinds in enumerate(shape)
    ]
    lines = [_full(row, "row: ") for row in heads]
    lines.append(_common(slots, heads[-1] if heads else [], same))
    lines += [_short(row, slots) if _shape(row) == shape else _full(row, "row: ") for row in body]
    notes = [p.opening for p in table.inside() if isinstance(p, Node) and p.opening.tag == "rows"]
    for each in notes:
        lines.append([f"... {each.name} are here; scroll it"])
    return lines


def _rows(table: Node) -> list[list[_Cell]] | None:
    """Return the rows; None if a cell contains anything other than text and controls."""
    rows: list[list[_Cell]] = []
    left = table.parts[::-1]
    while left:
        part = left.pop()
        if not isinstance(part, Node):
            if _is_more(part):
                return None
        elif part.opening.role == "row":
            row = _row(part)
            if row is None:
                return None
            rows.append(row)
        elif part.opening.role in ("rowgroup", "", "generic", "none", "presentation"):
            if part.opening.tag != "rows":
                left += part.parts[::-1]
        elif part.opening.tag != "rows":
            return None
    return None if table.blocks else rows


def _is_more(part: Part) -> bool:
    """Return True if a part of a cell is more than white space."""
    return bool(part.text.strip()) if isinstance(part, Words) else not isinstance(part, str)


def _row(row: Node) -> list[_Cell] | None:
    cells: list[_Cell] = []
    for part in row.parts:
        cell = _cell(part) if isinstance(part, Node) and part.opening.role in CELLS else None
        if cell is not None:
            cells.append(cell)
        elif isinstance(part, Node) or _is_more(part):
            return None
    return None if row.is_control else cells


def _cell(node: Node) -> _Cell | None:
    cell = _Cell([], node.opening.role, str(node.opening.state.get("sort", "")))
    left: list[Part] = [node] if node.is_control else node.parts[::-1]
    while left:
        part = left.pop()
        if isinstance(part, Words):
            cell.parts.append(part.text)
        elif isinstance(part, str):
            cell.parts.append(" ")
        elif not isinstance(part, Node):
            return None
        elif part.is_control:
            if part.controls or not (part.is_inline or part is node):
                return None
            cell.parts.append(_Control(part.opening, part.text))
        elif part.is_inline:
            cell.parts.append(f" {part.opening.name or part.text} ")
        else:
            left += part.parts[::-1]
    return cell if len(cell.controls) <= MOST_CONTROLS else None


def _is_head(row: Sequence[_Cell]) -> bool:
    return bool(row) and all(cell.role in HEADS or not cell.said for cell in row)


def _shape(row: Sequence[_Cell]) -> tuple[tuple[tuple[str, str], ...], ...]:
    return tuple(tuple(each.kind for each in cell.controls) for cell in row)


def _slot(rows: Sequence[Sequence[_Cell]], column: int, place: int) -> _Slot:
    found = [row[column].controls[place] for row in rows]
    names = [each.name for each in found]
    kind = found[0].kind
    counts = Counter(each.words for each in found)
    state, _ = counts.most_common(1)[0]
    state = state if all(each.words for each in found) else ""
    listed = {key: each.options for each in found for key in each.opening.state if key in LISTS}
    is_one = len({(*each.options,) for each in found}) <= len(listed)
    options = next(iter(listed.values()), ()) if is_one else ()
    if len(set(names)) == 1:
        return _Slot(kind, names[0], "", True, False, state, options)
    head = _beginning(names)
    tail = _beginning([name[len(head) :][::-1] for name in names])[::-1]
    head, tail = re.sub(r"\S+$", "", head), re.sub(r"^\S+", "", tail)
    if len(head) + len(tail) < COMMON or kind[1] == "navigable":
        return _Slot(kind, "", "", False, False, state, options)
    middles = [name[len(head) : len(name) - len(tail)] for name in names]
    is_row = all(
        middle and middle in _words(row, column) for middle, row in zip(middles, rows, strict=True)
    )
    return _Slot(kind, head, tail, False, is_row, state, options)


def _words(row: Sequence[_Cell], column: int) -> str:
    """Return the text of a row that is always written: that of its other cells and their links."""
    others = [cell for k, cell in enumerate(row) if k != column]
    links = [c.name for cell in others for c in cell.controls if c.opening.hint == "navigable"]
    return "\n".join([*(cell.text for cell in others), *links])


def _beginning(texts: Sequence[str]) -> str:
    """Return the common prefix of the texts."""
    low, high = min(texts), max(texts)
    same = next((i for i, (a, b) in enumerate(zip(low, high, strict=False)) if a != b), len(low))
    return low[: min(same, len(high))]


def _common(
    slots: Sequence[Sequence[_Slot]], head: Sequence[_Cell], rows: Sequence[Sequence[_Cell]]
) -> list[Piece]:
    """Return the pattern line, which contains the common properties of all rows."""
    out: list[str] = []
    for column, kinds in enumerate(slots):
        title = head[column].said if column < len(head) else ""
        words: list[str] = []
        for place, slot in enumerate(kinds):
            role, hint = slot.kind
            control_words = hint or "element" if role in ("", "generic", "none") else role
            name = slot.name + (
                "" if slot.is_same else "…" + slot.tail if slot.name or slot.tail else ""
            )
            is_field = hint in ("editable", "selectable", "toggleable")
            name = name or (title if is_field or slot.is_same else "")
            control_words += f" {quoted(name)}" if name else ""
            lists = [row[column].controls[place] for row in rows]
            control_words += slot.state
            if slot.options:
                control_words += _option_list(
                    next((c for c in lists if "options" in c.opening.state), lists[0])
                )
            words.append(f"[{control_words}]")
        out.append(" ".join(words) or escaped(title))
    return [Pattern("each row: " + " | ".join(out))]


def _short(row: Sequence[_Cell], slots: Sequence[Sequence[_Slot]]) -> list[Piece]:
    """Return the line of a row, without the properties that the pattern line contains."""
    out: list[Piece] = []
    for column, (cell, kinds) in enumerate(zip(row, slots, strict=True)):
        if column:
            out.append("|")
        if len(kinds) == 1 and not cell.text:
            out += _differing(cell.controls[0], kinds[0])
            continue
        flow = Flow()
        at = iter(kinds)
        for part in cell.parts:
            if isinstance(part, str):
                flow.add(_plain(part))
            else:
                flow.put(["[", *_differing(part, next(at)), "] "], [])
        out += flow.line()
    return out


def _differing(each: _Control, slot: _Slot) -> list[Piece]:
    """Return the differences of a control from the pattern: `name = value @ref state`."""
    name = "" if slot.is_same else each.name
    if slot.name or slot.tail:
        name = "" if slot.is_row else name[len(slot.name) : len(name) - len(slot.tail)]
    words = escaped(_plain(name))
    if each.value and each.value != each.name:
        words += (" = " if words else "") + escaped(_plain(each.value))
    rest = each.words if each.words != slot.state else ""
    if not slot.options:
        rest += _option_list(each)
    ref: list[Piece] = [] if each.opening.handle is None else [each.opening.handle]
    return [*([words + " "] if words else []), *ref, *([rest] if rest else [])]


def _option_list(each: _Control) -> str:
    """Return the options of a select as text."""
    return "".join(states({k: v for k, v in each.opening.state.items() if k.startswith("option")}))


def _plain(text: str) -> str:
    """Escape characters that would look like a ref or the end of a cell."""
    return re.sub(r"(^|\s)@", r"\1\\@", text).replace("|", "\\|")


def _full(row: Sequence[_Cell], start: str) -> list[Piece]:
    out: list[Piece] = [start]
    for i, cell in enumerate(row):
        if i:
            out.append(" | ")
        flow = Flow()
        for part in cell.parts:
            if isinstance(part, str):
                flow.add(part)
            else:
                flow.put(["[", *control(part.opening, escaped(part.text)), "] "], [])
        if cell.sort and not any("sort" in each.opening.state for each in cell.controls):
            flow.add(f" ({sort_words(cell.sort)})")
        out += flow.line()
    return out


def once(events: Sequence[Event]) -> list[Event]:
    """Return the events with each option list and each run of line numbers only once."""
    return _numbers_once(_options_once(events))


def _numbers_once(events: Sequence[Event]) -> list[Event]:
    """Replace at least `RUN` consecutive numbers on lines of their own by the first and last."""
    out: list[Event] = []
    run: list[tuple[int, int]] = []  # position in `out`, number
    for event in [*events, cast("Event", "close")]:
        said = event.text.strip() if isinstance(event, Words) else ""
        number = int(said) if said.isdecimal() and len(said) <= DIGITS else None
        is_next = number is not None and (not run or number == run[-1][1] + 1)
        if not is_next and event != "block":
            if len(run) >= RUN:
                (first, low), (last, high) = run[0], run[-1]
                out[first : last + 1] = [Words(f"{low} to {high}")]
            run = []
        if number is not None:
            run.append((len(out), number))
        out.append(event)
    return out[:-1]


def _options_once(events: Sequence[Event]) -> list[Event]:
    """Return the events with each option list only at its first occurrence."""
    known: dict[tuple[object, ...], str] = {}
    out: list[Event] = []
    for event in events:
        if isinstance(event, Opening) and event.state.get("options"):
            listed = (*event.state["options"], event.state.get("optionCount"))
            if sum(len(str(each)) for each in listed) > SHORT:
                if listed in known:
                    state = {k: v for k, v in event.state.items() if not k.startswith("option")}
                    state["optionsOf"] = known[listed]
                    event = replace(event, state=state)
                elif (name := quoted(event.name) if event.name else "the list above") not in (
                    known.values()
                ):
                    known[listed] = name
        out.append(event)
    return out
