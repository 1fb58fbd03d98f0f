"""Scope of an observation's list; elements outside it may exist nevertheless."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from viewmark.elements.model import Element
from viewmark.elements.words import words
from viewmark.wire_record import to_record

UNVISITED = "some that can be seen may be missing"
"""Remark about an observation that ran out of time."""
PART_LENGTH = 400
MOST_FRAMES = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Which elements an observation lists if they are on the page."""

    texts: bool = True
    """Includes static text."""
    covered: bool = True
    """Includes covered elements."""
    part: str = ""
    """The part of the page, or the selector; empty: the whole page."""
    whole: bool = True
    """False if time ran out before everything was visited."""
    unread: tuple[str, ...] = ()
    """Paths of frames that did not respond."""

    def holds(self, element: Element, seen_by: Scope) -> bool:
        """True if it would list an element, which another observation lists, if that exists."""
        return (
            self.whole
            and self.part in ("", seen_by.part)
            and (self.texts or element.hint != "static")
            and (self.covered or not element.occluded)
            and not (element.frame or "").startswith(self.unread or ("\0",))
        )

    def to_json(self) -> dict[str, Any]:
        """Return the record for a saved checkpoint: differences from a complete scope."""
        return to_record(self)

    @classmethod
    def from_wire(cls, record: object) -> Scope:
        """Validate a record; damaged or missing members are those of a complete scope."""
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
        """Describe the elements that are not listed, or in neither of both if `of` is given."""
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
"""Scope of a checkpoint."""
