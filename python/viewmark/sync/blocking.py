"""Makes the blocking form of a class: each public method and property of it, run on a worker.

Signatures, types and docstrings are those of the async methods; type checkers read the stubs that
`make sync` writes from the same methods.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias, TypeVar

from viewmark.sync.worker import Facade, Owner, Worker, started
from viewmark.unknown_options import OTHER_NAMES, checked, suggests_names

__all__ = ["ASYNC_ONLY", "blocking", "opener"]

ASYNC_ONLY = frozenset({"browser_page", "mode", "chrome", "context"})
"""What only programs with an event loop can use."""

Faces: TypeAlias = dict[str, type[Facade[Any]]]
"""Blocking classes that calls return, by the name that they and the async ones have."""
F = TypeVar("F", bound="type[Facade[Any]]")


def blocking(of: type, *returned: type[Facade[Any]]) -> Callable[[F], F]:
    """Class decorator: the class gets what `of` has, and what it has itself stays.

    Args:
        of: the async class.
        returned: blocking classes of what its calls return.
    """
    faces = {each.__name__: each for each in returned}

    def fill(face: F) -> F:
        for kind in of.__mro__[:-1]:
            for name, member in vars(kind).items():
                own = "__iter__" if name == "__aiter__" else name
                is_public = not own.startswith("_") or own == "__iter__"
                if is_public and name not in ASYNC_ONLY and not hasattr(face, own):
                    setattr(face, own, _member(name, member, faces))
        face.__doc__ = face.__doc__ or of.__doc__
        return suggests_names(face) if face.__name__ in OTHER_NAMES else face

    return fill


def _member(name: str, member: Any, faces: Faces) -> Any:
    if isinstance(member, property):
        return _property(name, member)
    return _iterator(member) if name == "__aiter__" else _method(name, member, faces)


def _property(name: str, member: property) -> property:
    @wraps(member.fget)  # type: ignore[arg-type]
    def get(self: Facade[Any]) -> Any:
        return getattr(self._of, name)

    def put(self: Facade[Any], value: Any) -> None:
        setattr(self._of, name, value)

    return property(get, None if member.fset is None else put)


def _iterator(function: Any) -> Any:
    def each(self: Facade[Any]) -> Any:
        return self._worker.each(self._of.__aiter__())

    each.__name__, each.__doc__ = "__iter__", function.__doc__
    return each


def _method(name: str, function: Any, faces: Faces) -> Any:
    waits = inspect.iscoroutinefunction(function)

    @wraps(function)
    def call(self: Facade[Any], *args: Any, **options: Any) -> Any:
        done = getattr(self._of, name)(*args, **options)
        return _face(self._worker.run(done) if waits else done, self._worker, faces)

    return checked(_returning(call, faces))


def _returning(call: Any, faces: Faces) -> Any:
    """The function, said to return blocking objects where the async one returns async ones."""
    returns = call.__annotations__.get("return", "")
    inner = str(returns).removeprefix("list[").removesuffix("]")
    if (face := faces.get(inner)) is not None:
        kind: Any = face if inner == returns else list[face]  # type: ignore[valid-type]
        call.__annotations__ = call.__annotations__ | {"return": kind}
        signature = inspect.signature(call)
        call.__signature__ = signature.replace(return_annotation=kind)
    return call


def _face(result: Any, worker: Worker, faces: Faces) -> Any:
    if faces and isinstance(result, list):
        return [_face(each, worker, faces) for each in result]
    face = faces.get(type(result).__name__)
    return result if face is None else face(result, worker)


def opener(function: Callable[..., Any], browser: type[Owner]) -> Any:
    """`launch` or `attach` without `await`."""

    @wraps(function)
    def call(*args: Any, **options: Any) -> Owner:
        return browser(*started(function(*args, **options)))

    call.__annotations__ = call.__annotations__ | {"return": browser}
    signature = inspect.signature(function)
    call.__signature__ = signature.replace(return_annotation=browser)  # type: ignore[attr-defined]
    return call
