"""Calls as verbs of the command line, parsed by argparse. Few imports, to start quickly."""

from __future__ import annotations

from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from viewmark.calls.call import Call
from viewmark.calls.options import options_of
from viewmark.calls.table import CALLS
from viewmark.calls.words import other_flag
from viewmark.errors import InvalidOption
from viewmark.parameters.checking import check_value
from viewmark.parameters.parameter import Parameter, parameter

Kind = Literal["plain", "text", "input", "output", "address", "lines"]
"""How the client converts a value before sending it:

`text`: `-` is replaced by the text from stdin. `input`, `output`: a file path, which is made
absolute; `-` means stdin or stdout. `address`: a file, a host name or a URL. `lines`: lines, which
are read from stdin if they are omitted. `plain`: unchanged.
"""
_KINDS: dict[str, Kind] = {
    **dict.fromkeys(("text", "body", "input", "password", "script"), "text"),
    **dict.fromkeys(("files", "out"), "input"),
    "save_to": "output",
}
_TEXT = parameter("text", "string")
_ALONE = {"load": "load", "since": "last", "test": "recorded"}
"""Values of flags that are given without a value."""


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument for argparse, with its option and how the client converts its value."""

    names: tuple[str, ...]
    options: dict[str, Any]
    kind: Kind
    option: Parameter

    @property
    def dest(self) -> str:
        """The name of the value in the parsed arguments."""
        return self.option.name

    @property
    def is_needed(self) -> bool:
        """Whether the argument is required."""
        return self.names[0][0] != "-" and self.options.get("nargs") not in ("?", "*")


@dataclass(frozen=True)
class Verb:
    """A verb of the command line."""

    call: Call

    @property
    def name(self) -> str:
        """The verb: one word, or two (`state save`)."""
        return self.call.verb

    @cached_property
    def arguments(self) -> tuple[Argument, ...]:
        """Arguments of the verb, positional ones first."""
        options = {each.name: each for each in self.call.for_shell}
        found = []
        for name, many, kind in self.call.words:
            found.append(_place(options.pop(name), many, kind))
        return (*found, *(self._flag(each) for each in options.values()))

    def add_to(self, parser: ArgumentParser) -> None:
        """Add the verb's arguments to a parser."""
        for each in self.arguments:
            parser.add_argument(*each.names, **each.options)

    def _flag(self, option: Parameter) -> Argument:
        names = [f"--{option.name.replace('_', '-')}"]
        if (other := other_flag(self.call.name, option.name)) is not None:
            names.append(other)
        settings: dict[str, Any] = {"dest": option.name, "help": _help(option)}
        is_list = option.kinds == ("array",) and not _holds_numbers(option)
        if option.kinds == ("boolean",):
            is_open = option.name in options_of(self.call.of_page) and option.default is None
            settings["action"] = BooleanOptionalAction if is_open else "store_true"
            settings["default"] = None
        elif is_list:
            settings["action"] = "append"
        elif option.name in _ALONE:
            settings |= {"nargs": "?", "const": _ALONE[option.name]}
        elif option.enum and option.kinds == ("string",):
            settings["choices"] = option.enum
        return Argument(tuple(names), settings, _KINDS.get(option.name, "plain"), option)


def _holds_numbers(option: Parameter) -> bool:
    return option.items is not None and option.items.kinds[0] in ("number", "integer")


def _place(option: Parameter, many: str, kind: str) -> Argument:
    """Return the positional argument for an option."""
    settings: dict[str, Any] = {"help": _help(option)}
    if option.enum and option.kinds == ("string",):
        settings["choices"] = option.enum
    else:
        settings["metavar"] = option.name.upper()
    if many:
        settings["nargs"] = many
    found: Any = kind or _KINDS.get(option.name, "plain")
    return Argument((option.name,), settings, found, option)


def _help(option: Parameter) -> str:
    """Return the help text of an option, with its default."""
    text = option.doc.rstrip(".")
    if option.default not in (None, "", False) and "default" not in text:
        text += f" (default: {option.default})"
    return text.replace("%", "%%").replace("`", "").strip()


VERBS = tuple(Verb(call) for call in CALLS if call.verb)
BY_NAME = {verb.name: verb for verb in VERBS}
GROUPS = tuple(dict.fromkeys(verb.call.group for verb in VERBS))
HINT = "Use the viewmark command of the same version; it sends what a session understands."


def check_arguments(verb: Verb, sent: Mapping[str, Any] | None) -> dict[str, Any]:
    """Validate the arguments of a verb that were received over the socket; return the given ones.

    Raises:
        InvalidOption: an argument is missing, unknown or of the wrong type.
    """
    values = {name: value for name, value in (sent or {}).items() if value is not None}
    known = {each.dest: each for each in verb.arguments}
    for name in values:
        if name not in known:
            message = f"{verb.name} has no argument {name[:60]!r}."
            raise InvalidOption(message, hint=HINT, param=name[:60])
    for name, each in known.items():
        if each.is_needed and name not in values:
            raise InvalidOption(f"{verb.name} needs `{name}`.", hint=HINT, param=name)
    return {
        name: check_value(_strict(known[name].option), value, name, longest=None)
        for name, value in values.items()
    }


def _strict(option: Parameter) -> Parameter:
    """Return the option; items of a list without a declared item type must be strings."""
    is_open = "array" in option.kinds and option.items is None
    return replace(option, items=_TEXT) if is_open else option


def named(words: Sequence[str]) -> Verb | None:
    """Return the verb at the beginning of a list of command-line words; None if there is none."""
    two = " ".join(words[:2])
    return BY_NAME.get(two) or (BY_NAME.get(words[0]) if words else None)


def parse_words(parser: ArgumentParser, words: Sequence[str]) -> tuple[Namespace, list[str]]:
    """Parse the words of a verb; return the values, and the words that were not recognized.

    `button "Save"`, which a shell splits into two words, is joined into a single target.
    """
    args, left = parser.parse_known_args(words)
    after = [word for word in left if not word.startswith("-")]
    target = getattr(args, "target", None)
    if len(after) == len(left) == 1 and isinstance(target, str) and _is_role(target):
        at = list(words).index(target)
        if at + 1 < len(words) and not words[at + 1].startswith("-"):
            name = words[at + 1].replace("\\", "\\\\").replace('"', '\\"')
            joined = [*words[:at], f'{target} "{name}"', *words[at + 2 :]]
            args, left = parser.parse_known_args(joined)
    return args, left


def _is_role(word: str) -> bool:
    return word.isascii() and word.isalpha() and word.islower()
