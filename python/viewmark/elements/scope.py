"""Scope of an observation: which elements it lists. Elements outside the scope may still exist."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from viewmark.elements.model import Element
from viewmark.elements.words import words
from viewmark.wire_record import to_record

UNVISITED = "some that can be seen may be missing"
"""Note on an observation that ran out of time before visiting all elements."""
PART_LENGTH = 400
MOST_FRAMES = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Defines which of the elements on the page an observation lists."""

    texts: bool = True
    """True if the observation lists static text."""
    covered: bool = True
    """True if the observation lists elements that other elements cover."""
    part: str = ""
    """Name or selector of the observed part of the page; empty for the whole page."""
    whole: bool = True
    """False if time ran out before all elements were visited."""
    unread: tuple[str, ...] = ()
    """Readable paths of frames that did not respond, so their elements are missing."""

    def holds(self, element: Element, seen_by: Scope) -> bool:
        """Return True if this scope would list the element if it existed.

        Args:
            element: the element.
            seen_by: scope of the observation that lists the element.
        """
        return (
            self.whole
            and self.part in ("", seen_by.part)
            and (self.texts or element.hint != "static")
            and (self.covered or not element.occluded)
            and not (element.frame or "").startswith(self.unread or ("\0",))
        )

    def to_json(self) -> dict[str, Any]:
        """Return the record for a saved checkpoint: only the differences from a complete scope."""
        return to_record(self)

    @classmethod
    def from_wire(cls, record: object) -> Scope:
        """Validate a record; malformed or missing members get the values of a complete scope."""
        raw = record if isinstance(record, dict) else {}
        unread = raw.get("unread")
        return cls(
            texts=raw.get("texts") is not False,
            covered=raw.get("covered") is not False,
            part=words(raw.get("part"), PART_LENGTH),
            whole=raw.get("whole") is not False,
            unread=tuple(
                text
                for each in (unread[:MOST_FRAMES] if isinstance(unread, (list, tuple)) else ())
                if (text := words(each, PART_LENGTH))
            ),
        )

    def describe_gaps(self, of: Scope | None = None) -> str:
        """Describe which elements this scope, and also `of` if given, does not list."""
        if of is not None:
            own = replace(
                EVERYTHING, texts=self.texts or of.texts, covered=self.covered or of.covered
            )
            return own.describe_gaps()
        lacks = [
            f"only {self.part}" if self.part else "",
            "" if self.texts else "without texts",
            "" if self.covered else "without what is covered",
            "" if self.whole else "only what was visited in time",
            *(f"without the frame {each}" for each in self.unread),
        ]
        return ", ".join(filter(None, lacks))


EVERYTHING = Scope()
"""The complete scope, which is the scope of a checkpoint."""
