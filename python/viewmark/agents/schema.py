"""Makes JSON schemas of the functions' parameters, and takes arguments as models send them. Pure.

Two forms: plain (optional parameters may be left out), and strict, as OpenAI's strict function
calling asks: every property required, optional ones nullable, nothing additional.
"""

from __future__ import annotations

import inspect
import json
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Union

from viewmark.errors import InvalidOption, UnknownParameter

__all__ = ["ToolParameter", "arguments_of", "json_schema", "parameters_of"]

_KINDS: dict[Any, str] = {str: "string", int: "integer", float: "number", bool: "boolean"}
_FALSE, _TRUE = ("false", "no", "0"), ("true", "yes", "1")


@dataclass(frozen=True, slots=True)
class ToolParameter:
    """One parameter of a tool."""

    name: str
    schema: dict[str, Any]
    """Its JSON schema, without null."""
    required: bool
    default: Any = None


def parameters_of(function: Callable[..., Any]) -> tuple[ToolParameter, ...]:
    """The parameters of a tool's function, without the page, which is the first."""
    hints = typing.get_type_hints(function, include_extras=True)
    found = list(inspect.signature(function).parameters.values())[1:]
    return tuple(
        ToolParameter(
            name=each.name,
            schema=_schema(hints[each.name]),
            required=each.default is each.empty,
            default=None if each.default is each.empty else each.default,
        )
        for each in found
    )


def json_schema(parameters: tuple[ToolParameter, ...], *, strict: bool = False) -> dict[str, Any]:
    """The schema of a tool's arguments.

    Args:
        parameters: of the tool.
        strict: as strict function calling asks.
    """
    shown = {}
    for each in parameters:
        if strict:
            shown[each.name] = each.schema if each.required else _nullable(each.schema)
        else:
            default = {} if each.default is None else {"default": each.default}
            shown[each.name] = each.schema | default
    return {
        "type": "object",
        "properties": shown,
        "required": [each.name for each in parameters if strict or each.required],
        "additionalProperties": False,
    }


def _nullable(schema: dict[str, Any]) -> dict[str, Any]:
    if "anyOf" in schema:
        return schema | {"anyOf": [*schema["anyOf"], {"type": "null"}]}
    out = schema | {"type": [schema["type"], "null"]}
    return out | {"enum": [*schema["enum"], None]} if "enum" in schema else out


def _schema(hint: Any) -> dict[str, Any]:
    origin = typing.get_origin(hint)
    if origin is Annotated:
        inner, text, *_ = typing.get_args(hint)
        return _schema(inner) | {"description": text}
    if origin in (Union, types.UnionType):
        kinds = [_schema(each) for each in typing.get_args(hint) if each is not type(None)]
        return kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
    if origin is Literal:
        return {"type": "string", "enum": list(typing.get_args(hint))}
    if origin is list:
        return {"type": "array", "items": _schema(typing.get_args(hint)[0])}
    if typing.is_typeddict(hint):
        fields = typing.get_type_hints(hint, include_extras=True)
        return {
            "type": "object",
            "properties": {name: _schema(each) for name, each in fields.items()},
            "required": list(fields),
            "additionalProperties": False,
        }
    return {"type": _KINDS[hint]}


def arguments_of(
    tool: str, parameters: tuple[ToolParameter, ...], given: str | Mapping[str, Any] | None
) -> dict[str, Any]:
    """Arguments as models send them, made into those of the function.

    JSON text is read; null stands for left out; numbers and booleans may come as text, and lists
    as JSON text.

    Raises:
        InvalidOption: not an object, one is missing, or one has a value that is not allowed.
        UnknownParameter: one that the tool does not have.
    """
    if isinstance(given, str):
        try:
            given = json.loads(given or "{}")
        except ValueError as error:
            raise InvalidOption(f"The arguments of {tool} are not JSON: {error}.") from None
    given = {} if given is None else given
    if not isinstance(given, Mapping):
        raise InvalidOption(f"The arguments of {tool} must be an object, not {given!r:.40}.")
    known = {each.name: each for each in parameters}
    if unknown := [name for name in given if name not in known]:
        raise UnknownParameter(
            f"{tool} has no parameter {str(unknown[0])!r:.40}; it has {', '.join(known) or 'none'}."
        )
    out = {}
    for name, each in known.items():
        value = given.get(name)
        if value is not None:
            out[name] = _value(tool, name, each.schema, value)
        elif each.required:
            raise InvalidOption(f"{tool} needs `{name}`.", param=name)
    return out


def _value(tool: str, name: str, schema: dict[str, Any], value: Any) -> Any:
    for each in schema.get("anyOf", [schema]):
        taken = _taken(each, value)
        if taken is not None:
            _check_items(tool, name, each, taken)
            return taken
    allowed = schema.get("enum")
    wanted = f"one of {', '.join(allowed)}" if allowed else _named_kinds(schema)
    raise InvalidOption(f"{name} of {tool} must be {wanted}, not {value!r:.60}.", param=name)


def _check_items(tool: str, name: str, schema: dict[str, Any], value: Any) -> None:
    """Take what a list or an object holds as its own schema says, in place."""
    if schema["type"] == "array":
        for index, each in enumerate(value):
            value[index] = _value(tool, f"{name}[{index}]", schema["items"], each)
    elif schema["type"] == "object":
        missing = [key for key in schema["required"] if value.get(key) is None]
        if missing:
            raise InvalidOption(f"{name} of {tool} needs `{missing[0]}`.", param=name)
        for key, kind in schema["properties"].items():
            value[key] = _value(tool, f"{name}.{key}", kind, value[key])


def _named_kinds(schema: dict[str, Any]) -> str:
    kinds = [each["type"] for each in schema.get("anyOf", [schema])]
    return " or ".join(f"{'an' if kind[0] in 'aio' else 'a'} {kind}" for kind in kinds)


def _taken(schema: dict[str, Any], value: Any) -> Any:
    """The value in this kind; None if it is not one."""
    kind = schema["type"]
    if kind == "boolean":
        if isinstance(value, bool):
            return value
        low = str(value).strip().lower()
        return low in _TRUE if low in _TRUE + _FALSE else None
    if kind in ("integer", "number"):
        return _number(value, whole=kind == "integer")
    if kind == "array":
        if isinstance(value, str) and value.strip().startswith("["):
            try:
                value = json.loads(value)
            except ValueError:
                return None
        if isinstance(value, str) and schema["items"].get("type") == "string":
            value = [value]
        return list(value) if isinstance(value, (list, tuple)) else None
    if isinstance(value, bool):
        return None
    if kind == "object":
        return dict(value) if isinstance(value, Mapping) else None
    text = str(value) if isinstance(value, (str, int)) else None
    return None if text is None or text not in schema.get("enum", (text,)) else text


def _number(value: Any, *, whole: bool) -> float | int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return None
    if not isinstance(value, (int, float)) or value != value or abs(value) > 1e12:
        return None
    if whole:
        return int(value) if value == int(value) else None
    return value
