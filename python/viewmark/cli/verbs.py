"""The verbs of sessions on the command line: their parser and help, made from the one table."""

from __future__ import annotations

import argparse
import json
import os
import sys
from binascii import a2b_base64
from typing import TYPE_CHECKING, Any

from viewmark.cli.options import add_port_option, address, size
from viewmark.cli.words import parsed, parsed_verb, split_steps
from viewmark.errors import InvalidOption, SessionNotFound
from viewmark.shell.table import BY_NAME, GROUPS, VERBS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viewmark.shell.verb import Argument, Verb

__all__ = ["COMMON", "START_OPTIONS", "claimed", "help_of", "run", "vocabulary"]

_MINUTES = "1800"
COMMON = {
    "close": "end the session and its browser (--all: every session)",
    "sessions": "the sessions that run",
    "skill": "print the skill file for coding agents (--install DIR|claude)",
    "help": "all verbs, or one: viewmark help click",
}
"""Verbs beside the table: they are about sessions, not pages."""


def claimed(words: Sequence[str]) -> bool:
    """Whether these words are for a session, and not one of the other verbs."""
    rest, _ = _leading(words)
    return bool(rest) and (_named(rest) is not None or rest[0] in COMMON)


def run(words: Sequence[str]) -> int:
    """Do what the words say; the exit code.

    Raises:
        ViewmarkError: it could not be done; the caller prints it.
    """
    rest, leading = _leading(words)
    verb = _named(rest)
    if verb is None:
        return _common(rest, leading)
    parser = _parser(verb)
    args = parsed_verb(parser, [*leading, *rest[len(verb.name.split()) :]])
    return _ask(verb, args)


def _leading(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The words from the verb on, and the options of sessions that stand before it."""
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


def _named(words: Sequence[str]) -> Verb | None:
    two = " ".join(words[:2])
    return BY_NAME.get(two) or (BY_NAME.get(words[0]) if words else None)


def _parser(verb: Verb, *, is_step: bool = False) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=f"viewmark {verb.name}",
        description=f"{verb.summary[0].upper()}{verb.summary[1:]}. {verb.more}".strip(),
        allow_abbrev=False,
    )
    for each in verb.arguments:
        parser.add_argument(*each.names, **each.options)
    if is_step:
        return parser
    if verb.acts:
        parser.add_argument(
            "--look", action="store_true", help="afterwards what changed since the last look"
        )
    if verb.acts or verb.arrives:
        parser.add_argument(
            "--changes",
            choices=("none", "auto", "full"),
            default="auto",
            help="what changed on the page: not, up to 1,500 characters (the default), or all",
        )
    add_session_options(parser)
    if verb.starts:
        _add_start_options(parser)
    return parser


def add_session_options(parser: argparse.ArgumentParser) -> None:
    """Which session, and how the answer is printed."""
    group = parser.add_argument_group("session")
    group.add_argument(
        "-s", "--session", metavar="NAME", help="default: $VIEWMARK_SESSION, or default"
    )
    group.add_argument("--json", dest="print_json", action="store_true", help="print JSON")


def _add_start_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("where this starts the session")
    group.add_argument("--attach", metavar="URL", help="use a running browser (its CDP address)")
    group.add_argument("--headed", action="store_true", help="show the browser's window")
    add_port_option(group)
    group.add_argument(
        "--size", type=size, metavar="WxH", help="of the viewport (default: 1280x720)"
    )
    group.add_argument(
        "--allow-origin", action="append", metavar="ORIGIN", help="load documents of this one only"
    )
    group.add_argument("--block-private", action="store_true", help="no private addresses")
    group.add_argument("--show-secrets", action="store_true", help="do not cover secret fields")
    group.add_argument("--output", metavar="FOLDER", help="of downloads (default: viewmark-output)")
    group.add_argument(
        "--idle",
        type=float,
        metavar="S",
        help=f"end after so many seconds without a call (default: {_MINUTES}; 0: never)",
    )


START_OPTIONS = (
    *("attach", "headed", "debugging_port", "size", "allow_origin", "block_private"),
    *("show_secrets", "output", "idle"),
)


def _start_options(args: argparse.Namespace) -> dict[str, Any]:
    given = {name: getattr(args, name, None) for name in START_OPTIONS}
    chosen = {
        name: value for name, value in given.items() if value is not None and value is not False
    }
    if "output" in chosen:
        chosen["output"] = os.path.abspath(chosen["output"])
    return {name: list(v) if isinstance(v, tuple) else v for name, v in chosen.items()}


def _ask(verb: Verb, args: argparse.Namespace) -> int:
    from viewmark.cli.session_client import SessionClient

    client, given = SessionClient(args.session), list[str]()
    values = {each.dest: _sent(each, getattr(args, each.dest), given) for each in verb.arguments}
    request: dict[str, Any] = {
        "verb": verb.name,
        "args": values,
        "json": args.print_json,
        "folder": os.getcwd(),
    }
    if verb.acts or verb.arrives:
        request["changes"] = args.changes
    if getattr(args, "look", False):
        look = BY_NAME["look"]
        chosen = _parser(look).parse_args(["--since"])
        request["look"] = {each.dest: getattr(chosen, each.dest) for each in look.arguments}
    try:
        answer = client.ask(request, options=_start_options(args), starts=verb.starts)
    finally:
        for path in given:
            os.unlink(path)
    for note in client.notes:
        sys.stderr.write(f"viewmark: {note}\n")
    return _print(answer, as_json=args.print_json)


def _print(answer: dict[str, Any], *, as_json: bool) -> int:
    error = answer.get("error")
    if error is not None:
        if as_json:
            sys.stdout.write(json.dumps(error, ensure_ascii=False) + "\n")
        sys.stderr.write(f"viewmark: {error['message']} {error['hint']} ({error['error_code']})\n")
        return int(answer["exit"])
    out, blob = sys.stdout, answer.get("blob")
    if blob is not None:
        sys.stdout.buffer.write(a2b_base64(blob))
        sys.stdout.buffer.flush()
        out = sys.stderr  # the file named `-` is what stdout is for
    if answer["out"]:
        out.write(answer["out"] + "\n")
    return int(answer.get("exit", 0))


def _sent(argument: Argument, value: Any, given: list[str]) -> Any:
    """A value as the process gets it: texts from stdin, files with their whole path.

    What stdin gives in place of a file is kept in a file of its own, which `given` then names.
    """
    if argument.kind == "steps":
        return [_step(words, given) for words in split_steps(value or [_stdin()])]
    if isinstance(value, list):
        return [_sent(argument, each, given) for each in value]
    if not isinstance(value, str):
        return value
    if argument.kind == "address":
        return address(value)
    if argument.kind == "text":
        return _stdin() if value == "-" else value
    if argument.kind == "output":
        return value if value == "-" else os.path.abspath(value)
    if argument.kind == "input":
        if value == "-":
            from tempfile import mkstemp

            number, value = mkstemp(prefix="viewmark-stdin-")
            given.append(value)
            with os.fdopen(number, "wb") as file:
                file.write(sys.stdin.buffer.read())
        return os.path.abspath(value)
    return value


def _step(words: Sequence[str], given: list[str]) -> str:
    """A step of `do` as the process gets it: verb and arguments, as JSON.

    Raises:
        InvalidOption: its first word is no verb that may be one; nothing was sent.
    """
    verb = _named(words)
    if verb is None or not verb.may_be_step:
        may = ", ".join(each.name for each in VERBS if each.may_be_step)
        told = f"{words[0]!r:.40} is no step; nothing was done."
        raise InvalidOption(told, hint=f"A step is one of {may}.", param="steps")
    args = parsed_verb(_parser(verb, is_step=True), list(words[len(verb.name.split()) :]))
    values = {each.dest: _sent(each, getattr(args, each.dest), given) for each in verb.arguments}
    return json.dumps({"verb": verb.name, "args": values})


def _stdin() -> str:
    """All of stdin, without the last line break (that of `echo`)."""
    text = sys.stdin.buffer.read().decode("utf-8", "replace")
    return text.removesuffix("\n").removesuffix("\r")


def _common(rest: Sequence[str], leading: Sequence[str]) -> int:
    name, *words = rest
    parser = argparse.ArgumentParser(
        prog=f"viewmark {name}", description=COMMON[name], allow_abbrev=False
    )
    add_session_options(parser)
    if name == "close":
        parser.add_argument("--all", action="store_true", help="every session")
    elif name == "help":
        parser.add_argument("about", metavar="VERB", nargs="*")
    elif name == "skill":
        parser.add_argument("--install", metavar="DIR|claude", help="write it there")
    args = parsed(parser, [*leading, *words], of=parser)
    if name == "help":
        sys.stdout.write(help_of(args.about))
        return 0
    if name == "skill":
        from viewmark.cli.skill import skill

        sys.stdout.write(skill(args.install) + "\n")
        return 0
    facts, text = _sessions() if name == "sessions" else _close(args)
    sys.stdout.write((json.dumps(facts) if args.print_json else text) + "\n")
    return 0


def _sessions() -> tuple[Any, str]:
    from viewmark.cli.session_client import sessions

    found = sessions()
    lines = [
        f"{each['session']}  browser {each.get('browser', '?')}  viewmark {each['version']}"
        for each in found
    ]
    return found, "\n".join(lines) or "no session runs"


def _close(args: argparse.Namespace) -> tuple[Any, str]:
    from viewmark.cli.session_client import SessionClient, sessions

    if args.all:
        names = [each["session"] for each in sessions()]
        for name in names:
            SessionClient(name).close()
        return {"closed": names}, f"closed: {' '.join(names) or 'nothing'}"
    client = SessionClient(args.session)
    name = client.endpoint.name
    if not client.close():
        raise SessionNotFound(f"There is no session {name!r}.", hint="See: viewmark sessions.")
    return {"closed": [name]}, f"closed: {name}"


def help_of(about: Sequence[str]) -> str:
    """The help of a verb, or the vocabulary."""
    if not about:
        return (
            f"{vocabulary()}\n\nviewmark help VERB says more; viewmark --help has all the rest.\n"
        )
    verb = _named(about)
    if verb is not None:
        return _parser(verb).format_help()
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
"""Names that other tools have, and ours."""


def unknown(word: str, others: Sequence[str]) -> str:
    """What to say of a verb that there is not, with the nearest one."""
    from difflib import get_close_matches

    near = (
        [_MEANT[word]] if word in _MEANT else get_close_matches(word, [*BY_NAME, *COMMON, *others])
    )
    guess = f"; is it {near[0]}?" if near else "."
    return f"there is no verb {word!r:.40}{guess} All of them: viewmark help"


def vocabulary() -> str:
    """All verbs of sessions, by group, a line each."""
    rows = ["on a session (started by `open`, kept between calls; see `viewmark skill`):"]
    for group in GROUPS:
        rows.append(f"\n  {group}:")
        rows += [f"    {v.name:16} {v.summary}" for v in VERBS if v.group == group]
    rows.append("\n  sessions:")
    rows += [f"    {name:16} {what}" for name, what in COMMON.items()]
    return "\n".join(rows)
