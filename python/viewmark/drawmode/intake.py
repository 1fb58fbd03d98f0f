"""Validates annotations from the overlay or a file, and converts them back.

The overlay is ours, but its renderer also runs the page, so every field is validated and limited as
if the page had written it. A saved drawing contains texts and threads, but no pictures.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from viewmark import text
from viewmark.drawmode.model import (
    Anchor,
    AnchorState,
    DrawnAnnotation,
    DrawnKind,
    Hit,
    Intent,
    Relation,
)
from viewmark.drawmode.session import MAX_MARKS, DrawnSession
from viewmark.drawmode.thread import (
    MAX_ENTRIES,
    MAX_REPLY,
    Thread,
    ThreadAuthor,
    ThreadEntry,
    ThreadStatus,
)
from viewmark.errors import InvalidOption
from viewmark.geometry import Bounds, Point, Viewport

MAX_TEXT = 10_000
"""Maximum characters of a comment; a longer comment is truncated with an ellipsis."""
MAX_POINTS = 2_000
"""Maximum points of a freehand line; the overlay simplifies lines to far fewer."""
MAX_HITS = 5
_MAX_PX = 1e7
_E = TypeVar("_E", Intent, DrawnKind, Relation, AnchorState, ThreadStatus, ThreadAuthor)


class InvalidMessage(ValueError):
    """A message from the overlay has invalid fields; the message is dropped."""


def annotation(record: object, *, page_id: str, document: str) -> DrawnAnnotation:
    """Parse one mark as sent by the overlay.

    Raises:
        InvalidMessage: a field is missing, has the wrong type, or is not finite or out of range.
    """
    data = _mapping(record, "mark")
    view = _mapping(data.get("view"), "view")
    scroll = Point(_number(view, "scroll_x"), _number(view, "scroll_y"))
    box = rect(data.get("rect"))
    points = data.get("points") or []
    if not isinstance(points, list) or len(points) > MAX_POINTS:
        raise InvalidMessage("points must be a list of bounded length")
    hits = data.get("elements") or []
    if not isinstance(hits, list):
        raise InvalidMessage("elements must be a list")
    kind = _choice(DrawnKind, "kind", data)
    identity = _identity(data.get("id"))
    return DrawnAnnotation(
        id=identity,
        correlation_id=identity.replace("ann_", "ann_detail_", 1),
        kind=kind,
        intent=_choice(Intent, "intent", data),
        text=words(data.get("text"), MAX_TEXT, lines=True),
        rect=box,
        document_rect=box.shift(scroll.x, scroll.y),
        points=tuple(_point(p) for p in points),
        viewport=Viewport(
            width=_number(view, "width"),
            height=_number(view, "height"),
            scroll_x=scroll.x,
            scroll_y=scroll.y,
            device_scale_factor=_number(view, "dpr"),
        ),
        page_id=page_id,
        page_url=words(view.get("url"), 2_000),
        page_title=words(view.get("title"), 200),
        timestamp=int(_number(data, "timestamp", limit=1e14)),
        elements=() if kind is DrawnKind.BLACKOUT else tuple(hit(h) for h in hits[:MAX_HITS]),
        anchor=Anchor(AnchorState.SAME, box),
        document=document,
    )


def hit(record: object) -> Hit:
    """Parse one element under a mark.

    Raises:
        InvalidMessage: as for `annotation`.
    """
    data = _mapping(record, "element")
    private = data.get("private") is not False
    tag = words(data.get("tag"), 60)
    return Hit(
        key=_key(data.get("key")),
        selector=words(data.get("selector"), 600),
        tag=tag,
        role=words(data.get("role"), 60),
        name="" if private else words(data.get("name"), 100),
        summary=tag if private else words(data.get("summary"), 200),
        bounds=rect(data.get("bounds")),
        coverage=min(max(_number(data, "coverage"), 0.0), 1.0),
        relation=_choice(Relation, "relation", data),
        interactive=data.get("interactive") is True,
        private=private,
        print=f"{tag}|secret" if private else words(data.get("print"), 600),
        frame_id=words(data.get("frame"), 80),
    )


def thread(record: object) -> Thread:
    """Parse the thread of an annotation from a saved drawing: `{status, thread}`.

    A thread also contains the agent's messages, so it is never accepted from the overlay, whose
    messages always count as the user's.

    Raises:
        InvalidMessage: as for `annotation`.
    """
    data = _mapping(record, "mark")
    entries = data.get("thread") or []
    if not isinstance(entries, list) or len(entries) > MAX_ENTRIES:
        raise InvalidMessage(f"thread must be a list of at most {MAX_ENTRIES}")
    status = _choice(ThreadStatus, "status", {"status": "open", **data})
    return Thread(status, tuple(_entry(each) for each in entries))


def _entry(record: object) -> ThreadEntry:
    data = _mapping(record, "entry")
    status = data.get("status")
    return ThreadEntry(
        author=_choice(ThreadAuthor, "author", data),
        text=words(data.get("text"), MAX_REPLY, lines=True),
        timestamp=int(_number(data, "timestamp", limit=1e14)),
        status=None if status is None else _choice(ThreadStatus, "status", data),
    )


def rect(record: object) -> Bounds:
    """Parse a rectangle `{x, y, width, height}`.

    Raises:
        InvalidMessage: the record does not contain four finite numbers, or a side is negative.
    """
    data = _mapping(record, "rectangle")
    sides = [_number(data, name) for name in ("x", "y", "width", "height")]
    if sides[2] < 0 or sides[3] < 0:
        raise InvalidMessage("a rectangle with a negative side")
    return Bounds(*sides)


def words(value: object, limit: int, *, lines: bool = False) -> str:
    """Return text of a user or a page, sanitized by `viewmark.text` and limited in length.

    Args:
        value: any value; a value that is not text becomes "".
        limit: maximum characters; a truncated text ends in an ellipsis.
        lines: whether to keep line breaks.
    """
    if not isinstance(value, str):
        return ""
    return text.lines(value, limit) if lines else text.one_line(value, limit)


def _mapping(value: object, what: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise InvalidMessage(f"{what} must be an object")
    return value


def _number(data: Mapping[str, Any], name: str, *, limit: float = _MAX_PX) -> float:
    value = data.get(name)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise InvalidMessage(f"{name} must be a finite number")
    if abs(value) > limit:
        raise InvalidMessage(f"{name} is out of range")
    return float(value)


def _point(value: object) -> Point:
    if not isinstance(value, list) or len(value) != 2:
        raise InvalidMessage("a point must be [x, y]")
    pair = {"x": value[0], "y": value[1]}
    return Point(_number(pair, "x"), _number(pair, "y"))


def _choice(kind: type[_E], key: str, data: Mapping[str, Any]) -> _E:
    try:
        return kind(data.get(key))
    except ValueError:
        raise InvalidMessage(f"unknown {key}") from None


def _key(value: object) -> str:
    """Return a node ID as digits; empty for any other value."""
    is_number = isinstance(value, str) and len(value) <= 15 and value.isascii() and value.isdigit()
    return str(value) if is_number else ""


def _identity(value: object) -> str:
    if (
        not isinstance(value, str)
        or not value.startswith("ann_")
        or not 6 <= len(value) <= 60
        or not value.replace("_", "").isascii()
        or not value.replace("_", "").isalnum()
    ):
        raise InvalidMessage("an id must be ann_ and letters, digits, underscores")
    return value


def to_record(mark: DrawnAnnotation) -> dict[str, Any]:
    """Return the record that `annotation` parses, so that a mark can be saved and loaded again."""
    view = mark.viewport
    return {
        "id": mark.id,
        "kind": mark.kind.value,
        "intent": mark.intent.value,
        "text": mark.text,
        "rect": _box(mark.rect),
        "points": [[p.x, p.y] for p in mark.points],
        "timestamp": mark.timestamp,
        "elements": [_hit(hit) for hit in mark.elements],
        "view": {
            "width": view.width,
            "height": view.height,
            "scroll_x": view.scroll_x,
            "scroll_y": view.scroll_y,
            "dpr": view.device_scale_factor,
            "url": mark.page_url,
            "title": mark.page_title,
        },
    }


def _hit(hit: Hit) -> dict[str, Any]:
    return {
        "key": "",  # omitted, because node IDs are meaningless in another document
        "selector": hit.selector,
        "tag": hit.tag,
        "role": hit.role,
        "name": hit.name,
        "summary": hit.summary,
        "bounds": _box(hit.bounds),
        "coverage": hit.coverage,
        "relation": hit.relation.value,
        "interactive": hit.interactive,
        "private": hit.private,
        "print": hit.print,
        "frame": hit.frame_id,
    }


def _box(bounds: Bounds) -> dict[str, float]:
    return dict(zip(("x", "y", "width", "height"), bounds.as_tuple(), strict=True))


VERSION = 1
MAX_SIZE = 20_000_000
"""Maximum characters of a saved drawing: four times the size of 500 marks of 10,000 characters."""

Saved = tuple[tuple["DrawnAnnotation", ...], str]
"""The marks, and the comment on the whole page."""


def dump_drawing(session: DrawnSession) -> str:
    """Return a session's marks, threads and overall comment as JSON for `load_drawing`."""
    return json.dumps(
        {
            "viewmark_drawing": VERSION,
            "overall": session.overall,
            "marks": [
                to_record(mark) | mark.thread.to_json()
                for mark in (*session.annotations(), *session.shelf)
            ],
        },
        ensure_ascii=False,
    )


def load_drawing(text: str, *, page_id: str = "") -> Saved:
    """Return the marks of a drawing written by `dump_drawing`, and its overall comment.

    Args:
        text: the JSON text.
        page_id: ID of the tab in which the marks are shown.

    Raises:
        InvalidOption: the text is not a saved drawing, has another version or is damaged; the
            message names the invalid part.
    """
    if len(text) > MAX_SIZE:
        raise InvalidOption(f"A saved drawing has at most {MAX_SIZE} characters.", param="load")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidOption("The saved drawing is not JSON.", param="load") from error
    if not isinstance(data, dict) or data.get("viewmark_drawing") != VERSION:
        raise InvalidOption(f"This is not a saved drawing of version {VERSION}.", param="load")
    records = data.get("marks")
    if not isinstance(records, list) or len(records) > MAX_MARKS:
        raise InvalidOption(f"marks must be a list of at most {MAX_MARKS}.", param="load")
    marks: dict[str, DrawnAnnotation] = {}
    for number, record in enumerate(records, 1):
        try:
            mark = annotation(record, page_id=page_id, document="")
            mark = replace(mark, thread=thread(record))
        except InvalidMessage as error:
            raise InvalidOption(f"Mark {number} is damaged: {error}.", param="load") from error
        marks[mark.id] = mark
    overall = words(data.get("overall"), MAX_TEXT, lines=True)
    return tuple(marks.values()), overall
