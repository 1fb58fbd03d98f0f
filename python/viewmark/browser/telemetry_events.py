"""Parses CDP events about console, exceptions and requests; truncates text, removes secrets."""

from __future__ import annotations

from typing import Any

from viewmark.browser import wire
from viewmark.secrets import in_header
from viewmark.secrets.redaction import REDACTED, Redactor
from viewmark.text import one_line

TEXT_LIMIT = 2_000
"""Maximum number of characters that are kept of a message or of a header's value."""


def count_characters(params: dict[str, Any]) -> int:
    """Return the approximate number of characters in a console event or an exception."""
    values = [each.get("value") for each in wire.records(params.get("args"), 10_000)]
    thrown = wire.record(wire.record(params.get("exceptionDetails")).get("exception"))
    values += [thrown.get("description"), thrown.get("value")]
    return sum(len(v) for v in values if isinstance(v, str))


def where_of(detail: dict[str, Any]) -> tuple[str, int, int]:
    """Return URL, line and column (1-based; CDP counts from 0) of the innermost stack frame."""
    frames = wire.records(wire.record(detail.get("stackTrace")).get("callFrames"))
    top = frames[0] if frames else detail
    line = int(wire.number(top.get("lineNumber"), -1)) + 1
    column = int(wire.number(top.get("columnNumber"), -1)) + 1
    return address_of(top.get("url")), line, column


def text_of_argument(value: dict[str, Any]) -> str:
    """Return the text of one argument of a console call."""
    if "value" in value:
        return str(value["value"])
    if "unserializableValue" in value:
        return str(value["unserializableValue"])
    return str(value.get("description") or value.get("type") or "")


def line_of(text: object) -> str:
    """Return a text on one line, truncated."""
    return one_line(text, TEXT_LIMIT)


def address_of(value: object) -> str:
    """Return a URL, truncated; for `data:` URLs only the MIME type."""
    text = str(value or "")
    if text.startswith(("data:", "javascript:")):
        return one_line(text[:200].split(",", 1)[0], 80)
    return line_of(text)


def headers_of(value: object) -> dict[str, str]:
    """Return the headers of a request or response, with the values of secret headers redacted."""
    if not isinstance(value, dict):
        return {}
    return {
        one_line(name, 200): REDACTED if in_header(str(name)) else line_of(text)
        for name, text in value.items()
    }


_redact = Redactor()


def printed(message: object) -> str:
    """Return a message's text for its `repr`, with secrets removed from URLs."""
    return f"<{type(message).__name__} {_redact(str(message))}>"
