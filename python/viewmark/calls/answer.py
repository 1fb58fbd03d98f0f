"""Answer of a call, before a face prints it or puts it into blocks. Pure."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from viewmark.errors import ViewmarkError
from viewmark.text import compact

TIMINGS = "io.github.viewmark/timings"
"""Key in `_meta` of an answer over MCP."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A picture for the client."""

    base64: str
    """Without a data-URL prefix."""
    format: str
    """jpeg or png."""
    path: str | None = None
    """Path of the file, if it was written to one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallAnswer:
    """Answer of a call."""

    text: str
    facts: Any = None
    """The same for programs: JSON."""
    picture: Picture | None = None
    """The picture that the call asked for; goes first."""
    more: tuple[Picture, ...] = ()
    """Further asked pictures, right after the first."""
    attached: Picture | None = None
    """The picture that the mode adds; goes last."""
    notes: tuple[str, ...] = ()
    """Lines after the text, such as `[Screenshot unavailable: ...]`."""
    failed: bool = False
    error: ViewmarkError | None = None
    """Error that ended it early, where the answer reports that."""
    blob: bytes | None = field(default=None, repr=False)
    """Bytes for the client's stdout, where a file was named `-`."""
    links: tuple[tuple[str, str, str], ...] = ()
    """Resource links: (uri, name, MIME type)."""
    timings: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """Milliseconds by operation (`observe`, `click`, ...) and stage; sent beside the content."""

    def meta(self) -> dict[str, Any] | None:
        """Data for programs beside the content, which no model reads: `_meta`."""
        if not self.timings:
            return None
        rounded = {
            operation: {stage: round(ms, 1) for stage, ms in stages.items()}
            for operation, stages in self.timings.items()
        }
        return {TIMINGS: rounded}

    def redacted(self, redactor: Callable[[str], str]) -> CallAnswer:
        """Itself without secrets in addresses, and without half characters."""
        text = redactor(self.text).encode("utf-8", "replace").decode()
        facts = self.facts
        if facts is not None:
            facts = json.loads(redactor(compact(facts)).encode("utf-8", "replace"))
        return replace(self, text=text, facts=facts, notes=tuple(map(redactor, self.notes)))
