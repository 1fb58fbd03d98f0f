"""Matches elements by identity when their nodes are gone.

The matcher considers the whole page at once. A key matches only if it is unique both before and
now. Equal elements are aligned only between neighbours that are matched with certainty. Ambiguous
elements stay unmatched, because a new ref, and an error for the old ref, are better than a wrong
click.

Steps, strictest first (the author's name of an element is its test id or id):
1. all facts equal, with or without the destination (a URL may contain a page number);
2. content equal, where the author's names were reassigned (`row-2` became `row-1`);
3. the author's name equal and without digits, so that it cannot count rows;
4. equal except for counters;
5. equal except for parts of the row's text, if its distinguishing words remained;
6. equal except for the texts above the element: a greeting, a clock, a count;
7. a list item or a link with the same text at another place;
8. the same URL with another text;
9. the same name under the title of another list;
10. on a page with the same structure whose text all changed, as in another language: the same
   icon, or the same place if no other element of the same kind is left.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Hashable, Sequence
from functools import lru_cache
from itertools import pairwise

from viewmark.grouping import grouped
from viewmark.refs.by_node import RetainedNodes, is_in_other_row, is_readdressed, retain_nodes
from viewmark.refs.identity import Key
from viewmark.refs.memory import Evidence, Known, Seen
from viewmark.refs.rows import are_lists, contradict, stay_above

ALIKE = 0.6
"""Minimum share of a row's distinguishing words that must remain for the row to count as the same.
"""
ALIKE_NAMED = 0.34
"""Like `ALIKE`, but for an element that also has the same author's name as before, such as
`row-17`."""
MARGIN = 0.2
"""Minimum difference between the similarity of the best row and that of the second best row."""
SAME_BUILD = 0.8
"""Minimum share of element paths that a page must have in common with the earlier page to count as
its translation."""
TRANSLATED = 4
"""Minimum number of elements with text that a page must have to count as a translation."""
SAME_WORDS = 0.1
"""Maximum share of a translated page's elements whose text is unchanged, such as proper names."""
ROW_LETTERS = frozenset("rbgRB")
"""Letters that stand for kinds of surrounding texts that identify the row (see
`ElementIdentity.around`)."""
FUZZY_LIMIT = 10_000
"""Maximum number of pairs of texts to compare in a group; elements of larger groups stay unmatched.
"""


def match(
    known: Sequence[Known],
    seen: Sequence[Seen],
    *,
    last: int,
    anchors: Container[Key],
    may_return: Callable[[Known, Seen], bool],
    is_here: Callable[[Known], bool],
) -> dict[int, Known]:
    """Match the elements of an observation with the remembered elements.

    Args:
        known: all remembered elements.
        seen: elements of the observation; their order does not affect the result.
        last: number of the previous observation.
        anchors: test ids and ids that were seen before, on any element.
        may_return: returns whether an element of another document or URL may be this element.
        is_here: whether a remembered element may be on this page at all; elements of other pages
            in the tab are excluded, so that they do not make matches ambiguous.

    Returns:
        The remembered elements, each at most once, keyed by index in `seen`.
    """
    retained = retain_nodes(known, seen, last=last)
    pairs = retained.pairs
    if not retained.open_seen or not retained.open_known:
        return pairs
    here = [k for k in known if is_here(k)]
    work = _Work(here, seen, retained, anchors, may_return)
    work.unique(lambda x: x.keys.full)
    work.unique(lambda x: x.keys.exact)
    work.twins()
    work.unique(lambda x: x.keys.content, allow=work.is_dealt_anew)
    work.unique(
        lambda x: (x.keys.anchor, x.keys.exact[1], x.keys.exact[2]) if x.keys.is_named else None
    )
    work.unique(lambda x: x.keys.loose, in_all=True)
    work.rows()
    work.unique(_without_heading, allow=_is_below_alike, in_all=True)
    work.unique(_content_words, allow=_is_item, in_all=True)
    work.unique(_address, in_all=True)
    work.between_lists()
    work.match_translated(last)
    return work.pairs


class _Work:
    """The elements that are still unmatched on both sides; each step matches some of them."""

    def __init__(
        self,
        known: list[Known],
        seen: Sequence[Seen],
        retained: RetainedNodes,
        anchors: Container[Key],
        may_return: Callable[[Known, Seen], bool],
    ) -> None:
        self.all_known = known
        self.seen = seen
        self.pairs = retained.pairs
        refs = {k.ref for k in known}
        self.open_known = {k.ref: k for k in retained.open_known if k.ref in refs}
        self.open_seen = retained.open_seen
        names = Counter((s.keys.exact[1], s.keys.name) for s in seen)
        self.may_return: Callable[[Known, Seen], bool] = lambda k, s: (
            may_return(k, s)
            and not (is_readdressed(k, s, names) or is_in_other_row(k, s))
            and not (
                ROW_LETTERS.isdisjoint(s.identity.around)
                and contradict(k.identity.rows, s.identity.rows)
            )
        )
        self.anchors_before = anchors
        self.anchors_now = {s.keys.anchor for s in seen if s.keys.anchor}

    def pair(self, i: int, k: Known) -> None:
        self.pairs[i] = k
        self.open_seen.discard(i)
        self.open_known.pop(k.ref, None)

    def newest(self, members: list[Known]) -> list[Known]:
        """Return the most recently observed members, which replaced those observed earlier."""
        if len(members) == 1:
            return members
        at = max(k.seen_at for k in members)
        return [k for k in members if k.seen_at == at]

    def unique(
        self,
        key: Callable[[Known | Seen], Hashable],
        *,
        allow: Callable[[Known, Seen], bool] | None = None,
        in_all: bool = False,
    ) -> None:
        """Match elements whose key is unique before and now, even among elements already matched.

        Args:
            key: function that returns the value to compare; elements for which it returns None are
                skipped.
            allow: additional condition for a pair.
            in_all: True if the key must be unique among all remembered elements.
        """
        if not self.open_seen or not self.open_known:
            return
        wanted = {key(self.seen[i]) for i in self.open_seen} - {None}
        if 2 * len(self.open_known) < len(self.all_known):
            wanted &= {key(k) for k in self.open_known.values()}
        if not wanted:
            return
        seen, known = enumerate(self.seen), self.all_known
        now = grouped((value, i) for i, s in seen if (value := key(s)) in wanted)
        before = grouped((value, k) for k in known if (value := key(k)) in wanted)
        for value, candidates in before.items():
            if len(now[value]) != 1:
                continue
            group = candidates if in_all else self.newest(candidates)
            i = now[value][0]
            if len(group) != 1 or i not in self.open_seen or group[0].ref not in self.open_known:
                continue
            k, s = group[0], self.seen[i]
            if len(candidates) > 1 and k.identity.path != s.identity.path:
                continue  # Another element with this key was seen before and may be back.
            if self.may_return(k, s) and (allow is None or allow(k, s)):
                self.pair(i, k)

    def is_dealt_anew(self, k: Known, s: Seen) -> bool:
        """Return True if the author's names are equal, or were reassigned, such as row numbers."""
        old, new = k.keys.anchor, s.keys.anchor
        if old == new or (old is None and new is None):
            return True
        return (old is not None and old in self.anchors_now) or (
            new is not None and new in self.anchors_before
        )

    def twins(self) -> None:
        """Match equal elements by order, between neighbours that are matched with certainty."""
        wanted = {self.seen[i].keys.full for i in self.open_seen}
        seen, known = enumerate(self.seen), self.all_known
        now = grouped((full, i) for i, s in seen if (full := s.keys.full) in wanted)
        before = grouped((full, k) for k in known if (full := k.keys.full) in now)
        for key, candidates in before.items():
            newest = self.newest(candidates)
            old = sorted(newest, key=lambda k: path_order(k.identity.path))
            new = sorted(now[key], key=lambda i: path_order(self.seen[i].identity.path))
            # An equal element of an earlier observation may have returned, so paths must be equal
            # too.
            self._align(old, new, by_place=len(newest) < len(candidates))

    def _align(self, old: list[Known], new: list[int], *, by_place: bool) -> None:
        place = {k.ref: n for n, k in enumerate(old)}
        certain = [
            (place[self.pairs[i].ref], at)
            for at, i in enumerate(new)
            if i in self.pairs and self.pairs[i].ref in place
        ]
        if not certain:
            same = [k.identity.path for k in old] == [self.seen[i].identity.path for i in new]
            if not same:
                return
        elif any(a[0] >= b[0] for a, b in pairwise(certain)):
            return  # The elements were reordered, so their order proves nothing.
        edges = [(-1, -1), *certain, (len(old), len(new))]
        for (a, b), (c, d) in pairwise(edges):
            if c - a != d - b:
                continue
            for k, i in zip(old[a + 1 : c], new[b + 1 : d], strict=True):
                is_open = i in self.open_seen and k.ref in self.open_known
                if by_place and k.identity.path != self.seen[i].identity.path:
                    continue
                if is_open and self.may_return(k, self.seen[i]):
                    self.pair(i, k)

    def between_lists(self) -> None:
        """Match elements that moved to a different list, by name, if both lists still exist."""
        if not self.open_seen or not self.open_known:
            return
        stays: dict[Hashable, set[str]] = defaultdict(set)
        for i, k in self.pairs.items():
            s = self.seen[i]
            if s.keys.name and s.keys.name == k.keys.name and s.keys.near == k.keys.near:
                stays[_list(s)].add(s.keys.name)

        def allow(k: Known, s: Seen) -> bool:
            return are_lists(stays[_list(k)], stays[_list(s)])

        self.unique(_name_key, allow=allow, in_all=True)

    def match_translated(self, last: int) -> None:
        """Match elements by icon and place on a page whose text was translated."""
        if not self.open_seen or not self.open_known:
            return
        before = {
            (*k.keys.exact[:3], k.identity.path): k for k in self.all_known if k.seen_at == last
        }
        now = {(*s.keys.exact[:3], s.identity.path): s for s in self.seen}
        both = before.keys() & now.keys()
        if len(both) < SAME_BUILD * max(len(before), len(now)):
            return
        said = [(_said(before[at]), _said(now[at])) for at in both]
        said = [(old, new) for old, new in said if old and new]
        if len(said) < TRANSLATED or sum(a == b for a, b in said) > SAME_WORDS * len(said):
            return
        self.unique(_icon, in_all=True)
        left = [k for k in self.open_known.values() if k.seen_at == last]
        kinds_left = Counter(map(_kind, left))
        kinds_now = Counter(_kind(self.seen[i]) for i in self.open_seen)
        at = {(_kind(k), k.identity.path): k for k in left}
        for i in list(self.open_seen):
            s = self.seen[i]
            k = at.get((_kind(s), s.identity.path))
            if k is None or kinds_left[_kind(k)] != 1 or kinds_now[_kind(s)] != 1:
                continue
            if self.may_return(k, s):
                self.pair(i, k)

    def rows(self) -> None:
        """Match elements whose rows have almost the same text, if no other row is as similar."""
        now = grouped((_without_row(self.seen[i]), i) for i in self.open_seen)
        before = grouped((_without_row(k), k) for k in self.open_known.values())
        for key, new in now.items():
            old = before.get(key, [])
            if not old or len(old) * len(new) > FUZZY_LIMIT:
                continue
            reply = {i: self.seen[i].evidence for i in new}
            scores = _scores(old, reply, named=any(key[5:]))
            for i, k in _mutual_best(scores):
                if self.may_return(k, self.seen[i]):
                    self.pair(i, k)


def _said(x: Known | Seen) -> str:
    return x.keys.name + x.keys.near


def _without_heading(x: Known | Seen) -> Hashable:
    frame, role, tag, name, _, test_id, own = x.keys.exact
    says = (name, x.keys.near, x.keys.marks.icon, test_id, own)
    return (frame, role, tag, *says, x.keys.aim) if any(says) else None


def _is_below_alike(k: Known, s: Seen) -> bool:
    mine, theirs = k.evidence, s.evidence
    if mine.above_codes != theirs.above_codes:
        return False
    if (k.keys.near and s.keys.near) or not mine.above or not theirs.above:
        return True
    return stay_above(mine.above, theirs.above)


def _by_mark(name: str) -> Callable[[Known | Seen], Hashable]:
    """Return a key function for frame, role, tag and the digest in this field of `Marks`.

    The key function returns None if the digest is empty.
    """
    return lambda x: (*x.keys.exact[:3], mark) if (mark := getattr(x.keys.marks, name)) else None


_content_words, _list = _by_mark("content_words"), _by_mark("near")
_address, _icon = _by_mark("address"), _by_mark("icon")


def _is_item(k: Known, s: Seen) -> bool:
    """Return False for boxes inside a row: only their row identifies them.

    A card of a board is not inside a row, so it may move to another column.
    """
    return bool(k.keys.marks.item or s.keys.marks.item)


def _name_key(x: Known | Seen) -> Hashable:
    frame, role, tag, name, _, test_id, own = x.keys.exact
    return (frame, role, tag, name, test_id, own, x.keys.aim, x.keys.marks.icon) if name else None


def _kind(x: Known | Seen) -> tuple[str, ...]:
    return (*x.keys.exact[:3], x.identity.shape)


def _without_row(x: Known | Seen) -> tuple[str, ...]:
    frame, role, tag, name, _, test_id, own = x.keys.exact
    return (frame, role, tag, name, "", test_id, own)


def _scores(
    old: list[Known], reply: dict[int, Evidence], *, named: bool
) -> list[tuple[float, int, Known]]:
    need = ALIKE_NAMED if named else ALIKE
    common = Counter(word for k in old for word in k.evidence.words)
    # Words that occur in most rows do not identify a row. If there is only one row, all words
    # count.
    dull = {word for word, n in common.items() if len(old) > 1 and 2 * n > len(old)}
    found = []
    for k in old:
        a = k.evidence
        mine = a.words - dull
        for i, b in reply.items():
            if a.outer != b.outer or a.head != b.head or a.codes != b.codes:
                continue
            theirs = b.words - dull
            size = max(len(mine), len(theirs))
            score = len(mine & theirs) / size if size else 0.0
            if score >= need:
                found.append((score, i, k))
    return found


def _mutual_best(scores: list[tuple[float, int, Known]]) -> list[tuple[int, Known]]:
    by_new = grouped((i, score) for score, i, _ in scores)
    by_old = grouped((k.ref, score) for score, _, k in scores)

    def is_clear(score: float, rivals: list[float]) -> bool:
        best = sorted(rivals, reverse=True)
        return score == best[0] and (len(best) == 1 or score - best[1] >= MARGIN)

    return [
        (i, k)
        for score, i, k in scores
        if is_clear(score, by_new[i]) and is_clear(score, by_old[k.ref])
    ]


@lru_cache(maxsize=2048)
def path_order(path: str) -> tuple[tuple[int, str], ...]:
    """Return a sort key for paths such as `main[1]/ul[2]/li[10]`, which gives document order."""
    steps = []
    for step in path.split("/"):
        found = re.fullmatch(r"(.*?)\[(\d{1,9})\]", step)
        steps.append((int(found[2]), found[1]) if found else (0, step))
    return tuple(steps)
