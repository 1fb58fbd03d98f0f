"""Checks the options of calls: names, ranges and literals; a class may declare the options."""

from __future__ import annotations

import inspect
import re
import types
import typing
from collections.abc import Callable, Coroutine
from functools import cache, wraps
from typing import Annotated, Any, Concatenate, Literal, ParamSpec, TypeVar, Union, cast

from viewmark.defaults import Range
from viewmark.errors import InvalidOption
from viewmark.text import did_you_mean

P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")
Options = TypeVar("Options")
C = TypeVar("C", bound=type)

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
"""Current options and their use, keyed by former option or by an option of another library."""


def checked(function: Callable[P, T]) -> Callable[P, T]:
    """Decorator: raise `InvalidOption` for a keyword argument that the function does not have.

    The error is also raised for a number outside its `Annotated` range, and for a string that is
    not in its `Literal`. Type checkers and `inspect` see the undecorated function.
    """
    kinds = inspect.signature(function).parameters.values()
    in_order = [each.name for each in kinds if each.kind is each.POSITIONAL_OR_KEYWORD]
    known = {
        each.name for each in kinds if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)
    }
    options_known = sorted(known - {"self"})
    call = cast("Callable[..., Any]", function)

    def check(args: tuple[Any, ...], options: dict[str, Any]) -> None:
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
        limits = _limits(function)
        for name, value in (*zip(in_order, args, strict=False), *options.items()):
            if name in limits:
                _check_limit(name, value, limits[name])

    # Frameworks that create tools from functions check whether the functions are coroutines.
    if inspect.iscoroutinefunction(function):

        @wraps(function)
        async def called(*args: Any, **options: Any) -> Any:
            check(args, options)
            return await call(*args, **options)

    else:

        @wraps(function)
        def called(*args: Any, **options: Any) -> Any:
            check(args, options)
            return call(*args, **options)

    return cast("Callable[P, T]", called)


Limit = tuple[Any, ...]
"""The permitted strings and ranges; contains None if the option may be omitted."""


@cache
def _limits(function: Callable[..., Any]) -> dict[str, Limit]:
    """Return the limits that the type annotations of a function declare, keyed by parameter."""
    hints = typing.get_type_hints(function, include_extras=True)
    limits = {name: _limit_of(hint) for name, hint in hints.items() if name != "return"}
    return {name: limit for name, limit in limits.items() if limit}


def _limit_of(hint: Any) -> Limit | None:
    """Return the ranges and strings that an annotation permits; None if other values are valid."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is Literal:
        return inner
    if origin is Annotated:
        ranges = tuple(each for each in inner[1:] if isinstance(each, Range))
        return ranges if ranges and inner[0] in (int, float) else _limit_of(inner[0])
    if origin in (Union, types.UnionType):
        parts = [_limit_of(each) for each in inner]
        return None if None in parts else tuple(each for part in parts for each in part or ())
    return (None,) if hint is type(None) else None


def _check_limit(name: str, value: Any, limit: Limit) -> None:
    if any(value in each if isinstance(each, Range) else value == each for each in limit):
        return
    *words, last = (str(each) for each in limit if each is not None)
    allowed = f"{', '.join(words)} or {last}" if words else last
    raise InvalidOption(f"{name} must be {allowed}, not {value!r:.40}.", param=name)


def takes(
    options: Callable[P, Options],
) -> Callable[
    [Callable[[S, Options], Coroutine[Any, Any, T]]],
    Callable[Concatenate[S, P], Coroutine[Any, Any, T]],
]:
    """Decorator for a method: callers pass the fields of its argument as keyword arguments.

    The class of the argument declares each option once, with type and default. Options are checked
    as by `checked`.

    Args:
        options: the dataclass that declares the options.
    """
    return lambda method: _taking(options, method)


def function_takes(
    options: Callable[P, Options],
) -> Callable[[Callable[[Options], T]], Callable[P, T]]:
    """Decorator like `takes`, for a function instead of a method."""
    return lambda function: _taking(options, function)


def _taking(options: Any, function: Any) -> Any:
    def plain_call(*args: Any, **keywords: Any) -> Any:
        return function(options(*args, **keywords))

    async def awaited_call(*args: Any, **keywords: Any) -> Any:
        return await function(*args, options(**keywords))

    # Frameworks that create tools from functions check whether the functions are coroutines.
    waits = inspect.iscoroutinefunction(function)
    call: Any = wraps(function)(awaited_call if waits else plain_call)
    del call.__wrapped__  # callers do not pass the last argument
    plain = inspect.signature(options).parameters
    # Options of the class itself come before inherited options.
    kinds = options.__mro__[:-1]
    names = [name for kind in kinds for name in inspect.get_annotations(kind) if name in plain]
    written = inspect.signature(function)
    # the parameters that callers pass directly, such as `self` of a method
    before = list(written.parameters.values())[:-1]
    after = [plain[name] for name in names]
    call.__signature__ = written.replace(parameters=[*before, *after])
    hints = typing.get_type_hints(options, include_extras=True)
    returned = typing.get_type_hints(function, localns={options.__name__: options}).get("return")
    call.__annotations__ = {name: hints[name] for name in names} | {"return": returned}
    call.__options__ = options
    return checked(call)


def _hint_of(name: str, known: set[str]) -> str:
    option, hint = REPLACED.get(name, ("", ""))
    return hint if option in known else ""


def _target(call: str, known: set[str], options: dict[str, Any]) -> str:
    """Return a correction if several options were given instead of one target value."""
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


OTHER_NAMES = {
    "Browser": {
        **dict.fromkeys(("new_page", "new_tab", "goto", "navigate", "open", "get"), "page(url)"),
        **dict.fromkeys(("quit", "stop", "disconnect"), "close()"),
        **dict.fromkeys(("new_context", "contexts", "create_context"), "context()"),
        "targets": "tabs()",
    },
    "Page": {
        **dict.fromkeys(("navigate", "open", "visit", "go", "go_to", "set_content"), "goto(url)"),
        **dict.fromkeys(("look", "annotate", "get_state"), "observe(annotate=True)"),
        **dict.fromkeys(("locator", "query_selector", "find_element", "find_elements"), "find()"),
        **dict.fromkeys(("get_by_text", "get_by_role", "get_by_label"), "find()"),
        **dict.fromkeys(("press", "send_keys", "keyboard"), "keypress(keys)"),
        **dict.fromkeys(("execute_script", "eval", "run_script"), "evaluate(script)"),
        **dict.fromkeys(("wait_for_selector", "wait_for_function"), "wait_for(selector=...)"),
        **dict.fromkeys(("wait_for_timeout", "sleep", "wait"), "wait_for(seconds=...)"),
        **dict.fromkeys(("wait_for_load_state", "wait_for_navigation"), 'wait_for(load="load")'),
        **dict.fromkeys(("set_viewport_size", "resize"), "set_viewport(width=..., height=...)"),
        **dict.fromkeys(("content", "source", "page_source"), "dom()"),
        **dict.fromkeys(("inner_text", "text_content", "markdown"), "text()"),
        **dict.fromkeys(("double_click", "dblclick"), "click(target, count=2)"),
        **dict.fromkeys(("type_text", "input", "input_text"), "type(target, text)"),
        "title": "outline()",
        "wait_for_url": "wait_for(url=...)",
        "go_back": "back()",
        "go_forward": "forward()",
        "refresh": "reload()",
        "tap": 'click(target, pointer="touch")',
        "uncheck": "check(target, checked=False)",
        "select_option": "select(target, options)",
        "set_input_files": "upload(target, files)",
        "route": "mock(url)",
        "mouse": "mouse_move(target)",
        "pdf": "read_pdf()",
    },
}
"""Our names for methods of other libraries, keyed by class: `Browser.new_page` is `page(url)`."""
OTHER_NAMES["BrowserContext"] = {
    theirs: ours for theirs, ours in OTHER_NAMES["Browser"].items() if ours != "context()"
}


def suggests_names(cls: C) -> C:
    """Class decorator: the `AttributeError` for an unknown name suggests the correct name.

    Type checkers do not see this, so they still report such names.
    """
    others = OTHER_NAMES[cls.__name__]

    def missing(self: object, name: str) -> Any:
        if name.startswith("_") or hasattr(cls, name):
            return object.__getattribute__(self, name)  # raises the error of a property again
        own = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
        public = [each for each in dir(cls) if not each.startswith("_")]
        meant = f"Did you mean {others[own]}?" if own in others else did_you_mean(own, public)
        hint = meant or "docs/reference.md lists what there is."
        raise AttributeError(f"{cls.__name__} has no {name!r:.60}. {hint}")

    cls.__getattr__ = missing  # type: ignore[attr-defined]
    return cls
