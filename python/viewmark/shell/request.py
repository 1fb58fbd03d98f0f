"""Checks what a client of a session sends, before anything is done with it. Pure.

Our own client sends what argparse made of the words; whoever else can reach the socket may send
anything, and gets an error that says what is wrong.
"""

from __future__ import annotations

from argparse import BooleanOptionalAction
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from viewmark.errors import InvalidOption
from viewmark.shell.table import BY_NAME
from viewmark.shell.verb import clip_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from viewmark.shell.verb import Argument, Verb

__all__ = ["arguments_of", "check_request", "verb_of"]

_HINT = "Use the viewmark command of the same version; it sends what a session understands."
_MEMBERS: tuple[tuple[str, type, bool], ...] = (
    ("verb", str, True),
    ("folder", str, False),
    ("args", dict, False),
    ("look", dict, False),
    ("changes", str, False),
    ("options", dict, False),
    ("json", bool, False),
)
_FLAGS = ("store_true", BooleanOptionalAction)
_WORDS: Mapping[type, str] = {
    str: "a text",
    dict: "an object",
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    list: "a list",
}


def check_request(request: Any) -> dict[str, Any]:
    """The message, if it is one.

    Raises:
        InvalidOption: it is not; the message says what of it.
    """
    if not isinstance(request, dict):
        raise InvalidOption("The message to the session is no JSON object.", hint=_HINT)
    for name, kind, is_needed in _MEMBERS:
        value = request.get(name)
        if value is None and not is_needed:
            continue
        if not isinstance(value, kind):
            told = f"`{name}` of the message to the session must be {_WORDS[kind]}."
            raise InvalidOption(told, hint=_HINT, param=name)
    return request


def verb_of(name: str) -> Verb:
    """The verb of that name.

    Raises:
        InvalidOption: there is none.
    """
    verb = BY_NAME.get(name)
    if verb is None:
        raise InvalidOption(f"There is no verb {name[:60]!r}.", hint=_HINT, param="verb")
    return verb


def arguments_of(verb: Verb, given: Mapping[str, Any] | None) -> SimpleNamespace:
    """The arguments of a verb as it takes them; those that are left out have their defaults.

    Raises:
        InvalidOption: one is missing, not known or of another type.
    """
    given = given or {}
    known = {each.dest: each for each in verb.arguments}
    for name in given:
        if name not in known:
            told = f"{verb.name} has no argument {name[:60]!r}."
            raise InvalidOption(told, hint=_HINT, param=name[:60])
    return SimpleNamespace(
        **{name: _value(verb, each, given.get(name)) for name, each in known.items()}
    )


def _value(verb: Verb, argument: Argument, value: Any) -> Any:
    options = argument.options
    is_flag = options.get("action") in _FLAGS
    if value is None:
        is_positional = not argument.names[0].startswith("-")
        if is_positional and options.get("nargs") not in ("?", "*"):
            told = f"{verb.name} needs `{argument.dest}`."
            raise InvalidOption(told, hint=_HINT, param=argument.dest)
        return options.get("default", False if options.get("action") == "store_true" else None)
    is_many = options.get("nargs") in ("*", "+") or options.get("action") == "append"
    if is_many and not isinstance(value, list):
        raise _wrong(verb, argument, _WORDS[list])
    for each in value if is_many else [value]:
        if not _fits(options, each, is_flag=is_flag):
            kind = bool if is_flag else options.get("type", str)
            raise _wrong(verb, argument, _WORDS.get(kind, "as the command line makes it"))
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
    told = f"`{argument.dest}` of {verb.name} must be {kind}."
    return InvalidOption(told, hint=_HINT, param=argument.dest)
