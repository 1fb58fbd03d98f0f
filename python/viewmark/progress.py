"""Reports the running step on stderr if it takes longer than a second."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE_S = 1.0
"""Seconds after which a running step is reported."""

_LIMIT = 120  # maximum characters of a step; a URL can be megabytes long


@contextmanager
def progress(step: str, *, patience_s: float = PATIENCE_S) -> Iterator[None]:
    """Print `step ...` on stderr once the block has run for `patience_s` seconds.

    Nothing is written to stdout, which may be a pipe or belong to a protocol.
    """

    def print_progress() -> None:
        shown = step if len(step) <= _LIMIT else f"{step[: _LIMIT - 1]}…"
        sys.stderr.write(f"viewmark: {shown} ...\n")
        sys.stderr.flush()

    timer = threading.Timer(patience_s, print_progress)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
