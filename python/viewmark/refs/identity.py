"""The identity of an element, independent of its node: its facts, and keys derived from them.

- `exact` contains every meaningful fact.
- `loose` is the same without counters, so that "Like (3)" and "Like (4)" are equal.
- `anchor` is the author's name for the element: the test id, or else the id unless it was
  generated.
- `content` omits anchors with digits. `row-2` may name a record, but it often just counts the rows,
  and passes to the next record when a row is removed.

No key contains the position (sibling index, path).

Refs (`@e...`) are made of a documented hash, which never changes within one version of the scheme:
BLAKE2b (RFC 7693) of 8 bytes, unseeded and unkeyed, personalisation `viewmark-ref-1`, over the
parts in UTF-8, each followed by the byte 1F. Control characters are stripped from the parts before,
so no two lists of parts give the same bytes.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple, TypeAlias

from viewmark.elements.record import ElementIdentity, pieces_of
from viewmark.elements.volatile import (
    clean,
    is_generated,
    settle_text,
)

Key: TypeAlias = tuple[str, ...]
"""Facts about an element, in a fixed order; elements with equal keys cannot be distinguished."""


class Marks(NamedTuple):
    """Additional digests by which an element can be found again."""

    near: str = ""
    """Digest of its own text and that of its row or card, without changing values; empty if there
    is no such text."""
    content_words: str = ""
    """Digest of the text that identifies it at any place: the own text of a box, or the name and
    URL of an element with a role in `CONTENT`; empty for all other elements."""
    address: str = ""
    """The digest `aim` if the destination is the element's own; empty if it belongs to its
    record.
    """
    icon: str = ""
    """Digest of the element's icon."""
    item: str = ""
    """"item", or empty for a box that has text of its own and is inside a row or card."""


class Keys(NamedTuple):
    """The keys by which an element's identity is compared, from strict to loose.

    Keys contain a digest of the context, not its text, so saved keys do not reveal row texts.
    """

    exact: Key
    """Facts in this order: frame, role, tag, name, context, test id, id."""
    content: Key
    """The facts of `exact`, but the author's name (test id, id) only if it has no digits."""
    loose: Key
    """The facts of `exact`, but without counters such as the number in `Inbox (3)`."""
    anchor: Key | None
    """Frame, kind and value of the name that the page's author gave the element: test id or id."""
    context: str
    """Digest of the surrounding texts (`ElementIdentity.context`)."""
    aim: str
    """Digest of its destination (URL, value, key of the record). It distinguishes equal elements,
    but may change with a session or a page number while the element stays."""
    marks: Marks

    @property
    def full(self) -> Key:
        """`exact` and `aim`; elements for which both are equal are twins."""
        return (*self.exact, self.aim)

    @property
    def full_content(self) -> Key:
        """The facts of `content`, with the destination digest `aim`."""
        return (*self.content, self.aim)

    @property
    def near(self) -> str:
        """Digest of the element's own text and row (see `Marks`)."""
        return self.marks.near

    @property
    def name(self) -> str:
        """Accessible name, including counters."""
        return self.exact[3]

    @property
    def is_named(self) -> bool:
        """True if the author's name identifies the element rather than its position."""
        return self.anchor is not None and self.exact == self.content


def digest(*parts: str) -> str:
    """Return the documented 64-bit hash of the texts, as 16 hex digits."""
    data = "".join([part + "\x1f" for part in parts])
    return blake2b(
        data.encode("utf-8", "surrogatepass"), digest_size=8, person=b"viewmark-ref-1"
    ).hexdigest()


@lru_cache(maxsize=2048)
def _context(pieces: tuple[str, ...]) -> tuple[str, str]:
    exact = tuple([clean(piece) for piece in pieces])
    return digest(*exact), digest(*[settle_text(piece) or piece for piece in exact])


def keys_of(identity: ElementIdentity) -> Keys:
    """Return the keys of an element identity."""
    context, loose_context = _context(identity.context)
    aim = digest("aim", identity.aim) if identity.aim else ""
    return make_keys(
        identity.frame,
        identity.role,
        identity.tag,
        clean(identity.name) or clean(identity.aria_label),
        context,
        loose_context,
        clean(identity.test_id),
        "" if is_generated(identity.id) else clean(identity.id),
        aim,
        _marks_of(identity, aim),
    )


CONTENT = frozenset({"article", "link", "listitem", "option", "row", "treeitem"})
"""Roles of elements whose name identifies them anywhere on the page."""


@lru_cache(maxsize=2048)
def _marks_near(context: tuple[str, ...], around: str) -> Marks:
    """Return digests of an element's surrounding texts; all elements of a row share them."""
    own, row, *_ = pieces_of(context, around)
    own, row = clean(own), clean(row)
    near = words = ""
    if own or row:
        near = digest("near", settle_text(own) or own, settle_text(row) or row)
    if own:
        words = digest("own", own)
    return Marks(near, words, item="item" if not own or "r" not in around else "")


def _marks_of(identity: ElementIdentity, aim: str) -> Marks:
    marks = _marks_near(identity.context, identity.around)
    is_content = identity.role in CONTENT
    if not (is_content or identity.has_own_aim or identity.icon):
        return marks
    near, words, _, _, item = marks
    address = aim if identity.has_own_aim else ""
    if is_content and not words and (address or identity.role != "link"):
        name = clean(identity.name)
        words = name and digest("own", name, address)
    icon = identity.icon and digest("icon", identity.icon)
    return Marks(near, words, address, icon, item)


def make_keys(
    frame: str,
    role: str,
    tag: str,
    name: str,
    context: str,
    loose: str,
    test_id: str,
    own: str,
    aim: str,
    marks: Marks,
) -> Keys:
    """Make keys from their parts; `context` and `loose` are digests of the surrounding texts."""
    bare = settle_text(name) or name
    exact = (frame, role, tag, name, context, test_id, own)
    content = exact
    if any(map(str.isdigit, test_id)) or any(map(str.isdigit, own)):
        content = (frame, role, tag, name, context, "", "")
    lenient = exact
    if bare != name or loose != context:
        lenient = (frame, role, tag, bare, loose, test_id, own)
    anchor = None
    if test_id:
        anchor = (frame, "testid", test_id)
    elif own:
        anchor = (frame, "id", own)
    return Keys(exact, content, lenient, anchor, context, aim, marks)
