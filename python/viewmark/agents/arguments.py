"""Converts tool arguments from the form that models send to the form functions take. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from viewmark.errors import InvalidOption, UnknownParameter
from viewmark.parameters.checking import check_value
from viewmark.parameters.coercion import match_name
from viewmark.parameters.parameter import Parameter
from viewmark.text import did_you_mean


def arguments_of(
    tool: str, parameters: Mapping[str, Parameter], sent: str | Mapping[str, Any] | None
) -> dict[str, Any]:
    """Convert the arguments that a model sent to those of the function.

    JSON text is parsed, and null counts as omitted. Numbers and booleans may be sent as text, and
    lists as JSON text.

    Raises:
        InvalidOption: the arguments are not an object, or an argument is missing or invalid.
        UnknownParameter: the tool does not have one of the arguments.
    """
    if isinstance(sent, str):
        try:
            sent = json.loads(sent or "{}")
        except ValueError as error:
            raise InvalidOption(f"The arguments of {tool} are not JSON: {error}.") from None
    sent = {} if sent is None else sent
    if not isinstance(sent, Mapping):
        raise InvalidOption(f"The arguments of {tool} must be an object, not {sent!r:.40}.")
    sent = {match_name(str(name), parameters.values()): value for name, value in sent.items()}
    if unknown := [name for name in sent if name not in parameters]:
        raise UnknownParameter(
            f"{tool} has no parameter {str(unknown[0])!r:.40}; "
            f"it has {', '.join(parameters) or 'none'}. "
            f"{did_you_mean(unknown[0], parameters)}".rstrip()
        )
    out = {}
    for name, each in parameters.items():
        value = sent.get(name)
        if value is not None:
            out[name] = check_value(each, _as_text(each, value), name)
        elif each.is_required:
            raise InvalidOption(f"{tool} needs `{name}`.", param=name)
        elif each.default is not None:
            out[name] = each.default
    return out


def _as_text(parameter: Parameter, value: Any) -> Any:
    """Convert a number to text for a text parameter, because models send numbers of marks."""
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return str(value) if is_number and parameter.kinds == ("string",) else value
