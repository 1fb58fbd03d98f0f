"""Checks the arguments of a verb as they come over the socket, and fills in defaults. Pure."""

from __future__ import annotations

from argparse import BooleanOptionalAction
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from viewmark.errors import InvalidOption
from viewmark.shell.verb import clip_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from viewmark.shell.verb import Argument, Verb

__all__ = ["HINT", "WORDS", "arguments_of"]

HINT = "Use the viewmark command of the same version; it sends what a session understands."
WORDS: Mapping[type, str] = {
    str: "a text",
    dict: "an object",
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    list: "a list",
}
_FLAGS = ("store_true", BooleanOptionalAction)


def arguments_of(verb: Verb, given: Mapping[str, Any] | None) -> SimpleNamespace:
    """The arguments of a verb as it takes them; those that are left out have their defaults.

    Raises:
        InvalidOption: one is missing, not known or of another type.
    """
    given = given or {}
    known = {each.dest: each for each in verb.arguments}
    for name in given:
        if name not in known:
            message = f"{verb.name} has no argument {name[:60]!r}."
            raise InvalidOption(message, hint=HINT, param=name[:60])
    return SimpleNamespace(
        **{name: _value(verb, each, given.get(name)) for name, each in known.items()}
    )


def _value(verb: Verb, argument: Argument, value: Any) -> Any:
    options = argument.options
    is_flag = options.get("action") in _FLAGS
    if value is None:
        is_positional = not argument.names[0].startswith("-")
        if is_positional and options.get("nargs") not in ("?", "*"):
            message = f"{verb.name} needs `{argument.dest}`."
            raise InvalidOption(message, hint=HINT, param=argument.dest)
        return options.get("default", False if options.get("action") == "store_true" else None)
    is_many = options.get("nargs") in ("*", "+") or options.get("action") == "append"
    if is_many and not isinstance(value, list):
        raise _wrong(verb, argument, WORDS[list])
    for each in value if is_many else [value]:
        if not _fits(options, each, is_flag=is_flag):
            kind = bool if is_flag else options.get("type", str)
            raise _wrong(verb, argument, WORDS.get(kind, "as the command line makes it"))
    return value


def _fits(options: Mapping[str, Any], value: Any, *, is_flag: bool) -> bool:
    kind = options.get("type", str)
    if "choices" in options and value not in options["choices"]:
        return False
    if is_flag:
        return isinstance(value, bool)
    if isinstance(value, bool):
        return False
    if kind is clip_of:
        are_numbers = isinstance(value, list) and all(type(n) in (int, float) for n in value)
        return are_numbers and len(value) == 4
    if kind is float:
        return isinstance(value, (int, float))
    if kind is int:
        return isinstance(value, int)
    return isinstance(value, str)


def _wrong(verb: Verb, argument: Argument, kind: str) -> InvalidOption:
    message = f"`{argument.dest}` of {verb.name} must be {kind}."
    return InvalidOption(message, hint=HINT, param=argument.dest)
