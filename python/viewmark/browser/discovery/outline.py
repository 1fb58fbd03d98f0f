"""Summarises a page without a screenshot: URL, title, headings and forms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from viewmark.browser import scripts, wire
from viewmark.browser.discovery.answers import faults_note
from viewmark.browser.page_target import PageTarget
from viewmark.elements.words import words

TEXT_LIMIT = 100


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of the page."""

    level: int
    """Level of the heading, 1 to 9, as in `aria-level`."""
    text: str


@dataclass(frozen=True, slots=True)
class FormField:
    """A control of a form, without its value."""

    role: str
    name: str
    required: bool

    def to_json(self) -> dict[str, Any]:
        """Return the data as a JSON-serializable dictionary."""
        fields: dict[str, Any] = {"role": self.role, "name": self.name}
        return fields | {"required": True} if self.required else fields


@dataclass(frozen=True, slots=True)
class Form:
    """A form of the page, with its name and its controls."""

    name: str
    fields: tuple[FormField, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the data as a JSON-serializable dictionary."""
        return {"name": self.name, "fields": [each.to_json() for each in self.fields]}


@dataclass(frozen=True, slots=True)
class Outline:
    """Headings and forms of the main frame in document order, up to a maximum number."""

    headings: tuple[Heading, ...]
    forms: tuple[Form, ...]
    incomplete: tuple[str, ...] = ()
    """Parts that could not be read; empty on nearly all pages."""

    def to_json(self) -> dict[str, Any]:
        """Return the data as a JSON-serializable dictionary."""
        return {
            "headings": [asdict(each) for each in self.headings],
            "forms": [each.to_json() for each in self.forms],
        }


async def outline(page: PageTarget) -> Outline:
    """Read the outline of the main frame."""
    answer = wire.record(await scripts.call(page, None, "outline"))
    headings = [
        Heading(_level(each.get("level")), words(each.get("text"), TEXT_LIMIT))
        for each in wire.records(answer.get("headings"))
    ]
    forms = [
        Form(words(each.get("name"), TEXT_LIMIT), tuple(_fields(each.get("fields"))))
        for each in wire.records(answer.get("forms"))
    ]
    return Outline(tuple(headings), tuple(forms), tuple(faults_note(answer.get("faults"))))


def _fields(rows: object) -> Iterator[FormField]:
    for each in wire.records(rows):
        role, name = words(each.get("role"), 40), words(each.get("name"), TEXT_LIMIT)
        yield FormField(role, name, each.get("required") is True)


def _level(value: object) -> int:
    return value if isinstance(value, int) and 1 <= value <= 9 else 2
