"""Distinguishes elements with equal lines by their row, card, heading, label or position.

Each of twenty "Edit" buttons gets the text around it: `in "Kettle"`, `under "Teas"`. If no
surrounding text is different, it gets the nearest text in a part of the page that contains only
this element of the group: `beside "limit"`, the key in the same row. Otherwise the elements are
numbered: `3 of 12`. An element without any text always gets its surroundings, even if its line is
unique; if these are vague, it gets its neighbour: `after "Help"`. No I/O.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import TypeAlias

from viewmark.elements.boards import place_on_boards, sides_of
from viewmark.elements.line import NAME_LENGTH, description_of_sign, is_field, words_of
from viewmark.elements.model import Element
from viewmark.grouping import grouped
from viewmark.text import cut, quoted

LONGEST = 40
"""Maximum length of a surrounding text that describes an element, in characters."""
_STEPS = (1, 2)
"""Numbers of elements to go back to find a neighbour with a name; two, because arrows come in
pairs."""
_BESIDE = 24
"""Maximum length of a neighbour's text that describes an element, in characters."""
_HEADING = "h"
_LANDMARK = "l"
_OWN = "o"
_PLAIN = {"div", "span"}
"""Tags that say nothing about their contents, and are therefore omitted from descriptions."""
_OWN_MARKS = 20
"""Maximum number of marks in a row or card whose text identifies an element."""
_VALUE = 14
"""Maximum length of a value beside the name of its field, in characters."""
_BRIEF = 2
"""Maximum length of a text that counts as a symbol or number, in characters."""
_CROWD = 3
"""Maximum number of marks in a part of the page for its first words to describe a single mark."""
_MASS = 12
"""Maximum number of marks in a part of the page for its first words to describe equal marks."""
_NEAREST = 8
"""Maximum number of marks from an element to the text that identifies it."""
_LAST = "\uffff"
_LETTER = re.compile(r"[^\W_]")
_COUNT = re.compile(r"[\[({]\d+[\])}]|\d{1,2}")
"""Matches the count of a collapsed branch or a badge, which names no element."""
_MONTH = re.compile(r"\W*([^\W\d_]{3,}\.?,? \d{4}|\d{4} ?年 ?\d{1,2} ?月)(?!\d)")
"""Matches the month and year at the start of a calendar's text."""
_DAY = re.compile(r"\d{1,2}")
_DAYS = 20
"""Minimum number of day numbers that make a calendar; fewer may be page numbers."""
_COLOUR = "colour #"
"""Prefix of the guessed name of an element that only shows a colour."""
_SIGN = re.compile(
    r"(?:close|cross|times|dismiss|filter|funnel|remove|delete|clear|minus|plus|toggle|star|chevrons?|angle|arrow|caret|ellipsis|drag)\b"
    r"|(?:checkbox|radio|switch)$"
)
"""Matches guessed names that state the icon or the state, but not the object."""
_ACT = re.compile(
    r"(?:like|heart|favou?rite|bookmark|share|copy|edit|pencil|trash|download|pin|thumbs)\b"
)
"""Matches guessed names that state the action; the row or card around it states the object."""
_SAME = {
    ord("\N{WHITE STAR}"): "\N{BLACK STAR}",
    ord("\N{WHITE HEART SUIT}"): "\N{BLACK HEART SUIT}",
}
"""Maps the empty symbols of a rating to the filled ones, so that they have equal lines."""
_CLOSES = re.compile(
    r"close|dismiss|remove|clear(?: (?:value|input|field|selection))?"
    r"|(?:in|de)crease|(?:in|de)crement|sort|expand|collapse|(?:add|subtract) \d+"
    r"|[\N{MULTIPLICATION SIGN}\N{MULTIPLICATION X}]",
    re.IGNORECASE,
)
"""Matches names that do not state the object that is closed, removed or changed."""
_CROSSES = {"×", "✕", "✖", "✗", "╳", "⨯"}  # noqa: RUF001 - characters used as crosses
"""Characters on a button that closes something, whatever the language of its name."""
_AMOUNT = re.compile(r"[-+\N{MINUS SIGN}]?\W?\d[\d.,'\s]*[.,]\d\d\W?\w{0,3}")
"""Matches an amount of money with its sign and currency."""
_DRAWN = re.compile(r"(?:star|chevrons?|angle|arrow|caret|ellipsis|drag)\b")
"""Matches the names of `_SIGN` that do not even state the action."""
_CELLS = {"cell", "gridcell"}
_PRESSED = {"button", "link", "generic", "group"}
_BESIDE_IT = "b"
_ALL_ROWS = "A"
_PARTS = {"R", _ALL_ROWS}
"""Letters that stand for containers in the kinds of surrounding texts: the row of a field or
message, and all rows."""
_ROWS = {"r", "b", "g", "R"}
"""Letters that stand for texts of a row in the kinds of surrounding texts: the row, a button beside
it, a group of boxes."""
_TICKED = {"checkbox", "radio"}
_VALUED = {"checkbox", "combobox", "searchbox", "slider", "spinbutton", "switch", "textbox"}
_SAME_NAME = 3
"""Minimum number of fields that have one name but several roles and count as values of several
rows."""
_Part: TypeAlias = tuple[str, str]
"""A text around an element, and the letter that stands for its kind (see `ElementIdentity.around`).
"""


@dataclass(slots=True)
class _Place:
    """Description of the place of one of several elements with equal lines."""

    words: list[str]
    is_vague: bool
    """True if the description only consists of a landmark or has no letters."""


def wheres(elements: Sequence[Element]) -> list[str]:
    """Return the text that distinguishes each element from its equals; empty if its line is unique.

    Args:
        elements: all elements of an observation, in reading order.
    """
    groups = grouped((_line_of(each), i) for i, each in enumerate(elements))
    _join_values(elements, groups)
    counts = Counter(part for each in elements for part in each.identity.context)
    large = {part for part, count in counts.items() if count > _CROWD and len(part) > LONGEST}
    brief = {name for each in elements if 0 < len(name := words_of(each)) <= _BRIEF}
    huge = {part for part in large if counts[part] > _MASS}
    has_days = sum(map(_is_day, elements)) >= _DAYS
    places = [""] * len(elements)
    boards = place_on_boards(elements)
    ordered: list[tuple[list[str], int, str]] = []
    for members in groups.values():
        first = elements[members[0]]
        words = words_of(first) + description_of_sign(first)
        is_sign = _is_sign(first)
        is_value = _is_value(first)
        is_bare = not _LETTER.search(words) or is_sign or _is_number(first, has_days=has_days)
        are_parts = [_is_part(elements[i], len(members)) for i in members]
        is_bare |= is_value or any(are_parts)
        if len(members) == 1 and not is_bare:
            places[members[0]] = boards.get(members[0], "")
            continue
        is_day = has_days and _is_day(first)
        # The row of an amount of money consists of other marks, so the names of these marks are
        # kept.
        made = set() if is_value else _made_of_marks(first, elements)
        skipped = large | made if len(members) == 1 else huge
        around = [
            _around(elements[i], is_day=is_day, is_sign=is_sign, skipped=skipped, brief=brief)
            for i in members
        ]
        if is_value:
            around = [[part for part in each if part[1] in _ROWS] for each in around]
        if 0 < len(words_of(first)) <= _BRIEF and not _LETTER.search(words_of(first)):
            around = [[part for part in each if _says_of_sign(part[0])] for each in around]
        holders: dict[_Part, set[int]] = defaultdict(set)
        for k, parts in enumerate(around):
            for part in parts:
                holders[part].add(k)
        is_nameless = not _LETTER.search(words_of(first)) or is_sign or is_day or is_value
        least = int((is_nameless and _place_words(first) is None) or any(are_parts))
        vague = _LANDMARK if is_field(first) else _LANDMARK + _HEADING
        near = [_apart(each, holders, of=len(members), least=least, vague=vague) for each in around]
        has_words = all(each.words for each in near)
        is_placed = has_words and (is_day or (is_sign and not _DRAWN.match(words)))
        is_placed |= is_value or all(are_parts)
        if is_bare and not is_placed:
            free = [k for k, i in enumerate(members) if i not in boards]
            _add_neighbours(elements, [members[k] for k in free], [near[k] for k in free])
        for those in _alike(near).values():
            for k in (k for k in those if members[k] in boards):
                # The name of another square of the board does not describe this square's place.
                said = [words for words in near[k].words if len(_quotation(words)) > _BRIEF + 2]
                places[members[k]] = ", ".join([*said, boards[members[k]]])
            same = [k for k in those if members[k] not in boards]
            if not same:
                continue
            alike = [members[k] for k in same]
            is_alike = _are_alike([elements[i] for i in alike])
            if is_alike and not ordered:  # fast path: most observations have no equal elements
                ordered = sorted(_step_rows(elements))
            own = _own_words(alike, ordered) if is_alike else []
            sides = sides_of([elements[i] for i in alike]) if own else []
            is_mixed = len({elements[i].role for i in alike}) > 1
            if is_mixed and not any(own):
                sides = [""] * len(same)  # the roles already distinguish the elements
            for n, k in enumerate(same):
                # A value distinguishes fields of the same name; a checkbox has no value.
                has_value = is_mixed and bool(elements[alike[n]].state.get("value"))
                number = own[n] or sides[n] if own and not has_value else ""
                places[members[k]] = ", ".join(filter(None, [*near[k].words, number]))
    return places


def _is_sign(element: Element) -> bool:
    """Return True if only an element's icon or action is known, but not what it acts on."""
    words = words_of(element) + description_of_sign(element)
    if element.role == "button" and (_CLOSES.fullmatch(words) or element.text in _CROSSES):
        return True
    if not words or words != element.label_hint:
        return False
    has_row = not _ROWS.isdisjoint(element.identity.around)
    return bool(_SIGN.match(words) or (has_row and _ACT.match(words)))


def _is_part(element: Element, of: int) -> bool:
    """Return True if the container that identifies an element is not part of its name or place.

    A container of all rows ("select all") counts only if `of`, the number of elements with this
    line, is greater than 1.
    """
    place = element.cell
    if place is not None and element.role in _TICKED:
        return False  # the line of a checkbox in a table already contains the row
    said = f"{words_of(element)} {place.words() if place else ''}".casefold()
    row = place.row.casefold() if place is not None and place.row else _LAST
    parts = zip(element.identity.context, element.identity.around, strict=False)
    meant = _PARTS - {_ALL_ROWS} if of == 1 else _PARTS
    whole = (text.casefold() for text, kind in parts if kind in meant)
    return any(text not in said and not text.startswith(row) for text in whole)


def _made_of_marks(one: Element, elements: Sequence[Element]) -> Set[str]:
    """Return the surrounding texts of an element that consist only of the names of other marks."""
    names = {words_of(each) for each in elements if each is not one} - {""}
    return {part for part in one.identity.context if _count_names(part, names) > _CROWD - 1}


def _says_of_sign(text: str) -> bool:
    """Return True if a text around a symbol is informative: short, and with enough letters."""
    return len(text) < LONGEST and 3 * sum(map(str.isalpha, text)) > len(text)


def _until_marks(text: str, brief: Set[str]) -> str:
    """Return a surrounding text up to the first run of symbol names; `« 1 2 3 »` gives none."""
    said = text.split()
    while said and said[0] in brief and not _LETTER.search(said[0]):
        del said[0]
    at = next((n for n in range(len(said) - 1) if {said[n], said[n + 1]} <= brief), None)
    return " ".join(said[:at])


def _count_names(text: str, names: Set[str]) -> int:
    """Return the number of names that make up a text, or 0 if it contains other text."""
    count = 0
    while text:
        name = max(
            (name for name in names if f"{text} ".startswith(f"{name} ")), key=len, default=""
        )
        if not name:
            return 0
        count, text = count + 1, text[len(name) + 1 :]
    return count


def _join_values(elements: Sequence[Element], groups: dict[Hashable, list[int]]) -> None:
    """Merge the groups of fields that have the same name but different roles.

    Such groups arise if a column contains a checkbox in some rows and a value in others.
    """
    named: dict[str, list[Hashable]] = defaultdict(list)
    for line, members in groups.items():
        first = elements[members[0]]
        if first.role in _VALUED and first.name and first.name == words_of(first):
            named[first.name.casefold()].append(line)
    for lines in named.values():
        count = sum(len(groups[line]) for line in lines)
        if len(lines) > 1 and count >= _SAME_NAME:
            groups[lines[0]] = sorted(i for line in lines for i in groups.pop(line))


def _are_alike(same: Sequence[Element]) -> bool:
    """Return True if some elements have equal lines; fields are distinguished by their values."""
    if len({each.role for each in same}) > 1:
        return True
    is_valued = is_field(same[0]) or same[0].role == "combobox"
    values = {str(each.state.get("value", "")) for each in same} if is_valued else ()
    return len(same) > max(1, len(values))


def _is_number(element: Element, *, has_days: bool) -> bool:
    """Return True if the name is a number that is meaningless without its neighbours or month.

    For editable content other than a field, the number is the present content, not the purpose.
    """
    is_written = element.hint == "editable" and not is_field(element)
    is_of_month = has_days and _is_day(element)
    return (is_written or is_of_month) and not any(map(str.isalpha, words_of(element)))


def _is_value(element: Element) -> bool:
    """Return True for a mere value: an amount of money, or a cell that does not title its row."""
    if element.cell is not None or element.hint == "editable":
        return False
    if element.role in _PRESSED and _AMOUNT.fullmatch(words_of(element)):
        return True
    if element.role not in _CELLS:
        return False
    is_first = element.identity.path.endswith("[1]")
    return not (is_first and any(map(str.isalpha, words_of(element))))


def _is_day(element: Element) -> bool:
    return element.role not in _VALUED and bool(_DAY.fullmatch(words_of(element)))


def _step_rows(elements: Sequence[Element]) -> Iterator[tuple[list[str], int, str]]:
    for i, each in enumerate(elements):
        yield f"{each.frame}/{each.identity.path}".split("/"), i, _calling_words(each)


def _own_words(members: Sequence[int], ordered: Sequence[tuple[list[str], int, str]]) -> list[str]:
    """Return the nearest text for each of several equal elements, as `beside "..."`.

    The text comes from the part of the page that contains only this one of the equal elements. It
    is empty if this part is large, or if the parts of other equal elements contain the same text.

    Args:
        members: indices of the equal elements.
        ordered: path steps, index and name of every element of the observation, sorted.
    """
    numbers = set(members)
    mine = [entry for entry in ordered if entry[1] in numbers]
    own: dict[int, list[tuple[int, int, str]]] = {}
    for n, (steps, i, _) in enumerate(mine):
        neighbours = mine[max(0, n - 1) : n] + mine[n + 1 : n + 2]
        root = steps[: 1 + max(_common_length(steps, other[0]) for other in neighbours)]
        first, last = bisect_left(ordered, (root,)), bisect_left(ordered, ([*root, _LAST],))
        inside = ordered[first:last] if last - first <= _OWN_MARKS else []
        near = ((abs(k - i), k, words) for _, k, words in inside if words and k != i)
        own[i] = sorted(each for each in near if each[0] <= _NEAREST)
    counts = Counter(words for inside in own.values() for _, _, words in inside)
    nearest = [next((words for *_, words in own[i] if counts[words] == 1), "") for i in members]
    return [words and f"beside {quoted(words)}" for words in nearest]


def _common_length(one: Sequence[str], other: Sequence[str]) -> int:
    """Return the number of common leading steps; a plain loop, because it is called often."""
    for n, (step, its) in enumerate(zip(one, other, strict=False)):
        if step != its:
            return n
    return min(len(one), len(other))


def _quotation(said: str) -> str:
    return said[said.find('"') :]


def _alike(said: Sequence[_Place]) -> dict[Hashable, list[int]]:
    return grouped((tuple(each.words), k) for k, each in enumerate(said))


def _add_neighbours(
    elements: Sequence[Element], members: Sequence[int], said: list[_Place]
) -> None:
    """Describe each run of adjacent equal elements by the neighbour before or after the run."""
    for same in _alike(said).values():
        runs = [[same[0]]]
        for k in same[1:]:
            if members[k] == members[k - 1] + 1 and k - 1 == runs[-1][-1]:
                runs[-1].append(k)
            else:
                runs.append([k])
        is_placed = _place_words(elements[members[same[0]]]) is not None
        is_label = len(same) > 1 and any('"' in words for words in said[same[0]].words)
        if len(runs) == 1 and (is_label or not said[same[0]].is_vague):
            continue  # a number and a place, such as "2 of 3" in a card, are sufficient
        if len(same) == 1 and is_placed:
            continue
        for run in runs:
            neighbour = _neighbour_words(elements, members[run[0]], members[run[-1]])
            if neighbour and not any(map(neighbour.endswith, map(_quotation, said[run[0]].words))):
                for k in run:
                    said[k].words.append(neighbour)


def _line_of(element: Element) -> Hashable:
    """Return the part of an element's line that does not depend on other elements."""
    name = cut(words_of(element) + description_of_sign(element), NAME_LENGTH).casefold()
    name = name.translate(_SAME)
    month = element.state.get("month")
    # A link and a button that are both called "Next" are not distinguished by their role.
    role = "button" if element.role == "link" else element.role
    return (role, name, month, _place_words(element), element.frame, element.in_dialog)


def _neighbour_words(elements: Sequence[Element], first: int, last: int) -> str:
    """Return the text before a run of nameless elements in its frame, else the text after it."""
    near = [("after", first - step) for step in _STEPS] + [("before", last + 1)]
    for word, other in near:
        is_near = 0 <= other < len(elements) and elements[other].frame == elements[first].frame
        # A neighbour that is only an icon does not describe a place.
        if is_near and not _is_sign(elements[other]) and (text := _calling_words(elements[other])):
            return f"{word} {quoted(text)}"
    return ""


def _calling_words(one: Element) -> str:
    """Return the text of an element that describes its neighbour's place, or an empty string."""
    if one.label_hint.startswith(_COLOUR):
        return ""
    # The value of an editable title describes it better than its label does.
    is_valued = is_field(one) or one.role == "combobox"
    value = str(one.state.get("value") or "") if is_valued else ""
    text = value if any(map(str.isalpha, value)) else words_of(one)
    return cut(text, _BESIDE) if _LETTER.search(text) else ""


def _place_words(element: Element) -> Hashable:
    """Return the place that every line contains: the table cell or the grid's heading."""
    return element.cell or (element.grid and element.grid.heading) or None


def _around(
    element: Element, *, is_day: bool, is_sign: bool, skipped: Set[str], brief: Set[str]
) -> list[_Part]:
    """Return the surrounding texts, innermost first, each with the letter of its kind."""
    kinds = element.identity.around
    parts = zip(element.identity.context, kinds.ljust(len(element.identity.context)), strict=False)
    said: list[_Part] = []
    for words, kind in parts:
        text = words if is_day or kind == _ALL_ROWS else _until_marks(words, brief)
        # For a day of a calendar, only the month identifies it; other days in the text do not.
        month = _MONTH.match(text) if is_day else None
        is_own = kind == _OWN or _is_own_value(element, text) or any(text == its for its, _ in said)
        if is_own or not _LETTER.search(text) or _COUNT.fullmatch(text):
            continue
        if (words in skipped and not month and kind not in _PARTS) or (
            is_sign and kind == _LANDMARK and ":" not in text
        ):
            continue
        said.append((month[1] if month else cut(text, LONGEST), kind))
    return said


def _is_own_value(element: Element, text: str) -> bool:
    """Return True if a text is the element's name, alone or followed by its value: `Sweep 12 %`."""
    name = words_of(element)
    return text == name or (
        element.role in _VALUED
        and bool(name)
        and text.startswith(f"{name} ")
        and len(text) - len(name) <= _VALUE
    )


def _apart(
    parts: Sequence[_Part],
    holders: Mapping[_Part, set[int]],
    *,
    of: int,
    least: int,
    vague: str,
) -> _Place:
    """Return the fewest surrounding texts that distinguish an element from its equals.

    Args:
        parts: surrounding texts of the element, innermost first.
        holders: the equal elements that have each text, keyed by text.
        of: number of equal elements.
        least: minimum number of texts to return.
        vague: letters of the kinds of text that are too vague on their own.
    """
    remaining: set[int] | None = None  # all elements
    chosen: list[str] = []
    is_vague = True
    for part in parts:
        left = of if remaining is None else len(remaining)
        if left == 1 and len(chosen) >= least:
            break
        if len(holders[part]) == of and len(chosen) >= least:
            continue
        same = holders[part] if remaining is None else remaining & holders[part]
        # The first words of a large part of the page describe an element less helpfully than a
        # number.
        if len(part[0]) >= LONGEST and len(same) > 1:
            continue
        if len(same) < left or len(chosen) < least:
            chosen.append(_said(*part))
            is_vague &= part[1] in vague or not _LETTER.search(part[0])
            remaining = same
    return _Place(chosen, is_vague)


def _said(text: str, kind: str) -> str:
    if kind == _ALL_ROWS:
        return text
    if kind in {_HEADING, _BESIDE_IT}:
        return f"{'under' if kind == _HEADING else 'beside'} {quoted(text)}"
    # Labels come with their container (`toolbar:Formatting`), landmarks come alone.
    role, colon, label = text.partition(":")
    if kind == _LANDMARK and role.isalpha() and role.islower():
        named = f" {quoted(label)}" if colon else ""
        return f"in{'' if colon and role in _PLAIN else f' {role}'}{named}"
    return f"in {quoted(text)}"
