"""Turns a misspelt keyword into an `InvalidOption` that suggests the right one."""

from __future__ import annotations

import inspect
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast

from viewmark.errors import InvalidOption

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
    call = cast("Callable[..., Any]", function)

    def check(options: dict[str, Any]) -> None:
        if not options.keys() <= known:
            name = next(name for name in options if name not in known)
            raise InvalidOption(
                f"{function.__name__} has no option {name!r:.60}.",
                hint=_advice(name, sorted(known - {"self"})),
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


def _advice(name: str, known: list[str]) -> str:
    from difflib import get_close_matches  # costs time at import, and few need it

    near = get_close_matches(name, known, n=1, cutoff=0.6)
    return f"Did you mean {near[0]!r}?" if near else f"It has {', '.join(known) or 'none'}."
