"""Finds the element that a visible text identifies, or reports why none can be chosen.

Exact names rank before texts that contain the given text, and controls before static text. If
several candidates are equally good, none is chosen; the error lists each with its surroundings.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile, zip_longest
from typing import TypeAlias

from viewmark.browser.discovery.readable import Event, Words, readable
from viewmark.browser.frames.table import Frame
from viewmark.elements.line import words_of
from viewmark.elements.model import Element, NodeKey
from viewmark.errors import ElementNotFound, RefAmbiguous
from viewmark.geometry import Bounds
from viewmark.page.context import PageContext
from viewmark.page.find import Nearest, WordsPlace, hits_of_elements, hits_of_words, name_hits
from viewmark.page.line_grammar import LineTarget
from viewmark.page.naming import MOST
from viewmark.page.tree import INLINE, Node, plain, tree_of
from viewmark.text import cut, quoted

FIELDS = ("editable", "selectable", "toggleable")
"""Kinds (`hint`) of controls that have a value."""
HITS_READ = 80
"""Maximum number of matches to examine if no container is given."""
PLACES_LISTED = 6
CONTROLS_LISTED = 15
LONGEST = 60
FAR = 1_000_000
"""Distance assigned to a match by heading or column; larger than the text of any row, so that a
match in the same row wins."""
SMALLEST = 4
"""Minimum visible area of a match, in square CSS px."""
_BOXES = frozenset(
    {"row", "listitem", "option", "treeitem", "article", "gridcell", "cell", "menu", "dialog"}
    | {
        "columnheader",
        "rowheader",
        "alertdialog",
        "group",
        "figure",
        "listbox",
        "tabpanel",
        "tooltip",
        "alert",
        "status",
    }
)
"""Roles of containers that are identified by the text inside them."""
_ITEMS = frozenset({"treeitem", "menuitem", "option", "listitem", "tab"})
"""Roles of items whose children are in a group that follows the item."""
Chains: TypeAlias = dict[NodeKey, tuple[Node, ...]]
"""Nodes with their ancestors, innermost first, keyed by node."""


@dataclass(frozen=True, slots=True)
class Thing:
    """A possible target: an element that matches the text."""

    ref: str
    element: Element
    place: str
    words: str
    """Text by which the element matched: its name, or the text around it."""
    rank: int
    """Kind of match, best first. 0: control with this name; 1: other element with exactly this
    text; 2: control that contains the text; 3: text that contains it; 4: field with this value, or
    control whose guessed name it is."""

    def __str__(self) -> str:
        near = f" ({self.place})" if self.place else ""
        role = self.element.role if self.element.role not in ("", "generic") else "text"
        return f"{role} {quoted(cut(self.words, LONGEST))} {self.ref}{near}"


async def find_by_words(
    context: PageContext,
    target: LineTarget,
    *,
    inside: tuple[Frame | None, int] = (None, 0),
    is_field: bool = False,
) -> tuple[str, Element]:
    """Return the ref and the element of the target.

    Args:
        context: the page, with its refs and earlier observations.
        target: the text, optionally with a role and containers.
        inside: frame and node number of the container, if a ref or selector identifies it.
        is_field: True if the action takes a value, so that fields are preferred to other elements
            with the same text.

    Raises:
        ElementNotFound: no element has the text; the message lists alternatives.
        RefAmbiguous: several elements have it; the message lists where each is.
    """
    read = await readable(context.page, frame=inside[0], root=inside[1], where=True)
    tree, count, named = await _find(context, target, read.events)
    best = _best(named, is_field=is_field)
    if is_field or not best:
        best = await _fields_at(context, target, read.events, tree, best) or best
    if len(best) == 1:
        return best[0].ref, best[0].element
    if best:
        raise _refuse_several(target, best, is_all=count <= _most_read(target))
    raise await _find_nothing(context, target, tree, count, has_words=bool(named))


async def list_called(context: PageContext, target: LineTarget) -> list[Thing]:
    """List possible targets, fields with that label first, then the best matches.

    Raises:
        BrowserError, PageError: the page does not respond.
    """
    read = await readable(context.page, where=True)
    tree, _, named = await _find(context, target, read.events)
    best = _best(named)
    return [*await _fields_at(context, target, read.events, tree, best), *best]


async def _find(
    context: PageContext, target: LineTarget, events: Sequence[Event]
) -> tuple[Node, int, list[tuple[int, Thing]]]:
    """Return the page as a tree, the number of matches, and the visible matches."""
    tree, wanted = tree_of(events), plain(target.words)
    named = hits_of_elements(tree, "" if wanted else target.role, wanted)
    hits = {hit.handle.key: hit for hit in named}
    if target.words:
        chains = dict(_chains(tree))
        said = (_at_words(hit, chains, wanted) for hit in hits_of_words(events, target.words))
        hits = {hit.handle.key: hit for hit in said} | hits
    if wanted and target.role not in ("", "field", "text"):
        around = {each.handle.key: each for each in _around(tree, target.role, hits)}
        hits = around | {key: hit for key, hit in hits.items() if key not in around}
    return tree, len(hits), await _things(context, events, tree, [*hits.values()], target)


def _at_words(hit: WordsPlace, chains: Chains, wanted: str) -> WordsPlace:
    """Return the element to click for a match.

    In a clickable row, card or sheet, the element with the text is clicked, because the container
    may react differently at each position. The container receives these clicks as well.
    """
    node = next(iter(chains.get(hit.handle.key, ())), None)
    is_box = node is not None and node.is_control and node.opening.role not in INLINE
    if hit.at is None or node is None or not is_box or plain(node.text) == wanted:
        return hit
    return replace(hit, handle=hit.at)


async def _fields_at(
    context: PageContext,
    target: LineTarget,
    events: Sequence[Event],
    tree: Node,
    best: Sequence[Thing],
) -> list[Thing]:
    """Return fields that follow the text, because it may be a label without an associated field."""
    if any(each.element.hint in FIELDS for each in best):
        return []
    behind = [*_fields_behind(tree, plain(target.words))]
    return _best(await _things(context, events, tree, behind, target))


async def _things(
    context: PageContext,
    events: Sequence[Event],
    tree: Node,
    hits: Sequence[WordsPlace],
    target: LineTarget,
) -> list[tuple[int, Thing]]:
    """Return the visible matches inside the required containers, each with its distance to them."""
    chains, wanted, found = dict(_chains(tree)), plain(target.words), []
    scopes = [each for each in target.inside if each.words]
    heads = [await _heads(context, events, tree, each.words) for each in scopes]
    hits = hits[: _most_read(target)]
    for hit, ref, element, place in await name_hits(context, events, hits):
        node = next(iter(chains.get(hit.handle.key, ())), None)
        is_control = node is not None and node.opening.hint not in ("", "static")
        rank = _rank(wanted, hit, element, is_control=is_control)
        is_role = not target.role or _is_role(target.role, hit, element)
        if rank is None or not is_role or element.bounds.area < SMALLEST:
            continue
        inside = [_nearness(each, element, place, hit, chains) for each in scopes]
        below = [any(_is_below(head, element.bounds) for head in each) for each in heads]
        inside = [
            FAR if size is None and is_below else size
            for size, is_below in zip(inside, below, strict=True)
        ]
        if None not in inside:
            words = words_of(element) if rank in (0, 2) else hit.text
            size = max((each for each in inside if each is not None), default=0)
            found.append((size, Thing(ref, element, place, words, rank)))
    return found


def _most_read(target: LineTarget) -> int:
    """Return the maximum number of matches to examine, which is higher if a container is given."""
    return MOST if target.inside else HITS_READ


async def _heads(
    context: PageContext, events: Sequence[Event], tree: Node, words: str
) -> list[Bounds]:
    """Return the boxes of the column headers with this text."""
    heads = [*hits_of_elements(tree, "columnheader", plain(words))]
    named = await name_hits(context, events, heads) if heads else []
    return [element.bounds for _, _, element, _ in named]


def _is_below(head: Bounds, box: Bounds) -> bool:
    """Return True if a box is below a column header and in its column, such as a filter field."""
    return head.x <= box.center.x < head.x + head.width and head.y < box.center.y


def _best(things: Sequence[tuple[int, Thing]], *, is_field: bool = False) -> list[Thing]:
    """Return the best matches; if there is more than one, the target is ambiguous."""
    chosen = [pair for pair in things if pair[1].element.is_modal] or list(things)
    fields = [pair for pair in chosen if is_field and pair[1].element.hint in FIELDS]
    chosen = fields or chosen
    best = min((thing.rank for _, thing in chosen), default=0)
    chosen = [pair for pair in chosen if pair[1].rank == best]
    nearest = min((size for size, _ in chosen), default=0)
    best_things = [thing for size, thing in chosen if size == nearest]
    # Prefer enabled elements and, in a calendar, the days of the displayed month.
    usable = [e for e in best_things if not (e.element.disabled or e.element.state.get("month"))]
    return usable or best_things


def _rank(wanted: str, hit: WordsPlace, element: Element, *, is_control: bool) -> int | None:
    if not wanted:  # without a text, the target is given by its role alone
        return 1
    is_field = element.hint in FIELDS[:2]
    own = "" if is_field else element.text
    said = (words_of(element), element.name, hit.name, own)
    names = [plain(each) for each in said]
    if wanted == plain(element.label_hint) and wanted not in map(plain, (element.name, own)):
        return 4
    if wanted in names:
        return 0 if is_control and element.role not in ("", "generic") else 1
    if plain(hit.text) == wanted and not is_field:
        return 1
    if any(_has(each, wanted) for each in names):
        return 2 if is_control else 3
    # The text of a field's line also includes its value, and the suggestions below the field.
    return (4 if is_field else 3) if _has(plain(hit.text), wanted) else None


def _has(text: str, words: str) -> bool:
    """Return True if a text contains the given text as whole words."""
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text) is not None


_SUPERCLASS = {
    "menuitemcheckbox": "menuitem",
    "menuitemradio": "menuitem",
    "searchbox": "textbox",
    "switch": "checkbox",
}
"""Superclass roles (WAI-ARIA 1.2, section 5.4), keyed by role; a target may state either role."""


def _is_role(role: str, hit: WordsPlace, element: Element) -> bool:
    if role in ("field", "text"):
        return (element.hint in FIELDS) is (role == "field")
    roles = (element.role, hit.role, element.tag)
    return role in roles or role in map(_SUPERCLASS.get, roles)


def _around(tree: Node, role: str, hits: Collection[NodeKey]) -> Iterator[WordsPlace]:
    """Yield containers with this role that contain one of the matches."""
    for node, *chain in [chain for key, chain in _chains(tree) if key in hits]:
        around = next((each.opening for each in (node, *chain) if each.opening.role == role), None)
        # If an item of a submenu matches, the menu item that contains the submenu does not.
        is_other = role in INLINE and node.opening.role in INLINE and node.opening is not around
        if around is not None and around.handle is not None and not is_other:
            yield WordsPlace(around.handle, node.text, "", role, node.text)


def _fields_behind(tree: Node, wanted: str) -> Iterator[WordsPlace]:
    """Yield fields that directly follow the text, without other text in between."""
    before, is_name = "", False
    for part in tree.inside():
        if isinstance(part, Words) and part.text.strip():
            before = f"{before} {part.text}" if not is_name else part.text
            is_name = plain(before) == wanted
        elif part == "block":
            before = before if is_name else ""
        elif isinstance(part, Node) and part.opening.hint in FIELDS[:2] and part.opening.handle:
            if is_name:
                yield WordsPlace(part.opening.handle, wanted, "", part.opening.role, wanted)
            before, is_name = "", False


def _chains(tree: Node) -> Iterator[tuple[NodeKey, tuple[Node, ...]]]:
    """Yield each node with its ancestors, innermost first, in document order."""
    left: list[tuple[Node, tuple[Node, ...]]] = [(tree, ())]
    while left:
        node, chain = left.pop()
        if node.opening.handle is not None:
            yield node.opening.handle.key, (node, *chain)
        inner = [(part, (node, *chain)) for part in node.parts if isinstance(part, Node)]
        left += reversed(inner)


def _nearness(
    scope: LineTarget,
    element: Element,
    place: str,
    hit: WordsPlace,
    chains: Chains,
) -> int | None:
    """Return the text length of the smallest matching container, or None if there is none."""
    says = partial(_has, words=plain(scope.words))
    identity, sizes = element.identity, list[int]()
    around = chains.get(hit.handle.key, ())[1:]
    for node, outer in zip_longest(around, around[1:]):
        name = node.opening.name or _owner(node, outer)
        role, name, text = node.opening.role, plain(name), plain(node.text)
        if scope.role in ("", role) and (says(name) or (role in _BOXES and says(text))):
            sizes.append(len(text))
            break
    if not scope.role or scope.role == "row":
        sizes += [len(row) for row in identity.rows if says(plain(row[1:]))]
    if not (sizes or scope.role):
        near = [*identity.context, place, hit.heading]
        sizes += [FAR for each in near if says(plain(each))]
    return min(sizes, default=None)


def _owner(group: Node, outer: Node | None) -> str:
    """Return the name of the tree or menu item that owns a group of children."""
    if group.opening.role != "group" or outer is None:
        return ""
    before = takewhile(lambda each: each is not group, outer.parts)
    items = [each for each in before if isinstance(each, Node) and each.opening.role in _ITEMS]
    return items[-1].opening.name or items[-1].text if items else ""


def _refuse_several(target: LineTarget, things: Sequence[Thing], *, is_all: bool) -> RefAmbiguous:
    count = f"{len(things)}" if is_all else f"at least {len(things)}"
    listed = "; ".join(map(str, things[:PLACES_LISTED]))
    more = f"; {len(things) - PLACES_LISTED} more" if len(things) > PLACES_LISTED else ""
    return RefAmbiguous(
        f"{target} fits {count} things, and nothing was done: {listed}{more}.",
        hint=f'Name one by its ref, or say what it stands in: {target} in "...".',
        candidates=[
            {"ref": each.ref, "role": each.element.role, "name": each.words} for each in things
        ],
    )


async def _find_nothing(
    context: PageContext, target: LineTarget, tree: Node, count: int, *, has_words: bool
) -> ElementNotFound:
    """Create the error for a text without a match; it lists the most similar alternatives."""
    listed_in = ""
    nodes = [part for part in tree.inside() if isinstance(part, Node)]
    dialogs = [each for each in nodes if each.opening.role in ("dialog", "alertdialog")]
    around = next(reversed(dialogs), None)
    controls = [each for each in nodes if each.is_control]
    if around is not None:
        inside = {id(part) for part in around.inside()}
        controls.sort(key=lambda each: id(each) not in inside)
        where = quoted(cut(around.opening.name or around.text, LONGEST))
        listed_in = f" A dialog is open: {where}."
    named = [(each.opening.role or "text", each.opening.name or each.text) for each in controls]
    there = list(
        dict.fromkeys(f"{role} {quoted(cut(name, LONGEST))}" for role, name in named if name)
    )
    more = f", {len(there) - CONTROLS_LISTED} more" if len(there) > CONTROLS_LISTED else ""
    listed = f"{listed_in} Here: {', '.join(there[:CONTROLS_LISTED])}{more}." if there else ""
    sentence = ""
    if count > _most_read(target):
        sentence = f" Only the first {_most_read(target)} of {count} places were looked at."
    elif not has_words:
        nearest = Nearest(target.words)
        await nearest.add(context.page)
        sentence = nearest.sentence()
    return ElementNotFound(
        f"There is no {target}.{sentence}{listed}",
        hint="Use words that are there, or a ref.",
    )
