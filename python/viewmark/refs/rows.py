"""Finds the ancestor row that distinguishes an element from its equals, and whether it is the same.

Rows are what the page script reads (`js/page/rows.js`): the words of each, innermost first, with
field values, rich text, pictures and buttons. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from viewmark.refs.identity import digest
from viewmark.refs.volatile import bare_numbers, clean, settle_text, words

ALIKE_ROW = 0.6
"""Share of a row's words that must stay for it to be the same row."""
_DRAWING = "\N{WHITE DIAMOND CONTAINING BLACK SMALL DIAMOND}"
"""Sign of a picture or icon without words, which is compared and never told."""
_FIRM = "="
"""Sign of a table row or an item of a list."""


def are_alike(one: str, other: str) -> bool:
    """Whether two texts are those of one row: most words stay, and the numbers that say which."""
    mine, theirs = words(settle_text(one)), words(settle_text(other))
    share = len(mine & theirs) >= ALIKE_ROW * max(len(mine), len(theirs), 1)
    return share and set(bare_numbers(one)) == set(bare_numbers(other))


def contradict(then: Sequence[str], now: Sequence[str]) -> bool:
    """Whether no row around an element is one of those that were around it."""
    return bool(then and now) and not any(are_alike(a[1:], b[1:]) for a in then for b in now)


def is_other_item(then: Sequence[str], now: Sequence[str]) -> bool:
    """Whether a table row or item of a list says other words, not only more or fewer."""
    if not then or not now or then[0][:1] != _FIRM:
        return False
    old, new = then[0][1:], now[0][1:]
    mine, theirs = words(old), words(new)
    return not (mine <= theirs or theirs <= mine or are_alike(old, new))


def telling_row(rows: Sequence[str], others: Iterable[Sequence[str]]) -> str:
    """The innermost row that none of its equals has; empty where no row tells them apart."""
    taken = {digest_of(row) for each in others for row in each}
    return next((row for row in rows if digest_of(row) not in taken), "")


def is_in_row(row: str, rows: Sequence[str]) -> bool:
    """Whether one of the rows is that one."""
    return any(are_alike(row[1:], each[1:]) for each in rows)


def row_words(rows: Sequence[str]) -> str:
    """What the innermost row says, without its drawings; empty where it is no row."""
    return " ".join(word for word in "".join(rows[:1])[1:].split() if word[0] != _DRAWING)


@lru_cache(maxsize=4096)
def digest_of(row: str) -> str:
    """A row without what runs while one looks, as a digest."""
    return digest("row", settle_text(clean(row[1:])) or row[1:])
