"""Converts values from models and clients, such as numbers or JSON sent as text.

Valid values are never changed. Ambiguous values are not converted, so that `checking` rejects them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from viewmark.parameters.parameter import Parameter

ONE_TEXT = 2_000
"""Maximum length of a string that may stand for a one-element list: a URL, path or selector."""
_NUMBER = re.compile(r"[+-]?[0-9]{1,15}(\.[0-9]{1,15})?")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_SELECTOR = re.compile(r"[\s@#>:=*()\[\]\"',]")


def snake(name: str) -> str:
    """Return a name in snake case: `maxLabels`, `max-labels`, `Max Labels` -> `max_labels`."""
    return _HUMP.sub("_", name[:80]).replace("-", "_").replace(" ", "_").lower()


def match_name(name: str, known: Iterable[Parameter]) -> str:
    """Return the parameter name of which `name` is another spelling; otherwise `name` itself."""
    own = {each.name: each for each in known}
    plain = snake(name)
    if name in own or plain in own:
        return name if name in own else plain
    meant = [each.name for each in own.values() if plain in each.aliases]
    return meant[0] if len(meant) == 1 else name


def is_blank(parameter: Parameter, value: Any) -> bool:
    """Return True if a value counts as missing."""
    return value is None or (value == "" and not parameter.may_be_empty)


def coerce_value(parameter: Parameter, value: Any) -> Any:
    """Convert the value to a type that the parameter accepts, if that is unambiguous."""
    kinds = (*parameter.kinds, *parameter.also)
    if isinstance(value, list) and len(value) == 1 and "array" not in kinds:
        value = value[0] if isinstance(value[0], str) else value
    if isinstance(value, dict) and kinds == ("array",):
        return _rows(parameter, value)
    if isinstance(value, (int, float)) and kinds == ("array",) and parameter.items is not None:
        return [value]
    if not isinstance(value, str):
        return value
    if "string" in kinds and (not parameter.enum or value in parameter.enum):
        return _with_prefix(parameter, value)
    text = value.strip()
    if snake(text) in parameter.enum:
        return snake(text)
    if "boolean" in kinds and text.lower() in ("true", "false"):
        return text.lower() == "true"
    if ("integer" in kinds or "number" in kinds) and _NUMBER.fullmatch(text):
        return float(text) if "." in text else int(text)
    if ("object" in kinds and text[:1] == "{") or ("array" in kinds and text[:1] == "["):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return value
    if text[:1] == "{" and kinds == ("array",) and not _takes_texts(parameter):
        try:
            return _rows(parameter, json.loads(text))
        except (ValueError, RecursionError):
            return value
    if text and len(text) <= ONE_TEXT and kinds == ("array",):
        if _takes_texts(parameter):
            return [value]
        parts = [part.strip() for part in text.split(",")]
        if all(map(_NUMBER.fullmatch, parts)):
            return [float(part) if "." in part else int(part) for part in parts]
    return value


def _rows(parameter: Parameter, value: dict[str, Any]) -> Any:
    """Convert an object to a list of objects: the object itself, or one for each name and value."""
    fields = parameter.items.fields if parameter.items is not None else ()
    own = {each.name for each in fields}
    if any(match_name(str(name), fields) in own for name in value):
        return [value]
    if len(fields) != 2 or not value:
        return value
    return [{fields[0].name: name, fields[1].name: each} for name, each in value.items()]


def _takes_texts(parameter: Parameter) -> bool:
    return parameter.items is None or "string" in parameter.items.kinds


def _with_prefix(parameter: Parameter, value: str) -> str:
    text = value.strip()
    if not parameter.prefix or not text[:1].isalpha() or _SELECTOR.search(text):
        return value
    return parameter.prefix + text
