"""Derives parameters from functions: types, defaults, and `Annotated` ranges and descriptions."""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, Union

from viewmark.defaults import Range
from viewmark.parameters.parameter import JsonType, Parameter

_KINDS: dict[Any, JsonType] = {bool: "boolean", int: "integer", float: "number", str: "string"}


def parameters_of(
    function: Callable[..., Any], docs: Mapping[str, str] | None = None
) -> dict[str, Parameter]:
    """Return the parameters of a function except the first one, keyed by name, in order.

    Args:
        function: a function with type hints.
        docs: descriptions keyed by parameter, for parameters without one in `Annotated`.
    """
    hints = typing.get_type_hints(function, include_extras=True)
    found = list(inspect.signature(function).parameters.values())[1:]
    return {
        each.name: _made(
            each.name,
            hints[each.name],
            default=None if each.default in (each.empty, ()) else each.default,
            is_required=each.default is each.empty,
            doc=(docs or {}).get(each.name, ""),
        )
        for each in found
    }


def _made(name: str, hint: Any, *, doc: str = "", **more: Any) -> Parameter:
    made: dict[str, Any] = {"kinds": {}, "enum": []}
    _read_hint(hint, made)
    made |= {"kinds": tuple(made["kinds"]), "enum": tuple(made["enum"])}
    return Parameter(name=name, **({"doc": doc} | made | more))


def _read_hint(hint: Any, made: dict[str, Any]) -> None:
    """Read the JSON types, permitted strings, range and members from a type hint."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    kind = origin or hint
    if origin is Annotated:
        for each in inner[1:]:
            if isinstance(each, Range):
                made |= {"low": each.low, "high": each.high}
            elif isinstance(each, str):
                made["doc"] = each
        _read_hint(inner[0], made)
    elif origin in (Union, types.UnionType):
        for each in inner:
            _read_hint(each, made)
    elif origin is Literal:
        made["kinds"]["string"] = None
        made["enum"] += map(str, inner)
    elif hint in _KINDS:
        made["kinds"][_KINDS[hint]] = None
    elif typing.is_typeddict(hint):
        made["kinds"]["object"] = None
        fields = typing.get_type_hints(hint, include_extras=True)
        made["fields"] = tuple(
            _made(n, each, is_required=True, may_be_empty=True) for n, each in fields.items()
        )
    elif inspect.isclass(kind) and issubclass(kind, Mapping):
        made["kinds"]["object"] = None
    elif inspect.isclass(kind) and issubclass(kind, Sequence):
        made["kinds"]["array"] = None
        if len({*inner} - {...}) == 1:
            made["items"] = _made("item", inner[0])
