"""Recognises volatile text: counters in labels, and ids that programs generate.

The rule for generated ids is the same as in the page scripts that build selectors
(`js/page/stable.js`); a test compares both. An id is generated if it

1. has no letter;
2. contains a UUID, or an id of React's `useId` (`:r1:`, `_r_1_`);
3. has a prefix of a well-known library, usually followed by a counter (`ember123`, `mui-4`,
   `radix-`, `headlessui-`, `mat-`, `cdk-`, `ext-gen`, `yui_`, `css-` and so on);
4. has a part (between `-`, `_`, `:` and `.`) of 5 or more digits, of 8 or more hex digits including
   a decimal digit, or of 5 or more characters that alternate twice between letters and digits.

A counter is a number that states a quantity, not an identity: in brackets ("Like (3)"), with a plus
("99+"), after a colon, dot or bar at the end ("Cart: 2"), or before one or two lower-case words ("3
new messages"). Bare numbers ("Item 3", "Order 1001") identify elements and are kept. In surrounding
texts, only numbers in brackets and numbers with a plus are counters, because a row often begins or
ends with its own number.
"""

from __future__ import annotations

import re
from collections.abc import Set
from functools import lru_cache

MAX_TEXT = 200
"""Maximum length of a text that is used for identity, in characters."""

_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-", re.I)
_REACT = re.compile(r":[rR][0-9a-z]*:|«r[0-9a-z]*»|_[rR]_[0-9a-z]+_")
_LIBRARY = re.compile(
    r":r|«r|_r_|radix-|headlessui-|mui-\d|ember\d|mat-|cdk-|ng-|v-\d|ext-gen|yui_|el-id-|__bvid__|"
    r"rc[-_]|react-aria|chakra-|mantine-|reach-|floating-ui|popper-|tippy-|downshift-|uid-?\d|"
    r"id-?\d|gen-?\d|jss\d|css-|sc-|svelte-|emotion-|astro-",
    re.I,
)
_LETTER = re.compile(r"[a-z\u00c0-\uffff]", re.I)
_NOISE = re.compile(r"[0-9]{5,}|(?=[a-f]*[0-9])[0-9a-f]{8,}", re.I)
_TURN = re.compile(r"[a-z][0-9]|[0-9][a-z]", re.I)

_COUNT = r"\s*[+~]?\d[\d.,\s]*[kKmM]?\+?(?:\s?[^\W\d_]+){0,2}\s*"  # 3; 1.2k; 99+; 12 unread
_BRACKETED = re.compile(rf"[(\[{{\uff08\u3010]{_COUNT}[)\]}}\uff09\u3011]")  # also full-width
_PLUS = re.compile(r"(?<![\w.])\d[\d.,]*[kKmM]?\+(?!\w)")
_AT_END = re.compile(r"\s*[:·•|]\s*\d[\d.,]*[kKmM]?\s*$")
_AT_START = re.compile(r"^\d(?:\d{0,2}|[\d.,]*[kKmM])\s+(?=\w+(?: \w+)?$)(?=\D+$)")
_MEASURE = re.compile(
    # times with dates, prices, percentages, decimals, numbers after a symbol: ♥ 12, ▲3
    r"\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?(?:\s?[ap]\.?m\b\.?)?"
    r"|[$€£¥₹]\s?\d[\d.,]*|\d[\d.,]*\s?(?:[€£¥₹%]|(?:USD|EUR|GBP|CHF)\b)"
    r"|[-+\u2212]?\d+[.,]\d+"
    r"|(?<=[^\w\s#.,/@:;&()'\"-])\s?\d[\d.,]*[kKmM]?"
    # counts, at the beginning or before a unit: 12 results, 3 min ago
    r"|(?:(?<=^)|(?<=[,;|·•(] ))\d{1,3}(?=\s+(?-i:[^\W\d_A-Z]))"
    r"|\b\d[\d.,]*[kKmM]?(?=\s?(?:ms|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|weeks?|"
    r"months?|years?|ago|left|kb|mb|gb|tb|results?|items?|new|unread|comments?|replies|likes?|views?|"
    r"votes?|points?|followers?|online|watching|in stock|selected)\b)",
    re.I,
)
_BARE = re.compile(r"\d+")
_SPACE = re.compile(r"[\s\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]+")
_WORD = re.compile(r"[^\W_]+")


@lru_cache(maxsize=4096)
def is_generated(value: str) -> bool:
    """Return True if a program generated the id, so that it changes with every page load."""
    if not _LETTER.search(value) or _UUID.search(value) or _REACT.search(value):
        return bool(value)
    if _LIBRARY.match(value):
        return True
    return any(
        _NOISE.fullmatch(part) or (len(part) >= 5 and len(_TURN.findall(part)) >= 2)
        for part in re.split(r"[-_:.]", value)
    )


@lru_cache(maxsize=4096)
def clean(text: str) -> str:
    """Normalise text for identity: collapse white space, remove invisible characters, truncate."""
    if text.isascii() and text.isprintable() and "  " not in text:
        return text.strip()[:MAX_TEXT]
    return _SPACE.sub(" ", _CONTROL.sub(" ", text)).strip()[:MAX_TEXT]


@lru_cache(maxsize=4096)
def without_counters(text: str) -> str:
    """Return the text without counters; unchanged if it consists only of counters."""
    if not any(c.isdigit() for c in text):
        return text
    remainder = _AT_END.sub("", surroundings_without_counters(text))
    if remainder.islower():
        remainder = _AT_START.sub("", remainder)
    return remainder.strip() or text


@lru_cache(maxsize=4096)
def surroundings_without_counters(text: str) -> str:
    """Return the text of a row, card or heading without counters."""
    if not any(c.isdigit() for c in text):
        return text
    return _SPACE.sub(" ", _PLUS.sub(" ", _BRACKETED.sub(" ", text))).strip() or text


@lru_cache(maxsize=4096)
def words(text: str) -> frozenset[str]:
    """Return the set of case-folded words and numbers of a text, to compare texts."""
    return frozenset(_WORD.findall(text.casefold()))


def only_grew(mine: Set[str], theirs: Set[str]) -> bool:
    """Return True if one set contains the other: words were only added, or only removed."""
    return mine <= theirs or theirs <= mine


@lru_cache(maxsize=4096)
def settle_text(text: str) -> str:
    """Return the text with `#` in place of volatile parts: times, prices, percentages, counts."""
    if not any(c.isdigit() for c in text):
        return text
    return _SPACE.sub(" ", _MEASURE.sub(" # ", without_counters(text))).strip()


@lru_cache(maxsize=4096)
def bare_numbers(text: str) -> tuple[str, ...]:
    """Return the numbers that identify something: those that `settle_text` keeps."""
    return tuple(_BARE.findall(settle_text(text)))
