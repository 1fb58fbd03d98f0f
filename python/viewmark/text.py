"""Sanitises text of pages and people: visible characters, at a bounded length; finds near words.

The result has no control characters, nothing that reorders or hides text (directional controls,
zero-width characters, tags), no lone surrogates and no private-use characters; `one_line` turns
line breaks into spaces. Pure.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable
from typing import Any

ADDRESS_LENGTH = 300
"""Characters of an address in the head of an answer."""
_CUT = "…"
_BREAKS = re.compile("\r\n|[\n\r\v\f\x1c-\x1f\x85\u2028\u2029]")
# Control, format (directional, zero-width, tags), surrogates, private use, separators of lines.
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
# Characters that Unicode says are not displayed, assigned or not, and noncharacters. Of other
# unassigned ones it is not known: letters and emoji that are younger than Python's tables.
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u2065\u3164\ufdd0-\ufdef\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\U000e0000-\U000e0fff\U0001fffe\U0001ffff\U0010fffe\U0010ffff]"
)
_JOINERS = "\u200c\u200d"
# Persian words and families of emoji need joiners; beside ASCII they only hide something.
_LOOSE = re.compile(
    "[\u200c\u200d](?![^\x00-\x7f\u200c\u200d])|(?<![^\x00-\x7f\u200c\u200d])[\u200c\u200d]"
)


def one_line(value: object, limit: int = 300) -> str:
    """The text as one line of visible characters.

    Args:
        value: a string, or anything that has a string form; None is empty.
        limit: characters kept; a cut is shown by an ellipsis, which counts.
    """
    text = value if isinstance(value, str) else "" if value is None else str(value)
    # Cut generously before cleaning: the rest of a megabyte is not looked at.
    head = text[: limit * 20 + 200]
    row = _row(head)
    return cut(row + _CUT if row and len(head) < len(text) else row, limit)


def lines(value: object, limit: int) -> str:
    """As `one_line`, but with the line breaks that a person wrote, as line feeds."""
    text = value if isinstance(value, str) else ""
    head = text[: limit * 20 + 200]
    rows = (visible(row.replace("\t", " ")).rstrip() for row in _BREAKS.split(head))
    whole = "\n".join(rows).strip()
    return cut(whole + _CUT if whole and len(head) < len(text) else whole, limit)


def cut(text: str, limit: int) -> str:
    """At most `limit` characters; a shortened text ends in an ellipsis, which counts."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + _CUT


def cut_address(url: str) -> str:
    """An address for people and models to read: some have thousands of characters (`data:`)."""
    return cut(url, ADDRESS_LENGTH)


def quoted(text: str) -> str:
    """A name in quotes, as JSON writes it, in its own script."""
    return json.dumps(text, ensure_ascii=False)


def escape_text(text: str) -> str:
    r"""The text with everything that a terminal would obey or hide written out, as JSON does it.

    An escape sequence is `\u001b]0;title`, what turns the direction `\u202e`; line feeds, tabs and
    joiners stay. Inside of JSON it is the same text.
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
    """The characters of a text that can be seen, spaces as they are; no line breaks, no cut."""
    if not text.isprintable():
        text = "".join(
            ch for ch in text if unicodedata.category(ch) not in _HIDDEN or ch in _JOINERS
        )
    return _LOOSE.sub("", _BLANK.sub("", text))


def compact(value: Any) -> str:
    """JSON without spaces, characters as they are, whole numbers without `.0`.

    The times of a result are left out: they are told beside the content, where they cost nothing.
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
    """The nearest words, best first; case does not matter.

    Args:
        word: as it was written.
        words: those that there are.
        most: at most so many.
        cutoff: how like they must be, 0 to 1.
    """
    from difflib import get_close_matches  # costs time at import, and few need it

    known: dict[str, list[str]] = {}
    for each in words:
        known.setdefault(each.lower(), []).append(each)
    near = get_close_matches(str(word)[:60].lower(), known, n=most, cutoff=cutoff)
    return [each for low in near for each in known[low]][:most]


def did_you_mean(word: object, words: Iterable[str], *, most: int = 1, cutoff: float = 0.6) -> str:
    """A question that names the nearest words; empty if none is near. Options of `near_words`."""
    near = near_words(word, words, most=most, cutoff=cutoff)
    return f"Did you mean {' or '.join(near)}?" if near else ""
