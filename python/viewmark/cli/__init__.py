"""The command line: `viewmark VERB ...`, equivalent to `python -m viewmark VERB ...`.

Each verb (subcommand) has a module, which is imported only when the verb is used.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from importlib import import_module
from string import Template
from typing import Any

from viewmark.cli.usage import Parser, add_options, option_table
from viewmark.cli.verbs import claimed, unknown, vocabulary
from viewmark.cli.words import parsed
from viewmark.errors import FileMissing, ViewmarkError

__all__ = ["main"]

_EXIT_CODES = (
    "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 to 10 by the kind of error (docs/verbs.md), "
    "130 interrupted; the reason and what to do are on stderr. 'viewmark VERB --help' lists the "
    "options of a verb."
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        argv: arguments without the program name; the process's arguments if omitted.

    Returns:
        The exit code.
    """
    words = sys.argv[1:] if argv is None else list(argv)
    as_json = "--json" in words
    try:
        if claimed(words):
            code: int = import_module("viewmark.cli.session_verbs").run(words)
            return code
        parser, known = _parser()
        if words and words[0][:1] not in ("", "-") and words[0] not in known:
            parser.error(unknown(words[0], tuple(known)))
        verb = next((known[word] for word in words if word in known), parser)
        args = parsed(parser, words, of=verb)
        if args.verb is None:
            parser.print_help()
            return 0
        as_json = getattr(args, "print_json", str(getattr(args, "json", "")) == "-")
        module, _, function = args.run.partition(":")
        work: Any = getattr(import_module(f"viewmark.cli.{module}"), function)
        code = work(args)
    except ViewmarkError as error:
        return _fail(error, as_json=as_json)
    except OSError as error:
        name = f" {error.filename}" if error.filename else ""
        reason = f"{error.strerror or error}. Check that it exists and is accessible."
        if as_json:
            _print_error(FileMissing(f"{name.strip()}: {error.strerror or error}."))
        sys.stderr.write(f"viewmark:{name}: {reason}\n")
        return 8  # 8 is the exit code of file errors
    except KeyboardInterrupt:
        sys.stderr.write("viewmark: interrupted\n")
        return 130
    return code if isinstance(code, int) else 0


def _fail(error: ViewmarkError, *, as_json: bool) -> int:
    if as_json:
        _print_error(error)
    sys.stderr.write(f"viewmark: {error.message} {error.hint} ({error.code})\n")
    return error.exit_code


def _print_error(error: ViewmarkError) -> None:
    print(json.dumps({"error_code": error.code, "message": error.message, "hint": error.hint}))


def _parser() -> tuple[argparse.ArgumentParser, dict[str, argparse.ArgumentParser]]:
    """Return the main parser and the parsers of the subcommands ("verbs") in `verbs.toml`."""
    table = option_table()
    parser = Parser(
        prog="viewmark",
        description="Numbered marks on screenshots: see a page as pixels, act on its elements.",
        epilog=f"{vocabulary()}\n\n{_EXIT_CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"viewmark {_version()}")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB")
    for name, verb in table["verb"].items():
        what, epilog = verb["summary"], verb.get("epilog")
        about = f"{what[0].upper()}{what[1:]}."
        made = verbs.add_parser(name, help=what, description=about, epilog=epilog)
        made.set_defaults(run=verb["run"])
        lines = Template(verb.get("options", ""))
        add_options(made, lines.substitute(table["words"]))
        for group in verb.get("groups", ()):
            add_options(made.add_argument_group(group), table["groups"][group])
    return parser, dict(verbs.choices)


def _version() -> str:
    from importlib.metadata import version

    return version("viewmark")
