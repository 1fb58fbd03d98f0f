"""The names that icon sets give their drawings, by the fingerprint of the geometry.

A button that is only an inline drawing, without a word anywhere, is called what the set calls that
drawing: `maybe "trash"`. The table holds no drawing, only 40 bits of each (`js/page/icon_prints.js`
takes them of what is on the page) and a name; `scripts/make_icon_names.py` makes it. Read when the
first drawing is asked for.
"""

from __future__ import annotations

import re
import zlib
from bisect import bisect_left
from functools import cache
from importlib.resources import files

KEY_BYTES = 5
"""Of one fingerprint: a drawing that none of 62,000 is meets one of them once in 18 million."""
_INDEX_BYTES = 2
_PRINT = re.compile(r"[0-9a-f]{10}")


@cache
def _table() -> tuple[bytes, bytes, list[str]]:
    """The sorted fingerprints, for each the number of its name, and the names."""
    packed = files("viewmark").joinpath("elements/icon_names.bin").read_bytes()
    data = zlib.decompress(packed)
    count = int.from_bytes(data[:4], "big")
    split = 4 + KEY_BYTES * count
    end = split + _INDEX_BYTES * count
    return data[4:split], data[split:end], data[end:].decode("ascii").split("\n")


def name_icon(fingerprint: object) -> str:
    """The name of the drawing with a fingerprint of ten hexadecimal digits; "" if no set has it."""
    if not isinstance(fingerprint, str) or not _PRINT.fullmatch(fingerprint):
        return ""
    keys, indices, names = _table()
    wanted = bytes.fromhex(fingerprint)

    def key(number: int) -> bytes:
        return keys[KEY_BYTES * number : KEY_BYTES * (number + 1)]

    number = bisect_left(range(len(keys) // KEY_BYTES), wanted, key=key)
    if key(number) != wanted:
        return ""
    at = _INDEX_BYTES * number
    return names[int.from_bytes(indices[at : at + _INDEX_BYTES], "big")]
