"""Helpers of all adapters: parse the model's input, and run actions with errors as text."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from viewmark.agents.result import ToolResult, failure
from viewmark.errors import InvalidOption, ViewmarkError

_DIRECTIONS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}

Confirm = Callable[[Any], bool | Awaitable[bool]]
"""Callback for actions that the user must confirm according to the API; True continues."""


def mapping(value: Any, what: str) -> dict[str, Any]:
    """Return a model's value as a dict, from a mapping or an SDK object.

    Raises:
        InvalidOption: the value has another type.
    """
    dump = getattr(value, "model_dump", None)
    if callable(dump):
        value = dump(exclude_none=True)
    if not isinstance(value, Mapping):
        raise InvalidOption(f"{what} must be an object, not {value!r:.60}.")
    return {str(key): each for key, each in value.items() if each is not None}


def number(action: Mapping[str, Any], name: str, default: float | None = None) -> float:
    """Return a numeric field of an action.

    Raises:
        InvalidOption: the field is missing, or not a number.
    """
    value = action.get(name, default)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) < 1e9:
        raise InvalidOption(f"{name} must be a number, not {value!r:.40}.", param=name)
    return float(value)


def point(action: Mapping[str, Any], x: str = "x", y: str = "y") -> tuple[float, float]:
    """Return a point of an action that is given as two numbers."""
    return number(action, x), number(action, y)


def pair(action: Mapping[str, Any], name: str) -> tuple[float, float] | None:
    """Return a point that an action gives as a list; None if the action has no such field.

    Raises:
        InvalidOption: the value is not a list of two numbers.
    """
    value = action.get(name)
    if value is None:
        return None
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise InvalidOption(f"{name} must be [x, y], not {value!r:.60}.", param=name)
    return number({name: value[0]}, name), number({name: value[1]}, name)


def need_pair(action: Mapping[str, Any], name: str) -> tuple[float, float]:
    """Return a required point of an action that is given as a list.

    Raises:
        InvalidOption: the point is missing, or not a list of two numbers.
    """
    found = pair(action, name)
    if found is None:
        raise InvalidOption(f"`{name}` is missing.", param=name)
    return found


def direction_of(action: Mapping[str, Any], name: str) -> tuple[int, int]:
    """Return the signs of the horizontal and vertical components of a direction.

    Raises:
        InvalidOption: the value is not a direction.
    """
    direction = action.get(name)
    if direction not in _DIRECTIONS:
        raise InvalidOption(f"{name} must be one of {', '.join(_DIRECTIONS)}.", param=name)
    return _DIRECTIONS[direction]


async def attempt(work: Awaitable[str | ToolResult]) -> ToolResult:
    """Return the result of an action, or a description of its failure."""
    try:
        done = await work
    except ViewmarkError as error:
        return failure(error)
    return done if isinstance(done, ToolResult) else ToolResult(text=done)


async def confirmed(ask: Confirm | None, what: Any) -> bool:
    """Return whether the user confirms an action; False without a callback."""
    if ask is None:
        return False
    answer = ask(what)
    return bool(answer if isinstance(answer, bool) else await answer)
