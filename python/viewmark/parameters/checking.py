"""Validates the values of parameters, with one-line error messages. No side effects."""

from __future__ import annotations

import json
from typing import Any

from viewmark.errors import InvalidOption, UnknownParameter
from viewmark.parameters.coercion import coerce_value, is_blank, match_name
from viewmark.parameters.parameter import Parameter
from viewmark.text import did_you_mean, one_line

STRING_LIMIT = 20_000
"""Maximum length of a string parameter, in characters: enough for a page of text."""

NUMBER_LIMIT = 1e12
"""Maximum absolute value of a number; no valid pixel, second or count is larger."""


def check_value(
    parameter: Parameter, value: Any, path: str, *, longest: int | None = STRING_LIMIT
) -> Any:
    """Return the value if it has the parameter's type and is within its range.

    Args:
        parameter: the parameter.
        value: the value to check.
        path: name of the value for messages.
        longest: maximum length of a string in characters; None for no limit.

    Raises:
        InvalidOption, UnknownParameter: the value is invalid; the message contains `path` and the
            valid values.
    """
    sent, value = value, coerce_value(parameter, value)
    for kind in (*parameter.kinds, *parameter.also):
        if not _is(kind, value):
            continue
        if kind == "string" and parameter.enum and value not in parameter.enum:
            continue
        if kind == "string" and longest is not None and len(value) > longest:
            raise InvalidOption(
                f"`{path}` has {len(value)} characters; at most {longest} are allowed.",
                param=path,
            )
        if kind in ("integer", "number") and not _within(parameter, value):
            continue
        if kind == "object" and parameter.fields:
            return _members(parameter, value, path)
        if kind == "array" and parameter.items is not None:
            items = parameter.items
            return [
                check_value(items, each, f"{path}[{n}]", longest=longest)
                for n, each in enumerate(value)
            ]
        return int(value) if kind == "integer" else value
    raise InvalidOption(
        f"`{path}` is {shown(sent)}; allowed is {_allowed_words(parameter)}. "
        f"{did_you_mean(value, parameter.enum)}".rstrip(),
        param=path,
    )


def _members(parameter: Parameter, value: dict[str, Any], path: str) -> dict[str, Any]:
    known = {f.name: f for f in parameter.fields}
    out: dict[str, Any] = {}
    for written, each in value.items():
        name = match_name(written, parameter.fields)
        if name not in known:
            raise UnknownParameter(
                f"`{path}` has no member `{one_line(name)[:60]}`; it has {', '.join(known)}. "
                f"{did_you_mean(name, known)}".rstrip(),
                param=f"{path}.{one_line(name)[:60]}",
            )
        if not is_blank(known[name], each):
            out[name] = check_value(known[name], each, f"{path}.{name}")
    for name, field in known.items():
        if field.is_required and name not in out:
            raise InvalidOption(f"`{path}` needs `{name}`.", param=f"{path}.{name}")
    return out


def _is(kind: str, value: Any) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    if kind == "integer":
        return isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    types: dict[str, tuple[type, ...]] = {
        "string": (str,),
        "number": (int, float),
        "object": (dict,),
        "array": (list,),
        "boolean": (),
    }
    return isinstance(value, types[kind])


def _within(parameter: Parameter, value: float) -> bool:
    return (
        # the comparison is false for NaN, and works for integers of any size
        abs(value) <= NUMBER_LIMIT
        and (parameter.low is None or value >= parameter.low)
        and (parameter.high is None or value <= parameter.high)
    )


def _allowed_words(parameter: Parameter) -> str:
    parts = []
    if parameter.enum:
        parts.append(", ".join(parameter.enum))
    for kind in (*parameter.kinds, *parameter.also):
        if kind == "string" and parameter.enum:
            continue
        article = "an" if kind in ("integer", "object", "array") else "a"
        text = f"{article} {kind}"
        if kind in ("integer", "number") and (parameter.low, parameter.high) != (None, None):
            low = "" if parameter.low is None else f" from {parameter.low:g}"
            high = "" if parameter.high is None else f" to {parameter.high:g}"
            text += low + high
        parts.append(text)
    return " or ".join(parts)


def shown(value: Any) -> str:
    """Return a value as JSON, shortened for messages."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = type(value).__name__
    return text if len(text) <= 80 else text[:79] + "…"
