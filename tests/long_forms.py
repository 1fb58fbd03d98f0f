"""Says which cases of a group `make test` runs; all of them run in `make test-long`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["short_of"]


def short_of(cases: Iterable[Any], *always: Any) -> list[Any]:
    """The cases, those that are not named here marked `long`.

    Args:
        cases: of `parametrize`; of a mapping, its keys.
        *always: the cases that stand for all in `make test`.
    """
    known = list(cases)
    assert set(always) <= set(known), "a case that stands for all must be one of them"
    return [
        each if each in always else pytest.param(each, marks=pytest.mark.long) for each in known
    ]
