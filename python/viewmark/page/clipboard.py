"""What was copied last, by a call or by a page ("Copy link"), without values of secret fields."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from viewmark.page.act_clipboard import Owner, no_contents, read_copied
from viewmark.page.context import PageContext
from viewmark.page.evaluate import without_secrets
from viewmark.text import lines

SHOWN = 20_000
"""Characters that are given; of the rest the length is told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClipboardText:
    """What is on the clipboard; of pages' words, so data."""

    text: str = field(repr=False)
    """Sanitised, at most 20,000 characters."""
    length: int
    """Characters of all of it."""
    copied_by: Owner
    """`viewmark`: by `copy` or `cut`; `page`: by a page or by keys."""
    types: tuple[str, ...] = ()
    """MIME types of everything that is there, where a page put it there."""
    redactions: int = 0
    """How often something that stands in a secret field of this page was taken out."""

    def __str__(self) -> str:
        return self.lines()

    def lines(self) -> str:
        """Who copied it, then the text."""
        who = "by viewmark" if self.copied_by == "viewmark" else "by a page or keys"
        kinds = f", as {', '.join(self.types)}" if self.types else ""
        return f"clipboard: {self.length} characters, copied {who}{kinds}\n{self.text}".rstrip()

    def to_json(self) -> dict[str, Any]:
        """The wire shape."""
        record: dict[str, Any] = {
            "text": self.text,
            "length": self.length,
            "copied_by": self.copied_by,
        }
        record |= {"types": list(self.types)} if self.types else {}
        return record | ({"redactions": self.redactions} if self.redactions else {})


async def clipboard_text(context: PageContext) -> ClipboardText:
    """Read it; the machine's clipboard is never read."""
    found, owner = await read_copied(context)
    if found is None:
        raise await no_contents(context)
    clean, redactions = await without_secrets(context.page, found.text)
    return ClipboardText(
        text=context.page.redactor(lines(str(clean), SHOWN)),
        length=len(found.text),
        copied_by=owner,
        types=found.types,
        redactions=redactions,
    )
