"""Normalises what clients send: alternative spellings, numbers or JSON as text, lists of one.

Pure. A call that is right already is never changed; what could mean two things is left as it is,
and then refused by `schema`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from viewmark.errors import InvalidOption
from viewmark.parameters.coercion import coerced, snake, spelled

if TYPE_CHECKING:
    from collections.abc import Mapping

    from viewmark.mcp.tool import Tool
    from viewmark.parameters.parameter import Parameter

__all__ = ["with_own_names"]


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
