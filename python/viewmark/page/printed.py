"""Base of values that print as lines, the form that agents read."""

from __future__ import annotations


class Printed:
    """`str` and `print` give `lines()`; `repr` gives the fields."""

    __slots__ = ()

    def __str__(self) -> str:
        return self.lines()

    def lines(self) -> str:
        """Return the value as text."""
        raise NotImplementedError
