"""JSON of CDP: messages to bytes and back, and what page scripts send."""

from __future__ import annotations

from typing import Any

import orjson

from viewmark.browser.cdp.surrogates import dump_surrogates, load_surrogates

__all__ = ["decode", "decode_message", "encode_message"]


def encode_message(message: dict[str, Any]) -> bytes:
    """A command as bytes.

    Raises:
        TypeError: it holds what JSON has no word for.
    """
    try:
        return orjson.dumps(message)
    except TypeError:
        return dump_surrogates(message)


def decode_message(data: bytes | memoryview) -> Any:
    """A message of the browser; None if it is not even known who waits for it."""
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError:
        return load_surrogates(bytes(data))


def decode(text: str) -> Any:
    """What a page script sent as JSON text; None if it cannot be read.

    Lone surrogates, which no codec of UTF-8 takes, come back as U+FFFD.
    """
    try:
        return orjson.loads(text)
    except (orjson.JSONDecodeError, UnicodeEncodeError):
        return load_surrogates(text.encode("utf-8", "replace"))
