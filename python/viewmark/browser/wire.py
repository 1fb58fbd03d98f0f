"""Reads values from CDP and page scripts safely: records, lists and numbers of the right type.

Answers of page scripts come from a renderer that also runs the page, and events of CDP carry its
words; so nothing is taken for what it should be. Pure.
"""

from __future__ import annotations

from typing import Any

LIMIT = 1e15
"""Times in ms and counts stay below; so do coordinates."""


def record(value: object) -> dict[str, Any]:
    """The record, or an empty one."""
    return value if isinstance(value, dict) else {}


def list_items(value: object) -> list[Any]:
    """The list, or an empty one."""
    return value if isinstance(value, list) else []


def records(value: object, limit: int = 100) -> list[dict[str, Any]]:
    """The records of a list, without other members."""
    return [each for each in list_items(value)[:limit] if isinstance(each, dict)]


def number(value: object, default: float = 0.0) -> float:
    """The number, or the default for anything else, also if not finite or absurdly large."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return default
    # A comparison with NaN is false.
    return float(value) if -LIMIT <= value <= LIMIT else default


def whole(value: object, default: int = 0) -> int:
    """The number without its fraction; as `number` else."""
    return int(number(value, default))


def pair(value: object) -> tuple[float, float] | None:
    """Two numbers."""
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        return None
    x, y = value
    if _is_number(x) and _is_number(y):
        return (float(x), float(y))
    return None


def numbers(value: object, count: int) -> list[float] | None:
    """That many numbers."""
    if not isinstance(value, (list, tuple)) or len(value) != count:
        return None
    return [float(each) for each in value] if all(map(_is_number, value)) else None


def _is_number(value: Any) -> bool:
    # By exact type, which excludes bool: this runs some hundred times per observation. NaN fails
    # too.
    return (type(value) is float or type(value) is int) and -LIMIT <= value <= LIMIT
