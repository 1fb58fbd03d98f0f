"""Command-line options shared by several verbs, and parsers of their values."""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from viewmark.defaults import MARKS, MAX_BASE64, QUALITY
from viewmark.shell.verb import clip_of, marks_of

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "LOOPBACK",
    "add_browser_options",
    "add_observe_options",
    "add_picture_options",
    "add_port_option",
    "add_server_options",
    "add_slo_options",
    "add_view_options",
    "address",
    "bare_host",
    "format_of",
    "picture_name",
    "size",
]

LOOPBACK = "127.0.0.1"
_BARE_HOST = re.compile(r"[\w.-]+(:\d+)?([/?#]|$)")


def add_browser_options(parser: argparse.ArgumentParser, *, headed: bool = False) -> None:
    """Which browser, and how large its viewport."""
    group = parser.add_argument_group("browser")
    group.add_argument("--attach", metavar="URL", help="use a running browser (its CDP address)")
    if headed:
        group.add_argument("--headless", dest="headed", action="store_false", help="no window")
    else:
        group.add_argument("--headed", action="store_true", help="show the browser's window")
    group.add_argument(
        "--show-secrets",
        action="store_true",
        help="do not cover filled password, card, code and key fields in pictures",
    )
    group.add_argument(
        "--size",
        type=size,
        default=(1280, 720),
        metavar="WxH",
        help="viewport of the browser that is started (default: 1280x720)",
    )


def add_port_option(group: argparse._ArgumentGroup) -> None:
    """Where other clients can join the browser."""
    group.add_argument(
        "--debugging-port",
        type=_from(0, 65_535),
        metavar="PORT",
        help="let other clients join the browser at this port of the loopback (0: a free one); "
        "every user of the machine can drive it then (default: nobody can)",
    )


def add_view_options(parser: argparse.ArgumentParser) -> None:
    """What the page believes of the device that shows it, as `viewmark batch` has it."""
    group = parser.add_argument_group("view")
    group.add_argument("--device", metavar="NAME", help="such as 'iPhone 15'; its size, not --size")
    group.add_argument("--color-scheme", choices=("light", "dark"))
    group.add_argument(
        "--dark", dest="color_scheme", action="store_const", const="dark", help="the same"
    )


def add_server_options(parser: argparse.ArgumentParser) -> None:
    """Settings of the MCP server."""
    group = parser.add_argument_group("server")
    group.add_argument("--http", action="store_true", help="streamable HTTP, behind a token")
    group.add_argument(
        "--host",
        default=LOOPBACK,
        metavar="ADDRESS",
        help="with --http: where to listen (default: 127.0.0.1); anything but the loopback needs "
        "the environment variable VIEWMARK_TOKEN",
    )
    group.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="with --http: a further name by which clients reach this machine; may be repeated",
    )
    group.add_argument(
        "--port", type=_from(0, 65_535), default=8931, help="with --http (default: 8931)"
    )
    group.add_argument(
        "--output",
        type=Path,
        default=Path("viewmark-output"),
        metavar="FOLDER",
        help="where save_to writes (default: viewmark-output)",
    )
    group.add_argument(
        "--allow-origin",
        action="append",
        default=[],
        metavar="ORIGIN",
        help="load documents of this origin only, such as http://localhost:3000, also for links, "
        "redirects, frames and new windows; may be repeated",
    )
    add_port_option(group)
    group.add_argument(
        "--block-private",
        action="store_true",
        help="keep the browser from loopback, private and link-local addresses",
    )
    group.add_argument(
        "--allow-local", action="store_true", help="allow file:, view-source: and chrome: pages"
    )
    group.add_argument(
        "--allow-script",
        action="store_true",
        help="let interact run_script run scripts in pages",
    )
    group.add_argument(
        "--upload-folder",
        type=Path,
        action="append",
        default=[],
        metavar="FOLDER",
        help="files in it may be uploaded, besides those of --output; may be repeated",
    )
    group.add_argument(
        "--block",
        action="append",
        default=[],
        metavar="PATTERN",
        help="addresses that pages get nothing from, such as *://ads.example/*; may be repeated",
    )
    group.add_argument(
        "--draw", action="store_true", help="Ctrl/Cmd+Shift+D starts draw mode on every tab"
    )
    group.add_argument(
        "--images",
        choices=("auto", "allow", "omit", "path"),
        default="auto",
        help="how pictures are delivered (default: auto, by the client's name)",
    )
    group.add_argument(
        "--answers",
        choices=("lines", "json"),
        default="lines",
        help="how actions answer: in a few lines (default), or as JSON, for programs",
    )
    group.add_argument(
        "--structured",
        choices=("off", "auto", "on"),
        default="off",
        help="structuredContent: never (default), only without a picture, always",
    )
    group.add_argument(
        "--max-base64",
        type=_from(1),
        metavar="N",
        help="budget of one picture in base64 characters",
    )
    group.add_argument(
        "--state", type=Path, metavar="FILE", help="keep the refs of the first tab in this file"
    )
    group.add_argument(
        "--max-tokens", type=_from(1), metavar="N", help="budget of one picture in tokens"
    )


def add_observe_options(parser: argparse.ArgumentParser) -> None:
    """Which elements to mark, and how."""
    group = parser.add_argument_group("marks")
    group.add_argument(
        "--target",
        choices=("interactive", "all_visible", "custom"),
        help="what one can act on (default), all that is visible, or what --selector finds",
    )
    group.add_argument(
        "--selector", metavar="CSS", help="mark the elements that match (--target custom)"
    )
    group.add_argument("--within", metavar="CSS", help="mark only what lies inside of this element")
    group.add_argument(
        "--max",
        type=marks_of,
        default=MARKS,
        metavar="N",
        help="at most N marks, 1 to 500 (default: auto, all controls up to 200, then what fits)",
    )
    group.add_argument(
        "--label-format",
        choices=("number", "ref", "both"),
        default="number",
        help="what the badges say (default: number)",
    )
    group.add_argument("--include-occluded", action="store_true", help="mark covered elements, too")
    group.add_argument("--full-page", action="store_true", help="the whole page, not the viewport")
    group.add_argument(
        "--clip",
        type=clip_of,
        metavar="X,Y,W,H",
        help="a region of the page in CSS px, not the viewport",
    )
    group.add_argument(
        "--scale",
        type=_scale,
        default="css",
        metavar="SCALE",
        help="image px per CSS px: css (1, default), device (as the screen), or a number",
    )


def add_picture_options(parser: argparse.ArgumentParser) -> None:
    """Format and size of the picture."""
    group = parser.add_argument_group("picture")
    group.add_argument("--format", choices=("jpeg", "png"), help="default: by the file's name")
    group.add_argument(
        "--quality",
        type=_from(1, 100),
        default=QUALITY,
        metavar="N",
        help=f"of a JPEG, 1 to 100 (default: {QUALITY})",
    )
    group.add_argument(
        "--max-base64",
        type=_from(1),
        default=MAX_BASE64,
        metavar="N",
        help=f"upper limit in Base64 characters (default: {MAX_BASE64})",
    )


def address(text: str) -> str:
    """An address from a file name, a bare host as in a browser's address bar, or an address."""
    if os.path.isfile(text):  # unlike Path.is_file this takes a data: address of any length
        return Path(text).resolve().as_uri()
    return bare_host(text)


def bare_host(text: str) -> str:
    """An address from a bare host as in a browser's address bar; anything else as it is."""
    return f"http://{text}" if _BARE_HOST.match(text) else text


def size(text: str) -> tuple[int, int]:
    """Width and height, such as `1280x720`."""
    width, _, height = text.partition("x")
    if not (width.isdigit() and height.isdigit() and int(width) and int(height)):
        raise argparse.ArgumentTypeError(f"{text!r} is not WIDTHxHEIGHT, such as 1280x720")
    return int(width), int(height)


def _scale(text: str) -> str | float:
    if text in ("css", "device"):
        return text
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is neither css, device nor a number") from None


def picture_name(text: str) -> Path:
    """A file name whose ending names its format, or `-`."""
    path = Path(text)
    if text != "-" and path.suffix.lower() not in (".jpg", ".jpeg", ".png"):
        raise argparse.ArgumentTypeError(f"{text!r} does not end in .jpg, .jpeg or .png")
    return path


def _from(low: int, high: int | None = None) -> Callable[[str], int]:
    """A whole number within a range."""

    def number(text: str) -> int:
        if text.isdecimal() and low <= int(text) and (high is None or int(text) <= high):
            return int(text)
        within = f"from {low:,} to {high:,}" if high is not None else f"from {low:,}"
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number {within}")

    return number


def format_of(args: argparse.Namespace) -> Literal["jpeg", "png"]:
    """The requested format, or that of the output's name."""
    name = args.output.suffix.lower() if args.output else ""
    return "png" if (args.format or name) in ("png", ".png") else "jpeg"


def add_slo_options(parser: argparse.ArgumentParser) -> None:
    """What to measure, against which limits, and where the results go."""
    parser.epilog = (
        "Exit codes: 0 every objective is kept, 1 one is missed or regressed, 2 wrong usage, "
        "3 nothing can be told (the machine is busy, or the limit lies within the interval)."
    )
    parser.add_argument(
        "urls",
        nargs="*",
        type=lambda text: text if text == "demo" else address(text),
        metavar="URL",
        help="pages; `demo` (the default) is the page that comes with viewmark",
    )
    parser.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help="slo.toml, or pyproject.toml with [tool.viewmark.slo] (default: those of this folder)",
    )
    parser.add_argument(
        "--objective",
        action="append",
        default=[],
        metavar="NAME=LIMIT",
        help="such as observe_ms=50, observe_p95_ms=90, observe_ratio=1.5, base64_max=200000",
    )
    parser.add_argument("--samples", type=_from(5, 10_000), help="looks per page (default: 30)")
    parser.add_argument("--loads", type=_from(1, 1_000), help="navigations per page (default: 5)")
    parser.add_argument(
        "--model", metavar="NAME", help="whose tokens are counted (default: claude-standard)"
    )
    parser.add_argument("--attach", metavar="URL", help="use a running browser (its CDP address)")
    out = parser.add_argument_group("results")
    for name, what in (
        ("json", "samples, stages and verdicts"),
        ("report", "one self-contained HTML page"),
        ("junit", "JUnit XML"),
        ("compare", "an earlier --json: a regression is exit code 1"),
    ):
        out.add_argument(f"--{name}", type=Path, metavar="FILE", help=what)
    out.add_argument(
        "--history",
        type=Path,
        metavar="FOLDER",
        help="keep each run there; the report shows a trend",
    )
