"""Checks names and values of header fields given by a caller (RFC 9110, section 5)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from viewmark.errors import InvalidOption

_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}")
_VALUE = re.compile(r"[\x20-\x7e\t]{0,8000}")


def check_headers(headers: Mapping[str, str]) -> None:
    """Reject headers that cannot be sent, for example because of line breaks.

    Raises:
        InvalidOption: a header is invalid; the message names it without its value, which may be a
            secret.
    """
    for name, value in headers.items():
        is_name = isinstance(name, str) and _NAME.fullmatch(name)
        if not is_name or not isinstance(value, str) or not _VALUE.fullmatch(value):
            raise InvalidOption(f"{name!r:.60} is not a header that can be sent.", param="headers")
