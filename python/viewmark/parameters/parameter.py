"""A parameter of a call, shared by all front ends (Python, MCP, command line).

Schemas, validation and documentation all use this definition, so they cannot contradict each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal

JsonType = Literal["string", "integer", "number", "boolean", "object", "array"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A parameter of a tool; all `what` values that accept the parameter share this object."""

    name: str
    kinds: tuple[JsonType, ...]
    """Accepted JSON types; the first type that matches is used."""
    doc: str = ""
    enum: tuple[str, ...] = ()
    """Accepted strings; values of other types (as for `scale`) are checked against the range."""
    low: float | None = None
    high: float | None = None
    default: Any = None
    is_required: bool = False
    """True if a call without the parameter is rejected; the tool decides for each `what`."""
    fields: tuple[Parameter, ...] = ()
    """Members of an object; empty if the object is validated elsewhere."""
    items: Parameter | None = None
    """Type of the items of an array; None for strings."""
    also: tuple[JsonType, ...] = ()
    """Additional accepted types, omitted from the schema because few models need them."""
    aliases: tuple[str, ...] = ()
    """Other names that clients use, unless such a name is a parameter itself."""
    prefix: str = ""
    """Prefix of every value, which is added to a string without it."""
    may_be_empty: bool = False
    """True if an empty string is a value and does not count as missing."""
    rare: bool = False
    """True if the schema omits the parameter because few calls need it. Such a parameter is passed
    in `extra` or like any other; `configure describe_capabilities` lists it."""
    unlisted: bool = False
    """True if schemas never contain the parameter, because another parameter does the same."""


def parameter(name: str, *kinds: JsonType, doc: str = "", **options: Any) -> Parameter:
    """Create a parameter; `kinds` are its JSON types."""
    return Parameter(name=name, kinds=kinds, doc=doc, **options)


def to_row(parameter: Parameter) -> dict[str, Any]:
    """Return a parameter as a JSON object, without fields that have their default value."""
    row: dict[str, Any] = {
        f.name: v for f in fields(parameter) if (v := getattr(parameter, f.name)) != f.default
    }
    if not isinstance(parameter.default, (str, int, float)):
        # the default is an object of the library, which clients cannot send
        row.pop("default", None)
    if parameter.items is not None:
        row["items"] = to_row(parameter.items)
    if parameter.fields:
        row["fields"] = [to_row(each) for each in parameter.fields]
    return row


def from_row(row: Mapping[str, Any]) -> Parameter:
    """Create a parameter from the result of `to_row`."""
    return Parameter(**members_of(row))


def members_of(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a parameter from its JSON object."""
    read: dict[str, Any] = {n: tuple(v) if isinstance(v, list) else v for n, v in row.items()}
    if read.get("items") is not None:
        read["items"] = from_row(read["items"])
    if "fields" in read:
        read["fields"] = tuple(from_row(each) for each in read["fields"])
    return read


def kind_of(parameter: Parameter) -> str:
    """Return a short description of a parameter's type."""
    low = "" if parameter.low is None else f" from {parameter.low:g}"
    bounds = low if parameter.high is None else f" {parameter.low:g}..{parameter.high:g}"
    words = [" · ".join(parameter.enum)] if parameter.enum else []
    for each in parameter.kinds:
        if each == "object" and parameter.fields:
            words.append(f"object {{{', '.join(f.name for f in parameter.fields)}}}")
        elif each != "string" or not parameter.enum:
            words.append(each + (bounds if each in ("integer", "number") else ""))
    return " or ".join(words) + (f"; {parameter.doc}" if parameter.doc else "")
