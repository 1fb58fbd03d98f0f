"""Matches elements by live node, and detects nodes that now show another record.

A live node keeps its element even if its text changes, unless the page reuses nodes. Lists without
keys write the next record into the node of the previous one, and virtual lists show row 21 in the
node of row 1. A ref that followed the node would then silently act on a different record. The
module therefore examines every node whose content changed. A node shows another record if:

- The old or new content is now at another node, so the data moved and the nodes stayed. This holds
  if the content identifies the record: the author's name or the row's text moved along, the role's
  name is content (links, options), or several contents moved together. If only the names of two
  buttons were exchanged, two toggles may have swapped their states. Neither node is trusted, so
  both get new refs.
- The author's name (test id, id) changed together with the name or surroundings, or the destination
  (URL, value, key) changed together with the name.
- It is one of several elements with the same text, and its URL changed.
- Its row or card lost the words that distinguished it from its siblings.
- Three or more nodes of a kind, and at least half of them, lost the words that distinguished them,
  own names included: the list was refilled.
- It is an unnamed box of a list, and more of its words changed than those that many boxes of the
  list share.
- It lost its distinguishing words and moved past its neighbours: the node was reused.

In all other cases it is the same element with another text. This includes a single link of a list
with a new text on the same node, because an edit and another record look the same there.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate, chain
from typing import NamedTuple

from viewmark.elements.volatile import only_grew
from viewmark.grouping import grouped
from viewmark.refs.identity import Key
from viewmark.refs.memory import Known, Seen, name_words
from viewmark.refs.rows import digest_of, has_grown, is_in_row, list_states

CONTENT_ROLES = frozenset(
    {"article", "cell", "gridcell", "heading", "img", "link", "listitem"}
    | {"option", "row", "treeitem"}
)
"""Roles whose name is their content; the name of a button, in contrast, is its action."""

REFILLED = 3
"""Minimum number of similar nodes that lose their words at once if a list was refilled."""
MOVED_TOGETHER = 3
"""Minimum number of contents that must be exchanged between nodes together to count as data,
whatever the role of their elements; one less is enough if they moved without an exchange.
"""


class RetainedNodes(NamedTuple):
    """Result of comparing all live nodes with the remembered elements."""

    pairs: dict[int, Known]
    """Remembered elements whose node is unchanged, keyed by their index in the observation."""
    open_seen: set[int]
    """Indices in the observation that may still be matched by identity."""
    open_known: list[Known]
    """Remembered elements that may still be matched by identity."""


class _Move(NamedTuple):
    """A remembered element whose content is now at another node."""

    known: Known
    to: int
    kind: tuple[str, str, str]
    by_data: bool
    """True if the moved content identifies the record that the element shows."""


def retain_nodes(known: Sequence[Known], seen: Sequence[Seen], *, last: int) -> RetainedNodes:
    """Match remembered elements with observed ones by node.

    Args:
        known: all remembered elements, of all documents.
        seen: elements of the observation.
        last: number of the previous observation.
    """
    by_node = {k.node: k for k in known if k.node is not None}
    alike: Counter[Key] = Counter()
    firm: dict[int, Known] = {}
    changed: dict[int, Known] = {}
    taken: set[str] = set()
    before, found = {k.identity.parts for k in known}, {s.identity.parts for s in seen}

    def grew(k: Known, s: Seen) -> bool:
        return has_grown(k.identity, s.identity, before, found)

    for i, s in enumerate(seen):
        k = by_node.get(s.node) if s.node is not None else None
        if k is None or k.ref in taken:
            continue
        taken.add(k.ref)
        is_same = k.keys.content == s.keys.content
        if k.box != s.box and k.keys.exact[1] == s.keys.exact[1] and k.keys.name == s.keys.name:
            # The control is now marked at another box, so its surrounding texts differ.
            firm[i] = k
            continue
        if is_same and k.keys.aim != s.keys.aim:
            if (k.base or k.keys).aim == (s.base or s.keys).aim:
                is_same = not is_in_other_row(k, s) or grew(k, s)
            else:
                # Among several "Read more" links, a link with a different URL is a different
                # element.
                alike = alike or Counter([each.keys.content for each in seen])
                is_same = alike[s.keys.content] == 1
        if is_same:
            firm[i] = k
        else:
            changed[i] = k
    released: set[int] = set()
    dropped: set[int] = set()
    if changed:
        moves = _moves(known, seen, firm, changed)
        released, dropped = _judge_moves(moves, changed, last)
        # A dropped element matches neither its former node nor its former content.
        undecided = [i for i in changed if i not in released and i not in dropped]
        released |= {i for i in undecided if _is_renamed_by_author(changed[i], seen[i])}
        names = Counter((s.keys.exact[1], s.keys.name) for s in seen)
        released |= {
            i
            for i in undecided
            if changed[i].keys.content == seen[i].keys.content  # only the URL changed
            or is_readdressed(changed[i], seen[i], names)
            or _is_next_record(changed[i], seen[i])
        }
        grown = {i for i, k in changed.items() if grew(k, seen[i])}
        released |= _find_refilled(firm, changed, released | dropped, seen) - grown
    pairs = firm | {i: k for i, k in changed.items() if i not in released and i not in dropped}
    gone = {k.ref for k in pairs.values()} | {changed[i].ref for i in dropped}
    lost = {changed[i].keys.full_content for i in dropped}
    blocked = dropped | {i for i, s in enumerate(seen) if lost and s.keys.full_content in lost}
    return RetainedNodes(
        pairs,
        {i for i in range(len(seen)) if i not in pairs and i not in blocked},
        [k for k in known if k.ref not in gone],
    )


def _kind(s: Seen) -> tuple[str, str, str]:
    return (s.keys.exact[0], s.keys.exact[1], s.keys.context)


def _moves(
    known: Sequence[Known],
    seen: Sequence[Seen],
    firm: dict[int, Known],
    changed: dict[int, Known],
) -> list[_Move]:
    """Return the contents that left their node and now are at exactly one other node."""
    is_firm = {k.ref for k in firm.values()}
    at = grouped((s.keys.full_content, i) for i, s in enumerate(seen))
    contents = ((k.keys.full_content, k) for k in known)
    owners = grouped((content, k) for content, k in contents if content in at)
    node_of = {k.ref: i for i, k in changed.items()}
    moves = []
    for content, candidates in owners.items():
        newest = max(k.seen_at for k in candidates)
        owner = [k for k in candidates if k.seen_at == newest]
        places = at[content]
        if len(owner) != 1 or len(places) != 1 or owner[0].ref in is_firm or places[0] in firm:
            continue
        k, to = owner[0], places[0]
        left = node_of.get(k.ref)
        if left is None and to not in changed:
            # Neither node is in the page any more: the element was rendered again, so it is matched
            # by identity.
            continue
        s = seen[to]
        row_moved = (to in changed and changed[to].keys.context != s.keys.context) or (
            left is not None and k.keys.context != seen[left].keys.context
        )
        aim_moved = k.keys.aim != "" and (
            (to in changed and changed[to].keys.aim != s.keys.aim)
            or (left is not None and k.keys.aim != seen[left].keys.aim)
        )
        by_data = row_moved or aim_moved or k.keys.is_named or s.keys.exact[1] in CONTENT_ROLES
        moves.append(_Move(k, to, _kind(s), by_data))
    return moves


def _judge_moves(
    moves: list[_Move], changed: dict[int, Known], last: int
) -> tuple[set[int], set[int]]:
    """Return which nodes must be matched by identity, and which must stay unmatched."""
    counts_by_kind = Counter(m.kind for m in moves)
    node_of = {k.ref: i for i, k in changed.items()}
    into = {m.to: m.known for m in moves}
    released: set[int] = set()
    doubtful: set[int] = set()
    for m in moves:
        left = node_of.get(m.known.ref)
        ends = {i for i in (m.to, left) if i is not None and i in changed}
        is_swap = left is not None and left in into and into[left] is changed.get(m.to)
        several = counts_by_kind[m.kind] >= (MOVED_TOGETHER if is_swap else MOVED_TOGETHER - 1)
        if m.by_data or several:
            released |= ends
        elif m.known.seen_at == last:
            doubtful |= ends
    return released, doubtful - released


def _is_renamed_by_author(k: Known, s: Seen) -> bool:
    if k.keys.aim and s.keys.aim and k.keys.aim != s.keys.aim and k.keys.name != s.keys.name:
        return True
    old, new = k.keys.anchor, s.keys.anchor
    if old is None or new is None or old == new:
        return False
    # `content` may ignore anchors, so the name or the surroundings must differ as well.
    return k.keys.exact[:5] != s.keys.exact[:5]


def is_in_other_row(k: Known, s: Seen) -> bool:
    """Return True if an element that only its row distinguishes is now in another row."""
    for one, other in ((k, s), (s, k)):
        rows, theirs = one.identity.rows, other.identity.rows
        if row := next((row for row in rows if digest_of(row) == one.keys.aim), ""):
            return bool(theirs) and not is_in_row(row, theirs)
    return False


def _is_next_record(k: Known, s: Seen) -> bool:
    """Return True if the element's name changed, and also the rows before and after its row."""
    is_renamed = k.keys.name != s.keys.name and k.keys.near == s.keys.near
    return is_renamed and k.element is not None and k.identity.beside != s.identity.beside


def is_readdressed(k: Known, s: Seen, names: Counter[tuple[str, str]]) -> bool:
    """Return True if the URL changed and several elements share the element's role and name."""
    old, new = k.keys.marks.address, s.keys.marks.address
    is_other = old != "" and new != "" and old != new
    return is_other and names[s.keys.exact[1], s.keys.name] > 1


def _find_refilled(
    firm: dict[int, Known], changed: dict[int, Known], known_lost: set[int], seen: Sequence[Seen]
) -> set[int]:
    """Return the nodes that show another record because a list was refilled or reuses its nodes.

    Nodes that are already known to show another record count as evidence for their neighbours.
    """
    kinds = grouped(
        ((*seen[i].keys.exact[:2], seen[i].identity.shape), i) for i in (*firm, *changed)
    )
    anchors = Counter(s.keys.anchor for s in seen if s.keys.is_named)
    released: set[int] = set()
    for members in kinds.values():
        renamed = [
            i for i in members if i in changed and changed[i].keys.loose != seen[i].keys.loose
        ]
        if not renamed or len(members) < 2:
            continue
        before = {i: firm.get(i) or changed[i] for i in members}
        rows = {i: k.evidence.words for i, k in before.items()}
        common = _common(_all_words(k) for k in before.values())
        common_rows = _common(rows.values())
        titles = Counter(rows.values())
        names = Counter(k.keys.name for k in before.values())
        names_now = Counter(seen[i].keys.name for i in members)
        states = list_states(rows.values())
        lost: set[int] = set()
        for i in renamed:
            k, s, was, row = before[i], seen[i], rows[i], seen[i].evidence.words
            is_named = s.keys.is_named and anchors[s.keys.anchor] == 1
            only = titles[was] == 1
            is_called_so = k.keys.name == s.keys.name and names_now[s.keys.name] == 1
            if is_called_so and k.keys.name and i not in known_lost and _only_grew(k, s):
                continue
            if not is_named and _says_other(k, s, states, only):
                lost.add(i)
                if "o" in s.identity.around:  # only its text identifies this box
                    released.add(i)
                    continue
            # A text above several elements is their title if each of them has a unique name.
            is_item = titles[was] > 1 and names[k.keys.name] == 1
            has_row = bool(was - common_rows) and k.keys.near == s.keys.near
            has_row = has_row and not is_item
            is_called_other = k.keys.loose[3] != s.keys.loose[3] and not has_row
            if (
                i in known_lost
                or is_called_other
                or _lost(_all_words(k) - common, name_words(s.keys.name) | row)
            ):
                lost.add(i)
            is_item = is_item and is_called_so
            is_other = _lost(was - common_rows, row)
            if is_other and not is_named and not is_item:
                released.add(i)
        if len(lost) >= REFILLED and 2 * len(lost) >= len(members):
            released.update(lost)
        else:
            order = _Order(firm, seen, [j for j in members if j in firm])
            released.update(i for i in lost if order.is_jumped(changed[i], seen[i]))
    return released - known_lost


def _only_grew(k: Known, s: Seen) -> bool:
    """Return True if the row has no text, or if words were only added to it or only removed."""
    was, now = k.evidence, s.evidence
    return not s.keys.near or only_grew(was.words, now.words)


def _says_other(k: Known, s: Seen, states: frozenset[str], only: bool) -> bool:
    """Return True if the row's text changed in words other than states and volatile numbers.

    Args:
        k: the former element.
        s: the current element.
        states: words that many rows contain, such as a status.
        only: True if no other row contained the same words.
    """
    if not k.keys.near or k.keys.near == s.keys.near:
        return False
    old, new = k.evidence, s.evidence
    own = k.identity.pieces.own
    if own and own == s.identity.pieces.own and only_grew(old.words, new.words):
        return False
    if old.words == new.words:
        # A bare number may change continuously, or the node may now show a different row with the
        # same words.
        return not (only and len(old.codes) == len(new.codes)) and old.codes != new.codes
    stays = 2 * len(old.words & new.words) >= max(len(old.words), len(new.words))
    return old.codes != new.codes or not (stays and old.words ^ new.words <= states)


def _all_words(k: Known) -> frozenset[str]:
    return name_words(k.keys.name) | k.evidence.words


def _common(found: Iterable[frozenset[str]]) -> set[str]:
    """Return the words that occur in more than half of the texts and so do not distinguish them."""
    lists = list(found)
    count = Counter(chain.from_iterable(lists))
    return {word for word, n in count.items() if 2 * n > len(lists)}


def _lost(own: frozenset[str], now: frozenset[str]) -> bool:
    return bool(own) and 2 * len(own & now) < len(own)


class _Order:
    """Former and current positions of the remaining neighbours, used to detect reordering."""

    def __init__(self, firm: dict[int, Known], seen: Sequence[Seen], stayed: list[int]) -> None:
        pairs = sorted(((firm[j].y, firm[j].x), (seen[j].y, seen[j].x)) for j in stayed)
        self.before = [was for was, _ in pairs]
        # For each neighbour: the maximum current position up to it, and the minimum from it
        # onwards.
        self.last = list(accumulate((now for _, now in pairs), max))
        self.first = list(accumulate((now for _, now in reversed(pairs)), min))[::-1]

    def is_jumped(self, k: Known, s: Seen) -> bool:
        """Return True if the element is now on the other side of any neighbour."""
        was, now = (k.y, k.x), (s.y, s.x)
        after = bisect_right(self.before, was)
        if after < len(self.before) and not now < self.first[after]:
            return True
        return after > 0 and now < self.last[after - 1]
