"""Finds the ancestor row that distinguishes an element from its equals, and recognizes it again.

Rows are read by the page script (`js/page/rows.js`), innermost first. The text of a row includes
field values, rich text, images and buttons. No I/O.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence, Set
from functools import lru_cache
from itertools import chain

from viewmark.elements.record import ElementIdentity
from viewmark.elements.volatile import bare_numbers, clean, only_grew, settle_text, words
from viewmark.refs.identity import digest

ALIKE_ROW = 0.6
"""Minimum share of its words that a row must keep to count as the same row."""
LISTED = 2
"""Minimum number of names that must remain in each of two lists to prove that both still exist."""
ALIKE_ABOVE = 0.5
"""Minimum share of the words in the headings above an element that must remain for it to be the
same."""
STATES = 3
COMMON = 0.2
"""A word counts as a state, not as content, if at least `STATES` rows, and this share of a list's
rows, contain it."""
_FIRM = "="
"""Prefix that marks the text of a row as that of a table row or list item."""


def are_alike(one: str, other: str) -> bool:
    """Return True if most words and all identifying numbers of a row's text remain."""
    mine, theirs = words(settle_text(one)), words(settle_text(other))
    share = len(mine & theirs) >= ALIKE_ROW * max(len(mine), len(theirs), 1)
    return share and set(bare_numbers(one)) == set(bare_numbers(other))


def contradict(then: Sequence[str], now: Sequence[str]) -> bool:
    """Return True if none of the current rows around an element is one of the former rows."""
    return bool(then and now) and not any(are_alike(a[1:], b[1:]) for a in then for b in now)


def is_other_item(then: Sequence[str], now: Sequence[str]) -> bool:
    """Return True if a table row or list item has other words, not just more or fewer words."""
    if not then or not now or then[0][:1] != _FIRM:
        return False
    old, new = then[0][1:], now[0][1:]
    mine, theirs = words(old), words(new)
    return not (only_grew(mine, theirs) or are_alike(old, new))


def has_grown(
    then: ElementIdentity, now: ElementIdentity, before: Collection[str], found: Collection[str]
) -> bool:
    """Return True if an element still has all its former parts and no other element has them.

    The parts of a box are its own, those of any other element belong to its row. A box may also
    have lost parts. Another record has another title, so it lacks parts of this record.

    Args:
        then: the former element.
        now: the current element, with the same node.
        before: `parts` of all former elements.
        found: `parts` of all current elements.
    """
    mine, theirs = set(then.parts.split()), set(now.parts.split())
    is_same = mine <= theirs or (bool(then.pieces.own) and theirs <= mine)
    is_only = then.parts not in found and now.parts not in before
    return bool(mine and theirs) and is_same and is_only


def telling_row(rows: Sequence[str], others: Iterable[Sequence[str]]) -> str:
    """Return the innermost row that is not around any of the other elements, or an empty string."""
    taken = {digest_of(row) for each in others for row in each}
    return next((row for row in rows if digest_of(row) not in taken), "")


def is_in_row(row: str, rows: Sequence[str]) -> bool:
    """Return True if one of the rows is similar enough to count as `row`."""
    return any(are_alike(row[1:], each[1:]) for each in rows)


@lru_cache(maxsize=4096)
def digest_of(row: str) -> str:
    """Return the digest of a row's text, leaving out volatile values such as times and counts."""
    return digest("row", settle_text(clean(row[1:])) or row[1:])


def are_lists(one: Collection[str], other: Collection[str]) -> bool:
    """Return True if the names that remain under two titles prove that they are two lists.

    Rows of a table repeat the same buttons, while lists contain items with different names.

    Args:
        one: names that remain in the first list.
        other: names that remain in the second list.
    """
    return min(len(one), len(other)) >= LISTED and set(one).isdisjoint(other)


def list_states(rows: Collection[frozenset[str]]) -> frozenset[str]:
    """Return the words that occur in many rows of a list, which are states rather than names."""
    count = Counter(chain.from_iterable(rows))
    least = max(STATES, COMMON * len(rows))
    return frozenset(word for word, n in count.items() if n >= least)


def stay_above(mine: Set[str], theirs: Set[str]) -> bool:
    """Return True if at least the share `ALIKE_ABOVE` of the words above an element remains."""
    return len(mine & theirs) >= ALIKE_ABOVE * max(len(mine), len(theirs))
