"""What changes while the element stays: counters in labels, ids that a program made up.

The rule for generated ids is the one that the page scripts use for selectors: an id is generated
when it

1. carries a UUID, or hex of 8 digits and more that is neither all letters nor all digits;
2. is digits only, or ends in 4 digits and more (`ember1234`, `ext-gen1021`);
3. comes from a counter of a known library: React (`:r1:`, `_r_1_`), Radix, Headless UI, Ember,
   Angular Material, Material UI, React Select, GWT, YUI, ExtJS, jQuery UI;
4. has a part of 6 characters and more that mixes digits with letters in more than one place
   (`css-1q2w3e4`), as digests in base 36 or 64 do.

A counter is a number that says how many, not which: in brackets ("Like (3)"), with a plus
("99+"), behind a colon, dot or bar at the end ("Cart: 2"), or before one or two words in small
letters ("3 new messages"). Bare numbers ("Item 3", "Order 1001") tell elements apart and stay. In
the surroundings of an element only bracketed numbers and those with a plus are counters: a row
may well begin or end with its number.
"""

from __future__ import annotations

import re
from functools import lru_cache

__all__ = ["clean", "is_generated", "surroundings_without_counters", "without_counters", "words"]

MAX_TEXT = 200
"""Characters of one text that identity looks at; the rest says nothing about who it is."""

_UUID = re.compile(r"[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}", re.I)
_HEX = re.compile(r"(?<![0-9a-z])(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{8,}(?![0-9a-z])", re.I)
_NUMBER = re.compile(r"\d+$|.*\d{4,}$")
_LIBRARY = re.compile(
    r"[:«][rR][0-9a-zA-Z]*[:»]"  # React's useId, alone or behind the name of a library
    r"|_[rR]_[0-9a-z]+_"
    r"|^(ember|yui_|gwt-uid-|isc_|j_id|goog_|ext-|ui-id-|uid-?|el-id-|tippy-)[\w-]*\d"
    r"|^(radix|headlessui|react-aria|react-select|downshift|mui|rc|chakra|mantine|cdk|mat)"
    r"[-:_].*\d"
)
_PART = re.compile(r"[0-9A-Za-z]{6,}")
_SWITCH = re.compile(r"\d[A-Za-z]|[A-Za-z]\d")

_COUNT = r"\s*[+~]?\d[\d.,\s]*[kKmM]?\+?(?:\s?[^\W\d_]+){0,2}\s*"  # 3; 1.2k; 99+; 12 unread
_BRACKETED = re.compile(rf"[(\[{{\uff08\u3010]{_COUNT}[)\]}}\uff09\u3011]")  # also full-width
_PLUS = re.compile(r"(?<![\w.])\d[\d.,]*[kKmM]?\+(?!\w)")
_AT_END = re.compile(r"\s*[:·•|]\s*\d[\d.,]*[kKmM]?\s*$")
_AT_START = re.compile(r"^\d(?:\d{0,2}|[\d.,]*[kKmM])\s+(?=\w+(?: \w+)?$)(?=\D+$)")
_SPACE = re.compile(r"[\s\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]+")
_WORD = re.compile(r"[^\W_]+")


@lru_cache(maxsize=8192)
def is_generated(value: str) -> bool:
    """Whether an id was made up by a program and will be another one after the next load."""
    if _UUID.search(value) or _HEX.search(value) or _NUMBER.match(value):
        return True
    if _LIBRARY.search(value):
        return True
    return any(len(_SWITCH.findall(part)) >= 2 for part in _PART.findall(value))


@lru_cache(maxsize=8192)
def clean(text: str) -> str:
    """A text as identity sees it: white space folded, invisible characters gone, cut."""
    if text.isascii() and text.isprintable() and "  " not in text:
        return text.strip()[:MAX_TEXT]
    return _SPACE.sub(" ", _CONTROL.sub(" ", text)).strip()[:MAX_TEXT]


@lru_cache(maxsize=8192)
def without_counters(text: str) -> str:
    """The text without what counts; the text itself where nothing else would be left."""
    if not any(c.isdigit() for c in text):
        return text
    rest = _AT_END.sub("", surroundings_without_counters(text))
    if rest.islower():
        rest = _AT_START.sub("", rest)
    return rest.strip() or text


@lru_cache(maxsize=8192)
def surroundings_without_counters(text: str) -> str:
    """The same for the text of a row, card or heading."""
    if not any(c.isdigit() for c in text):
        return text
    return _SPACE.sub(" ", _PLUS.sub(" ", _BRACKETED.sub(" ", text))).strip() or text


@lru_cache(maxsize=8192)
def words(text: str) -> frozenset[str]:
    """The words and numbers of a text, folded; what two texts share is counted in them."""
    return frozenset(_WORD.findall(text.casefold()))
