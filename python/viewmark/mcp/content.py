"""Builds the content blocks of an answer: their order, and the client's limits.

Pure: plain dicts in MCP's shape; `server.py` hands them to the SDK. One place decides the order of
blocks: an annotated picture comes first, an attached one last.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from viewmark.text import compact

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from viewmark.page.action_lines import Result
    from viewmark.page.changes import Changes

__all__ = [
    "TEXT_LIMIT",
    "TIMINGS",
    "Answer",
    "Block",
    "Picture",
    "blocks",
    "compact",
    "lines_answer",
    "structure_answer",
]

Block = dict[str, Any]

TIMINGS = "io.github.viewmark/timings"
"""Key in `_meta` of an answer."""

TEXT_LIMIT = 45_000
"""Characters of one text block: the strictest known client moves more into a file at 50,000."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A picture for the client."""

    base64: str
    """Without a data-URL prefix."""
    format: str
    """jpeg or png."""
    path: str | None = None
    """Where it lies, if it was written to a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a tool answers, before it is put into blocks."""

    text: str
    picture: Picture | None = None
    """The picture that the call asked for; goes first."""
    more: tuple[Picture, ...] = ()
    """Further asked pictures, right after the first."""
    attached: Picture | None = None
    """The picture that the mode adds; goes last."""
    notes: tuple[str, ...] = ()
    """Lines after the text, such as `[Screenshot unavailable: ...]`."""
    facts: Mapping[str, Any] | None = None
    """The answer as an object, where its text is none: for `structuredContent`."""
    result: Result | None = None
    """What the call of the library answered, where it did something to a page: for `steps`."""
    failed: bool = False
    links: tuple[tuple[str, str, str], ...] = ()
    """Resource links: (uri, name, MIME type)."""
    timings: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """Milliseconds by operation (`observe`, `click`, ...) and stage; told beside the content."""

    def meta(self) -> dict[str, Any] | None:
        """What programs are told beside the content, and no model reads: `_meta`."""
        if not self.timings:
            return None
        rounded = {
            operation: {stage: round(ms, 1) for stage, ms in stages.items()}
            for operation, stages in self.timings.items()
        }
        return {TIMINGS: rounded}

    def redacted(self, redactor: Callable[[str], str]) -> Answer:
        """Itself without secrets in addresses, and without half characters."""
        text = redactor(self.text).encode("utf-8", "replace").decode()
        facts = self.facts
        if facts is not None:
            facts = json.loads(redactor(compact(facts)).encode("utf-8", "replace"))
        return replace(self, text=text, facts=facts, notes=tuple(map(redactor, self.notes)))


def lines_answer(
    lines: Sequence[str],
    changes: Changes | None,
    facts: Mapping[str, Any],
    result: Result | None = None,
    *,
    address: bool = True,
) -> Answer:
    """What came of an action: as lines, what changed below them, and as an object.

    Args:
        lines: what was done.
        changes: what it changed, if that is reported.
        facts: all of it, as an object.
        result: of the call of the library.
        address: whether `changes` say where the page is.
    """
    rows = [*lines]
    rows += [] if changes is None else [changes.text(address=address)]
    rows += [f"blocked: {compact(each)}" for each in facts.get("blocked", ())]
    return Answer(text="\n".join(rows), facts=facts, result=result)


def blocks(answer: Answer, *, images: Literal["allow", "omit"] = "allow") -> list[Block]:
    """The content blocks of an answer.

    Args:
        answer: what to say.
        images: `omit` for clients that cannot show pictures; a text says what was left out.
    """
    out: list[Block] = []
    if answer.picture is not None:
        out.append(_picture(answer.picture, images))
    out += [_picture(each, images) for each in answer.more]
    out.append({"type": "text", "text": _cut_text(answer.text)})
    out += [{"type": "text", "text": note} for note in answer.notes]
    out += [
        {"type": "resource_link", "uri": uri, "name": name, "mimeType": mime}
        for uri, name, mime in answer.links
    ]
    if answer.attached is not None:
        out.append(_picture(answer.attached, images))
    return out


def structure_answer(
    answer: Answer, content: list[Block], mode: Literal["off", "auto", "on"]
) -> dict[str, Any] | None:
    """The answer as an object, where the settings want that besides the blocks."""
    if mode == "off" or (mode == "auto" and any(b["type"] == "image" for b in content)):
        return None
    if answer.facts is not None:
        return dict(answer.facts)
    try:
        record = json.loads(answer.text)
    except ValueError:
        return None
    return record if isinstance(record, dict) else None


def _picture(picture: Picture, images: str) -> Block:
    if picture.path is not None:
        return {"type": "text", "text": f"[Picture written to {picture.path}]"}
    if images == "omit":
        return {"type": "text", "text": "[Picture left out: this client shows no images]"}
    return {"type": "image", "data": picture.base64, "mimeType": f"image/{picture.format}"}


def _cut_text(text: str) -> str:
    if len(text) <= TEXT_LIMIT:
        return text
    note = f"\n[cut: {len(text)} characters; ask for less with limit, filter or max_annotations]"
    return text[: TEXT_LIMIT - len(note)] + note
