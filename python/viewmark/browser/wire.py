"""Safely reads values (records, lists, numbers) of CDP messages and page script replies.

Replies of page scripts come from a renderer that also runs the page, and CDP events contain text of
the page, so the type of every value is checked. Pure functions.
"""

from __future__ import annotations

from typing import Any

LIMIT = 1e15
"""Maximum of timestamps in ms, counts and coordinates in replies of pages; larger ones are invalid.
"""


def record(value: object) -> dict[str, Any]:
    """Return the record, or an empty one for any other value."""
    return value if isinstance(value, dict) else {}


def list_items(value: object) -> list[Any]:
    """Return the list, or an empty one for any other value."""
    return value if isinstance(value, list) else []


def records(value: object, limit: int = 100) -> list[dict[str, Any]]:
    """Return the dictionaries among the first `limit` items of a list; drop all other items."""
    return [each for each in list_items(value)[:limit] if isinstance(each, dict)]


def number(value: object, default: float = 0.0) -> float:
    """Return the number; the default for a value that is not a number, not finite or too large."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return default
    # The comparison also rejects NaN.
    return float(value) if -LIMIT <= value <= LIMIT else default


def whole(value: object, default: int = 0) -> int:
    """Return the number truncated to an integer; the default for invalid values, as in `number`."""
    return int(number(value, default))


def pair(value: object) -> tuple[float, float] | None:
    """Return two numbers; None for any other value."""
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        return None
    x, y = value
    if _is_number(x) and _is_number(y):
        return (float(x), float(y))
    return None


def numbers(value: object, count: int) -> list[float] | None:
    """Return a list of exactly `count` numbers; None for any other value."""
    if not isinstance(value, (list, tuple)) or len(value) != count:
        return None
    return [float(each) for each in value] if all(map(_is_number, value)) else None


def _is_number(value: Any) -> bool:
    # Comparing exact types is fast and excludes bool; this code runs some hundred times per
    # observation. The comparison with the limit also rejects NaN.
    return (type(value) is float or type(value) is int) and -LIMIT <= value <= LIMIT
