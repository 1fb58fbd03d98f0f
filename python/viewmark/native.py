"""Imports the Rust module `viewmark._core`, which no other module does, and converts its errors."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeAlias

from viewmark import _core as core
from viewmark.errors import InvalidOption, ViewmarkError, table

if TYPE_CHECKING:
    Around: TypeAlias = core._Around
    FlatStyle: TypeAlias = core._Style

__all__ = ["Placement", "core", "raise_documented"]

_Box: TypeAlias = tuple[int, int, int, int]
Placement: TypeAlias = tuple[_Box | None, _Box | None, int, str]
"""Placement of a badge: its box, leader line (x, y, x, y), colour (0xRRGGBB), and a note."""


@contextmanager
def raise_documented() -> Iterator[None]:
    """Convert the exception of the Rust core to the documented error class for its code."""
    try:
        yield
    except core.CoreError as error:
        code, message, data = error.args
        raise table().get(code, ViewmarkError)(message, **data) from None
    except (TypeError, ValueError, OverflowError) as error:
        # The bindings raise these errors if an argument has the wrong type.
        raise InvalidOption(f"A value has the wrong type: {error}.") from None
