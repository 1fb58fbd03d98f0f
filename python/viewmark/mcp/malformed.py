"""Answers lines that are no messages of the protocol: the SDK drops them.

Their client would wait for ever. Half a surrogate pair in a text (what a program writes that cuts
an emoji) is the usual one.
"""

from __future__ import annotations

import json
from typing import Any

_PARSE_ERROR, _INVALID_REQUEST = -32700, -32600
"""Codes of JSON-RPC 2.0."""


def refuse_line(line: str) -> dict[str, Any] | None:
    """The error that answers such a line; None if it asks for no answer."""
    number, code, message = None, _INVALID_REQUEST, "This is no request of JSON-RPC 2.0."
    try:
        found = json.loads(line)
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        code, message = _PARSE_ERROR, "A text in it holds half a surrogate pair."
    except (ValueError, RecursionError):
        found, code, message = None, _PARSE_ERROR, "This line is no JSON that can be read."
    if isinstance(found, dict):
        if "id" not in found or found.keys() & {"result", "error"}:
            return None  # a notification, or an answer
        number = found["id"]
        is_text = isinstance(number, str) and number.isprintable()
        if not is_text and type(number) is not int:
            number = None
    error = {"code": code, "message": message}
    return {"jsonrpc": "2.0", "id": number, "error": error} if line.strip() else None
