"""Parsers and help of the session subcommands ("verbs"), generated from the call table.

`cli/session_verbs.py` runs them. This module is separate, so that help works without a session.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from viewmark.calls.verbs import BY_NAME, GROUPS, VERBS, Verb, named
from viewmark.cli.usage import Parser, add_options, option_table
from viewmark.errors import InvalidOption
from viewmark.text import near_words

COMMON = {
    "close": "end the session and its browser (--all: every session)",
    "sessions": "the sessions that run",
    "skill": "print the skill file for coding agents (--install DIR|claude)",
    "help": "all verbs, or one: viewmark help click",
}
"""Help of verbs that are not in the call table, because they concern sessions, not pages."""


def claimed(words: Sequence[str]) -> bool:
    """Return whether a command line starts with a session verb."""
    rest, _ = leading_of(words)
    return bool(rest) and (named(rest) is not None or rest[0] in COMMON)


def leading_of(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Split a command into the part from the verb on, and the session options before it."""
    rest, leading = list(words), list[str]()
    while rest and rest[0].startswith("-"):
        if rest[0] in ("-s", "--session") and len(rest) > 1:
            leading += rest[:2]
            rest = rest[2:]
        elif rest[0] == "--json" or rest[0].startswith("--session="):
            leading.append(rest.pop(0))
        else:
            break
    return rest, leading


def parser_of(verb: Verb) -> argparse.ArgumentParser:
    """Return the argument parser of a verb."""
    call = verb.call
    parser = Parser(
        prog=f"viewmark {verb.name}",
        description=f"{call.summary[0].upper()}{call.summary[1:]}. {call.more}".strip(),
        allow_abbrev=False,
    )
    verb.add_to(parser)
    if call.acts:
        parser.add_argument(
            "--look", action="store_true", help="afterwards what changed since the last look"
        )
    if call.acts or call.arrives:
        parser.add_argument(
            "--changes",
            choices=("none", "auto", "full"),
            default="auto",
            help="what changed on the page: not, up to 1,500 characters (the default), or all",
        )
    add_session_options(parser)
    if call.starts:
        add_options(parser.add_argument_group(START), option_table()["groups"]["session"] + _IDLE)
    return parser


def add_session_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for the session name and the output format."""
    group = parser.add_argument_group("session")
    group.add_argument(
        "-s", "--session", metavar="NAME", help="default: $VIEWMARK_SESSION, or default"
    )
    group.add_argument("--json", dest="print_json", action="store_true", help="print JSON")


START = "where this starts the session"
"""Title of the help section for options that apply if a verb starts the session."""
_IDLE = "--idle S  end after so many seconds without a call (default: 1800; 0: never)"


def starting_of(parser: argparse.ArgumentParser) -> dict[str, str]:
    """Return the flags of options that configure the start of a session, keyed by option name.

    The result is empty for a verb that cannot start a session.
    """
    groups = [each for each in parser._action_groups if each.title == START]
    return {one.dest: one.option_strings[-1] for each in groups for one in each._group_actions}


def help_of(about: Sequence[str]) -> str:
    """Return the help of a verb, or the list of all verbs."""
    if not about:
        return (
            f"{vocabulary()}\n\nviewmark help VERB says more; viewmark --help has all the rest.\n"
        )
    verb = named(about)
    if verb is not None:
        return parser_of(verb).format_help()
    if about[0] in COMMON:
        return f"viewmark {about[0]}: {COMMON[about[0]]}\n"
    raise InvalidOption(f"There is no verb {' '.join(about)!r:.60}.", hint="See: viewmark help.")


_MEANT = {
    "screenshot": "shot",
    "navigate": "open",
    "refresh": "reload",
    "keypress": "press",
    "evaluate": "eval",
    "attach": "open --attach",
    "url": "get url",
    "title": "get title",
    "quit": "close",
    "exceptions": "errors",
    "logs": "console",
    "resize": "viewport",
}
"""viewmark's verbs, keyed by the names of the same commands in other tools."""


def unknown(word: str, others: Sequence[str]) -> str:
    """Return the message for an unknown verb, which suggests the most similar verb."""
    near = [_MEANT[word]] if word in _MEANT else near_words(word, [*BY_NAME, *COMMON, *others])
    guess = f"; is it {near[0]}?" if near else "."
    return f"there is no verb {word!r:.40}{guess} All of them: viewmark help"


def vocabulary() -> str:
    """Return all session verbs by group, one per line."""
    rows = ["on a session (started by `open`, kept between calls; see `viewmark skill`):"]
    for group in GROUPS:
        rows.append(f"\n  {group}:")
        rows += [f"    {v.name:16} {v.call.summary}" for v in VERBS if v.call.group == group]
    rows.append("\n  sessions:")
    rows += [f"    {name:16} {what}" for name, what in COMMON.items()]
    return "\n".join(rows)
