"""Sanitises text from pages and users, and finds similar words. No side effects.

A sanitised text has a limited length. It contains no control characters, nothing that reorders or
hides text (directional controls, zero-width characters, tags), no lone surrogates and no
private-use characters. `one_line` also replaces line breaks by spaces.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable
from typing import Any

ADDRESS_LENGTH = 300
"""Maximum length of a URL in the heading of a result, in characters."""
_CUT = "…"
_BREAKS = re.compile("\r\n|[\n\r\v\f\x1c-\x1f\x85\u2028\u2029]")
# Control characters, format characters (directional, zero-width, tags), surrogates, private use,
# line separators.
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
# Noncharacters, and characters that Unicode defines as not displayed, assigned or not. Other
# unassigned characters may be letters and emoji newer than Python's tables, so they are kept.
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u2065\u3164\ufdd0-\ufdef\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\U000e0000-\U000e0fff\U0001fffe\U0001ffff\U0010fffe\U0010ffff]"
)
_JOINERS = "\u200c\u200d"
# Persian words and emoji families need joiners; next to ASCII, joiners only hide something.
_LOOSE = re.compile(
    "[\u200c\u200d](?![^\x00-\x7f\u200c\u200d])|(?<![^\x00-\x7f\u200c\u200d])[\u200c\u200d]"
)


def one_line(value: object, limit: int = 300) -> str:
    """Return the text as one line of visible characters.

    Args:
        value: a string, or any object with a string form; None gives an empty text.
        limit: maximum length in characters, including the ellipsis of a truncated text.
    """
    text = value if isinstance(value, str) else "" if value is None else str(value)
    # Truncate to a generous length before cleaning, so that megabytes of text are not processed.
    head = text[: limit * 20 + 200]
    row = _row(head)
    return cut(row + _CUT if row and len(head) < len(text) else row, limit)


def lines(value: object, limit: int) -> str:
    """Return the text like `one_line`, but with line breaks, normalized to line feeds."""
    text = value if isinstance(value, str) else ""
    head = text[: limit * 20 + 200]
    rows = (visible(row.replace("\t", " ")).rstrip() for row in _BREAKS.split(head))
    whole = "\n".join(rows).strip()
    return cut(whole + _CUT if whole and len(head) < len(text) else whole, limit)


def cut(text: str, limit: int) -> str:
    """Truncate a text to `limit` characters, including the ellipsis of a truncated text."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + _CUT


def cut_address(url: str) -> str:
    """Shorten a URL for display, because some are thousands of characters long (`data:`)."""
    return cut(url, ADDRESS_LENGTH)


def quoted(text: str) -> str:
    """Return a name in double quotes, as in JSON, without escaping non-ASCII characters."""
    return json.dumps(text, ensure_ascii=False)


def escape_text(text: str) -> str:
    r"""Escape all characters that a terminal would interpret or hide, as JSON does.

    An escape sequence becomes `\u001b]0;title`, a direction override `\u202e`; line feeds, tabs
    and joiners are kept. Inside JSON, the escaped text means the same.
    """
    if text.replace("\n", "").replace("\t", "").isprintable() and not _BLANK.search(text):
        return text
    return "".join(ch if _is_harmless(ch) else _code(ch) for ch in text)


def _is_harmless(ch: str) -> bool:
    if ch.isprintable() or ch in "\n\t" or ch in _JOINERS:
        return not _BLANK.match(ch)
    return unicodedata.category(ch) not in _HIDDEN


def _code(ch: str) -> str:
    units = ch.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i : i + 2].hex()}" for i in range(0, len(units), 2))


def _row(text: str) -> str:
    line = " ".join(text.split())
    if line.isascii() and line.isprintable():
        return line
    return " ".join(visible(line).split())


def visible(text: str) -> str:
    """Return the visible characters of a text without line breaks; spaces and length are kept."""
    if not text.isprintable():
        text = "".join(
            ch for ch in text if unicodedata.category(ch) not in _HIDDEN or ch in _JOINERS
        )
    return _LOOSE.sub("", _BLANK.sub("", text))


def compact(value: Any) -> str:
    """Return compact JSON: no spaces, non-ASCII characters unescaped, whole numbers without `.0`.

    Timings of a result are omitted. They are sent next to the content, where they cost no tokens.
    """
    if isinstance(value, dict):
        value = {key: each for key, each in value.items() if key != "timings"}
    return json.dumps(_plain(value), ensure_ascii=False, separators=(",", ":"))


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def near_words(
    word: object, words: Iterable[str], *, most: int = 1, cutoff: float = 0.6
) -> list[str]:
    """Return the most similar words, best first, ignoring case.

    Args:
        word: the word as entered.
        words: the candidates.
        most: maximum number of matches.
        cutoff: minimum similarity, 0 to 1.
    """
    # imported late, because the module is slow to import and rarely used
    from difflib import get_close_matches

    known: dict[str, list[str]] = {}
    for each in words:
        known.setdefault(each.lower(), []).append(each)
    near = get_close_matches(str(word)[:60].lower(), known, n=most, cutoff=cutoff)
    return [each for low in near for each in known[low]][:most]


def did_you_mean(word: object, words: Iterable[str], *, most: int = 1, cutoff: float = 0.6) -> str:
    """Return a question with the most similar words; empty if there are none (see `near_words`)."""
    near = near_words(word, words, most=most, cutoff=cutoff)
    return f"Did you mean {' or '.join(near)}?" if near else ""
