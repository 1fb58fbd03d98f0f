"""Saves and loads drawings as JSON: annotations with words and threads, without pictures.

What is read back may come from anywhere and is checked like a message of the overlay.
"""

from __future__ import annotations

import json
from dataclasses import replace

from viewmark.drawmode import intake
from viewmark.drawmode.intake import to_record
from viewmark.drawmode.model import DrawnAnnotation
from viewmark.drawmode.session import MAX_MARKS, DrawnSession
from viewmark.errors import InvalidOption

VERSION = 1
MAX_SIZE = 20_000_000
"""Characters; 500 marks of 10,000 characters are a quarter of it."""

Saved = tuple[tuple["DrawnAnnotation", ...], str]
"""Marks and the comment on the whole."""


def dump(session: DrawnSession) -> str:
    """A session as JSON."""
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


def load(text: str, *, page_id: str = "") -> Saved:
    """Marks of a drawing that `dump` wrote.

    Args:
        text: the JSON.
        page_id: the tab that they are shown in.

    Raises:
        InvalidOption: not such JSON, another version, or damaged; the message says where.
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
            mark = intake.annotation(record, page_id=page_id, document="")
            mark = replace(mark, thread=intake.thread(record))
        except intake.InvalidMessage as error:
            raise InvalidOption(f"Mark {number} is damaged: {error}.", param="load") from error
        marks[mark.id] = mark
    overall = intake.words(data.get("overall"), intake.MAX_TEXT, lines=True)
    return tuple(marks.values()), overall
