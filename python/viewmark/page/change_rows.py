"""Lines of an outline with the properties that comparisons use. No side effects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from viewmark.elements.model import Handle
from viewmark.page.reading_lines import LIVE, OVER, Aside, Layer, Line, Piece
from viewmark.text import cut

MESSAGES = frozenset({"alert", "alertdialog", "status", "log"})
OVERLAYS = frozenset({"dialog", "alertdialog", "menu", "listbox", "tooltip", "tree"})
WAS_LIMIT = 80
"""Maximum length of the former text of a line, in characters."""
MANY_CELLS = 4
"""Minimum number of cells in a row for which unchanged cells are omitted."""
BETWEEN = "| "
"""Separator between the cells of a table row, which make one line."""


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """A line of an outline with the properties used for comparison."""

    line: Line
    depth: int
    words: str
    """The text without indentation, refs, and parts that change when the page scrolls."""
    label: str
    """Role and name of the element on this line."""
    node: tuple[str, str, int] | None
    """The line's actionable element, if there is exactly one."""
    nodes: tuple[tuple[str, str, int], ...]
    """Nodes of all actionable elements of the line."""
    rank: int
    """Rank: 0 or 1 inside a message or an overlay, 2 otherwise."""
    around: str
    """Text of the nearest enclosing line that has a name."""
    handle: Handle | None
    owner: int
    """Position of the nearest enclosing actionable line; -1 if there is none."""
    overlay: int
    """Position of the enclosing dialog or menu; -1 if there is none."""
    is_over: bool
    """True if the element is displayed over the page, with a fixed position."""


def rows_of(lines: Sequence[Line]) -> list[ComparedRow]:
    """Return the lines of an outline in comparable form."""
    rows: list[ComparedRow] = []
    above: list[tuple[int, ComparedRow]] = []
    for at, line in enumerate(lines):
        first = line[0] if line and isinstance(line[0], str) else ""
        depth = (len(first) - len(first.lstrip(" "))) // 2
        while above and above[-1][1].depth >= depth:
            above.pop()
        outer = above[-1][1] if above else None
        parts = (p if isinstance(p, str) else "\0" for p in line if not isinstance(p, Aside))
        words = "".join(parts).strip(" ")
        if words == "group expanded":  # the element's `summary` line already reports this state
            words = "group"
        handles = [piece for piece in line if not isinstance(piece, str)]
        role = role_of(words)
        rank = 1 if role in OVERLAYS else 2
        layers = [piece for piece in line if isinstance(piece, Layer)]
        if role in MESSAGES or LIVE in layers or " invalid=" in words:
            rank = 0
        one = handles[0] if len(handles) == 1 else None
        row = ComparedRow(
            line=line,
            depth=depth,
            words=words,
            label=words.partition(" \0")[0],
            node=None if one is None else one.key,
            nodes=tuple(each.key for each in handles),
            rank=rank if outer is None else min(rank, outer.rank),
            around=next((r.label[:WAS_LIMIT] for _, r in reversed(above) if '"' in r.label), ""),
            handle=one,
            owner=next((i for i, r in reversed(above) if r.handle is not None), -1),
            overlay=next((i for i, r in above if role_of(r.words) in OVERLAYS), -1),
            is_over=OVER in layers,
        )
        rows.append(row)
        above.append((at, row))
    return rows


def role_of(words: str) -> str:
    """Return the role of a line's element, which is the first word of the line."""
    return words.strip(" ").split(" ", 1)[0].rstrip(":")


def changed_cells(was: Line, now: Line) -> Line:
    """Return the changed cells of a long row, preceded by its first cell with only text."""
    old, new = _cells(was), _cells(now)
    said = [["".join(p for p in cell if isinstance(p, str)) for cell in row] for row in (old, new)]
    if len(old) != len(new) or len(new) < MANY_CELLS or said[0] == said[1]:
        return now
    named = next((i for i, cell in enumerate(new) if all(isinstance(p, str) for p in cell)), -1)
    out: list[Piece] = ["text: "]
    is_cut = False
    for i, cell in enumerate(new):
        is_kept = said[0][i] != said[1][i] or i == named
        if is_kept:
            out += [*cell, BETWEEN]
        elif not is_cut:
            out += ["\N{HORIZONTAL ELLIPSIS}", " ", BETWEEN]
        is_cut = not is_kept
    return tuple(out[: -2 if is_cut else -1])


def _cells(line: Line) -> list[list[Piece]]:
    """Split the pieces of a line into its cells."""
    cells: list[list[Piece]] = [[]]
    for piece in line:
        if piece == BETWEEN:
            cells.append([])
        elif any(cells) or not isinstance(piece, str) or piece.strip(" ") not in ("", "text:"):
            cells[-1].append(piece)
    return cells


def said_before(was: Line, now: Line) -> str:
    """Return the text of the older line that the newer line does not contain."""
    said = {piece.strip(" ") for piece in now if isinstance(piece, str)}
    pieces = [p.strip(" ") for p in was if isinstance(p, str) and not isinstance(p, Layer)]
    words = " ".join(each for each in pieces if each and each not in said).removeprefix("text: ")
    return cut(words, WAS_LIMIT)
