"""Base class of results that print as lines of text, the form that agents read."""

from __future__ import annotations


class Printed:
    """Makes `str` and `print` return `lines()`; `repr` still shows the fields."""

    __slots__ = ()

    def __str__(self) -> str:
        return self.lines()

    def lines(self) -> str:
        """Return the value as text."""
        raise NotImplementedError
