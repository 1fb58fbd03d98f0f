"""JSON of CDP: encodes and decodes messages, and replies of page scripts.

A page's text may contain a lone surrogate, which is legal in JavaScript but not in UTF-8: it
becomes U+FFFD. A document may be nested deeper than a codec supports. In both cases the
command still gets its reply. Pure functions.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any

import orjson


def encode_message(message: dict[str, Any]) -> bytes:
    """Encode a command.

    Raises:
        TypeError: it has a value that JSON cannot represent.
    """
    try:
        return orjson.dumps(message)
    except TypeError:
        return json.dumps(_mend(message), allow_nan=False).encode()


def decode_message(data: bytes | memoryview) -> Any:
    """Decode a message of the browser; an error answer if it cannot be decoded.

    Returns None if not even the command that it answers is known.
    """
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError:
        pass
    data = bytes(data)
    try:
        return _mend(_DECODER.decode(data.decode("utf-8", "replace")))
    except (ValueError, RecursionError):
        head = _HEAD.match(data)
    if head is None:
        return None
    reply = f"the answer of {len(data)} bytes cannot be read; it is nested too deep or broken"
    return {"id": int(head[1]), "error": {"message": reply}}


def decode(text: str) -> Any:
    """Parse JSON text of a page script; None if it is invalid."""
    return decode_message(text.encode("utf-8", "replace"))


def _finite(text: str) -> float | None:
    value = float(text)
    return value if math.isfinite(value) else None


_DECODER = json.JSONDecoder(
    parse_constant=lambda _: None,
    parse_float=_finite,
    # The fast codec parses long integers as floats too; Python refuses thousands of digits.
    parse_int=lambda text: int(text) if len(text) < 20 else _finite(text),
)
"""Decoder with the rules of the fast codec: no infinite numbers, NaN becomes null."""
_HEAD = re.compile(rb'\s*\{"id":(\d{1,15})[,}]')


def _mend(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, dict):
        return {_mend(key): _mend(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_mend(each) for each in value]
    return value
