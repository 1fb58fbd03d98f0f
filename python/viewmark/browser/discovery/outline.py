"""Summarises a page without a picture: address, title, headings and forms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from viewmark.browser import scripts
from viewmark.browser.discovery.faults import faults_note
from viewmark.elements.model import words

if TYPE_CHECKING:
    from viewmark.browser.page_target import PageTarget

TEXT_LIMIT = 100


@dataclass(frozen=True, slots=True)
class Heading:
    """One heading."""

    level: int
    """1 to 9, as `aria-level` has it."""
    text: str

    def to_json(self) -> dict[str, Any]:
        """The wire shape."""
        return {"level": self.level, "text": self.text}


@dataclass(frozen=True, slots=True)
class FormField:
    """One control of a form; never its value."""

    role: str
    name: str
    required: bool

    def to_json(self) -> dict[str, Any]:
        """The wire shape."""
        fields: dict[str, Any] = {"role": self.role, "name": self.name}
        return fields | {"required": True} if self.required else fields


@dataclass(frozen=True, slots=True)
class Form:
    """One form."""

    name: str
    fields: tuple[FormField, ...]

    def to_json(self) -> dict[str, Any]:
        """The wire shape."""
        return {"name": self.name, "fields": [each.to_json() for each in self.fields]}


@dataclass(frozen=True, slots=True)
class Outline:
    """Headings and forms of the main frame, in document order; capped in the page."""

    headings: tuple[Heading, ...]
    forms: tuple[Form, ...]
    incomplete: tuple[str, ...] = ()
    """What could not be read; empty on nearly all pages."""

    def to_json(self) -> dict[str, Any]:
        """The wire shape."""
        return {
            "headings": [each.to_json() for each in self.headings],
            "forms": [each.to_json() for each in self.forms],
        }


async def outline(page: PageTarget) -> Outline:
    """Read the outline of the main frame."""
    reply = await scripts.call(page, None, "outline")
    answer: dict[str, Any] = reply if isinstance(reply, dict) else {}
    return Outline(
        tuple(
            Heading(level=_level(h.get("level")), text=words(h.get("text"), TEXT_LIMIT))
            for h in _records(answer.get("headings"))
        ),
        tuple(
            Form(
                words(form.get("name"), TEXT_LIMIT),
                tuple(
                    FormField(
                        words(f.get("role"), 40),
                        words(f.get("name"), TEXT_LIMIT),
                        f.get("required") is True,
                    )
                    for f in _records(form.get("fields"))
                ),
            )
            for form in _records(answer.get("forms"))
        ),
        tuple(faults_note(answer.get("faults"))),
    )


def _records(value: object) -> list[dict[str, Any]]:
    return [r for r in value[:100] if isinstance(r, dict)] if isinstance(value, list) else []


def _level(value: object) -> int:
    return value if isinstance(value, int) and 1 <= value <= 9 else 2
