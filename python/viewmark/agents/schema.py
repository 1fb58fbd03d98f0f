"""The schema of a tool's arguments, and arguments as models send them. Pure.

Two forms: plain (optional parameters may be left out), and strict, as OpenAI's strict function
calling asks: every property required, optional ones nullable, nothing additional.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from viewmark.errors import InvalidOption, UnknownParameter
from viewmark.parameters.checking import checked, nearest, schema_of
from viewmark.parameters.parameter import Parameter

__all__ = ["arguments_of", "json_schema"]


def json_schema(parameters: Mapping[str, Parameter], *, strict: bool = False) -> dict[str, Any]:
    """The schema of a tool's arguments.

    Args:
        parameters: of the tool, by name.
        strict: as strict function calling asks.
    """
    listed: dict[str, Any] = {}
    for name, each in parameters.items():
        schema = schema_of(each, closed=True)
        if strict:
            listed[name] = schema if each.is_required else _nullable(schema)
        else:
            listed[name] = schema | ({} if each.default is None else {"default": each.default})
    required = [name for name, each in parameters.items() if strict or each.is_required]
    return {
        "type": "object",
        "properties": listed,
        "required": required,
        "additionalProperties": False,
    }


def _nullable(schema: dict[str, Any]) -> dict[str, Any]:
    if "anyOf" in schema:
        return schema | {"anyOf": [*schema["anyOf"], {"type": "null"}]}
    out = schema | {"type": [schema["type"], "null"]}
    return out | {"enum": [*schema["enum"], None]} if "enum" in schema else out


def arguments_of(
    tool: str, parameters: Mapping[str, Parameter], given: str | Mapping[str, Any] | None
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
    if unknown := [name for name in given if name not in parameters]:
        raise UnknownParameter(
            f"{tool} has no parameter {str(unknown[0])!r:.40}; "
            f"it has {', '.join(parameters) or 'none'}.{nearest(unknown[0], parameters)}"
        )
    out = {}
    for name, each in parameters.items():
        value = given.get(name)
        if value is not None:
            out[name] = checked(each, _as_text(each, value), name)
        elif each.is_required:
            raise InvalidOption(f"{tool} needs `{name}`.", param=name)
    return out


def _as_text(parameter: Parameter, value: Any) -> Any:
    """A number that stands for a text, as models send the number of a mark."""
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return str(value) if is_number and parameter.kinds == ("string",) else value
