"""Whether an element still is what somebody saw, by what it says; docs/refs.md describes it.

The node says nothing of that: pages write the next record into the node of the last one. What it
is called, the words of its row, its address and its icon do. Some of them change on a thing that
stays; the rules here say which.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from viewmark.elements.model import ElementIdentity
from viewmark.refs.pieces import are_lists, pieces_of
from viewmark.refs.rows import (
    are_alike,
    contradict,
    is_in_row,
    is_other_item,
    row_words,
    telling_row,
)
from viewmark.refs.volatile import bare_numbers, clean, is_generated, settle_text, words

if TYPE_CHECKING:
    Looks: TypeAlias = Sequence[Sequence[ElementIdentity]]

Verdict: TypeAlias = Literal["same", "renamed", "other"]
"""same: no doubt. renamed: the same by its id or address, with other words. other: who knows."""

SAME, RUNS, NUMBERED, OTHER = range(4)
"""How two texts differ: not at all, in what runs while one looks, in a bare number, in words."""

ALIKE_HEADING = 0.5
"""The same for what stands above."""

FIELDS = frozenset({"searchbox", "textbox"})
"""Roles whose name may be a placeholder; their row says which one it is."""
TITLE = 3
"""Words of a title of a list, at most."""
STATES = 3
COMMON = 0.2
"""In how many of a list a word must stand, and in which share, to be a state and no name."""

_DIGITS = re.compile(r"\d+")
_INDEX = re.compile(r"\[\d+\]")


def said(identity: ElementIdentity) -> str:
    """What it says, in few words for an error."""
    pieces = pieces_of(identity.context, identity.around)
    words = identity.name or pieces.own
    row = pieces.row or row_words(identity.rows) or "".join(pieces.above[:1])
    return f"{words} ({row})" if row else words


def judge(
    then: ElementIdentity,
    now: ElementIdentity,
    before: Iterable[ElementIdentity],
    found: Iterable[ElementIdentity],
    *,
    is_node: bool = False,
    is_alone: bool = False,
) -> Verdict:
    """Whether an element is what was seen.

    Args:
        then: as it was seen.
        now: what is taken for it.
        before: all that was seen with it.
        found: all that is there now.
        is_node: it is the node that was seen.
        is_alone: nothing else on the page is called so, in view or not.
    """
    looks = (list(before), list(found))
    level = _difference(then, now, looks, is_node=is_node, is_alone=is_alone)
    if level == SAME:
        return "same"
    if level == OTHER:
        return "renamed" if _is_firm(then, now, looks) else "other"
    if _is_firm(then, now, looks):
        return "same"
    if level == RUNS:
        if (
            is_node
            and _exact(then) == _exact(now)
            and _count(looks[0], then) == _count(looks[1], now)
        ):
            return "same"  # what stands above runs, over equals that stay
        return "same" if _is_only(now, looks, _settled_key) else "other"
    # A number that says which one, unless nothing else is like it, or its row says which one.
    if not _is_only(now, looks, _numberless):
        return "other"
    row = pieces_of(now.context, now.around).row
    has_row = bool(row) and not bare_numbers(row) and _rows(then, now) <= RUNS
    return "same" if has_row or _is_only(now, looks, _shape) else "other"


def is_hover_effect(
    then: ElementIdentity,
    now: ElementIdentity,
    before: Iterable[ElementIdentity],
    found: Iterable[ElementIdentity],
) -> bool:
    """Whether what changed on a node under the mouse, or with the focus, is what pages show there.

    It says all that it said but for numbers, and perhaps more ("Save", "Save now"; a hint below a
    field), or is not called anything any more (its `title` is shown as a tooltip), and nothing like
    it, but in its own row, says anything else.
    """
    if (then.frame, then.role, then.tag, then.aim, then.icon) != (
        now.frame,
        now.role,
        now.tag,
        now.aim,
        now.icon,
    ):
        return False
    a, b = pieces_of(then.context, then.around), pieces_of(now.context, now.around)
    mine, theirs = (
        words(_DIGITS.sub("#", f"{_name(each)} {own}"))
        for each, own in ((then, a.own), (now, b.own))
    )
    looks = (list(before), list(found))
    has_row = words(a.row) <= words(b.row) and bool(a.row) == bool(b.row)
    if now.role in FIELDS and _name(now) and _name(then) == _name(now):
        has_row = has_row or _is_only(now, looks, _name_key)  # another hint in its row
    if not has_row or a.above != b.above or not (mine <= theirs or not theirs):
        return False
    if _level_of_row(then, now, looks, SAME, is_node=True, is_alone=False) == OTHER:
        return False
    shape = _shape(now)
    old, new = (
        Counter(
            _exact(each)
            for each in elements
            if _shape(each) == shape and not _is_neighbour(each, one)
        )
        for elements, one in zip(looks, (then, now), strict=True)
    )
    return not (+old - new) or not (+new - old)  # one look may show more of a list


def is_drop_effect(
    then: ElementIdentity,
    now: ElementIdentity,
    before: Iterable[ElementIdentity],
    found: Iterable[ElementIdentity],
    carried: str,
) -> bool:
    """Whether what changed on a node is what pages show under a thing that is dragged over it.

    It alone says something else ("Release to drop"), something that nothing said before; and what
    it said nothing else says. What holds the thing that is carried, as a column holds a card,
    says its words and is no witness.
    """
    if (then.frame, then.role, then.tag) != (now.frame, now.role, now.tag):
        return False
    shape = _shape(now)

    def is_witness(one: ElementIdentity) -> bool:
        own = pieces_of(one.context, one.around).own or one.name
        return _shape(one) == shape and not (carried and clean(carried) in clean(own))

    old, new = (Counter(map(_exact, filter(is_witness, look))) for look in (before, found))
    if new[_exact(then)] or old[_exact(now)]:
        return False
    old.subtract([_exact(then)])
    new.subtract([_exact(now)])
    return not (+old - +new) or not (+new - +old)


def _is_neighbour(one: ElementIdentity, other: ElementIdentity) -> bool:
    """Whether two say the same, or stand in a row of the same words."""
    mine, theirs = (pieces_of(each.context, each.around).row for each in (one, other))
    return _exact(one) == _exact(other) or (mine != "" and mine == theirs)


def _difference(
    then: ElementIdentity, now: ElementIdentity, looks: Looks, *, is_node: bool, is_alone: bool
) -> int:
    if (then.frame, then.tag) != (now.frame, now.tag):
        return OTHER
    a, b = pieces_of(then.context, then.around), pieces_of(now.context, now.around)
    name, row = _texts(_name(then), _name(now)), _row_texts(a.row, b.row)
    if row == OTHER and name == SAME and _is_in_another_list(then, now, looks):
        row = RUNS
    is_field = now.role in FIELDS and then.role == now.role and a.row != "" and row == SAME
    if name == OTHER and is_field and _is_only(now, looks, _row_of_kind):
        name = RUNS
    own = _texts(a.own, b.own)
    if own == OTHER and a.own and b.own and _is_state(then, now, looks):
        own = RUNS
    above = _headings(a.above, b.above, has_row=bool(a.row) and row == SAME)
    is_alone = is_alone and max(name, own) == SAME
    row = _level_of_row(then, now, looks, row, is_node=is_node, is_alone=is_alone)
    levels = [name, own, row, _groups(a.group, b.group), above]
    if then.role != now.role:
        levels.append(OTHER if max(name, own) else RUNS)
    if then.aim != now.aim:
        is_record = not (then.has_own_aim and now.has_own_aim)
        levels.append(OTHER if (then.aim and now.aim and is_record) else RUNS)
    if then.icon != now.icon and not _name(now) and not b.own:
        levels.append(OTHER)
    return max(levels)


def _level_of_row(
    then: ElementIdentity,
    now: ElementIdentity,
    looks: Looks,
    level: int,
    *,
    is_node: bool,
    is_alone: bool,
) -> int:
    """How the row differs: of several that are called the same it is asked, of the only one not.

    Args:
        then: as it was seen.
        now: what is taken for it.
        looks: all that was seen with it, and all that is there now.
        level: how the words of the row differ.
        is_node: it is the node that was seen.
        is_alone: nothing else on the page is called so.
    """
    mine = _called(then)
    equals = [each for each in looks[0] if _called(each) == mine and each.path != then.path]
    if equals or sum(_called(each) == mine for each in looks[1]) > 1:
        words_of_row = _row(then)
        if words_of_row and all(_row(each) != words_of_row for each in equals):
            return level
        row = telling_row(then.rows, (each.rows for each in equals))
        return OTHER if row and not is_in_row(row, now.rows) else level
    if is_node:
        is_same = is_alone and bool(mine[3] or mine[4]) and not is_other_item(then.rows, now.rows)
        return SAME if is_same else level
    has_words = pieces_of(then.context, then.around).row or pieces_of(now.context, now.around).row
    return OTHER if not has_words and contradict(then.rows, now.rows) else level


def _called(one: ElementIdentity) -> tuple[str, ...]:
    """What it is called, by which equals are known."""
    return (one.frame, one.role, one.tag, _name(one), pieces_of(one.context, one.around).own)


def _is_in_another_list(then: ElementIdentity, now: ElementIdentity, looks: Looks) -> bool:
    """Whether it went below the title of another list: both lists stand, and hold others."""
    if (
        not _name(now)
        or not _is_only(now, looks, _name_key)
        or not _is_only(then, looks, _name_key)
    ):
        return False
    held: list[set[str]] = []
    for row in (_row(then), _row(now)):
        names = [
            {_name(x) for x in look if _row(x) == row and (x.role, x.tag) == (now.role, now.tag)}
            for look in looks
        ]
        held.append((names[0] & names[1]) - {_name(now)})
    return are_lists(*held)


def _row(one: ElementIdentity) -> str:
    return settle_text(clean(pieces_of(one.context, one.around).row))


def _row_of_kind(one: ElementIdentity) -> Hashable:
    return (one.frame, one.role, _row(one))


def _name_key(one: ElementIdentity) -> Hashable:
    return (one.frame, one.role, one.tag, _name(one))


def _is_state(then: ElementIdentity, now: ElementIdentity, looks: Looks) -> bool:
    """Whether all that changed of a row's own words is what others of the list say as well."""
    a, b = (pieces_of(each.context, each.around).own for each in (then, now))
    mine, theirs = words(settle_text(a)), words(settle_text(b))
    if not are_alike(a, b):
        return False
    shape = _shape(now)
    others = [
        words(pieces_of(each.context, each.around).own)
        for look in looks
        for each in look
        if _shape(each) == shape
    ]
    return all(
        sum(word in each for each in others) >= max(STATES, COMMON * len(others))
        for word in mine ^ theirs
    )


def _rows(then: ElementIdentity, now: ElementIdentity) -> int:
    return _row_texts(
        pieces_of(then.context, then.around).row, pieces_of(now.context, now.around).row
    )


def _name(identity: ElementIdentity) -> str:
    return clean(identity.name) or clean(identity.aria_label)


def _texts(a: str, b: str) -> int:
    a, b = clean(a), clean(b)
    if a == b:
        return SAME
    if settle_text(a) == settle_text(b) and (a and b):
        return RUNS
    if a and b and _DIGITS.sub("#", a) == _DIGITS.sub("#", b):
        return NUMBERED
    return OTHER


def _row_texts(a: str, b: str) -> int:
    level = _texts(a, b)
    if level != OTHER or not a:
        return SAME if not a else level  # it had no row of its own: others came beside it
    return RUNS if are_alike(a, b) else OTHER


def _groups(a: str, b: str) -> int:
    """The title of a list says little of its items; but what is longer is no title."""
    if a == b or not a or not b:
        return SAME
    if max(len(a.split()), len(b.split())) <= TITLE and bare_numbers(a) == bare_numbers(b):
        return RUNS
    return _headings((a,), (b,), has_row=False)


def _headings(a: tuple[str, ...], b: tuple[str, ...], *, has_row: bool) -> int:
    if a == b:
        return SAME
    mine = frozenset().union(*(words(settle_text(each)) for each in a))
    theirs = frozenset().union(*(words(settle_text(each)) for each in b))
    if not mine or not theirs:
        return RUNS
    is_alike = has_row or len(mine & theirs) >= ALIKE_HEADING * max(len(mine), len(theirs))
    # The number of an order in a heading says which record the page is about.
    old = {n for each in a for n in bare_numbers(each)}
    new = {n for each in b for n in bare_numbers(each)}
    return RUNS if is_alike and old == new else OTHER


def _is_firm(then: ElementIdentity, now: ElementIdentity, looks: Looks) -> bool:
    """Whether the author says that it is the same: by an id, a test id, an address of its own."""
    if (then.frame, then.tag) != (now.frame, now.tag):
        return False
    for mine, theirs, key in (
        (then.test_id, now.test_id, _test_id),
        ("" if is_generated(then.id) else then.id, now.id, _id),
        (then.aim if then.has_own_aim else "", now.aim if now.has_own_aim else "", _aim),
    ):
        # A running number in an id is that of a place, which the next record takes.
        is_place = key is not _aim and any(map(str.isdigit, mine))
        if mine and mine == theirs and not is_place and _is_only(now, looks, key):
            return True
    return False


def twins(one: ElementIdentity, elements: Sequence[ElementIdentity]) -> list[int]:
    """Which of a look say the same in all that they say, itself included."""
    mine = (_exact(one), one.context, one.rows, one.test_id, one.id)
    return [
        at
        for at, each in enumerate(elements)
        if (_exact(each), each.context, each.rows, each.test_id, each.id) == mine
    ]


def _count(elements: Sequence[ElementIdentity], one: ElementIdentity) -> int:
    mine = _exact(one)
    return sum(_exact(each) == mine for each in elements)


def _exact(one: ElementIdentity) -> Hashable:
    own, row, *_ = pieces_of(one.context, one.around)
    return (one.frame, one.role, one.tag, _name(one), own, row, one.aim, one.icon)


def _is_only(
    one: ElementIdentity,
    looks: Looks,
    key: Callable[[ElementIdentity], Hashable],
) -> bool:
    mine = key(one)
    return all(sum(key(each) == mine for each in look) <= 1 for look in looks)


def _test_id(one: ElementIdentity) -> Hashable:
    return (one.frame, one.test_id)


def _id(one: ElementIdentity) -> Hashable:
    return (one.frame, one.id)


def _aim(one: ElementIdentity) -> Hashable:
    return (one.frame, one.role, one.aim)


def _shape(one: ElementIdentity) -> Hashable:
    return (one.frame, one.role, one.tag, _INDEX.sub("", one.path))


def _settled_key(one: ElementIdentity) -> Hashable:
    own, row, *_ = pieces_of(one.context, one.around)
    return (one.frame, one.role, one.tag, *map(settle_text, (_name(one), own, row)))


def _numberless(one: ElementIdentity) -> Hashable:
    own, row, *_ = pieces_of(one.context, one.around)
    return (one.frame, one.role, one.tag, *(_DIGITS.sub("#", x) for x in (_name(one), own, row)))
