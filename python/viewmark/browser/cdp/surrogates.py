"""Repairs CDP messages that strict JSON decoders refuse, such as lone surrogates.

A page's text may hold half of a surrogate pair, which is legal JavaScript and no legal UTF-8, and
a document may be nested deeper than a codec goes. Neither may leave a command without an answer.
Pure; standard library only.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any

__all__ = ["dump_surrogates", "load_surrogates"]


def _finite(text: str) -> float | None:
    value = float(text)
    return value if math.isfinite(value) else None


_DECODER = json.JSONDecoder(
    parse_constant=lambda _: None,
    parse_float=_finite,
    # Long ones are floats to the fast codec too; Python refuses to read thousands of digits.
    parse_int=lambda text: int(text) if len(text) < 20 else _finite(text),
)
"""As the fast codec: no number is infinite, and what is not a number is null."""
_HEAD = re.compile(rb'\s*\{"id":(\d{1,15})[,}]')
_TAIL = re.compile(rb'"sessionId":"([^"\\]{1,100})"\}\s*$')
_TAIL_LENGTH = 150


def load_surrogates(data: bytes) -> Any:
    """The message with lone surrogates as U+FFFD; an error answer if it cannot be read at all.

    None if it is not even known who waits for it.
    """
    try:
        return _mend(_DECODER.decode(data.decode("utf-8", "replace")))
    except (ValueError, RecursionError):
        pass
    head = _HEAD.match(data)
    if head is None:
        return None
    answer: dict[str, Any] = {"id": int(head[1])}
    tail = _TAIL.search(data[-_TAIL_LENGTH:])
    if tail is not None:
        answer["sessionId"] = tail[1].decode("ascii", "replace")
    reply = f"the answer of {len(data)} bytes cannot be read; it is nested too deep or broken"
    return {**answer, "error": {"message": reply}}


def dump_surrogates(message: dict[str, Any]) -> bytes:
    """A command with lone surrogates as U+FFFD.

    Raises:
        TypeError: it holds what JSON has no word for.
    """
    return json.dumps(_mend(message), allow_nan=False).encode()


def _mend(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, dict):
        return {_mend(key): _mend(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_mend(each) for each in value]
    return value
