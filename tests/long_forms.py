"""Selects the cases of a group that `make test` runs; `make test-long` runs all of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

__all__ = ["short_of"]


def short_of(cases: Iterable[Any], *always: Any) -> list[Any]:
    """Return the cases, with all but the given ones marked `long`.

    Args:
        cases: arguments of `parametrize`; of a mapping, its keys.
        *always: the representative cases that `make test` runs.
    """
    known = list(cases)
    assert set(always) <= set(known), "a case that stands for all must be one of them"
    return [
        each if each in always else pytest.param(each, marks=pytest.mark.long) for each in known
    ]
