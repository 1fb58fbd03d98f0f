"""Creates blocking versions of an async class's methods and properties, including their types.

Each method takes one line: `click = blocking(page_.Page.click)`. Signature, types and docstring are
those of the async method, for `help`, `inspect` and type checkers.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from viewmark.sync.worker import Facade
from viewmark.unknown_options import checked

P = ParamSpec("P")
T = TypeVar("T")
Accepted = TypeVar("Accepted")


def blocking(
    of: Callable[Concatenate[Any, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[Any, P], T]:
    """Return a method without `await`, whose coroutine runs on the worker of its object."""

    @wraps(of)
    def call(self: Facade[Any], /, *args: P.args, **options: P.kwargs) -> T:
        return self._worker.run(of(self._of, *args, **options))

    return checked(call)


def plain(of: Callable[Concatenate[Any, P], T]) -> Callable[Concatenate[Any, P], T]:
    """Wrap a method of the async class that is not a coroutine function."""

    @wraps(of)
    def call(self: Facade[Any], /, *args: P.args, **options: P.kwargs) -> T:
        return of(self._of, *args, **options)

    return checked(call)


def returning(
    face: type[T], of: Callable[Concatenate[Any, P], Coroutine[Any, Any, Any]]
) -> Callable[Concatenate[Any, P], T]:
    """Like `blocking`, but wrap the returned object in its blocking class."""
    make: Callable[..., T] = face

    @wraps(of)
    def call(self: Facade[Any], /, *args: P.args, **options: P.kwargs) -> T:
        return make(self._worker.run(of(self._of, *args, **options)), self._worker)

    return checked(said_to_return(face, call))


def said_to_return(face: type, call: Callable[P, T]) -> Callable[P, T]:
    """Make `inspect` and `typing` report `face` as the return type of a function."""
    call.__annotations__ = call.__annotations__ | {"return": face}
    signature = inspect.signature(call).replace(return_annotation=face)
    call.__signature__ = signature  # type: ignore[attr-defined]
    return call


class Value(Generic[T]):
    """Declares the type of a property that the blocking class takes from the async class."""

    def __init__(self, of: object) -> None:
        self._of: Any = of

    def __set_name__(self, owner: type, name: str) -> None:
        of = self._of

        @wraps(of.fget)
        def get(face: Facade[Any]) -> Any:
            return of.fget(face._of)

        def put(face: Facade[Any], value: Any) -> None:
            of.fset(face._of, value)

        setattr(owner, name, property(get, put if of.fset else None))

    def __get__(self, face: object, owner: type) -> T:
        raise AttributeError  # never called, because a property replaces the attribute


class Setting(Value[T], Generic[T, Accepted]):
    """A settable property, which also accepts other types from which its value is created."""

    def __set__(self, face: object, value: Accepted) -> None:
        raise AttributeError  # never called, because a property replaces the attribute
