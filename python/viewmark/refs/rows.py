"""Finds the ancestor row that distinguishes an element from its equals, and whether it is the same.

Rows are what the page script reads (`js/page/rows.js`): the words of each, innermost first, with
field values, rich text, pictures and buttons. Pure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence, Set
from functools import lru_cache
from itertools import chain

from viewmark.elements.volatile import bare_numbers, clean, settle_text, words
from viewmark.refs.identity import digest

ALIKE_ROW = 0.6
"""Share of a row's words that must stay for it to be the same row."""
LISTED = 2
"""Others that must have stayed in a list for its title to be one."""
ALIKE_ABOVE = 0.5
"""Share of the words above that must remain."""
STATES = 3
COMMON = 0.2
"""Number and share of a list's rows that must have a word for it to be a state and no name."""
_FIRM = "="
"""Sign of a table row or an item of a list."""


def are_alike(one: str, other: str) -> bool:
    """Whether two texts are of one row: most words and the identifying numbers stay."""
    mine, theirs = words(settle_text(one)), words(settle_text(other))
    share = len(mine & theirs) >= ALIKE_ROW * max(len(mine), len(theirs), 1)
    return share and set(bare_numbers(one)) == set(bare_numbers(other))


def contradict(then: Sequence[str], now: Sequence[str]) -> bool:
    """Whether none of the rows around an element is one of the former ones."""
    return bool(then and now) and not any(are_alike(a[1:], b[1:]) for a in then for b in now)


def is_other_item(then: Sequence[str], now: Sequence[str]) -> bool:
    """Whether a table row or list item has other words, not only more or fewer."""
    if not then or not now or then[0][:1] != _FIRM:
        return False
    old, new = then[0][1:], now[0][1:]
    mine, theirs = words(old), words(new)
    return not (mine <= theirs or theirs <= mine or are_alike(old, new))


def telling_row(rows: Sequence[str], others: Iterable[Sequence[str]]) -> str:
    """The innermost row that distinguishes it from its equals; empty if none does."""
    taken = {digest_of(row) for each in others for row in each}
    return next((row for row in rows if digest_of(row) not in taken), "")


def is_in_row(row: str, rows: Sequence[str]) -> bool:
    """Whether one of the rows is that one."""
    return any(are_alike(row[1:], each[1:]) for each in rows)


@lru_cache(maxsize=4096)
def digest_of(row: str) -> str:
    """Digest of a row without changing values."""
    return digest("row", settle_text(clean(row[1:])) or row[1:])


def are_lists(one: Collection[str], other: Collection[str]) -> bool:
    """Whether two elements are below titles of lists, by the names of the remaining ones.

    The rows of a table have the same buttons each; lists hold things of different names.
    """
    return min(len(one), len(other)) >= LISTED and set(one).isdisjoint(other)


def list_states(rows: Collection[frozenset[str]]) -> frozenset[str]:
    """Words in many rows of a list: states, and not names."""
    count = Counter(chain.from_iterable(rows))
    least = max(STATES, COMMON * len(rows))
    return frozenset(word for word, n in count.items() if n >= least)


def stay_above(mine: Set[str], theirs: Set[str]) -> bool:
    """Whether most words above it remain."""
    return len(mine & theirs) >= ALIKE_ABOVE * max(len(mine), len(theirs))
