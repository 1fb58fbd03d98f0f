"""Runs session subcommands: sends them to the session's process and prints its replies.

Also `viewmark skill`: prints or installs the skill file, which explains the session subcommands to
coding agents.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from binascii import a2b_base64
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from viewmark.calls.verbs import BY_NAME, Argument, Verb, named
from viewmark.calls.words import as_written
from viewmark.cli.session_client import SessionClient, sessions
from viewmark.cli.skill import skill
from viewmark.cli.usage import Parser, address, chosen_of
from viewmark.cli.verbs import (
    COMMON,
    add_session_options,
    help_of,
    leading_of,
    parser_of,
    starting_of,
)
from viewmark.cli.words import parsed, parsed_verb
from viewmark.errors import SessionNotFound


def run(words: Sequence[str]) -> int:
    """Run a command; return the exit code.

    Raises:
        ViewmarkError: the command failed; the caller prints the error.
    """
    rest, leading = leading_of(words)
    verb = named(rest)
    if verb is None:
        return _common(rest, leading)
    parser = parser_of(verb)
    args = parsed_verb(parser, [*leading, *rest[len(verb.name.split()) :]])
    flags = {word.partition("=")[0] for word in rest}
    written = {each.dest: name for each in verb.arguments for name in each.names if name in flags}
    starting = starting_of(parser)
    return _ask(verb, args, starting | written, _start_options(args, [*starting]))


def _start_options(args: argparse.Namespace, names: Sequence[str]) -> dict[str, Any]:
    """Return the given browser options as values that JSON can represent."""
    chosen = {n: v for n, v in chosen_of(args, names).items() if v not in ((), {}, False)}
    given = {n: os.path.abspath(v) if isinstance(v, Path) else v for n, v in chosen.items()}
    return {n: list(v) if isinstance(v, tuple) else v for n, v in given.items()}


def _ask(
    verb: Verb, args: argparse.Namespace, written: Mapping[str, str], options: Mapping[str, Any]
) -> int:
    client, given = SessionClient(args.session), list[str]()
    values = _values(verb, args, given)
    request: dict[str, Any] = {
        "verb": verb.name,
        "args": values,
        "json": args.print_json,
        "folder": os.getcwd(),
    }
    if verb.call.acts or verb.call.arrives:
        request["changes"] = args.changes
    if getattr(args, "look", False):
        look = BY_NAME["look"]
        chosen = parser_of(look).parse_args(["--since"])
        request["look"] = _values(look, chosen, given)
    try:
        answer = client.send_verb(request, options=options, starts=verb.call.starts)
    finally:
        for path in given:
            os.unlink(path)
    for note in client.notes:
        sys.stderr.write(f"viewmark: {note}\n")
    for part in ("message", "hint") if "error" in answer else ():
        answer["error"][part] = as_written(answer["error"][part], written)
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
        out = sys.stderr  # with the output file `-`, stdout is reserved for the file's content
    if answer["out"]:
        out.write(answer["out"] + "\n")
    return int(answer.get("exit", 0))


def _values(verb: Verb, args: argparse.Namespace, given: list[str]) -> dict[str, Any]:
    """Return the arguments that were given; the session's process fills in the defaults."""
    found = {}
    for each in verb.arguments:
        value = getattr(args, each.dest)
        if each.kind == "lines" or value not in (None, []):
            found[each.dest] = _sent(each, value, given)
    return found


def _sent(argument: Argument, value: Any, given: list[str]) -> Any:
    """Convert a value for the process: read text from stdin, make file paths absolute.

    If stdin provides the content of a file, the content is stored in a temporary file, whose name
    is added to `given`.
    """
    if argument.kind == "lines":
        texts = value or [_stdin()]
        return [line for text in texts for line in text.splitlines()]
    if isinstance(value, list):
        return [_sent(argument, each, given) for each in value]
    if not isinstance(value, str):
        return value
    if argument.kind == "address":
        return address(value)
    if value == "-" and argument.kind == "text":
        return _stdin()
    if value == "-" and argument.kind == "input":
        from tempfile import mkstemp

        number, value = mkstemp(prefix="viewmark-stdin-")
        given.append(value)
        with os.fdopen(number, "wb") as file:
            file.write(sys.stdin.buffer.read())
    is_file = argument.kind in ("input", "output") and value != "-"
    return os.path.abspath(value) if is_file else value


def _stdin() -> str:
    """Return all of stdin without the final line break, which `echo` adds."""
    text = sys.stdin.buffer.read().decode("utf-8", "replace")
    return text.removesuffix("\n").removesuffix("\r")


def _common(rest: Sequence[str], leading: Sequence[str]) -> int:
    name, *words = rest
    parser = Parser(prog=f"viewmark {name}", description=COMMON[name], allow_abbrev=False)
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
        sys.stdout.write(skill(args.install) + "\n")
        return 0
    facts, text = _sessions() if name == "sessions" else _close(args)
    sys.stdout.write((json.dumps(facts) if args.print_json else text) + "\n")
    return 0


def _sessions() -> tuple[Any, str]:
    found = sessions()
    lines = [
        f"{each['session']}  browser {each.get('browser', '?')}  viewmark {each['version']}"
        for each in found
    ]
    return found, "\n".join(lines) or "no session runs"


def _close(args: argparse.Namespace) -> tuple[Any, str]:
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
