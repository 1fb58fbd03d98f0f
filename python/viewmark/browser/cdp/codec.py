"""JSON of CDP: encodes and decodes messages and the replies of page scripts. Pure functions.

A page's text may contain lone surrogates, which are legal in JavaScript but not in UTF-8; they are
replaced by U+FFFD. A document may be nested deeper than a codec supports. In both cases the command
still gets a reply.
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
        TypeError: the command contains a value that JSON cannot represent.
    """
    try:
        return orjson.dumps(message)
    except TypeError:
        return json.dumps(_mend(message), allow_nan=False).encode()


def decode_message(data: bytes | memoryview) -> Any:
    """Decode a message from the browser; if that fails, return an error reply to its command.

    Return None if even the number of the command cannot be determined.
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
    """Parse JSON text from a page script; return None if it is invalid."""
    return decode_message(text.encode("utf-8", "replace"))


def _finite(text: str) -> float | None:
    value = float(text)
    return value if math.isfinite(value) else None


_DECODER = json.JSONDecoder(
    parse_constant=lambda _: None,
    parse_float=_finite,
    # Like the fast codec, parse long integers as floats; Python rejects integers of thousands of
    # digits.
    parse_int=lambda text: int(text) if len(text) < 20 else _finite(text),
)
"""Decoder that follows the fast codec's rules: no infinite numbers, and NaN becomes null."""
_HEAD = re.compile(rb'\s*\{"id":(\d{1,15})[,}]')


def _mend(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, dict):
        return {_mend(key): _mend(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_mend(each) for each in value]
    return value
