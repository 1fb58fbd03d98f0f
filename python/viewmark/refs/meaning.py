"""Decides by text whether an element is still the one that was observed (docs/refs.md).

The node proves nothing, because pages write the next record into the previous record's node. The
name, the text of the row, the URL and the icon are evidence. Some of them may change while the
element stays; the rules of this module define which.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Literal, TypeAlias

from viewmark.elements.record import ElementIdentity
from viewmark.elements.volatile import bare_numbers, clean, is_generated, settle_text, words
from viewmark.refs.rows import (
    are_alike,
    are_lists,
    contradict,
    has_grown,
    is_in_row,
    is_other_item,
    list_states,
    stay_above,
    telling_row,
)

Verdict: TypeAlias = Literal["same", "renamed", "other"]
"""Whether a node is still the observed element. `same`: certain. `renamed`: same id or URL, but new
text. `other`: cannot be decided."""
_Key: TypeAlias = Callable[[ElementIdentity], Hashable]

SAME, RUNS, NUMBERED, OTHER = range(4)
"""Levels of difference between two texts: none, only volatile values, only a bare number, or words.
"""

FIELDS = frozenset({"searchbox", "textbox"})
"""Roles whose name may be a placeholder, so that the row identifies the element."""
TITLE = 3
"""Maximum number of words in the title of a list."""

_DIGITS = re.compile(r"\d+")

_named: _Key = attrgetter("frame", "role", "tag", "called")
_called: _Key = attrgetter("frame", "role", "tag", "called", "pieces.own")
_exact: _Key = attrgetter(
    *("frame", "role", "tag", "called", "pieces.own", "pieces.row", "aim", "icon")
)
_all: _Key = attrgetter(
    *("frame", "role", "tag", "called", "context", "rows", "aim", "icon", "test_id", "id")
)
_kind: _Key = attrgetter("frame", "role", "tag", "shape")
_test_id: _Key = attrgetter("frame", "test_id")
_id: _Key = attrgetter("frame", "id")
_aim: _Key = attrgetter("frame", "role", "aim")


@dataclass(frozen=True, slots=True)
class Case:
    """An observed element and its likely match, each with all elements of its observation."""

    then: ElementIdentity
    now: ElementIdentity
    before: Sequence[ElementIdentity]
    found: Sequence[ElementIdentity]
    is_node: bool = False
    """True if `then` and `now` are the same live node."""
    is_alone: bool = False
    """True if no other element on the page has the same name, whether in view or not."""

    def judge(self) -> Verdict:
        """Decide whether the current element is the observed one."""
        then, now = self.then, self.now
        level = self._level()
        if level == SAME:
            return "same"
        is_firm = self._is_firm()
        if level == OTHER:
            return "renamed" if is_firm else "other"
        if is_firm:
            return "same"
        if level == RUNS:
            # Volatile text above the element changed, but not the element or the elements equal to
            # it.
            is_above = self.is_node and _exact(then) == _exact(now)
            is_same = is_above and len(_like(then, self.before)) == len(_like(now, self.found))
            return "same" if is_same or self._is_only(now, _text_key(settle_text)) else "other"
        # A number identifies the element, unless the element is the only one of its kind, or its
        # row identifies it.
        if not self._is_only(now, _text_key(_without_digits)):
            return "other"
        row = now.pieces.row
        has_row = bool(row) and not bare_numbers(row) and _row_texts(then.pieces.row, row) <= RUNS
        return "same" if has_row or self._is_only(now, _kind) else "other"

    def is_hover_effect(self) -> bool:
        """Return True if the change is a usual effect of hover or focus.

        The element must keep its words, except numbers, but may gain words ("Save", "Save now"; a
        hint below a field). Or its name disappears, because its `title` is shown as a tooltip. No
        similar element outside its row may have changed.
        """
        then, now, a, b = self.then, self.now, self.then.pieces, self.now.pieces
        is_kept = attrgetter("frame", "role", "tag", "aim", "icon")
        mine, theirs = (words(_without_digits(f"{x.called} {x.pieces.own}")) for x in (then, now))
        has_row = words(a.row) <= words(b.row) and bool(a.row) == bool(b.row)
        if now.role in FIELDS and now.called and then.called == now.called:
            has_row = has_row or self._is_only(now, _named)  # the row may show a different hint

        def is_apart(each: ElementIdentity, one: ElementIdentity) -> bool:
            row = each.pieces.row
            return _exact(each) != _exact(one) and (row == "" or row != one.pieces.row)

        return (
            is_kept(then) == is_kept(now)
            and has_row
            and a.above == b.above
            and (mine <= theirs or not theirs)
            and self._level_of_row(SAME) != OTHER
            and self._are_others_as_before(is_apart)
        )

    def is_drop_effect(self, carried: str) -> bool:
        """Return True if the change is a usual one of a drop target during a drag.

        Only this element may have changed ("Release to drop"): its new text must be new on the
        page, and its former text must be gone. Containers of the dragged element are not evidence,
        because they repeat its text, as a column repeats that of a card.

        Args:
            carried: text of the dragged element.
        """

        def is_witness(each: ElementIdentity, one: ElementIdentity) -> bool:
            is_around = carried and clean(carried) in clean(each.pieces.own or each.name)
            return not is_around and _exact(each) != _exact(one)

        kind = attrgetter("frame", "role", "tag")
        is_alone = not _like(self.then, self.found) and not _like(self.now, self.before)
        is_alone = is_alone and kind(self.then) == kind(self.now)
        return is_alone and self._are_others_as_before(is_witness)

    def _are_others_as_before(
        self, is_witness: Callable[[ElementIdentity, ElementIdentity], bool]
    ) -> bool:
        """Return True if comparable elements of the same kind kept their text.

        Elements may have been added.
        """
        old, new = (
            Counter(_exact(x) for x in look if _kind(x) == _kind(self.now) and is_witness(x, one))
            for look, one in ((self.before, self.then), (self.found, self.now))
        )
        return old <= new or new <= old

    def _level(self) -> int:
        """Return the largest difference between the elements in their texts, rows and icons."""
        then, now, a, b = self.then, self.now, self.then.pieces, self.now.pieces
        if (then.frame, then.tag) != (now.frame, now.tag):
            return OTHER
        name, row = _texts(then.called, now.called), _row_texts(a.row, b.row)
        if row == OTHER and name == SAME and self._is_in_another_list():
            row = RUNS
        is_field = now.role in FIELDS and then.role == now.role and a.row != "" and row == SAME
        if name == OTHER and is_field and self._is_only(now, _row_of_kind):
            name = RUNS
        own = _texts(a.own, b.own)
        if own == OTHER and a.own and b.own and (self._only_grew() or self._is_state(a.own, b.own)):
            own = RUNS
        above = _headings(a.above, b.above, has_row=bool(a.row) and row == SAME)
        row = self._level_of_row(row, is_called_so=max(name, own) == SAME)
        levels = [name, own, row, _groups(a.group, b.group), above]
        if then.role != now.role:
            levels.append(OTHER if max(name, own) else RUNS)
        if then.aim != now.aim:
            is_record = not (then.has_own_aim and now.has_own_aim)
            levels.append(OTHER if (then.aim and now.aim and is_record) else RUNS)
        if then.icon != now.icon and not now.called and not b.own:
            levels.append(OTHER)
        return max(levels)

    def _level_of_row(self, level: int, *, is_called_so: bool = False) -> int:
        """Return the difference between the rows of the two elements.

        Rows matter only if several elements have the same name.

        Args:
            level: difference between the texts of the rows.
            is_called_so: True if the element's name did not change.
        """
        then, now = self.then, self.now
        if not then.pieces.own and self._only_grew():
            return SAME
        mine = _called(then)
        equals = [x for x in self.before if _called(x) == mine and x.path != then.path]
        if equals or sum(_called(each) == mine for each in self.found) > 1:
            words_of_row = _row(then)
            if words_of_row and all(_row(each) != words_of_row for each in equals):
                return level
            row = telling_row(then.rows, (each.rows for each in equals))
            return OTHER if row and not is_in_row(row, now.rows) else level
        if self.is_node:
            is_same = self.is_alone and is_called_so and bool(then.called or then.pieces.own)
            return SAME if is_same and not is_other_item(then.rows, now.rows) else level
        has_words = then.pieces.row or now.pieces.row
        return OTHER if not has_words and contradict(then.rows, now.rows) else level

    def _is_in_another_list(self) -> bool:
        """Return True if the element moved to another list, and both lists still exist."""
        then, now = self.then, self.now
        if not now.called or not self._is_only(now, _named) or not self._is_only(then, _named):
            return False
        held: list[set[str]] = []
        for row in (_row(then), _row(now)):
            names = [
                {
                    x.called
                    for x in look
                    if _row(x) == row and (x.role, x.tag) == (now.role, now.tag)
                }
                for look in (self.before, self.found)
            ]
            held.append((names[0] & names[1]) - {now.called})
        return are_lists(*held)

    def _only_grew(self) -> bool:
        """Return True if the node or row only gained parts that no other element has."""
        before, found = ([each.parts for each in look] for look in (self.before, self.found))
        return self.is_node and has_grown(self.then, self.now, before, found)

    def _is_state(self, then: str, now: str) -> bool:
        """Return True if all changed words are states, which occur in many list items."""
        kind = _kind(self.now)
        looks = (each for look in (self.before, self.found) for each in look)
        states = list_states([words(x.pieces.own) for x in looks if _kind(x) == kind])
        return are_alike(then, now) and words(settle_text(then)) ^ words(settle_text(now)) <= states

    def _is_firm(self) -> bool:
        """Return True if an unchanged id, test id or URL identifies the element uniquely."""
        then, now = self.then, self.now
        if (then.frame, then.tag) != (now.frame, now.tag):
            return False
        for mine, theirs, key in (
            (then.test_id, now.test_id, _test_id),
            ("" if is_generated(then.id) else then.id, now.id, _id),
            (then.aim if then.has_own_aim else "", now.aim if now.has_own_aim else "", _aim),
        ):
            # A number in an id may count positions; the id may then pass to the next record.
            is_place = key is not _aim and any(map(str.isdigit, mine))
            if mine and mine == theirs and not is_place and self._is_only(now, key):
                return True
        return False

    def _is_only(self, one: ElementIdentity, key: _Key) -> bool:
        """Return True if neither observation contains two elements with this element's key."""
        mine = key(one)
        return all(sum(key(x) == mine for x in look) <= 1 for look in (self.before, self.found))


def list_equals(one: ElementIdentity, elements: Sequence[ElementIdentity]) -> list[int]:
    """Return the positions of all elements with equal text and surroundings, itself included."""
    return [at for at, each in enumerate(elements) if _all(each) == _all(one)]


def _like(one: ElementIdentity, elements: Sequence[ElementIdentity]) -> list[ElementIdentity]:
    return [each for each in elements if _exact(each) == _exact(one)]


def _text_key(change: Callable[[str], str]) -> _Key:
    """Return a key function for an element's texts, each changed by the given function."""
    texts: Callable[[ElementIdentity], tuple[str, ...]]
    texts = attrgetter("called", "pieces.own", "pieces.row")
    return lambda one: (one.frame, one.role, one.tag, *map(change, texts(one)))


def _without_digits(text: str) -> str:
    return _DIGITS.sub("#", text)


def _row(one: ElementIdentity) -> str:
    return settle_text(clean(one.pieces.row))


def _row_of_kind(one: ElementIdentity) -> Hashable:
    return (one.frame, one.role, _row(one))


def _texts(a: str, b: str) -> int:
    a, b = clean(a), clean(b)
    if a == b:
        return SAME
    if settle_text(a) == settle_text(b) and (a and b):
        return RUNS
    return NUMBERED if a and b and _without_digits(a) == _without_digits(b) else OTHER


def _row_texts(a: str, b: str) -> int:
    level = _texts(a, b)
    if level != OTHER or not a:
        return SAME if not a else level  # without a former row, only siblings were added
    return RUNS if are_alike(a, b) else OTHER


def _groups(a: str, b: str) -> int:
    """Return the difference between two group titles; longer titles are compared as headings."""
    if a == b or not a or not b:
        return SAME
    if max(len(a.split()), len(b.split())) <= TITLE and bare_numbers(a) == bare_numbers(b):
        return RUNS
    return _headings((a,), (b,), has_row=False)


def _headings(a: tuple[str, ...], b: tuple[str, ...], *, has_row: bool) -> int:
    if a == b:
        return SAME

    def words_in(texts: tuple[str, ...]) -> Iterator[frozenset[str]]:
        yield frozenset(word for each in texts for word in words(settle_text(each)))
        # A number in a heading, such as an order number, identifies the page's record.
        yield frozenset(number for each in texts for number in bare_numbers(each))

    (mine, codes), (theirs, other_codes) = words_in(a), words_in(b)
    if not mine or not theirs:
        return RUNS
    is_alike = has_row or stay_above(mine, theirs)
    return RUNS if is_alike and codes == other_codes else OTHER
