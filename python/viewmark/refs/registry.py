"""The registry of a page: remembers elements and assigns refs.

Time is counted in observations, not in seconds. A registry belongs to one tab and survives its
navigations. It contains the elements of all frames and distinguishes them by frame.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping, Sequence
from typing import Any, Literal, NamedTuple, get_args

from viewmark.elements.model import Element, NodeKey
from viewmark.elements.record import ElementIdentity
from viewmark.errors import ViewmarkError
from viewmark.refs.delta import Delta, RefSnapshot, compare, has_moved
from viewmark.refs.identity import Key
from viewmark.refs.matcher import View, match_look
from viewmark.refs.memory import DocumentAddress, Known, Seen, learn, place_of
from viewmark.refs.naming import name_refs
from viewmark.refs.resolve import Resolved, as_seen, lost, ref_of_target, unknown_frame, unknown_ref
from viewmark.refs.sightings import is_of_page, ranks
from viewmark.refs.state import dump, load

Stability = Literal["stable", "moved", "new"]
STABLE, MOVED, NEW = get_args(Stability)
"""How an element relates to earlier observations. stable: known, same place; moved: known, new
position, path or ref; new: not known before."""

FORGET_AFTER = 200
"""Number of observations without an element after which it is forgotten and its ref is free."""
CAPACITY = 5_000
"""Maximum remembered elements that are not on the page; the longest unseen are forgotten first."""
SNAPSHOT_LIMIT = 4_000
"""Maximum elements in all kept snapshots (about 1 KB each); the newest two are always kept."""
HISTORY = 8
"""Maximum number of former refs that still resolve to their element."""


class RefAssignment(NamedTuple):
    """The ref of an element in an observation."""

    ref: str
    """The ref, which starts with `@` and is unique in its observation."""
    stability: Stability
    previous_ref: str | None
    """The former ref, if this observation had to change it; else None."""
    weak: bool
    """True if only its position distinguishes the element from an equal one."""
    history: tuple[str, ...]
    """All former refs, oldest first, which still resolve to this element."""


class _Found(NamedTuple):
    """The elements of an observation: those seen before, and those that need a new ref."""

    here: tuple[DocumentAddress, str]
    """Parts of the page's URL, and the document's ID."""
    seen: Sequence[Seen]
    pairs: Mapping[int, Known]
    twins: Mapping[int, int]
    """Ranks of elements that only their position distinguishes, keyed by index."""
    refs: Mapping[int, str]
    """Refs of elements not known before, keyed by their index in the observation."""


class _Newest(NamedTuple):
    """The last `observe` input; if the next input is equal, its refs are reused."""

    elements: Sequence[Element]
    view: View


class PageRegistry:
    """Assigns refs to elements and keeps them stable.

    Args:
        forget_after: number of observations without an element after which it is forgotten.
        capacity: maximum number of remembered elements that are not on the page.
    """

    def __init__(
        self,
        *,
        forget_after: int = FORGET_AFTER,
        capacity: int = CAPACITY,
    ) -> None:
        self.forget_after = forget_after
        self.capacity = capacity
        self.count = 0
        """Number of observations so far."""
        self.gone: tuple[str, ...] = ()
        """Refs of the previous observation that the newest does not contain, for any reason."""
        self._known: list[Known] = []
        self._owners: dict[str, Known] = {}
        self._snapshots: dict[str, RefSnapshot] = {}
        self._anchors: set[Key] = set()
        self._fresh: set[str] = set()
        self._newest: list[str] = []
        self._last: _Newest | None = None
        self._shown: dict[str, Element] = {}
        self._here = (place_of(""), "")

    def observe(
        self,
        elements: Sequence[Element],
        *,
        frame_id: str,
        epoch: str,
        url: str = "",
        scroll: tuple[float, float] = (0.0, 0.0),
        labels: Sequence[str] | None = None,
        refresh: bool = False,
        again: bool = False,
    ) -> list[RefAssignment]:
        """Assign a ref to every element of an observation.

        Args:
            elements: the discovered elements; their order does not affect refs.
            frame_id: ID of the observation, for labels and deltas.
            epoch: CDP `loaderId` of the top document; handles have that of their own frame.
            url: URL of the top document. In a new document, refs are restored if the URL is the
                same. At another URL, only those of the site's header, navigation, search and footer
                are restored, so that "Delete" of one record never becomes that of the next.
            scroll: scroll offset of the top document in CSS px; if omitted, scrolling counts as a
                move.
            labels: texts of the marks, one per element; 1, 2, 3 ... if omitted.
            refresh: True to derive all refs again from the current identities; the former refs
                still resolve to their elements.
            again: True if the previous observation was not returned to a caller; `gone` then
                compares with the observation before it.

        Returns:
            One assignment per element, in the same order.
        """
        view = (epoch, url, scroll)
        same = self._last
        if same and same.elements is elements and same.view == view and not (refresh or again):
            return self._seen_again(same, frame_id, labels)
        self._shown.clear()
        last = self.count
        self.count += 1
        self._here = (place_of(url), epoch)
        found = self._recognize(self._known, elements, view, last, refresh)
        renamed = self._rename(found) if refresh else {}
        before = [self._current_ref(ref) for ref in self._newest]
        if again:
            before = [*self.gone, *(ref for ref in before if ref not in self._fresh)]
        self._fresh = (self._fresh if again else set()) | {*found.refs.values()}
        out = self._take_in(found, elements, renamed)
        if renamed:
            self._own()
        owners = [self._owners[ref] for ref in before if ref in self._owners]
        gone = [k.ref for k in owners if k.seen_at != self.count]
        self.gone = tuple(dict.fromkeys(gone))
        self._newest = [a.ref for a in out]
        self._remember(frame_id, out, [(s.x, s.y) for s in found.seen], elements, labels)
        self._collect()
        # An element without its own node is matched by identity, so the match is uncertain.
        is_firm = isinstance(elements, tuple) and all(s.node is not None for s in found.seen)
        self._last = _Newest(elements, view) if is_firm else None
        return out

    def _seen_again(
        self, last: _Newest, frame_id: str, labels: Sequence[str] | None
    ) -> list[RefAssignment]:
        """Return the refs of an unchanged page, where every node still shows the same element."""
        newest = self.newest()
        assert newest is not None
        self.count += 1
        known = [self._owners[ref] for ref in newest.refs]
        for k in known:
            k.seen_at = self.count
        out = [RefAssignment(k.ref, "stable", None, k.is_weak, k.history) for k in known]
        self.gone, self._fresh = (), set()
        self._remember(frame_id, out, newest.corners, last.elements, labels)
        self._collect()
        return out

    def _take_in(
        self, found: _Found, elements: Sequence[Element], renamed: Mapping[int, str]
    ) -> list[RefAssignment]:
        """Remember the current state of the observed elements, and return their refs."""
        out = []
        for i, (s, element) in enumerate(zip(found.seen, elements, strict=True)):
            k, stability, previous = found.pairs.get(i), STABLE, None
            if k is None:
                k, stability = learn(found.refs[i], s, element, found.here, self.count), NEW
                self._known.append(k)
                self._owners[k.ref] = k
            else:
                was = k.x, k.y, k.identity.path
                if has_moved(was, (s.x, s.y, s.identity.path), (k.element, element)):
                    stability = MOVED
                if (ref := renamed.get(i, k.ref)) != k.ref:
                    previous, stability = k.ref, MOVED
                    k.history = tuple(r for r in (*k.history, k.ref) if r != ref)[-HISTORY:]
                    k.ref = ref
                k.update(s, *found.here)
            k.element, k.seen_at, k.is_weak = element, self.count, i in found.twins
            out.append(RefAssignment(k.ref, stability, previous, k.is_weak, k.history))
        return out

    def _recognize(
        self,
        known: Sequence[Known],
        elements: Sequence[Element],
        view: View,
        last: int,
        is_every_twin_ranked: bool = False,
    ) -> _Found:
        """Match elements with remembered elements, and choose new refs for unmatched elements."""
        seen, pairs = match_look(known, elements, view, last=last, anchors=self._anchors)
        by_node = {k.node: k for k in known if k.node is not None}
        for i, s in enumerate(seen):
            owner = by_node.get(s.node) if s.node is not None else None
            if owner is not None and owner is not pairs.get(i):
                owner.node = None  # The node now shows a different element.
        self._note_anchors(seen)
        fresh = [i for i in range(len(seen)) if i not in pairs]
        twins = ranks(seen, range(len(seen)) if is_every_twin_ranked else fresh)
        named = name_refs(
            [(seen[i].keys, twins.get(i, 0)) for i in fresh],
            [s.keys for s in seen],
            self._owners,
            lambda: (k.keys for k in self._known),
        )
        refs = dict(zip(fresh, named, strict=True))
        return _Found((place_of(view[1]), view[0]), seen, pairs, twins, refs)

    def trace(
        self,
        ref: str,
        elements: Sequence[Element],
        *,
        epoch: str,
        url: str,
        scroll: tuple[float, float],
    ) -> Element:
        """Find the element of a ref in an internal observation, without remembering its elements.

        If they were remembered, a ref could come to mean an element that the caller has never seen.

        Raises:
            RefStale, RefAmbiguous, ElementNotFound: as for `resolve`; candidates that were never
                shown have no ref.
        """
        view = (epoch, url, scroll)
        _, pairs = match_look(self._known, elements, view, last=self.count, anchors=self._anchors)
        known = self._owners.get(ref)
        for i, k in pairs.items():
            if k is known:
                return elements[i]
        refs = [pairs[i].ref if i in pairs else f" {i}" for i in range(len(elements))]
        raise lost(known, ref, RefSnapshot(refs, [(0.0, 0.0)] * len(refs), elements, None))

    def extend(
        self,
        elements: Sequence[Element],
        *,
        elsewhere: Collection[NodeKey],
        epoch: str,
        url: str = "",
        scroll: tuple[float, float] = (0.0, 0.0),
        anew: bool = True,
    ) -> list[RefAssignment]:
        """Assign refs to elements of a `read` result, whether in view or not.

        These elements have no labels, and are not part of `gone` and `delta` of observations.

        Args:
            elements: a part of the read result.
            elsewhere: nodes of its other parts; these nodes are live, so they are other elements.
            epoch: CDP `loaderId` of the top document.
            url: URL of the top document.
            scroll: scroll offset of the top document in CSS px.
            anew: False for a further part of the same read result.

        Returns:
            One assignment per element, in the same order.
        """
        self._last = None
        last = self.count
        self.count += anew
        known = [k for k in self._known if k.node is None or k.node not in elsewhere]
        found = self._recognize(known, elements, (epoch, url, scroll), last)
        out = self._take_in(found, elements, {})
        if anew:
            self._collect()
        return out

    def delta(self, since: str) -> Delta:
        """Compare an earlier observation with the newest one.

        Args:
            since: `frame_id` of an earlier observation of this page.

        Raises:
            RefStale: that observation is no longer remembered.
        """
        if since not in self._snapshots:
            raise unknown_frame(since)
        newest = next(reversed(self._snapshots.values()))
        return compare(self._snapshots[since], newest, self._current_ref)

    def missing(self, also: Sequence[str] = ()) -> list[Known]:
        """Return the elements of the previous observation that the newest one does not contain.

        Args:
            also: further refs that the newest observation does not contain.
        """
        refs = dict.fromkeys((*self.gone, *also))
        known = [self._owners[ref] for ref in refs if ref in self._owners]
        return [k for k in known if is_of_page(k, *self._here)]

    def resolve(
        self, target: str | int, *, frame_id: str | None = None, unseen: bool = False
    ) -> Resolved:
        """Return the element of a ref or label.

        Args:
            target: a ref (`"@submitBtn"`) or a label (`3`, `"3"`).
            frame_id: ID of the observation that a label belongs to; the newest if omitted.
            unseen: True to also return an element that is not in the newest observation, if its
                node may still be live. The caller must then check the node, and use `lost` if it is
                gone.

        Raises:
            RefStale: the ref was assigned, but its element is no longer on the page.
            RefAmbiguous: several elements match the ref; `data["candidates"]` lists them.
            ElementNotFound: the ref or label was never assigned.
            InvalidOption: the target is neither a ref nor a label.
        """
        ref = ref_of_target(target, frame_id, self._snapshots)
        known = self._owners.get(ref)
        if known is None:
            raise unknown_ref(ref, self.newest())
        if known.element is not None:
            element, since = known.element, self._shown.get(known.ref)
            if frame_id is not None and frame_id in self._snapshots:
                element = as_seen(element, self._snapshots[frame_id].rows.get(ref))
            age = self.count - known.seen_at
            if not age or (unseen and known.node is not None):
                return Resolved(known.ref, element, known.is_weak, since)
        raise lost(known, ref, self.newest())

    def knows(self, ref: str) -> bool:
        """Return True if the ref is that of a remembered element, or is one of its former refs."""
        return ref in self._owners

    def seen_with(self, frame_id: str | None = None) -> list[ElementIdentity]:
        """Return the identities of an observation's elements.

        If that observation is no longer kept, those of the newest observation are returned.
        """
        snapshot = self._snapshots.get(frame_id or "") or self.newest()
        return [element.identity for element in snapshot.elements] if snapshot else []

    def note_shown(self, ref: str, element: Element) -> None:
        """Record that an error or a result has shown the element's current text to the caller."""
        if (k := self._owners.get(ref)) is not None:
            self._shown[k.ref] = element

    def refs_of(self, nodes: Container[NodeKey]) -> dict[NodeKey, str]:
        """Return the refs of live nodes, keyed by node.

        A node is a control, or the label that is marked in its place.
        """
        return {
            key: k.ref
            for k in self._known
            if k.node is not None
            for key in (k.node, (*k.node[:2], k.box))
            if key in nodes
        }

    def ref_of(self, node: NodeKey) -> str | None:
        """Return the ref of a live node; None if the node has no ref."""
        return self.refs_of((node,)).get(node)

    def lost(self, ref: str) -> ViewmarkError:
        """Return the error for a resolved ref whose node no longer exists."""
        return lost(self._owners.get(ref), ref, self.newest())

    def clear(self) -> None:
        """Forget all elements."""
        self._known.clear()
        self._owners.clear()
        self._snapshots.clear()
        self._anchors.clear()
        self._newest.clear()
        self._shown.clear()
        self.gone, self._last = (), None

    def to_json(self) -> dict[str, Any]:
        """Return the remembered elements as JSON, which another session can load.

        The JSON contains names and refs, but neither field values nor the text of table rows.
        """
        return dump(self._known, self.count)

    @classmethod
    def from_json(cls, data: object, **options: int) -> PageRegistry:
        """Create a registry from the result of `to_json`.

        Args:
            data: the parsed JSON. It is validated completely, because its source is not trusted.
            **options: arguments of the class.

        Raises:
            StateInvalid: the data is damaged, of another version, or too large. The message
                says where.
        """
        registry = cls(**options)
        registry._known, registry.count = load(data)
        registry._own()
        registry._newest = [k.ref for k in registry._known if k.seen_at == registry.count]
        registry._anchors = {k.keys.anchor for k in registry._known if k.keys.anchor}
        return registry

    def __len__(self) -> int:
        return len(self._known)

    def _rename(self, found: _Found) -> dict[int, str]:
        """Derive refs again for the known elements in the observation, keyed by index.

        A ref is omitted if it already resolves to a different element.
        """
        pairs = found.pairs
        here = {k.ref for k in pairs.values()}
        elsewhere = {ref for ref, k in self._owners.items() if k.ref not in here}
        new = [(found.seen[i].keys, found.twins.get(i, 0)) for i in pairs]
        texts = name_refs(new, [s.keys for s in found.seen], elsewhere)
        return {
            i: text
            for (i, k), text in zip(pairs.items(), texts, strict=True)
            if self._owners.get(text, k) is k
        }

    def _note_anchors(self, seen: Sequence[Seen]) -> None:
        """Remember the page's ids and test ids, so that ids that only count rows are recognized."""
        if len(self._anchors) > self.capacity:
            self._anchors = {k.keys.anchor for k in self._known if k.keys.anchor}
        self._anchors.update(s.keys.anchor for s in seen if s.keys.anchor)

    def _own(self) -> None:
        self._owners = {ref: k for k in self._known for ref in (*k.history, k.ref)}

    def _current_ref(self, ref: str) -> str:
        k = self._owners.get(ref)
        return k.ref if k else ref

    def newest(self) -> RefSnapshot | None:
        """Return the snapshot of the newest observation."""
        return next(reversed(self._snapshots.values()), None)

    def _remember(
        self,
        frame_id: str,
        out: list[RefAssignment],
        corners: Sequence[tuple[float, float]],
        elements: Sequence[Element],
        labels: Sequence[str] | None,
    ) -> None:
        self._snapshots.pop(frame_id, None)
        self._snapshots[frame_id] = RefSnapshot(
            [a.ref for a in out], corners, tuple(elements), labels
        )
        total = sum(len(s.refs) for s in self._snapshots.values())
        while total > SNAPSHOT_LIMIT and len(self._snapshots) > 2:
            oldest = next(iter(self._snapshots))
            total -= len(self._snapshots.pop(oldest).refs)

    def _collect(self) -> None:
        oldest = self.count - self.forget_after
        unseen = [k for k in self._known if k.seen_at != self.count]
        if not unseen:
            return
        retained = {id(k) for k in sorted(unseen, key=lambda k: -k.seen_at)[: self.capacity]}
        left = [
            k
            for k in self._known
            if k.seen_at == self.count or (k.seen_at > oldest and id(k) in retained)
        ]
        if len(left) != len(self._known):
            self._known = left
            self._own()
