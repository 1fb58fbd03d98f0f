"""Chooses the texts of refs: `@` + test id or id as written, or `@e` + hex digits of a hash.

A text is assigned only if no remembered ref has it, so refs are unique. If two elements of a page
would get the same text, both get a longer text derived from their differences. The result therefore
does not depend on the order of the elements.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Container, Iterable, Sequence
from functools import lru_cache

from viewmark.refs.identity import Key, Keys, digest

MAX_LENGTH = 24
"""Maximum length of a ref after the `@`."""
DIGITS = 6
"""Number of hex digits in a ref that is made of a hash; more are used if two refs would be equal.
"""
SUFFIX_DIGITS = 4
"""Number of hex digits added to a readable ref whose text several elements of a page share."""
TURNS = 64
"""Number of hashes of one length to try before a digit is added, as remembered refs may use them.
"""

REF = re.compile(r"@[^\s@]{1,24}")
"""Matches the syntax of a ref, such as `@save` or `@e7f3a2`."""


@lru_cache(maxsize=2048)
def _readable(raw: str) -> str:
    letters = [c for c in unicodedata.normalize("NFC", raw) if c in "-_." or _is_letter(c)]
    text = "".join(letters)[:MAX_LENGTH]
    return text if any(c not in "-_." for c in text) else ""


def _is_letter(char: str) -> bool:
    # Combining marks (M*) are parts of letters in Indic and other scripts.
    return unicodedata.category(char)[0] in "LM" or unicodedata.category(char) == "Nd"


def base_of(keys: Keys) -> str:
    """Return the readable text for a ref, without `@`; empty if only the hash can be used."""
    return _readable(keys.anchor[2]) if keys.anchor else ""


def name_refs(
    new: Sequence[tuple[Keys, int]],
    page: Iterable[Keys],
    taken: Container[str],
    remembered: Callable[[], Iterable[Keys]] = tuple,
) -> list[str]:
    """Return refs for elements that have none yet.

    Args:
        new: keys of each element, and its rank among equal elements (0 if it has no equals).
        page: keys of all elements of the observation, including the new ones.
        taken: remembered refs, which are not assigned again.
        remembered: returns the keys of remembered elements; called only if a text is taken.

    Returns:
        A ref for each of `new`; all refs are different, and independent of the order.
    """
    if not new:
        return []
    wanted = Counter(base_of(keys) for keys in page if keys.anchor)
    loose = Counter(keys.loose for keys, _ in new)
    exact = Counter(keys.exact for keys, _ in new)
    refs: list[str] = [""] * len(new)
    stems: list[tuple[int, str, str, int]] = []
    for at, (keys, rank) in enumerate(new):
        base = base_of(keys)
        if base and wanted[base] == 1 and f"@{base}" not in taken:
            refs[at] = f"@{base}"
            continue
        # Counters are part of the hash only if nothing else distinguishes two elements.
        facts = keys.loose if loose[keys.loose] == 1 else keys.exact
        if keys.aim and exact[keys.exact] > 1:
            facts = keys.full
        full = digest(*facts, *([f"#{rank}"] if rank else []))
        stems.append((at, base, full, SUFFIX_DIGITS if base else DIGITS))
    used = {ref for ref in refs if ref}
    _lengthen(stems, refs, used, taken, _Earlier(new, remembered))
    return refs


def _text(base: str, full: str, digits: int) -> str:
    if not base:
        return f"@e{full[:digits]}"
    return f"@{base[: MAX_LENGTH - 1 - digits]}.{full[:digits]}"


class _Earlier:
    """Counts the remembered elements with an identity, to estimate how many hashes are taken."""

    def __init__(
        self, new: Sequence[tuple[Keys, int]], remembered: Callable[[], Iterable[Keys]]
    ) -> None:
        self.new, self.remembered = new, remembered
        self.counts: Counter[Key] | None = None

    def of(self, at: int) -> int:
        if self.counts is None:
            self.counts = Counter(keys.full for keys in self.remembered())
        return self.counts[self.new[at][0].full]


def _lengthen(
    stems: list[tuple[int, str, str, int]],
    refs: list[str],
    used: set[str],
    taken: Container[str],
    earlier: _Earlier,
) -> None:
    """Add digits where refs of this page collide; use another hash if a remembered ref has it.

    One identity can be remembered many times, such as a button on every page of a site. If each use
    added digits, refs would become longer with every page.
    """
    turn = 0
    while stems:
        turn += 1
        texts = [_text(base, full, digits) for _, base, full, digits in stems]
        count = Counter(texts)
        left: list[tuple[int, str, str, int]] = []
        done: list[tuple[int, str]] = []
        for (at, base, full, digits), text in zip(stems, texts, strict=True):
            is_shared = count[text] > 1 or text in used
            if not is_shared and text not in taken:
                done.append((at, text))
            elif is_shared and digits < len(full):
                left.append((at, base, full, digits + 1))
            else:
                more = min(len(full), digits + (turn % TURNS == 0))
                left.append((at, base, digest(full, f"again {earlier.of(at) + turn}"), more))
        for at, text in done:
            refs[at] = text
            used.add(text)
        stems = left
