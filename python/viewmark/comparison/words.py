"""Texts for elements, numbers and differences that fit into a sentence of 90 characters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from viewmark.comparison.checkpoint import Entry
from viewmark.elements.style import parsed_color
from viewmark.text import cut

LIMIT = 90
"""Maximum length of a sentence that describes a change, in characters."""
NAME = 32
_PLAIN = {"": "element", "generic": "text", "none": "text", "statictext": "text"}


def who(entry: Entry, limit: int = NAME) -> str:
    """Return role and name of an element (`button "Save"`), or its tag if it has no text."""
    element = entry.element
    role = _PLAIN.get(element.role, element.role) if element.role else element.tag
    words = element.name or entry.words or element.label_hint
    words = words or element.identity.test_id or element.identity.id
    return f'{role} "{cut(words, limit)}"' if words else role


def sentence(text: str) -> str:
    """Truncate a sentence to `LIMIT` characters."""
    return cut(text, LIMIT)


def difference_words(before: str, after: str, limit: int) -> tuple[str, str]:
    """Quote two texts, shortened to their difference, with at most `limit` characters in total."""
    room = max(8, (limit - len(' ""  -> ""')) // 2)
    if len(before) <= room and len(after) <= room:
        return f'"{before}"', f'"{after}"'
    pairs = zip(before, after, strict=False)
    alike = next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(before), len(after)))
    start = max(0, alike - room // 3)
    parts = []
    for text in (before, after):
        # The shorter text may end where the texts begin to differ.
        at = min(start, max(0, len(text) - room))
        part = text[at : at + room - 1]
        head = "…" if at > 0 else ""
        tail = "…" if at + len(part) < len(text) else ""
        parts.append(f'"{head}{part}{tail}"')
    return parts[0], parts[1]


def count_kinds(kinds: Iterable[str], noun: str, of: int) -> str:
    """Return `3 changes: 2 text, 1 new (40 elements)`, with the most frequent kind first."""
    counts = Counter(kinds)
    parts = ", ".join(f"{count} {kind}" for kind, count in counts.most_common())
    total = counts.total()
    return f"{total} {noun}{'s' if total > 1 else ''}: {parts} ({of} elements)"


def px(value: float) -> str:
    """Format a length in px: whole numbers if possible, otherwise with one decimal."""
    return f"{value:.0f} px" if abs(value - round(value)) < 0.05 else f"{value:.1f} px"


def color_words(text: str) -> str:
    """Format an `rgb()` colour as `#1b1f24`, with its alpha if any; truncate any other text."""
    found = parsed_color(text)
    if found is None:
        return cut(text, 24)
    red, green, blue, alpha = found
    written = f"#{red:02x}{green:02x}{blue:02x}"
    return written if alpha == 1 else f"{written} {alpha:.0%}"
