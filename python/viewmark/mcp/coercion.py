"""Normalises what clients send: alternative spellings, numbers or JSON as text, lists of one.

Pure. A call that is right already is never changed; what could mean two things is left as it is,
and then refused by `schema`.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from viewmark.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from viewmark.mcp.parameters import Parameter
    from viewmark.mcp.tool import Tool

__all__ = ["coerced", "is_blank", "snake", "spelled", "with_own_names"]

ONE_TEXT = 2_000
"""Characters of a text that may stand for a list of one: an address, a path, a selector."""
_NUMBER = re.compile(r"[+-]?[0-9]{1,15}(\.[0-9]{1,15})?")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_SELECTOR = re.compile(r"[\s@#>:=*()\[\]\"',]")


def snake(name: str) -> str:
    """A name as it is written here: `maxLabels`, `max-labels` and `Max Labels` are `max_labels`."""
    return _HUMP.sub("_", name[:80]).replace("-", "_").replace(" ", "_").lower()


def spelled(name: str, known: Iterable[Parameter]) -> str:
    """The own name of the parameter that a client wrote in another spelling, else the name."""
    own = {each.name: each for each in known}
    plain = snake(name)
    if name in own or plain in own:
        return name if name in own else plain
    meant = [each.name for each in own.values() if plain in each.aliases]
    return meant[0] if len(meant) == 1 else name


def with_own_names(tool: Tool, what: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments under the names that they have here, without what says nothing.

    Clients that must send every property send null, an empty text or the default for those that
    belong to another `what`.

    Raises:
        InvalidOption: two spellings of one parameter contradict each other.
    """
    known = tool.known(what)
    names = {each.name for each in known}
    out: dict[str, Any] = {}
    members: dict[str, dict[str, Any]] = {}
    for written, value in given.items():
        other = tool.by_name.get(written, tool.by_name.get(snake(written)))
        if other is not None and other.name not in names and _says_nothing(other, value):
            continue
        name = spelled(written, known)
        if name not in names:
            holders = [p.name for p in known if other is None and _holds(p, name)]
            if len(holders) == 1:  # a member beside its object
                members.setdefault(holders[0], {})[written] = value
                continue
        if out.get(name) not in (None, value) and value is not None:
            raise InvalidOption(f"`{name}` is given twice, with different values.", param=name)
        if value is not None or name not in out:
            out[name] = value
    for name, beside in members.items():
        inside = coerced(next(p for p in known if p.name == name), out.get(name))
        if inside is None or inside == "":
            out[name] = beside
        elif isinstance(inside, dict):
            if any(key in inside and inside[key] != each for key, each in beside.items()):
                told = f"Members of `{name}` are given twice, with different values."
                raise InvalidOption(told, param=name)
            out[name] = beside | inside
    return out


def _holds(parameter: Parameter, name: str) -> bool:
    own = {field.name for field in parameter.fields}
    return name in own or spelled(name, parameter.fields) in own


def _says_nothing(parameter: Parameter, value: Any) -> bool:
    if value is None or value in ("", {}, []):
        return True
    if isinstance(value, dict):
        return all(each is None for each in value.values())
    return parameter.default is not None and _same(coerced(parameter, value), parameter.default)


def _same(one: Any, other: Any) -> bool:
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)


def is_blank(parameter: Parameter, value: Any) -> bool:
    """Whether a value stands for none at all."""
    return value is None or (value == "" and not parameter.may_be_empty)


def coerced(parameter: Parameter, value: Any) -> Any:
    """The value in a type that the parameter takes, where the text can mean nothing else."""
    kinds = (*parameter.kinds, *parameter.also)
    if isinstance(value, list) and len(value) == 1 and "array" not in kinds:
        value = value[0] if isinstance(value[0], str) else value
    if isinstance(value, dict) and kinds == ("array",):
        return _rows(parameter, value)
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
    if text and len(text) <= ONE_TEXT and kinds == ("array",) and _takes_texts(parameter):
        return [value]
    return value


def _rows(parameter: Parameter, value: dict[str, Any]) -> Any:
    """A list of objects for one object: the only row, or a name and a value for each row."""
    fields = parameter.items.fields if parameter.items is not None else ()
    own = {each.name for each in fields}
    if any(spelled(str(name), fields) in own for name in value):
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
