"""Turns a misspelt keyword into an `InvalidOption` that suggests the right one."""

from __future__ import annotations

import inspect
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast

from viewmark.errors import InvalidOption
from viewmark.text import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["checked"]

P = ParamSpec("P")
T = TypeVar("T")


def checked(function: Callable[P, T]) -> Callable[P, T]:
    """Decorator: a keyword that the function does not have raises `InvalidOption`.

    Type checkers and `inspect` see the function as it was written.
    """
    kinds = inspect.signature(function).parameters.values()
    known = {
        each.name for each in kinds if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)
    }
    options_known = sorted(known - {"self"})
    call = cast("Callable[..., Any]", function)

    def check(options: dict[str, Any]) -> None:
        if not options.keys() <= known:
            name = next(name for name in options if name not in known)
            raise InvalidOption(
                f"{function.__name__} has no option {name!r:.60}.",
                hint=_target(function.__name__, known, options)
                or did_you_mean(name, options_known)
                or f"It has {', '.join(options_known) or 'none'}.",
                param=name,
            )

    # Frameworks that make tools of functions ask whether they are coroutine functions.
    if inspect.iscoroutinefunction(function):

        @wraps(function)
        async def called(*args: Any, **options: Any) -> Any:
            check(options)
            return await call(*args, **options)

    else:

        @wraps(function)
        def called(*args: Any, **options: Any) -> Any:
            check(options)
            return call(*args, **options)

    return cast("Callable[P, T]", called)


def _target(call: str, known: set[str], options: dict[str, Any]) -> str:
    """How to write what several options name: a target is one value."""
    first = next((each for each in ("target", "source", "element") if each in known), None)
    named = {"ref", "label", "selector", "x", "y", "frame_id", "coordinates"} - known
    if first is None or not named & options.keys():
        return ""
    value = options.get("ref", options.get("label", options.get("selector")))
    if "x" in options:
        end = ", css=True" if options.get("coordinates") == "css" else ""
        written = f"viewmark.at({options['x']!r:.20}, {options.get('y')!r:.20}{end})"
    elif "frame_id" in options:
        written = "viewmark.mark(3, of=frame_id)"
    else:
        written = f"{value!r:.60}"
    return f"A target is one value: {call}({'element=' if first == 'element' else ''}{written})."
