"""Generates the JSON schemas of calls from their parameters, for all front ends. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from viewmark.parameters.parameter import JsonType, Parameter

EXCEEDED = 500
"""Largest upper bound that is included in schemas: models exceed small bounds, rarely large ones.
"""


def arguments_schema(
    parameters: Iterable[Parameter],
    required: Sequence[str],
    *,
    closed: bool = False,
    strict: bool = False,
) -> dict[str, Any]:
    """Return the JSON schema for the arguments of a call.

    Args:
        parameters: the parameters to include, in this order.
        required: names of the required parameters.
        closed: True for function calling: no additional properties, as for `schema_of`.
        strict: True, with `closed`, to require all parameters and make optional ones nullable.
    """
    listed: dict[str, Any] = {}
    for each in parameters:
        schema = schema_of(each, closed=closed)
        if strict and each.name not in required:
            schema = _nullable(schema)
        elif closed and not strict and each.default is not None:
            schema["default"] = each.default
        listed[each.name] = schema
    out: dict[str, Any] = {"type": "object", "properties": listed}
    if closed or required:
        out["required"] = list(listed) if strict else list(required)
    return out | ({"additionalProperties": False} if closed else {})


def _nullable(schema: dict[str, Any]) -> dict[str, Any]:
    if "anyOf" in schema:
        return schema | {"anyOf": [*schema["anyOf"], {"type": "null"}]}
    out = schema | {"type": [schema["type"], "null"]}
    return out | {"enum": [*schema["enum"], None]} if "enum" in schema else out


def schema_of(parameter: Parameter, *, closed: bool = False) -> dict[str, Any]:
    """Return the JSON schema for values of the parameter, as small as possible.

    Args:
        parameter: the parameter.
        closed: True for function calling: each type separately, all members of an object required
            and no others allowed, no defaults.
    """
    out: dict[str, Any] = {}
    kinds = list(parameter.kinds)
    if closed and len(kinds) > 1:
        out["anyOf"] = [schema_of(_of_kind(parameter, kind), closed=True) for kind in kinds]
    elif parameter.enum and len(kinds) > 1:
        other = next(kind for kind in kinds if kind != "string")
        out["anyOf"] = [{"enum": list(parameter.enum)}, {"type": other}]
    else:
        out["type"] = kinds[0] if len(kinds) == 1 else kinds
        if parameter.enum:
            out["enum"] = list(parameter.enum)
    is_split = closed and len(kinds) > 1
    if parameter.high is not None and parameter.high <= EXCEEDED and not is_split:
        # larger bounds are not in the schema, but validated when the call runs
        out["maximum"] = parameter.high
    if not closed and parameter.default not in (None, False, True, *parameter.enum[:1]):
        out["default"] = parameter.default
    if kinds == ["array"]:
        items = parameter.items
        out["items"] = {"type": "string"} if items is None else schema_of(items, closed=closed)
    if parameter.fields and "object" in kinds:
        listed = [field for field in parameter.fields if not field.rare]
        out["properties"] = {field.name: schema_of(field, closed=closed) for field in listed}
        if closed:
            out |= {"required": [each.name for each in listed], "additionalProperties": False}
    if parameter.doc:
        out["description"] = parameter.doc
    return out


def _of_kind(parameter: Parameter, kind: JsonType) -> Parameter:
    """Return a copy of the parameter that accepts only one type."""
    enum = parameter.enum if kind == "string" else ()
    high = parameter.high if kind in ("integer", "number") else None
    return replace(parameter, kinds=(kind,), enum=enum, high=high, doc="")
