"""Redacts the values of secret parameters in URLs that occur in any text.

A GET form puts typed values into the page's URL, and therefore into network lists, archives, errors
and logs. Whether a value is secret is decided by the parameter's name: it is secret if it is the
name of a secret field on the page (`learn`), or if it contains words listed in `secrets.words`.
URLs that are parameters of other URLs are redacted as well. Every text passes through this module
before it leaves viewmark. No side effects.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import unquote_plus

from viewmark.secrets import in_address

REDACTED = "[redacted]"
"""Text that replaces a value of any length."""

NAMES_LIMIT, NAME_LENGTH = 1000, 200

# Matches the start of a parameter, plain or percent-encoded within another URL.
_HEAD = re.compile(
    r"(?:[?&;#]|%(?:25)*(?:3f|26|23))([^\s=&;#?\"'<>\\`]{1,200}?)(=|%(?:25)*3d)", re.IGNORECASE
)
# A single quote is part of a value, unless it ends a quotation in a sentence.
_END = r"'[\]),.;:}]*(?:\s|$)"
_VALUE = re.compile(rf"(?:(?!{_END})[^\s&#\"<>\\`])*")
_VALUE_INSIDE = re.compile(rf"(?:(?!{_END}|%(?:25)*(?:26|23))[^\s&#\"<>\\`])*", re.IGNORECASE)
_USER = re.compile(r"(://)[^/\s@\"'<>\\`?#]+@")


class Redactor:
    """Redacts texts by the names of secret parameters that it knows."""

    def __init__(self) -> None:
        self._names: dict[str, None] = {}
        self.revision = 0
        """Number that increases with each new name, so that callers can detect a change."""

    def learn(self, names: Iterable[str]) -> None:
        """Remember names of secret fields; the newest 1,000 are kept."""
        for name in names:
            key = name.strip().lower()
            if key and len(key) <= NAME_LENGTH:
                self.revision += key not in self._names
                self._names.pop(key, None)
                self._names[key] = None
        while len(self._names) > NAMES_LIMIT:
            del self._names[next(iter(self._names))]

    def __call__(self, text: str) -> str:
        """Return the text without values of secret parameters, user names and passwords."""
        out: list[str] = []
        at = 0
        for_next = _HEAD.search(text)
        while for_next is not None:
            head = for_next
            end = head.end()
            if self.is_secret(head[1]):
                value = (_VALUE if head[2] == "=" else _VALUE_INSIDE).match(text, end)
                stop = value.end() if value is not None else end
                if stop > end:
                    out += (text[at:end], REDACTED)
                    at = end = stop
            for_next = _HEAD.search(text, end)
        out.append(text[at:])
        return _USER.sub(rf"\1{REDACTED}@", "".join(out))

    def is_secret(self, written: str) -> bool:
        """Return True if a parameter with that name is secret; the name may be percent-encoded."""
        name = written
        for _ in range(3):  # decode repeatedly, because each level of nested URLs adds one encoding
            name = unquote_plus(name)
        return name.lower() in self._names or in_address(name)
