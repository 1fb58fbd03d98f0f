"""The protocol of a rival's process (see `support/rivals.py`): one JSON line per observation.

`{"open": ADDRESS}` shows a page; `{"look": N}` makes an observation and returns `{"ms", "size",
...}`. Time is measured here, around the rival's own calls, so the communication is not included.
"""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator


def questions() -> Iterator[tuple[str, Any]]:
    """Yield the requests by kind, until the input ends."""
    for line in sys.stdin:
        yield from json.loads(line).items()


def _own_stdout() -> Any:
    """Return the stream for responses; from now on, output of libraries goes to stderr."""
    kept = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    return kept


_out = _own_stdout()


def answer(**told: Any) -> None:
    """Write a response as one line of JSON."""
    _out.write(json.dumps(told) + "\n")
    _out.flush()
