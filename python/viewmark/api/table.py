"""The table of calls: what `Page` can do, read from its methods.

A call is written down once, as a method with types, defaults, ranges and a docstring. Faces that
need these as data (parameters of tools, checks that faces agree) read them here.
"""

from __future__ import annotations

import inspect
import re
import types
import typing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal, Union

from viewmark.api.page import Page
from viewmark.defaults import Range

__all__ = ["JsonType", "Option", "options_of"]

JsonType = Literal["string", "integer", "number", "boolean", "object", "array"]
_KINDS: dict[Any, JsonType] = {bool: "boolean", int: "integer", float: "number", str: "string"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One option of a call."""

    name: str
    kinds: tuple[JsonType, ...]
    """Its JSON types."""
    choices: tuple[str, ...]
    """Words that it takes; empty where it takes any."""
    range: Range | None
    required: bool
    default: Any
    doc: str
    """Its lines of the docstring."""


@cache
def options_of(call: str) -> Mapping[str, Option]:
    """The options of a method of `Page`, by name, in their order.

    Raises:
        AttributeError: there is no such call.
    """
    method = getattr(Page, call)
    hints = typing.get_type_hints(method, include_extras=True)
    docs = _docs(inspect.getdoc(method) or "")
    found: dict[str, Option] = {}
    for each in list(inspect.signature(method).parameters.values())[1:]:
        kinds: dict[JsonType, None] = {}
        choices: list[str] = []
        ranges: list[Range] = []
        _read(hints[each.name], kinds, choices, ranges)
        found[each.name] = Option(
            name=each.name,
            kinds=tuple(kinds),
            choices=tuple(choices),
            range=ranges[0] if ranges else None,
            required=each.default is each.empty,
            default=None if each.default is each.empty else each.default,
            doc=docs.get(each.name, ""),
        )
    return found


def _read(hint: Any, kinds: dict[JsonType, None], choices: list[str], ranges: list[Range]) -> None:
    """Take a type apart: its JSON types, words and ranges."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is Annotated:
        ranges += [each for each in inner[1:] if isinstance(each, Range)]
        _read(inner[0], kinds, choices, ranges)
    elif origin in (Union, types.UnionType):
        for each in inner:
            _read(each, kinds, choices, ranges)
    elif origin is Literal:
        kinds["string"] = None
        choices += map(str, inner)
    elif hint in _KINDS:
        kinds[_KINDS[hint]] = None
    elif inspect.isclass(kind := origin or hint) and issubclass(kind, Mapping):
        kinds["object"] = None
    elif inspect.isclass(kind) and issubclass(kind, Sequence):
        kinds["array"] = None


def _docs(text: str) -> dict[str, str]:
    """The lines of a docstring's `Args`, by option."""
    _, _, args = text.partition("\nArgs:\n")
    args = re.split(r"\n\n?(?=\S)", args, maxsplit=1)[0]
    rows = re.split(r"^ {4}\*?(\w+): ", args, flags=re.MULTILINE)[1:]
    return {name: " ".join(words.split()) for name, words in zip(*[iter(rows)] * 2, strict=True)}
