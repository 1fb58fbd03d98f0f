"""The command line: `viewmark VERB ...`, the same as `python -m viewmark VERB ...`.

Each verb has a module, which is imported when the verb is used.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from viewmark.cli.options import (
    add_audit_options,
    add_batch_options,
    add_browser_options,
    add_diff_options,
    add_observe_options,
    add_picture_options,
    add_server_options,
    add_slo_options,
    add_view_options,
)
from viewmark.cli.usage import add_options, address
from viewmark.cli.verbs import claimed, unknown, vocabulary
from viewmark.cli.words import parsed
from viewmark.errors import FileMissing, ViewmarkError

__all__ = ["main"]

_URL = "an address, a bare host such as localhost:3000, or an HTML file"
_OUT = {"default": Path("out"), "metavar": None}
_EXIT_CODES = (
    "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 to 10 by the kind of error (docs/shell.md), "
    "130 interrupted; the reason and what to do are on stderr. 'viewmark VERB --help' lists the "
    "options of a verb."
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        argv: arguments without the program's name; those of the process if omitted.

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
        as_json = getattr(args, "print_json", getattr(args, "map", None) == "-")
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
        return 8  # as errors of files
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
    """The parser of the verbs without a session, and that of each by its name."""
    parser = argparse.ArgumentParser(
        prog="viewmark",
        description="Numbered marks on screenshots: see a page as pixels, act on its elements.",
        epilog=f"{vocabulary()}\n\n{_EXIT_CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"viewmark {_version()}")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB")

    def add_verb(
        run: str, name: str, what: str, options: str = "", **settings: dict[str, Any]
    ) -> argparse.ArgumentParser:
        made = verbs.add_parser(name, help=what, description=f"{what[0].upper()}{what[1:]}.")
        made.set_defaults(run=run)
        add_options(made, options, **settings)
        return made

    add_verb(
        "observing:demo",
        "demo",
        "observe an embedded page; write picture and map",
        """
        -o, --out DIR  folder (default: out)
        --json  print JSON
        """,
        out=_OUT,
    )
    observe = add_verb(
        "observing:observe",
        "observe",
        "open a page, mark it, write picture and map",
        f"""
        url URL  {_URL}
        -o, --output PICTURE  the marked picture, .jpg or .png; - is stdout (default without --json:
            shot.jpg)
        --json FILE  write the map as JSON to FILE; without FILE to stdout
        --state FILE  load refs from this file, and save them there
        --html FILE  write one page where picture and table point at each other
        --open  show that page in your browser (without --html: PICTURE-marks.html)
        """,
        url={"type": address},
        json={"dest": "map", "nargs": "?", "const": "-", "type": None},
        open={"dest": "show"},
    )
    add_browser_options(observe)
    add_view_options(observe)
    add_observe_options(observe)
    add_picture_options(observe)
    add_diff_options(
        add_verb(
            "diffing:diff",
            "diff",
            "say what changed between two pages, checkpoints or folders of them",
        )
    )
    add_audit_options(
        add_verb(
            "auditing:audit", "audit", "judge pages by rule: contrast, small targets, missing names"
        )
    )
    draw = add_verb(
        "drawing:draw",
        "draw",
        "draw on a live page; write picture, JSON and Markdown",
        f"""
        url URL  {_URL}
        -o, --out DIR  folder (default: out)
        --prompt PROMPT  what to look at; shown above the tools
        --marks FILE  JSON of earlier marks by page: shown again if it is there, written at the end
        --json  print JSON
        """,
        url={"type": address},
        out=_OUT,
        prompt={"default": "", "metavar": None},
    )
    add_browser_options(draw, headed=True)
    mcp = add_verb("serving:serve", "mcp", "serve agents over MCP (stdio, or --http)")
    add_browser_options(mcp)
    add_server_options(mcp)
    add_verb(
        "doctor:doctor",
        "doctor",
        "say what this machine has and lacks for viewmark",
        "--json  print JSON",
    )
    add_verb(
        "modelling:models",
        "models",
        "list vision models: picture sizes, tokens, sources",
        """
        model MODEL?  only this model, with sources
        --json  print JSON
        """,
    )
    add_verb(
        "installing:install",
        "install",
        "enter the MCP server in the list of a client",
        """
        client CLIENT?  without it, the clients and their files
        --dry-run  show the change, do nothing
        --file FILE  the client's file, if not the usual one
        options OPTION*  after --: options for `viewmark mcp`
        """,
    )
    annotate = add_verb(
        "annotating:annotate",
        "annotate",
        "draw marks on a picture file, without a browser",
        """
        image IMAGE  JPEG or PNG file; - is stdin
        marks MARKS.json  list of {label, x, y, width, height} or [x, y, width, height] in image px,
            or the map of an observation; - is stdin
        -o, --output PICTURE  .jpg or .png; - is stdout (default: the name of IMAGE with
            .marked.jpg)
        --explain PNG  also write a picture of the candidates, their costs and the ink map
        --json  print JSON
        """,
        image={"type": Path},
        marks={"type": Path},
    )
    add_picture_options(annotate)
    add_slo_options(
        add_verb("slo:slo", "slo", "measure pages against latency objectives; compare runs")
    )
    add_batch_options(
        add_verb(
            "batching:batch", "batch", "look at many pages; write, export and check a data set"
        )
    )
    return parser, dict(verbs.choices)


def _version() -> str:
    from importlib.metadata import version

    return version("viewmark")
