"""The result of a call, before a front end prints it or converts it to MCP content blocks. Pure."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from viewmark.errors import ViewmarkError
from viewmark.text import compact

TIMINGS = "io.github.viewmark/timings"
"""Key in `_meta` of an MCP result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """An image in the result of a call, inline or as a file."""

    base64: str
    """The image as base64, without a data-URL prefix."""
    format: str
    """`jpeg` or `png`."""
    path: str | None = None
    """Path of the file, if the image was written to one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallAnswer:
    """The result of a call: text for readers, data for programs, images and notes."""

    text: str
    facts: Any = None
    """The result for programs, as JSON."""
    picture: Picture | None = None
    """The image that the call requested; the first content block."""
    more: tuple[Picture, ...] = ()
    """Further requested images, after the first."""
    attached: Picture | None = None
    """The screenshot that the screenshot mode attached; the last content block."""
    notes: tuple[str, ...] = ()
    """Lines after the text, such as `[Screenshot unavailable: ...]`."""
    failed: bool = False
    error: ViewmarkError | None = None
    """The error that ended the call early, if the result contains it instead of raising it."""
    blob: bytes | None = field(default=None, repr=False)
    """Bytes that the client writes to stdout, if the requested file name was `-`."""
    links: tuple[tuple[str, str, str], ...] = ()
    """Resource links as (URI, name, MIME type)."""
    timings: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """Milliseconds keyed by operation (`observe`, `click`, ...) and stage; sent in `_meta`."""

    def meta(self) -> dict[str, Any] | None:
        """Return the `_meta` member of an MCP result: data for programs that models do not read."""
        if not self.timings:
            return None
        rounded = {
            operation: {stage: round(ms, 1) for stage, ms in stages.items()}
            for operation, stages in self.timings.items()
        }
        return {TIMINGS: rounded}

    def redacted(self, redactor: Callable[[str], str]) -> CallAnswer:
        """Return a copy with secrets in URLs redacted and unpaired surrogates replaced."""
        text = redactor(self.text).encode("utf-8", "replace").decode()
        facts = self.facts
        if facts is not None:
            facts = json.loads(redactor(compact(facts)).encode("utf-8", "replace"))
        return replace(self, text=text, facts=facts, notes=tuple(map(redactor, self.notes)))
