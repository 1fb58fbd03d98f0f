"""The other side of `support/rivals.py`: a rival's process that takes looks, a JSON line for each.

`{"open": ADDRESS}` shows a page; `{"look": N}` takes a look and answers `{"ms", "size", ...}`. Time
is taken here, around the rival's own calls, so that talking to this process costs nobody anything.
"""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator


def questions() -> Iterator[tuple[str, Any]]:
    """What is asked, by kind; ends where the input ends."""
    for line in sys.stdin:
        yield from json.loads(line).items()


def _own_stdout() -> Any:
    """Where answers go; what a library prints goes to stderr from now on."""
    kept = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    return kept


_out = _own_stdout()


def answer(**told: Any) -> None:
    """One line."""
    _out.write(json.dumps(told) + "\n")
    _out.flush()
