"""What differs between two moments of a page, line by line, in reading order. Pure.

    ~ textbox "Customer" @customer = "Ann" (was: = "Bob")
    + alert
    +   text: Saved.
    - button "Delete" @e12
    > listitem: Fix pump (in list "Done")

`+` came, `-` went, `~` is the same thing with another name, state or value, `>` stands elsewhere.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable  # noqa: TC003  (of a constant)
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from viewmark.errors import InvalidOption
from viewmark.page.reading_lines import COMPARED, Aside, indented, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from viewmark.browser.discovery.readable import Readable
    from viewmark.elements.model import Handle
    from viewmark.page.reading_lines import Line, Piece

__all__ = [
    "ChangedLine",
    "ChangeMode",
    "LastReport",
    "Changes",
    "Moment",
    "check_mode",
    "compare",
    "cut",
    "listed",
    "nodes_of",
    "rendered",
    "wire_of",
]

Mark = Literal["+", "-", "~", ">"]

ChangeMode = Literal["none", "auto", "full"]
"""Whether actions report what changed: not, up to `AUTO` characters, or all."""

MESSAGES = frozenset({"alert", "alertdialog", "status", "log"})
OVERLAYS = frozenset({"dialog", "alertdialog", "menu", "listbox", "tooltip", "tree"})
WAS_LIMIT = 80
"""Characters of what a line said before."""
_ORDER: dict[Mark, int] = {"~": 2, "+": 3, "-": 4, ">": 5}


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """What an action changed, line by line in reading order (see this module)."""

    lines: tuple[str, ...] = ()
    meanwhile: tuple[str, ...] = ()
    """What changed by itself since the last report."""
    arrived: str = ""
    """Title and address, where another document is shown now; then `lines` are its own. The
    address alone, where the page gave itself another one."""
    is_known: bool = True
    """False where the page did not answer in time: what changed is in the next report."""
    left_out: int = 0
    """Lines beyond the limit."""
    frame_id: str | None = None
    """Where something was left out: `snapshot(since=frame_id)` shows all of it."""

    def __str__(self) -> str:
        return self.text()

    def __bool__(self) -> bool:
        return not self.is_known or bool(self.lines or self.meanwhile or self.arrived)

    def text(self, *, address: bool = True) -> str:
        """The lines; without title and address, where an answer has those elsewhere."""
        if not self.is_known:
            return "not known yet: the page did not answer in time"
        rows = ["since then:", *(f"  {each}" for each in self.meanwhile)] if self.meanwhile else []
        if self.meanwhile and (self.lines or self.arrived):
            rows.append("now:")
        rows += [f"page {self.arrived}"] if self.arrived and address else []
        rows += self.lines
        if self.left_out:
            since = f" since={self.frame_id}" if self.frame_id else ""
            rows.append(f"... {self.left_out} more: snapshot{since}")
        return "\n".join(rows or ["the page is empty" if self.arrived else "nothing changed"])


@dataclass(frozen=True, slots=True)
class Moment:
    """How a page read at one moment."""

    epoch: str
    url: str = field(repr=False)
    title: str
    lines: Sequence[Line] = field(repr=False)
    found: Readable = field(repr=False)


@dataclass(slots=True)
class LastReport:
    """The newest reading for reports, and whether its lines are known to the caller."""

    newest: Moment | None = None
    is_known: bool = False


class ChangedLine(NamedTuple):
    """One line that differs."""

    mark: Mark
    line: Line
    depth: int
    at: int
    """Its position among the lines of its moment."""
    rank: int
    """0 is a message, 1 in a dialog or menu; the highest is left out first."""
    was: str = ""
    """What it said before, or what it is in now."""

    @property
    def is_overlay(self) -> bool:
        """Whether it is a message, a dialog or a menu as a whole."""
        return any(isinstance(p, str) and _role(p) in MESSAGES | OVERLAYS for p in self.line[:2])


@dataclass(frozen=True, slots=True)
class _Row:
    """A line with what is compared of it."""

    line: Line
    depth: int
    words: str
    """Without its level, refs, and what scrolling changes."""
    label: str
    """Role and name."""
    node: tuple[str, str, int] | None
    """What can be acted on, where it is one thing."""
    rank: int
    """0 or 1 for what stands in a message or an overlay, else 2."""
    around: str
    """The nearest line around it that has a name."""

    def change(self, mark: Mark, at: int, was: str = "") -> ChangedLine:
        """The change that it is."""
        rank = self.rank if mark in "+~" and self.rank < 2 else _ORDER[mark]
        return ChangedLine(mark, self.line, self.depth, at, rank, was)


def check_mode(value: object) -> ChangeMode:
    """Refuse what is no mode.

    Raises:
        InvalidOption: with those that there are.
    """
    for mode in get_args(ChangeMode):
        if value == mode:
            return mode  # type: ignore[no-any-return]
    raise InvalidOption(f"changes must be none, auto or full, not {value!r:.40}.", param="changes")


def compare(old: Sequence[Line], new: Sequence[Line]) -> list[ChangedLine]:
    """What differs, in the order of the newer one; what went stands where it stood."""
    before, after = _rows(old), _rows(new)
    differing = _differing([row.words for row in before], [row.words for row in after])
    pairs = _paired(before, after, differing)
    nodes = {_node(piece) for row in after for piece in row.line if not isinstance(piece, str)}
    # One that stands among words now is not gone.
    still_there = set(pairs.values()) | {i for i, r in enumerate(before) if r.node in nodes}
    out: list[ChangedLine] = []
    for gone, come in differing:
        out += [before[i].change("-", i) for i in _outermost(before, gone) if i not in still_there]
        for j in come:
            row = after[j]
            if j not in pairs:
                out.append(row.change("+", j))
            elif (was := before[pairs[j]]).words == row.words:
                moved_to = f"in {row.around}" if row.around != was.around else ""
                out.append(row.change(">", j, moved_to))
            else:
                plain = replace(row, line=_without_options(row.line))
                out.append(plain.change("~", j, _said_before(was.line, row.line)))
    return out


def listed(lines: Sequence[Line]) -> list[ChangedLine]:
    """All lines of a page; messages and dialogs are the last to be cut."""
    return [row.change("+", i) for i, row in enumerate(_rows(lines))]


def cut(changes: Sequence[ChangedLine], limit: int) -> list[ChangedLine]:
    """The most important ones that fit into so many characters, in their order."""
    size = 0
    chosen: set[int] = set()
    for i in sorted(range(len(changes)), key=lambda i: (changes[i].rank, i)):
        size += _size(changes[i])
        if size > limit and chosen:
            break
        chosen.add(i)
    return [each for i, each in enumerate(changes) if i in chosen]


def rendered(
    changes: Sequence[ChangedLine], ref_of: Callable[[Handle], str | None], *, marks: bool = True
) -> list[str]:
    """The changes as lines with refs; what came together keeps its levels.

    Args:
        changes: what to write.
        ref_of: the ref of what can be acted on.
        marks: begin each line with its mark.
    """
    out: list[str] = []
    base, end = 0, ("", 0)
    for each, after in _merged(changes):
        if (each.mark, each.at) != end or each.depth < base:
            base = each.depth
        end = (each.mark, after)
        words = shown(indented(each.depth - base, (_bare(each.line[0]), *each.line[1:])), ref_of)
        was = ""
        if each.was:
            was = f" ({each.was})" if each.mark == ">" else f" (was: {each.was})"
        out.append((f"{each.mark} " if marks else "") + words + was)
    return out


def nodes_of(changes: Iterable[ChangedLine]) -> Iterator[Handle]:
    """What of them can be acted on now."""
    for each in changes:
        if each.mark != "-":
            yield from (piece for piece in each.line if not isinstance(piece, str))


def wire_of(changes: Changes | None, *, address: bool = True) -> dict[str, Any]:
    """The member of an answer, where there is one."""
    return {} if changes is None else {"changes": changes.text(address=address)}


def _size(change: ChangedLine) -> int:
    return 4 + len(change.was) + sum(len(p) if isinstance(p, str) else 10 for p in change.line)


def _node(handle: Handle) -> tuple[str, str, int]:
    return (handle.frame_id, handle.epoch, handle.node_id)


def _role(words: str) -> str:
    return words.strip(" ").split(" ", 1)[0].rstrip(":")


def _bare(piece: Piece) -> Piece:
    return piece.lstrip(" ") if isinstance(piece, str) else piece


def _merged(changes: Sequence[ChangedLine]) -> Iterator[tuple[ChangedLine, int]]:
    """Each change, and the position behind it; what came alone in another is one line with it."""
    i = 0
    while i < len(changes):
        each = changes[i]
        i += 1
        level = each.depth
        while each.mark != "~" and _is_alone(changes, i, level):
            inner = (_bare(changes[i].line[0]), *changes[i].line[1:])
            said = (piece for piece in inner if piece not in ("", "text: "))
            each = each._replace(line=(*each.line, ": ", *said))
            level += 1
            i += 1
        yield each, changes[i - 1].at + 1


def _is_alone(changes: Sequence[ChangedLine], i: int, level: int) -> bool:
    """Whether that change is the only one directly in the one before it."""
    before = changes[i - 1]
    for each in changes[i:]:
        if each.mark != before.mark or each.at != before.at + 1 or each.depth <= level:
            break
        if each is not changes[i] and each.depth == level + 1:
            return False
        before = each
    return before is not changes[i - 1]


def _rows(lines: Sequence[Line]) -> list[_Row]:
    rows: list[_Row] = []
    above: list[_Row] = []
    for line in lines:
        first = line[0] if line and isinstance(line[0], str) else ""
        depth = (len(first) - len(first.lstrip(" "))) // 2
        while above and above[-1].depth >= depth:
            above.pop()
        parts = (p if isinstance(p, str) else "\0" for p in line if not isinstance(p, Aside))
        words = "".join(parts).strip(" ")
        handles = [piece for piece in line if not isinstance(piece, str)]
        role = _role(words)
        rank = 0 if role in MESSAGES else 1 if role in OVERLAYS else above[-1].rank if above else 2
        if " invalid=" in words:
            rank = 0
        one = handles[0] if len(handles) == 1 else None
        row = _Row(
            line=line,
            depth=depth,
            words=words,
            label=words.partition(" \0")[0],
            node=None if one is None else _node(one),
            rank=min(rank, above[-1].rank) if above else rank,
            around=next((r.label[:WAS_LIMIT] for r in reversed(above) if '"' in r.label), ""),
        )
        rows.append(row)
        above.append(row)
    return rows


def _differing(old: Sequence[str], new: Sequence[str]) -> list[tuple[list[int], list[int]]]:
    """Blocks of rows that went and of rows that came in their place."""
    if len(old) * len(new) <= COMPARED:
        codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        return [
            (list(range(a, b)), list(range(c, d))) for kind, a, b, c, d in codes if kind != "equal"
        ]
    gone, come = Counter(old), Counter(new)
    gone.subtract(new)
    come.subtract(old)
    return [(list(_beyond(old, gone)), list(_beyond(new, come)))]


def _beyond(words: Sequence[str], count: Counter[str]) -> Iterator[int]:
    for i, each in enumerate(words):
        if count[each] > 0:
            count[each] -= 1
            yield i


_IDENTITIES: tuple[Callable[[_Row], object], ...] = (
    lambda row: row.node,
    lambda row: row.words,
    lambda row: row.label if row.node else None,
)


def _paired(
    before: Sequence[_Row], after: Sequence[_Row], differing: Sequence[tuple[list[int], list[int]]]
) -> dict[int, int]:
    """Newer row -> older row of the same thing: same node, else same words, else same label."""
    pairs: dict[int, int] = {}
    free = {i for gone, _ in differing for i in gone}
    for of in _IDENTITIES:
        those: dict[object, deque[int]] = defaultdict(deque)
        for i in sorted(free):
            if (key := of(before[i])) is not None:
                those[key].append(i)
        for j in (j for _, come in differing for j in come if j not in pairs):
            if (key := of(after[j])) is not None and those.get(key):
                pairs[j] = those[key].popleft()
                free.discard(pairs[j])
    # One line in the place of another: a number that counts, a row with another cell.
    for gone, come in differing:
        left, new = [i for i in gone if i in free], [j for j in come if j not in pairs]
        if len(left) == len(new) == 1 and _are_alike(before[left[0]], after[new[0]]):
            pairs[new[0]] = left[0]
    return pairs


def _outermost(before: Sequence[_Row], gone: Sequence[int]) -> Iterator[int]:
    """Those that went, without what went with a dialog or menu or with what has a name."""
    inside = -1
    last = -2
    for i in gone:
        row = before[i]
        if i != last + 1 or row.depth <= inside:
            inside = -1
        last = i
        if inside < 0:
            yield i
            is_whole = _role(row.words) in OVERLAYS or '"' in row.label
            inside = row.depth if is_whole else -1


def _without_options(line: Line) -> Line:
    """A select without its list: that was there before."""
    return tuple(p for p in line if not (isinstance(p, str) and p.startswith(" options=")))


def _are_alike(was: _Row, now: _Row) -> bool:
    same_role = _role(was.words) == _role(now.words)
    return same_role and was.depth == now.depth and was.around == now.around


def _said_before(was: Line, now: Line) -> str:
    """The pieces of a line that are not in the newer one."""
    said = {piece.strip(" ") for piece in now if isinstance(piece, str)}
    pieces = [piece.strip(" ") for piece in was if isinstance(piece, str)]
    words = " ".join(each for each in pieces if each and each not in said).removeprefix("text: ")
    return words if len(words) <= WAS_LIMIT else words[: WAS_LIMIT - 1] + "\N{HORIZONTAL ELLIPSIS}"
