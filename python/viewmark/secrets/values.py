"""Remembers values of secret fields after the page is gone, and redacts them in texts. Pure.

No value leaves its page. The page script returns only fingerprints (`vm.secretFieldPrints`): two
polynomial hashes modulo a prime, with random bases per process. They are used to search a text (a
request body, the clipboard) for values that were in secret fields when the text was sent or copied.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Iterator

from viewmark.grouping import grouped
from viewmark.secrets.redaction import REDACTED

PRIME = 67_108_859
"""Prime below 2**26, so that products are exact as JavaScript numbers."""
SHORTEST, LONGEST = 4, 200
"""Minimum and maximum length of remembered values; shorter values may occur in any text."""
WORD = 6
"""Length below which a value matches only if no letter or digit precedes or follows it."""
KEPT = 200
SEARCHED = 300_000
"""Maximum length of the searched part of a text, in characters."""

Print = tuple[int, int, int]
"""Fingerprint of a value: its length in characters, and the two hashes."""


class SecretValues:
    """Fingerprints of values that were in secret fields; the newest 200 are kept."""

    def __init__(self) -> None:
        self.bases = [secrets.randbelow(PRIME - 1000) + 500 for _ in range(2)]
        self._prints: dict[Print, None] = {}

    @property
    def are_known(self) -> bool:
        """True if any secret field has had a value."""
        return bool(self._prints)

    def learn(self, prints: Iterable[Print]) -> None:
        """Remember the fingerprints of the current values of fields."""
        for each in prints:
            if SHORTEST <= each[0] <= LONGEST:
                self._prints.pop(each, None)
                self._prints[each] = None
        while len(self._prints) > KEPT:
            del self._prints[next(iter(self._prints))]

    def redact(self, text: str) -> tuple[str, int]:
        """Return the text with remembered values redacted, and the number of redactions."""
        lengths = grouped((each[0], each[1:]) for each in self._prints)
        codes = [ord(char) for char in text[:SEARCHED]] if lengths else []
        found = [s for length, hashes in lengths.items() for s in self._find(codes, length, hashes)]
        count = end = 0
        out: list[str] = []
        for start, stop in sorted(found):
            around = text[start - 1 : start] + text[stop : stop + 1]
            if stop - start < WORD and any(map(str.isalnum, around)):
                continue
            if start >= end:
                out += (text[end:start], REDACTED)
                count += 1
            end = max(end, stop)
        return "".join([*out, text[end:]]), count

    def _find(
        self, codes: list[int], length: int, hashes: Collection[tuple[int, int]]
    ) -> Iterator[tuple[int, int]]:
        """Yield positions of values of this length: a rolling hash, confirmed by the other hash."""
        base, other = self.bases
        first = pow(base, length - 1, PRIME)
        known = {each[0] for each in hashes}
        value = _hash(codes[: length - 1], base)
        for start in range(len(codes) - length + 1):
            value = (value * base + codes[start + length - 1]) % PRIME
            if value in known:
                stop = start + length
                if (value, _hash(codes[start:stop], other)) in hashes:
                    yield start, stop
            value -= codes[start] * first


def _hash(codes: Iterable[int], base: int) -> int:
    value = 0
    for code in codes:
        value = (value * base + code) % PRIME
    return value
