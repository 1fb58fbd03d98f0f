"""The command line: `viewmark VERB ...`, the same as `python -m viewmark VERB ...`.

Each verb has a module, which is imported when the verb is used.
"""

from __future__ import annotations

import argparse
import json
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from viewmark.cli.batch_options import add_batch_options
from viewmark.cli.diff_options import add_audit_options, add_diff_options
from viewmark.cli.options import (
    add_browser_options,
    add_observe_options,
    add_picture_options,
    add_server_options,
    add_slo_options,
    add_view_options,
    address,
    picture_name,
)
from viewmark.cli.verbs import claimed, unknown, vocabulary
from viewmark.cli.words import parsed
from viewmark.errors import FileMissing, ViewmarkError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main"]

_URL = "an address, a bare host such as localhost:3000, or an HTML file"
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

    def add_verb(name: str, what: str) -> argparse.ArgumentParser:
        return verbs.add_parser(name, help=what, description=f"{what[0].upper()}{what[1:]}.")

    demo = add_verb("demo", "observe an embedded page; write picture and map")
    demo.add_argument("-o", "--out", type=Path, default=Path("out"), help="folder (default: out)")
    demo.add_argument("--json", dest="print_json", action="store_true", help="print JSON")
    demo.set_defaults(run="observing:demo")

    observe = add_verb("observe", "open a page, mark it, write picture and map")
    observe.add_argument("url", type=address, metavar="URL", help=_URL)
    observe.add_argument(
        "-o",
        "--output",
        type=picture_name,
        metavar="PICTURE",
        help="the marked picture, .jpg or .png; - is stdout (default without --json: shot.jpg)",
    )
    observe.add_argument(
        "--json",
        dest="map",
        nargs="?",
        const="-",
        metavar="FILE",
        help="write the map as JSON to FILE; without FILE to stdout",
    )
    observe.add_argument(
        "--state",
        type=Path,
        metavar="FILE",
        help="load refs from this file, and save them there",
    )
    observe.add_argument(
        "--html",
        type=Path,
        metavar="FILE",
        help="write one page where picture and table point at each other",
    )
    observe.add_argument(
        "--open",
        dest="show",
        action="store_true",
        help="show that page in your browser (without --html: PICTURE-marks.html)",
    )
    add_browser_options(observe)
    add_view_options(observe)
    add_observe_options(observe)
    add_picture_options(observe)
    observe.set_defaults(run="observing:observe")

    diff = add_verb("diff", "say what changed between two pages, checkpoints or folders of them")
    add_diff_options(diff)
    diff.set_defaults(run="diffing:diff")

    audit = add_verb("audit", "judge pages by rule: contrast, small targets, missing names")
    add_audit_options(audit)
    audit.set_defaults(run="auditing:audit")

    draw = add_verb("draw", "draw on a live page; write picture, JSON and Markdown")
    draw.add_argument("url", type=address, metavar="URL", help=_URL)
    draw.add_argument("-o", "--out", type=Path, default=Path("out"), help="folder (default: out)")
    draw.add_argument("--prompt", default="", help="what to look at; shown above the tools")
    draw.add_argument(
        "--marks",
        type=Path,
        metavar="FILE",
        help="JSON of earlier marks by page: shown again if it is there, written at the end",
    )
    draw.add_argument("--json", dest="print_json", action="store_true", help="print JSON")
    add_browser_options(draw, headed=True)
    draw.set_defaults(run="drawing:draw")

    mcp = add_verb("mcp", "serve agents over MCP (stdio, or --http)")
    add_browser_options(mcp)
    add_server_options(mcp)
    mcp.set_defaults(run="serving:serve")

    doctor = add_verb("doctor", "say what this machine has and lacks for viewmark")
    doctor.add_argument("--json", dest="print_json", action="store_true", help="print JSON")
    doctor.set_defaults(run="doctor:doctor")

    models = add_verb("models", "list vision models: picture sizes, tokens, sources")
    models.add_argument("model", nargs="?", metavar="MODEL", help="only this model, with sources")
    models.add_argument("--json", dest="print_json", action="store_true", help="print JSON")
    models.set_defaults(run="modelling:models")

    install = add_verb("install", "enter the MCP server in the list of a client")
    install.add_argument(
        "client", nargs="?", metavar="CLIENT", help="without it, the clients and their files"
    )
    install.add_argument("--dry-run", action="store_true", help="show the change, do nothing")
    install.add_argument(
        "--file", type=Path, metavar="FILE", help="the client's file, if not the usual one"
    )
    install.add_argument(
        "options", nargs="*", metavar="OPTION", help="after --: options for `viewmark mcp`"
    )
    install.set_defaults(run="installing:install")

    annotate = add_verb("annotate", "draw marks on a picture file, without a browser")
    annotate.add_argument("image", type=Path, metavar="IMAGE", help="JPEG or PNG file; - is stdin")
    annotate.add_argument(
        "marks",
        type=Path,
        metavar="MARKS.json",
        help="list of {label, x, y, width, height} or [x, y, width, height] in image px, "
        "or the map of an observation; - is stdin",
    )
    annotate.add_argument(
        "-o",
        "--output",
        type=picture_name,
        metavar="PICTURE",
        help=".jpg or .png; - is stdout (default: the name of IMAGE with .marked.jpg)",
    )
    annotate.add_argument(
        "--explain",
        type=Path,
        metavar="PNG",
        help="also write a picture of the candidates, their costs and the ink map",
    )
    annotate.add_argument("--json", dest="print_json", action="store_true", help="print JSON")
    add_picture_options(annotate)
    annotate.set_defaults(run="annotating:annotate")

    slo = add_verb("slo", "measure pages against latency objectives; compare runs")
    add_slo_options(slo)
    slo.set_defaults(run="slo:slo")

    batch = add_verb("batch", "look at many pages; write, export and check a data set")
    add_batch_options(batch)
    batch.set_defaults(run="batching:batch")
    return parser, dict(verbs.choices)


def _version() -> str:
    from importlib.metadata import version

    return version("viewmark")
