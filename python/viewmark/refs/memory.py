"""Data types of the registry: remembered elements, and those of an observation."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import NamedTuple

from viewmark.elements.model import Element, NodeKey
from viewmark.elements.record import ElementIdentity, pieces_of
from viewmark.elements.volatile import (
    bare_numbers,
    clean,
    settle_text,
    surroundings_without_counters,
    words,
)
from viewmark.refs.identity import Keys, digest

_PRICE = re.compile(r"[$€£¥₹]\s?\d[\d.,]*|\d[\d.,]*\s?(?:[€£¥₹]|(?:USD|EUR|GBP)\b)")

_SITE = ("navigation", "banner", "contentinfo", "search")
"""Landmarks whose content belongs to the whole site rather than to a single page."""


class Evidence(NamedTuple):
    """Hashes of an element's surrounding texts, used only for comparison."""

    head: str
    """Hash of the first word of the row or card, which usually is its subject."""
    words: frozenset[str]
    """Hashes of the words in the row or card, without numbers of one or two digits."""
    codes: frozenset[str]
    """Hashes of bare numbers that identify the row or card; no prices, times or counts."""
    outer: str
    """Digest of the texts around the row or card that contains the element."""
    above: frozenset[str]
    """Hashes of the words in the titles, headings, labels and landmarks around the element."""
    above_codes: frozenset[str]
    """Hashes of the bare numbers in the titles, headings, labels and landmarks around the element.
    """


class DocumentAddress(NamedTuple):
    """The parts of a document's URL, as hashes."""

    origin: str
    """Hash of the URL's origin: scheme, host and port."""
    path: str
    """Hash of the path, including a route after `#/`."""
    query: str
    """Hash of the URL's query string."""


@dataclass(slots=True, kw_only=True)
class Seen:
    """An element of an observation, in the form that is compared."""

    keys: Keys
    node: NodeKey | None
    box: int
    """Number of the node whose box is marked; for a covered control, its label's node."""
    identity: ElementIdentity
    """Identity of the element; if it was loaded from a file, only the path is set."""
    x: float
    """Left edge of the element in CSS px of the page, independent of the scroll position."""
    y: float
    is_site: bool = False
    """True if the element belongs to the site's header, navigation, footer or search."""
    base: Keys | None = None
    """Keys without the row that distinguishes equal elements (see `sight`)."""
    stored: Evidence | None = field(default=None, repr=False)
    """Value of the property `evidence`, computed once and then kept."""

    @property
    def evidence(self) -> Evidence:
        """Hashes of the element's surrounding texts."""
        if self.stored is None:
            self.stored = evidence_of(self.identity.context, self.identity.around)
        return self.stored


@dataclass(slots=True, kw_only=True)
class Known(Seen):
    """A remembered element as last observed; its ref is unique while it is remembered."""

    ref: str
    place: DocumentAddress
    """URL of the top document when the element was last observed."""
    epoch: str
    """ID of the top document in which the element was last observed."""
    seen_at: int
    """Number of the last observation that contained the element."""
    is_weak: bool = False
    """True if only its position distinguishes the element from an equal one."""
    history: tuple[str, ...] = ()
    """Former refs of the element, oldest first; they still resolve to it."""
    element: Element | None = field(default=None, repr=False)
    """The element as last observed in this process."""

    def update(self, s: Seen, place: DocumentAddress, epoch: str) -> None:
        """Replace the remembered facts with the facts of the current observation."""
        # True if this observation stored no distinguishing row, so the former keys are kept
        is_untold = s.keys is s.base and self.base == s.base
        if self.keys is not s.keys:
            self.keys = self.keys if is_untold else s.keys
            self.is_site, self.stored = s.is_site, s.stored
        self.node, self.box, self.base = s.node, s.box, s.base
        self.identity, self.x, self.y = s.identity, s.x, s.y
        self.place, self.epoch = place, epoch


_SEEN = tuple(each.name for each in fields(Seen))


def learn(
    ref: str, s: Seen, element: Element, here: tuple[DocumentAddress, str], seen_at: int
) -> Known:
    """Create a remembered element from an observed element.

    Args:
        ref: ref of the element.
        s: the element in comparable form.
        element: the element.
        here: URL and document of the observation.
        seen_at: number of the observation.
    """
    place, epoch = here
    seen = {name: getattr(s, name) for name in _SEEN}
    return Known(ref=ref, place=place, epoch=epoch, seen_at=seen_at, element=element, **seen)


@lru_cache(maxsize=4096)
def _hash(word: str) -> str:
    return digest("word", word)[:8]


@lru_cache(maxsize=2048)
def evidence_of(context: tuple[str, ...], around: str = "") -> Evidence:
    """Return the hashes of an element's surrounding texts."""
    pieces = pieces_of(context, around)
    above, above_codes = _words_above((pieces.group, *pieces.above))
    own_and_row = " ".join(filter(None, (pieces.own, pieces.row)))
    row = clean(own_and_row or "".join(context[:1]))
    found = words(_PRICE.sub(" ", row))
    first = next(iter(row.split()), "")
    return Evidence(
        head=_hash(first.casefold()) if first else "",
        words=frozenset(_hash(w) for w in found if len(w) > 2 or not w.isdigit()),
        codes=frozenset(
            [_hash(w) for w in found if sum(map(str.isdigit, w)) >= 3]
            + [_hash(n) for n in bare_numbers(row)]
        ),
        outer=_outer(context[1:]),
        above=above,
        above_codes=above_codes,
    )


@lru_cache(maxsize=2048)
def _words_above(pieces: tuple[str, ...]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words and bare numbers above an element.

    The result is cached because all items of a list share it.
    """
    cleaned = [clean(piece) for piece in pieces]
    return (
        frozenset([_hash(w) for piece in cleaned for w in words(settle_text(piece))]),
        frozenset([_hash(n) for piece in cleaned for n in bare_numbers(piece)]),
    )


@lru_cache(maxsize=2048)
def _outer(pieces: tuple[str, ...]) -> str:
    return digest(*[surroundings_without_counters(clean(piece)) for piece in pieces])


@lru_cache(maxsize=2048)
def name_words(name: str) -> frozenset[str]:
    """Return the words of a name, as hashes that are comparable with those of `Evidence`."""
    return frozenset(map(_hash, words(name)))


@lru_cache(maxsize=2048)
def is_site(context: tuple[str, ...]) -> bool:
    """Return True if the context is in a part that all pages of the site share."""
    return any(piece.split(":", 1)[0] in _SITE for piece in context)


@lru_cache(maxsize=64)
def place_of(url: str) -> DocumentAddress:
    """Hash the parts of a URL; all URLs without an origin (about:, data:, blob:) are equal."""
    if not url.startswith(("http:", "https:", "file:")):
        return DocumentAddress("", "", "")
    base, _, fragment = url.partition("#")
    path, _, query = base.partition("?")
    route = fragment.lstrip("!") if fragment.lstrip("!").startswith("/") else ""
    origin = "/".join(path.split("/", 3)[:3])
    return DocumentAddress(
        digest("origin", origin),
        digest("path", path[len(origin) :] or "/", route),
        digest("query", query) if query else "",
    )
