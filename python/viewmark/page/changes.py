"""Differences between two states of a page, line by line in reading order. No side effects.

    ~ textbox "Customer" @customer = "Ann" (was: = "Bob")
    + alert
    +   text: Saved.
    - button "Delete" @e12
    > listitem: Fix pump (in list "Done")

`+` was added, `-` was removed, `~` changed its name, state or value, `>` moved to another place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, Literal, NamedTuple, cast, get_args

from viewmark import text
from viewmark.browser.discovery.readable import Readable
from viewmark.elements.model import Handle
from viewmark.errors import InvalidOption
from viewmark.grouping import grouped
from viewmark.page.change_rows import (
    MESSAGES,
    OVERLAYS,
    ComparedRow,
    changed_cells,
    role_of,
    rows_of,
    said_before,
)
from viewmark.page.reading_lines import Line, Piece, differing_blocks, indented, shown
from viewmark.page.snapshot_lines import EventOutline
from viewmark.wire_record import timings_record

Mark = Literal["+", "-", "~", ">"]
ChangeMode = Literal["none", "auto", "full"]
"""How much actions report of the changes: nothing, up to `AUTO`, or up to `FULL` characters."""

NOTHING = "nothing changed in words or states"
"""What a report says if no line changed; a visual change, such as a colour or a canvas, changes no
line."""
IS_NOW = "much changed; the page is now:"
"""Heading of a report that shows the current lines of the page instead of the changes."""
POPUPS = ("menu", "listbox")
"""Roles of popups that are reported together with the control that opened them."""
OWNED = 9
"""Maximum number of lines inside an actionable element; an element with more lines counts as a
region of the page."""
RANKS: dict[Mark, int] = {"~": 2, "+": 3, "-": 4, ">": 5}


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """Changes caused by an action, line by line in reading order (format: see this module)."""

    lines: tuple[str, ...] = ()
    meanwhile: tuple[str, ...] = ()
    """Changes that happened between the last report and this action."""
    arrived: str = ""
    """Title and URL of a new document, to which `lines` then belong. Only the URL if it changed
    without loading a document; empty if neither changed."""
    is_known: bool = True
    """False if the page did not respond in time; the next report contains the changes."""
    under_way: tuple[str, ...] = ()
    """Pending activity that may change more, such as `POST /upload 3.0 s` or `a transition`."""
    left_out: int = 0
    """Number of changed lines omitted because of the character limit."""
    restyled: str = ""
    """Class names added to and removed from the clicked element, if nothing else changed."""
    invalid: tuple[str, ...] = ()
    """Invalid fields, if a click changed nothing; they may explain why a form was not submitted."""
    has_canvas: bool = False
    """True if the page draws on a canvas, whose changes no text describes."""
    dialogs: int = 0
    """Number of dialogs of the page that opened, less those that closed."""
    frame_id: str | None = None
    """ID for `snapshot(since=frame_id)`, which shows omitted lines; None if none were omitted."""

    def __str__(self) -> str:
        return self.text()

    def __bool__(self) -> bool:
        return not self.is_known or bool(self.lines or self.meanwhile or self.arrived)

    def text(self, *, address: bool = True) -> str:
        """Return the report as text; `address=False` omits the title and URL of a new document."""
        still = [f"still: {', '.join(self.under_way)}"] if self.under_way else []
        if not self.is_known:
            return "\n".join(["not known yet: the page did not answer in time", *still])
        rows = ["since then:", *(f"  {each}" for each in self.meanwhile)] if self.meanwhile else []
        if self.meanwhile and (self.lines or self.arrived):
            rows.append("now:")
        rows += [f"page {self.arrived}"] if self.arrived and address else []
        rows += self.lines
        if self.left_out:
            since = f" since={self.frame_id}" if self.frame_id else ""
            rows.append(f"... {self.left_out} more: snapshot{since}")
        if not rows and self.restyled:
            rows = [f"{NOTHING}, but its classes: {self.restyled}"]
        if not rows:
            is_loading = self.arrived and self.under_way
            nothing = "the page is empty" if self.arrived else NOTHING
            nothing += "; a canvas may have, which only a picture shows" * self.has_canvas
            rows = ["nothing to read yet" if is_loading else nothing]
        rows += ["invalid there:", *(f"  {each}" for each in self.invalid)] if self.invalid else []
        return "\n".join(rows + still)


@dataclass(frozen=True, slots=True)
class Moment:
    """The contents of a page, as text lines, at one point in time."""

    epoch: str
    url: str = field(repr=False)
    title: str
    outline: EventOutline = field(repr=False)
    found: Readable = field(repr=False)
    earlier: Readable | None = field(default=None, repr=False)
    """State before a scroll to the target, from which scroll distances are measured."""

    @property
    def lines(self) -> Sequence[Line]:
        """The lines in the form in which they are displayed."""
        return self.outline.lines


@dataclass(slots=True)
class LastReport:
    """The latest state used for reports, and whether the caller has seen its lines."""

    newest: Moment | None = None
    is_known: bool = False


class ChangedLine(NamedTuple):
    """One changed line of a page's outline."""

    mark: Mark
    line: Line
    depth: int
    at: int
    """Index of the changed line in the outline (before or after the change) that contains it."""
    rank: int
    """0 for a message, 1 inside a dialog or menu; lines with the highest rank are omitted first."""
    was: str = ""
    """Former text; for `>`, the current container."""
    owner: Handle | None = None
    """Enclosing actionable element, if the line has none itself."""
    before: Handle | None = None
    """The former element, if it was replaced by an equal one or its node has another text
    (`said`)."""
    said: Line = ()
    """The former line, if the same node now has another text."""
    is_inside: bool = False
    """True if the line was added together with the dialog or menu that contains it."""

    @property
    def is_overlay(self) -> bool:
        """True if the line itself is a message, a dialog or a menu."""
        return self.has_role(MESSAGES | OVERLAYS)

    @property
    def is_invalid(self) -> bool:
        """True if the line is a field in an invalid state."""
        return any(isinstance(piece, str) and " invalid" in piece for piece in self.line)

    def has_role(self, roles: Collection[str]) -> bool:
        """Return True if the line has one of these roles."""
        return any(isinstance(p, str) and role_of(p) in roles for p in self.line[:2])


def check_mode(value: object) -> ChangeMode:
    """Raise an error for an unknown mode.

    Raises:
        InvalidOption: the mode is unknown; the message lists the valid modes.
    """
    if value in get_args(ChangeMode):
        return cast("ChangeMode", value)
    raise InvalidOption(f"changes must be none, auto or full, not {value!r:.40}.", param="changes")


def compare(old: Sequence[Line], new: Sequence[Line]) -> list[ChangedLine]:
    """List the differences in the order of `new`; removed lines keep their former position."""
    before, after = rows_of(old), rows_of(new)
    differing = differing_blocks(_keys(before, after), _keys(after, before))
    pairs = _pair(before, after, differing)
    nodes = {piece.key for row in after for piece in row.line if not isinstance(piece, str)}
    # An actionable element that became plain text does not count as removed.
    still_there = set(pairs.values()) | {i for i, r in enumerate(before) if r.node in nodes}
    out: list[ChangedLine] = []
    for gone, come in differing:
        went = (i for i in _outermost(before, gone) if i not in still_there)
        out += [_change(before[i], "-", i) for i in went]
        for j in come:
            row = after[j]
            if j not in pairs:
                out.append(_came(row, j))
            elif (was := before[pairs[j]]).words == row.words:
                moved_to = f"in {row.around}" if row.around != was.around else ""
                out.append(_change(row, ">", j, moved_to))
            else:
                # The options of a select are omitted, because they existed before the change.
                line = tuple(p for p in row.line if not str(p).startswith(" options="))
                line = changed_cells(was.line, line)
                change = _change(row, "~", j, said_before(was.line, row.line))._replace(line=line)
                if row.handle is not None and row.node == was.node and row.label != was.label:
                    change = change._replace(before=was.handle, said=was.line)
                out.append(change)
    came = {j for _, block in differing for j in block}
    news = came - set(pairs)
    whole = _with_replaced(out, before, after, differing)
    placed = (each if each.mark == "-" else _place(each, after, came, news) for each in whole)
    return _messages_first([*placed, *_anew(whole, before, after)])


def _anew(
    changes: Sequence[ChangedLine], before: Sequence[ComparedRow], after: Sequence[ComparedRow]
) -> Iterator[ChangedLine]:
    """Yield popup menus with unchanged text but new nodes, which usually belong to another row."""
    old = {row.node for row in before}
    replaced = {after[each.at].overlay for each in changes if each.before and not each.said}
    for at in sorted(replaced - {-1}):
        inside = [row for row in after if row.overlay == at and row.node is not None]
        if role_of(after[at].words) in POPUPS and not any(row.node in old for row in inside):
            yield _change(after[at], ">", at)


def _keys(rows: Sequence[ComparedRow], others: Sequence[ComparedRow]) -> list[Hashable]:
    """Return comparison keys for rows: the text, and the element if both states contain it."""
    stayed = {row.node for row in others}
    return [(row.words, row.node if row.node in stayed else None) for row in rows]


def listed(lines: Sequence[Line]) -> list[ChangedLine]:
    """List all lines of a page as changes; messages and dialogs are omitted last."""
    return _messages_first([_change(row, "+", i) for i, row in enumerate(rows_of(lines))])


def cut(changes: Sequence[ChangedLine], limit: int) -> tuple[list[ChangedLine], int]:
    """Return the most important changes within a character limit, and the number of omitted lines.

    Changes that are written on one line stay together.
    """
    units = list(_merge(changes))
    size = 0
    chosen: set[int] = set()
    for i in sorted(range(len(units)), key=lambda i: (units[i].rank, i)):
        size += _size(units[i].line)
        if size > limit and chosen:
            break
        chosen.add(i)
    out = [each for i in sorted(chosen) for each in units[i].parts]
    return out, len(units) - len(chosen)


def size_of(changes: Sequence[ChangedLine]) -> int:
    """Return the approximate number of characters of the changes."""
    return sum(_size(each.line) for each in _merge(changes))


def rendered(
    changes: Sequence[ChangedLine],
    ref_of: Callable[[Handle], str | None],
    *,
    marks: bool = True,
    longest: int | None = None,
) -> list[str]:
    """Render the changes as lines with refs; lines added together keep their indentation.

    Args:
        changes: the changes to render.
        ref_of: looks up the ref of an actionable element.
        marks: True to begin each line with its mark.
        longest: maximum characters of a line of text; None for no limit.
    """
    out: list[str] = []
    base, end = 0, ("", 0)
    for unit in _merge(changes):
        each = unit.line
        if not marks and each.rank > 0:
            base = 0  # the lines of a complete page keep their indentation
        elif (each.mark, each.at) != end or each.depth < base:
            base = each.depth
        end = (each.mark, unit.parts[-1].at + 1)
        words = shown(indented(each.depth - base, (_bare(each.line[0]), *each.line[1:])), ref_of)
        if longest is not None and all(isinstance(piece, str) for piece in each.line):
            words = text.cut(words, longest)
        owner = ref_of(each.owner) if each.owner is not None else None
        was = f" (in {owner})" if owner else ""
        if each.was:
            was += f" ({each.was})" if each.mark == ">" else f" (was: {each.was})"
        out.append((f"{each.mark} " if marks else "") + words + was)
    return out


def with_opener(changes: Sequence[ChangedLine], opener: str) -> list[ChangedLine]:
    """Return the changes, with new menus and lists attributed to the control that opened them."""
    return [
        each._replace(line=(*each.line, f" (of {opener})"))
        if each.mark in "+>" and each.has_role(POPUPS)
        else each
        for each in changes
    ]


def nodes_of(changes: Iterable[ChangedLine]) -> Iterator[Handle]:
    """Yield the elements of the changes that are actionable now."""
    for each in changes:
        if each.mark != "-":
            yield from (piece for piece in each.line if not isinstance(piece, str))
            if each.owner is not None:
                yield each.owner


def wire_of(
    changes: Changes | None, timings: Mapping[str, float] = {}, *, address: bool = True
) -> dict[str, Any]:
    """Return the members of a JSON result for changes and timings, without empty ones."""
    row: dict[str, Any] = {} if changes is None else {"changes": changes.text(address=address)}
    row |= {"invalid": [*changes.invalid]} if changes is not None and changes.invalid else {}
    return row | timings_record(timings)


def _change(row: ComparedRow, mark: Mark, at: int, was: str = "") -> ChangedLine:
    """Create the change for a row, ranked as a message or an overlay, or else by its mark."""
    rank = row.rank if mark in "+~" and row.rank < 2 else RANKS[mark]
    return ChangedLine(mark, row.line, row.depth, at, rank, was)


def _came(row: ComparedRow, at: int) -> ChangedLine:
    """Create the change of an added row; a row over the page ranks as a message."""
    change = _change(row, "+", at)
    is_news = row.is_over and row.rank >= 2
    return change._replace(rank=int(row.handle is not None)) if is_news else change


def _size(change: ChangedLine) -> int:
    said = sum(len(p) if isinstance(p, str) else 10 for p in change.line)
    was = len(change.was) + 8 if change.was else 0
    return 4 + was + min(said, 310)


def _bare(piece: Piece) -> Piece:
    return piece.lstrip(" ") if isinstance(piece, str) else piece


class _Unit(NamedTuple):
    """Content of one output line: a change, merged with the line inside it if there is only one."""

    line: ChangedLine
    parts: Sequence[ChangedLine]

    @property
    def rank(self) -> int:
        return min(each.rank for each in self.parts)


def _merge(changes: Sequence[ChangedLine]) -> Iterator[_Unit]:
    """Group the changes by the output line on which they are written."""
    i = 0
    while i < len(changes):
        start, each = i, changes[i]
        i += 1
        level = each.depth
        while each.mark != "~" and _is_alone(changes, i, level):
            inner = (_bare(changes[i].line[0]), *changes[i].line[1:])
            said = (piece for piece in inner if piece not in ("", "text: "))
            each = each._replace(line=(*each.line, ": ", *said))
            level += 1
            i += 1
        yield _Unit(each, changes[start:i])


def _is_alone(changes: Sequence[ChangedLine], i: int, level: int) -> bool:
    """Return True if the change at `i` is the only direct child of the preceding change."""
    before = changes[i - 1]
    for each in changes[i:]:
        if each.mark != before.mark or each.at != before.at + 1 or each.depth <= level:
            break
        if each is not changes[i] and each.depth == level + 1:
            return False
        before = each
    return before is not changes[i - 1]


def _with_replaced(
    out: list[ChangedLine],
    before: Sequence[ComparedRow],
    after: Sequence[ComparedRow],
    differing: Sequence[tuple[list[int], list[int]]],
) -> list[ChangedLine]:
    """Insert changes for elements that were replaced by elements with the same text."""
    gone = {i for block, _ in differing for i in block}
    come = {j for _, block in differing for j in block}
    old = {row.node for row in before}
    same = zip(
        (row for i, row in enumerate(before) if i not in gone),
        ((j, row) for j, row in enumerate(after) if j not in come),
        strict=False,
    )
    at = 0
    for was, (j, row) in same:
        if row.words != was.words or row.node in old:
            # rows of a very long list are not compared in order, so this pair may not match
            continue
        change = _change(row, "~", j)._replace(before=was.handle)
        behind = (n for n in range(at, len(out)) if out[n].mark != "-" and out[n].at > j)
        at = next(behind, len(out))
        out.insert(at, change)
    return out


def _place(
    change: ChangedLine, after: Sequence[ComparedRow], come: set[int], news: set[int]
) -> ChangedLine:
    """Add the enclosing actionable element, and whether the row is inside a new dialog or menu."""
    row = after[change.at]
    owner = None
    if row.handle is None and row.owner >= 0 and row.owner not in come:
        about = after[row.owner]
        inner = takewhile(lambda each: each.depth > about.depth, after[row.owner + 1 :])
        owner = about.handle if sum(1 for _ in inner) < OWNED else None
    return change._replace(owner=owner, is_inside=row.overlay in news)


def _messages_first(changes: Iterable[ChangedLine]) -> list[ChangedLine]:
    """Move messages to the front, except those that appeared with a dialog."""
    return sorted(changes, key=lambda each: each.rank > 0 or each.is_inside)


_IDENTITIES: tuple[Callable[[ComparedRow], object], ...] = (
    lambda row: row.nodes or None,
    lambda row: row.words,
    lambda row: row.label if row.node and '"' in row.label else None,
)


def _pair(
    before: Sequence[ComparedRow],
    after: Sequence[ComparedRow],
    differing: Sequence[tuple[list[int], list[int]]],
) -> dict[int, int]:
    """Return the older row of the same element, keyed by newer row: by node, text, then label.

    Rows at the same place are paired first. If several controls have equal labels, it is unknown
    which of them moved, so these controls are not paired.
    """
    pairs: dict[int, int] = {}
    free = {i for gone, _ in differing for i in gone}
    for of in _IDENTITIES:
        was, now = ([of(row) for row in rows] for rows in (before, after))
        counts = Counter(was) | Counter(now)
        for is_here in (True, False):
            those = grouped(((was[i], before[i].around * is_here), i) for i in sorted(free))
            for j in (j for _, come in differing for j in come if j not in pairs):
                left = those[now[j], after[j].around * is_here] if now[j] is not None else []
                if left and (is_here or after[j].node is None or counts[now[j]] == 1):
                    pairs[j] = left.pop(0)
                    free.discard(pairs[j])
    # Then pair lines at the same place, such as a changed counter or a row with a changed cell.
    for gone, come in differing:
        left, new = [i for i in gone if i in free], [j for j in come if j not in pairs]
        if len(left) == len(new):
            alike = _are_alike if len(new) == 1 else _are_same
            both = list(zip(new, left, strict=True))
            pairs |= dict(both) if all(alike(before[i], after[j]) for j, i in both) else {}
    return pairs


def _outermost(before: Sequence[ComparedRow], gone: Sequence[int]) -> Iterator[int]:
    """Yield removed lines, except those inside a removed dialog, menu or named element."""
    inside = -1
    last = -2
    for i in gone:
        row = before[i]
        if i != last + 1 or row.depth <= inside:
            inside = -1
        last = i
        if inside < 0:
            yield i
            is_whole = role_of(row.words) in OVERLAYS or '"' in row.label
            inside = row.depth if is_whole else -1


def _are_alike(was: ComparedRow, now: ComparedRow) -> bool:
    same_role = role_of(was.words) == role_of(now.words)
    return same_role and was.depth == now.depth and was.around == now.around


def _are_same(was: ComparedRow, now: ComparedRow) -> bool:
    """Return True if only the text changed; a different name means a different control."""
    return (
        _are_alike(was, now)
        and (was.node is None) == (now.node is None)
        and (now.node is None or was.label == now.label)
    )
