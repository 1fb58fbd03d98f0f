"""Lines of the text of a page: with placeholders for refs, split into parts, and compared. Pure.

A line is a sequence of pieces. A piece is text, or the handle of an actionable element, which is
replaced by its ref when the line is shown. Only shown lines get refs, because naming is costly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import TypeAlias

from viewmark.browser.discovery.readable import Opening
from viewmark.elements.model import Handle
from viewmark.elements.state_words import describe_sign, states
from viewmark.text import quoted

Piece: TypeAlias = "str | Handle"
Line: TypeAlias = "tuple[Piece, ...]"

INDENTED = 30
"""Maximum depth shown by indentation; deeper lines begin with their depth in parentheses."""
LONGEST = 2_000
"""Maximum length of a line in characters; a longer line continues after `CONTINUED`."""
CONTINUED = "\N{HORIZONTAL ELLIPSIS}\N{RIGHTWARDS ARROW} "
REF_SIZE = 10
"""Approximate number of characters of a ref."""
URL_SIZE = 160
COMPARED = 4_000_000
"""Maximum number of pairs of lines to compare two texts line by line in order; beyond it, only
additions and removals are reported."""


class Aside(str):
    """Text in a line that comparisons ignore, because scrolling changes it."""

    __slots__ = ()


class Layer(Aside):
    """Empty piece that flags a line in a live region, or in an element displayed over the page."""

    __slots__ = ()


class Pattern(str):
    """Common part of all rows of a table, which is written once, above the rows."""

    __slots__ = ()


LIVE, OVER = Layer("live"), Layer("over")


def indented(depth: int, pieces: Sequence[Piece]) -> Line:
    """Return the line of an element, with the indentation for its depth."""
    deeper = f"({depth}) " if depth > INDENTED else ""
    return ("  " * min(depth, INDENTED) + deeper, *pieces)


def escaped(text: str) -> str:
    """Escape page text that looks like the brackets around controls."""
    return text.replace("[", "\\[").replace("]", "\\]")


def control(opening: Opening, inner: str = "") -> list[Piece]:
    """Return `role "name" @ref states`, followed by contents that the name does not include."""
    name = opening.name or inner
    generic = opening.role in ("", "generic", "none")
    pieces: list[Piece] = [opening.hint or "element" if generic else opening.role]
    if name:
        pieces.append(f" {quoted(name)}")
        if sign := describe_sign(name, opening.role, opening.state):
            pieces.append(f" described {quoted(sign)}")
    elif opening.guess:
        pieces.append(f" maybe {quoted(opening.guess)}")
    if opening.handle is not None:
        pieces += [" ", opening.handle]
    pieces += list(states(opening.state))
    value = opening.state.get("value")
    is_said = letters(inner) in letters(name) or inner == value
    # the content is only a symbol
    is_said = is_said or (name != "" and not any(map(str.isalnum, inner)))
    if inner and not is_said and opening.tag not in ("label", "input"):
        pieces.append(f" text={quoted(inner)}")
    return pieces


def letters(text: str) -> str:
    """Return case-folded text without white space: names may have more spaces than lines."""
    return "".join(text.split()).casefold()


def address(url: str, origin: str) -> str:
    """Return a URL for a line: without the origin of the page, shortened with an ellipsis."""
    if origin and url.startswith(origin + "/"):
        url = url[len(origin) :]
    return url if len(url) <= URL_SIZE else url[: URL_SIZE - 1] + "\N{HORIZONTAL ELLIPSIS}"


def divided(line: Line) -> Iterator[Line]:
    """Yield the line or, if it is too long, several lines that continue each other."""
    held: list[Piece] = []
    size = 0
    for piece in line:
        rest = piece
        while isinstance(rest, str) and size + len(rest) > LONGEST:
            at = LONGEST - size
            space = rest.rfind(" ", 0, at)
            at = space + 1 if space > 0 else at
            yield (*held, rest[:at])
            rest = rest[at:]
            held, size = [CONTINUED], len(CONTINUED)
        held.append(rest)
        size += len(rest) if isinstance(rest, str) else REF_SIZE
    yield tuple(held)


def size_of(line: Line) -> int:
    """Return the approximate number of characters of a line, including its line feed."""
    return 1 + sum(len(p) if isinstance(p, str) else REF_SIZE for p in line)


def take(lines: Sequence[Line], start: int, characters: int) -> int:
    """Return the end index of the part that starts at line `start`; it has at least one line."""
    size = 0
    for at in range(start, len(lines)):
        size += size_of(lines[at])
        if size > characters and at > start:
            return at
    return len(lines)


def shown(line: Line, ref_of: Callable[[Handle], str | None]) -> str:
    """Return the line with refs inserted; elements that have no ref are written without one."""
    out = ""
    for piece in line:
        if isinstance(piece, Layer):
            continue
        if isinstance(piece, str):
            out += piece
        elif ref := ref_of(piece):
            out += ref
        else:
            out = out.rstrip(" ")
    return out


def _key(line: Line) -> str:
    return "".join(p if isinstance(p, str) else "\0" for p in line if not isinstance(p, Aside))


def changed_lines(old: Sequence[Line], new: Sequence[Line]) -> list[Line]:
    """List the changed lines in order: removed (`- `, without refs) and added (`+ `).

    Lines are compared by their text, so an element that is replaced by an equal one is no change.
    """
    out: list[Line] = []
    for gone, come in differing_blocks(list(map(_key, old)), list(map(_key, new))):
        out += [_gone_line(old[i]) for i in gone]
        out += [("+ ", *new[j]) for j in come]
    return out


def differing_blocks(
    old: Sequence[Hashable], new: Sequence[Hashable]
) -> list[tuple[list[int], list[int]]]:
    """Return blocks of removed lines and of the lines that replace them, as indices.

    Equal lines at both ends, usually nearly all lines, are skipped, because the comparison takes
    quadratic time. If the difference is very large, only the number of occurrences of each line is
    compared.
    """
    most = min(len(old), len(new))
    first = next((i for i in range(most) if old[i] != new[i]), most)
    last = next((i for i in range(most - first) if old[-1 - i] != new[-1 - i]), most - first)
    before, after = old[first : len(old) - last], new[first : len(new) - last]
    if not before and not after:
        return []
    if len(before) * len(after) > COMPARED:
        went, came = Counter(before), Counter(after)
        went.subtract(after)
        came.subtract(before)
        return [(list(_beyond(before, went, first)), list(_beyond(after, came, first)))]
    return [
        (list(range(first + a, first + b)), list(range(first + c, first + d)))
        for kind, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
        if kind != "equal"
    ]


def _beyond(words: Sequence[Hashable], count: Counter[Hashable], first: int) -> Iterable[int]:
    for i, each in enumerate(words, first):
        if count[each] > 0:
            count[each] -= 1
            yield i


def _gone_line(line: Line) -> Line:
    out: list[Piece] = ["- "]
    for piece in line:
        if isinstance(piece, str) and not isinstance(piece, Aside):
            out.append(piece)
        elif not isinstance(piece, str) and isinstance(out[-1], str):
            out[-1:] = [out[-1].rstrip(" ")] if out[-1].strip(" ") else []
    return tuple(out)
