"""JSON of CDP: messages to bytes and back, and what page scripts send.

A page's text may hold half of a surrogate pair, which is legal JavaScript and no legal UTF-8: it
becomes U+FFFD. A document may be nested deeper than a codec goes. Neither leaves a command without
an answer. Pure.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any

import orjson


def encode_message(message: dict[str, Any]) -> bytes:
    """A command as bytes.

    Raises:
        TypeError: it holds what JSON has no word for.
    """
    try:
        return orjson.dumps(message)
    except TypeError:
        return json.dumps(_mend(message), allow_nan=False).encode()


def decode_message(data: bytes | memoryview) -> Any:
    """A message of the browser; an error answer if it cannot be read at all.

    None if it is not even known which command it answers.
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
    # Long ones are floats to the fast codec too; Python refuses to read thousands of digits.
    parse_int=lambda text: int(text) if len(text) < 20 else _finite(text),
)
"""Decoder with the rules of the fast codec: no infinite numbers, NaN is null."""
_HEAD = re.compile(rb'\s*\{"id":(\d{1,15})[,}]')


def _mend(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, dict):
        return {_mend(key): _mend(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_mend(each) for each in value]
    return value
