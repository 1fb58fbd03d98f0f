"""Ignore rules of a comparison: words, elements and regions, from options or a rule file."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, TypeAlias

from viewmark.comparison.checkpoint import Entry
from viewmark.errors import InvalidOption
from viewmark.geometry import Bounds
from viewmark.toml_text import parsed_toml

NAMED = {
    "dates": r"\b\d{4}-\d\d-\d\d\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|"
    r"\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{4}\b",
    "times": r"\b\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?\b|\b\d+ (?:second|minute|hour|day)s? ago\b",
    "prices": r"[$€£¥]\s?\d[\d.,]*|\b\d[\d.,]*\s?(?:[€£¥]|USD|EUR|GBP)",
    "numbers": r"\d[\d.,]*",
}
"""Regular expressions that ignore rules can name instead of writing them, keyed by name."""
_KEYS = ("words", "elements", "regions")


Ignored: TypeAlias = Mapping[
    Literal["words", "elements", "regions"], Sequence[str | tuple[float, float, float, float]]
]
"""Ignore rules in the form of the table `[ignore]` of a rule file."""


@dataclass(frozen=True, kw_only=True)
class IgnoreRules:
    """Words, elements and regions that a comparison ignores."""

    words: tuple[str, ...] = ()
    """Regular expressions, or the names `dates`, `times`, `prices`, `numbers`; their matches are
    removed from texts before the comparison."""
    elements: tuple[str, ...] = ()
    """Elements by ref (`@price`), id (`#clock`), role, or role and name (`img`, `link "Ad *"`)."""
    regions: tuple[Bounds, ...] = ()
    """Areas in CSS px of the page; elements whose center is in an area are not compared."""

    @classmethod
    def of(cls, table: Mapping[Any, Any]) -> IgnoreRules:
        """Create rules from lists that are keyed by `words`, `elements` and `regions`.

        Raises:
            InvalidOption: a key is unknown, or a regular expression or region is invalid.
        """
        if not isinstance(table, Mapping) or set(table) - set(_KEYS):
            raise InvalidOption(
                f"What is ignored has lists of {', '.join(_KEYS)}, not {table!r:.80}.",
                param="ignore",
            )
        for key, value in table.items():
            if not isinstance(value, (list, tuple)):
                raise InvalidOption(f"ignore: {key} must be a list.", param="ignore")
        for word in table.get("words", ()):
            try:
                re.compile(NAMED.get(word, word))
            except (re.error, TypeError) as error:
                raise InvalidOption(
                    f"{word!r:.60} is no regular expression: {error}.", param="ignore"
                ) from None
        boxes = []
        for region in table.get("regions", ()):
            try:
                boxes.append(Bounds(*(float(side) for side in region)))
            except (TypeError, ValueError):
                raise InvalidOption(
                    f"A region is x, y, width, height in CSS px, not {region!r:.60}.",
                    param="ignore",
                ) from None
        words, elements = table.get("words", ()), table.get("elements", ())
        return cls(words=tuple(words), elements=tuple(elements), regions=tuple(boxes))

    @classmethod
    def load(cls, path: str | Path) -> IgnoreRules:
        """Read rules from the table `[ignore]` of a TOML file.

        Raises:
            InvalidOption: the file does not exist, is not TOML, or contains an unknown key.
        """
        try:
            data = parsed_toml(Path(path).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise InvalidOption(f"{path}: no rules can be read: {error}.", param="rules") from None
        table = data.get("ignore")
        if set(data) != {"ignore"} or not isinstance(table, dict):
            raise InvalidOption(
                f"{path}: rules are a table [ignore] with {', '.join(_KEYS)}.", param="rules"
            )
        try:
            return cls.of(table)
        except InvalidOption as error:
            raise InvalidOption(f"{path}: {error.message}", param="rules") from None

    def join(self, other: IgnoreRules) -> IgnoreRules:
        """Return the union of these rules and others."""
        return IgnoreRules(
            words=(*self.words, *other.words),
            elements=(*self.elements, *other.elements),
            regions=(*self.regions, *other.regions),
        )

    @cached_property
    def clean(self) -> Callable[[str], str]:
        """Return a function that removes the ignored words from a text."""
        if not self.words:
            return str
        pattern = re.compile("|".join(f"(?:{NAMED.get(word, word)})" for word in self.words))
        return lambda text: pattern.sub("…", text)

    def covers(self, entry: Entry, box: Bounds) -> bool:
        """Return True if an element must not be compared.

        Args:
            entry: the element.
            box: box of the element, in CSS px of the page.
        """
        if not self.elements and not self.regions:
            return False
        center = box.center
        for region in self.regions:
            if region.x <= center.x < region.right and region.y <= center.y < region.bottom:
                return True
        if not self.elements:
            return False
        element = entry.element
        called = (
            entry.ref,
            f"#{element.identity.id}",
            element.role,
            f'{element.role} "{element.name or entry.words}"',
        )
        return any(fnmatchcase(name, rule) for rule in self.elements for name in called)
