"""Options of calls: a class may declare them, and a misspelt one is an error with the right one."""

from __future__ import annotations

import inspect
import typing
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, cast

from viewmark.errors import InvalidOption
from viewmark.text import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

__all__ = ["checked", "takes"]

P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")
Options = TypeVar("Options")

REPLACED = {
    "full_page": ("area", 'Write area="page".'),
    "clip": ("area", "Write area=(x, y, width, height)."),
    "element": ("area", "Write area=target."),
    "padding": ("area", "Write area=viewmark.around(target, padding)."),
    "include_occluded": ("include", 'Write include=["occluded"].'),
    "include_ref_history": ("include", 'Write include=["ref_history"].'),
    "backend_node_ids": ("include", 'Write include=["backend_node_ids"].'),
    "styles": ("include", 'Write include=["styles"].'),
    "stable_refs": ("refs", 'Write refs="none" for labels only.'),
    "refresh_refs": ("refs", 'Write refs="fresh".'),
    "scroll_x": ("area", "Scroll first: page.scroll(to_x=...)."),
    "scroll_y": ("area", "Scroll first: page.scroll(to_y=...)."),
    "ignore_words": ("ignore", 'Write ignore={"words": [...]}.'),
    "ignore_elements": ("ignore", 'Write ignore={"elements": [...]}.'),
    "ignore_regions": ("ignore", 'Write ignore={"regions": [...]}.'),
    "content_type": ("headers", 'Write headers={"Content-Type": ...}.'),
    "cursor": ("characters", "Call page.read_on(cursor)."),
}
"""What one might write by other libraries' or former names: the option that does it, and how."""


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
                hint=_hint_of(name, known)
                or _target(function.__name__, known, options)
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


def takes(
    options: Callable[P, Options],
) -> Callable[
    [Callable[[S, Options], Coroutine[Any, Any, T]]],
    Callable[Concatenate[S, P], Coroutine[Any, Any, T]],
]:
    """Decorator of a method with one argument: callers give the options of it as keywords.

    The class declares each option once, with type and default; `checked` comes with it.

    Args:
        options: a dataclass of keywords.
    """
    cls = cast("type", options)

    def decorate(method: Callable[[S, Options], Coroutine[Any, Any, T]]) -> Any:
        @wraps(method)
        async def call(self: S, **keywords: Any) -> T:
            return await method(self, cast("Any", options)(**keywords))

        del call.__wrapped__  # whose one argument nobody gives
        plain = inspect.signature(cls).parameters
        # The options of the class itself come before those that it shares.
        kinds = [kind for kind in cls.__mro__ if kind is not object]
        names = [name for kind in kinds for name in inspect.get_annotations(kind) if name in plain]
        written = inspect.signature(method)
        first = next(iter(written.parameters.values()))
        call.__signature__ = written.replace(  # type: ignore[attr-defined]
            parameters=[first, *(plain[name] for name in names)]
        )
        hints = typing.get_type_hints(cls, include_extras=True)
        returned = typing.get_type_hints(method, localns={cls.__name__: cls}).get("return")
        call.__annotations__ = {name: hints[name] for name in names} | {"return": returned}
        call.__options__ = cls  # type: ignore[attr-defined]
        return checked(call)

    return decorate


def _hint_of(name: str, known: set[str]) -> str:
    option, hint = REPLACED.get(name, ("", ""))
    return hint if option in known else ""


def _target(call: str, known: set[str], options: dict[str, Any]) -> str:
    """How to write what several options name: a target is one value."""
    first = next((each for each in ("area", "target", "source") if each in known), None)
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
    return f"A target is one value: {call}({'area=' if first == 'area' else ''}{written})."
