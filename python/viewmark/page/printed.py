"""Values that print as their lines, as an agent reads them."""

from __future__ import annotations


class Printed:
    """`str` and `print` give `lines()`; `repr` the fields."""

    __slots__ = ()

    def __str__(self) -> str:
        return self.lines()

    def lines(self) -> str:
        """The value as text."""
        raise NotImplementedError
