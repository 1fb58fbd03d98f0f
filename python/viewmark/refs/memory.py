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
"""Landmarks whose content belongs to the site rather than to one page of it."""


class Evidence(NamedTuple):
    """Hashes of an element's surroundings: good for comparing, not for reading."""

    head: str
    """First word of the row or card: usually its subject."""
    words: frozenset[str]
    """Words of the row or card, numbers of one or two digits left out."""
    codes: frozenset[str]
    """Bare numbers that identify it; no prices, times, counts."""
    outer: str
    """Digest of the surroundings of the row or card."""
    above: frozenset[str]
    """Words of the titles, headings, labels and landmarks around it."""
    above_codes: frozenset[str]
    """Their bare numbers."""


class DocumentAddress(NamedTuple):
    """Where a document is: an address in hashes, without its words."""

    origin: str
    """Scheme, host and port."""
    path: str
    """Path, and the route behind `#/`."""
    query: str
    """Query."""


@dataclass(slots=True, kw_only=True)
class Seen:
    """One element of an observation."""

    keys: Keys
    node: NodeKey | None
    box: int
    """Number of the node whose box is marked: of a control that something covers, its label."""
    identity: ElementIdentity
    """Where it is and what is around it; of a saved one the path alone."""
    x: float
    """Left edge in CSS px of the page (scrolling does not change it)."""
    y: float
    is_site: bool = False
    """Belongs to the site's frame (header, navigation, footer, search)."""
    base: Keys | None = None
    """Keys without its row, see `sight`."""
    stored: Evidence | None = field(default=None, repr=False)
    """Hashes of its surroundings, once computed."""

    @property
    def evidence(self) -> Evidence:
        """Hashes of its surroundings."""
        if self.stored is None:
            self.stored = evidence_of(self.identity.context, self.identity.around)
        return self.stored


@dataclass(slots=True, kw_only=True)
class Known(Seen):
    """One remembered element as it was seen last; its ref is its own while it is remembered."""

    ref: str
    place: DocumentAddress
    """Address of the top document when it was last seen."""
    epoch: str
    """Top document in which it was last seen."""
    seen_at: int
    """Number of the observation in which it was last seen."""
    is_weak: bool = False
    """Only its position distinguishes it from an equal one."""
    history: tuple[str, ...] = ()
    """Refs that it had before, oldest first; they still lead here."""
    element: Element | None = field(default=None, repr=False)
    """As last seen in this process."""

    def update(self, s: Seen, place: DocumentAddress, epoch: str) -> None:
        """Remember it as it is now."""
        is_untold = s.keys is s.base and self.base == s.base  # where its equals were not asked
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
    """Remember a new element.

    Args:
        ref: what it is called.
        s: as it was seen.
        element: likewise.
        here: address and document of the look.
        seen_at: number of the look.
    """
    place, epoch = here
    seen = {name: getattr(s, name) for name in _SEEN}
    return Known(ref=ref, place=place, epoch=epoch, seen_at=seen_at, element=element, **seen)


@lru_cache(maxsize=4096)
def _hash(word: str) -> str:
    return digest("word", word)[:8]


@lru_cache(maxsize=2048)
def evidence_of(context: tuple[str, ...], around: str = "") -> Evidence:
    """Hash a context."""
    pieces = pieces_of(context, around)
    above, above_codes = _words_above((pieces.group, *pieces.above))
    row = clean(context[0]) if context else ""
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
    """Words and bare numbers above it, which are the same for whole lists."""
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
    """The words of a name in the hashes of `Evidence`."""
    return frozenset(map(_hash, words(name)))


@lru_cache(maxsize=2048)
def is_site(context: tuple[str, ...]) -> bool:
    """Whether a context lies in the site's own frame, the same on all its pages."""
    return any(piece.split(":", 1)[0] in _SITE for piece in context)


@lru_cache(maxsize=64)
def place_of(url: str) -> DocumentAddress:
    """The place of an address; documents without one (about:, data:, blob:) share one."""
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
