"""Options of `viewmark diff` and `viewmark audit`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from viewmark.cli.options import size

if TYPE_CHECKING:
    import argparse

__all__ = ["add_audit_options", "add_diff_options"]


def add_diff_options(parser: argparse.ArgumentParser) -> None:
    """What is compared, what is ignored, and which reports are written."""
    parser.add_argument(
        "pages",
        nargs="*",
        metavar="PAGE",
        help="an address, an HTML file, a saved checkpoint (.png), or a folder of those",
    )
    _add_manifest(parser)
    parser.add_argument(
        "--baseline", type=Path, metavar="DIR", help="compare each page with its checkpoint here"
    )
    parser.add_argument(
        "--accept", action="store_true", help="with --baseline: save the pages as they are now"
    )
    parser.add_argument("--json", dest="print_json", action="store_true", help="print JSON")
    parser.add_argument(
        "-o", "--out", type=Path, metavar="DIR", help="an HTML page and two pictures of each change"
    )
    parser.add_argument(
        "--markdown", type=Path, metavar="FILE", help="a comment; empty if the same"
    )
    parser.add_argument("--junit", type=Path, metavar="FILE", help="JUnit's XML")
    parser.add_argument(
        "--ignore-words",
        action="append",
        default=[],
        metavar="PATTERN",
        help="a regular expression, or dates, times, prices, numbers; may be repeated",
    )
    parser.add_argument(
        "--ignore-elements",
        action="append",
        default=[],
        metavar="WHICH",
        help="a ref, #id, role, or role and name; may be repeated",
    )
    parser.add_argument("--rules", type=Path, metavar="FILE", help="TOML with a table [ignore]")
    _add_view(parser)


def add_audit_options(parser: argparse.ArgumentParser) -> None:
    """What is judged, and which verdicts are known."""
    parser.add_argument(
        "pages", nargs="*", metavar="PAGE", help="an address, an HTML file, or a saved checkpoint"
    )
    _add_manifest(parser)
    parser.add_argument("--json", dest="print_json", action="store_true", help="print JSON")
    parser.add_argument(
        "--baseline", type=Path, metavar="FILE", help="JSON of known verdicts: only others count"
    )
    parser.add_argument(
        "--accept", action="store_true", help="with --baseline: write the verdicts there"
    )
    parser.add_argument(
        "-o",
        "--out",
        type=Path,
        metavar="DIR",
        help="an HTML page and a marked picture of each page",
    )
    parser.add_argument(
        "--markdown", type=Path, metavar="FILE", help="a comment; empty if nothing was found"
    )
    parser.add_argument("--junit", type=Path, metavar="FILE", help="JUnit's XML")
    _add_view(parser)


def _add_manifest(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--manifest",
        type=Path,
        metavar="FILE",
        help="pages, sizes and color_schemes, in TOML or JSON, instead of PAGE",
    )
    parser.add_argument(
        "--base", metavar="URL", help="with --manifest: the address that pages are relative to"
    )


def _add_view(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--size",
        type=size,
        default=(1280, 720),
        metavar="WxH",
        help="viewport in CSS px (default: 1280x720)",
    )
    parser.add_argument("--full-page", action="store_true", help="the whole page")
