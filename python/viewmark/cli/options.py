"""The options of the verbs without a session, in the words of their help."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Literal

from viewmark.cli.usage import add_options, address, whole
from viewmark.defaults import MARKS, MAX_BASE64, QUALITY

LOOPBACK = "127.0.0.1"
EXPORTS = ("gallery", "report", "webdataset", "coco", "grounding")
_PORT = {"type": whole(0, 65_535)}
_SIZE = {"default": (1280, 720)}


def add_browser_options(parser: argparse.ArgumentParser, *, headed: bool = False) -> None:
    """Which browser, and how large its viewport."""
    group = parser.add_argument_group("browser")
    add_options(group, "--attach URL  use a running browser (its CDP address)")
    if headed:
        add_options(
            group, "--headless  no window", headless={"dest": "headed", "action": "store_false"}
        )
    else:
        add_options(group, "--headed  show the browser's window")
    add_options(
        group,
        """
        --show-secrets  do not cover filled password, card, code and key fields in pictures
        --size WxH  viewport of the browser that is started (default: 1280x720)
        """,
        size=_SIZE,
    )


def add_port_option(group: argparse._ArgumentGroup) -> None:
    """Where other clients can join the browser."""
    add_options(
        group,
        """
        --debugging-port PORT  let other clients join the browser at this port of the loopback (0:
            a free one); every user of the machine can drive it then (default: nobody can)
        """,
        debugging_port=_PORT,
    )


def add_view_options(parser: argparse.ArgumentParser) -> None:
    """What the page believes of the device that shows it, as `viewmark batch` has it."""
    add_options(
        parser.add_argument_group("view"),
        """
        --device NAME  such as 'iPhone 15'; its size, not --size
        --color-scheme light|dark
        --dark  the same
        """,
        dark={"dest": "color_scheme", "action": "store_const", "const": "dark"},
    )


def add_server_options(parser: argparse.ArgumentParser) -> None:
    """Settings of the MCP server."""
    group = parser.add_argument_group("server")
    add_options(
        group,
        """
        --http  streamable HTTP, behind a token
        --host ADDRESS  with --http: where to listen (default: 127.0.0.1); anything but the loopback
            needs the environment variable VIEWMARK_TOKEN
        --allow-host NAME...  with --http: a further name by which clients reach this machine; may
            be repeated
        --port PORT  with --http (default: 8931)
        --output FOLDER  where save_to writes (default: viewmark-output)
        --allow-origin ORIGIN...  load documents of this origin only, such as http://localhost:3000,
            also for links, redirects, frames and new windows; may be repeated
        """,
        host={"default": LOOPBACK},
        port=_PORT | {"default": 8931, "metavar": None},
        output={"default": Path("viewmark-output")},
    )
    add_port_option(group)
    add_options(
        group,
        """
        --block-private  keep the browser from loopback, private and link-local addresses
        --allow-local  allow file:, view-source: and chrome: pages
        --allow-script  let interact run_script run scripts in pages
        --upload-folder FOLDER...  files in it may be uploaded, besides those of --output; may be
            repeated
        --block PATTERN...  addresses that pages get nothing from, such as *://ads.example/*; may be
            repeated
        --draw  Ctrl/Cmd+Shift+D starts draw mode on every tab
        --images auto|allow|omit|path  how pictures are delivered (default: auto, by the client's
            name)
        --answers lines|json  how actions answer: in a few lines (default), or as JSON, for programs
        --structured off|auto|on  structuredContent: never (default), only without a picture, always
        --max-base64 N  budget of one picture in base64 characters
        --state FILE  keep the refs of the first tab in this file
        --max-tokens N  budget of one picture in tokens
        """,
        images={"default": "auto"},
        answers={"default": "lines"},
        structured={"default": "off"},
        max_base64={"type": whole(1)},
        max_tokens={"type": whole(1)},
    )


def add_observe_options(parser: argparse.ArgumentParser) -> None:
    """Which elements to mark, and how."""
    add_options(
        parser.add_argument_group("marks"),
        """
        --target interactive|all_visible|custom  what one can act on (default), all that is visible,
            or what --selector finds
        --selector CSS  mark the elements that match (--target custom)
        --within CSS  mark only what lies inside of this element
        --max MARKS  at most N marks, 1 to 500 (default: auto, all controls up to 200, then what
            fits)
        --label-format number|ref|both  what the badges say (default: number)
        --include-occluded  mark covered elements, too
        --full-page  the whole page, not the viewport
        --clip X,Y,W,H  a region of the page in CSS px, not the viewport
        --scale SCALE  image px per CSS px: css (1, default), device (as the screen), or a number
        """,
        max={"default": MARKS, "metavar": "N"},
        label_format={"default": "number"},
        scale={"default": "css"},
    )


def add_picture_options(parser: argparse.ArgumentParser) -> None:
    """Format and size of the picture."""
    add_options(
        parser.add_argument_group("picture"),
        f"""
        --format jpeg|png  default: by the file's name
        --quality N  of a JPEG, 1 to 100 (default: {QUALITY})
        --max-base64 N  upper limit in Base64 characters (default: {MAX_BASE64})
        """,
        quality={"type": whole(1, 100), "default": QUALITY},
        max_base64={"type": whole(1), "default": MAX_BASE64},
    )


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
    add_options(
        parser,
        """
        urls URL*  pages; `demo` (the default) is the page that comes with viewmark
        --config FILE  slo.toml, or pyproject.toml with [tool.viewmark.slo] (default: those of this
            folder)
        --objective NAME=LIMIT...  such as observe_ms=50, observe_p95_ms=90, observe_ratio=1.5,
            base64_max=200000
        --samples N  looks per page (default: 30)
        --loads N  navigations per page (default: 5)
        --model NAME  whose tokens are counted (default: claude-standard)
        --attach URL  use a running browser (its CDP address)
        """,
        urls={"type": lambda text: text if text == "demo" else address(text)},
        samples={"type": whole(5, 10_000), "metavar": None},
        loads={"type": whole(1, 1_000), "metavar": None},
    )
    add_options(
        parser.add_argument_group("results"),
        """
        --json FILE  samples, stages and verdicts
        --report FILE  one self-contained HTML page
        --junit FILE  JUnit XML
        --compare FILE  an earlier --json: a regression is exit code 1
        --history FOLDER  keep each run there; the report shows a trend
        """,
    )


def add_batch_options(parser: argparse.ArgumentParser) -> None:
    """Which pages, how they are looked at, and what becomes of them."""
    parser.epilog = (
        "Run the same command again after any end: it goes on where it stopped. Exit codes: 0 "
        "every page view is a page, 1 one failed (it is a row with error_code), 8 the disk is full."
    )
    count = {"type": int}
    add_options(
        parser,
        f"""
        urls URLS*  addresses, HTML files, text files with an address a line, or - for stdin
        -o, --out DIR  folder of the data set
        --json  print JSON
        --verify DIR  check files, checksums, schema and pictures
        --export {"|".join(EXPORTS)}...  made of the data set, after the run or of one that is
            there; may be repeated
        """,
    )
    views = parser.add_argument_group("views (each may be repeated: every combination is a row)")
    add_options(
        views,
        """
        --size WxH...  of the viewport
        --scale N...  image px per CSS px
        --color-scheme light|dark...
        --locale TAG...  such as de-DE
        --device NAME...  such as 'iPhone 15'
        """,
        scale={"type": float},
    )
    add_options(
        parser.add_argument_group("pages"),
        """
        --prepare FILE  verbs by site, run before each look
        --settle  wait for a quiet page
        --full-page
        --max MARKS  marks a page, or auto
        --pictures both|clean|marked  default: both
        --format jpeg|png
        --quality N
        --split  sites over train, validation, test
        --drop-duplicates  no picture of a page that looks like one before
        --shard-rows N  of a Parquet file
        """,
        max={"dest": "max_annotations", "metavar": "N"},
        quality=count,
        shard_rows=count,
    )
    add_options(
        parser.add_argument_group("work"),
        """
        --browsers N  to start (default: 1)
        --attach URL...  a browser that runs; may be repeated
        --concurrency N  pages at once (2 a core)
        --per-host N  pages of a host at once (2)
        --host-interval S  seconds between pages of a host (0)
        --timeout S  of a page view (60)
        --retries N  further attempts (2)
        --recycle-after N  page views of a browser (300)
        --max-memory BYTES  of a browser (4 GiB; Linux)
        --block-private  no loopback, private and link-local addresses
        --allow-local  open file: and other addresses of this machine that a list has
        --retry-errors  do again what failed in earlier runs
        --rebuild-journal  where it is damaged, of the Parquet files
        """,
        browsers=count,
        concurrency=count,
        per_host=count,
        retries=count,
        recycle_after=count,
    )
    # What nobody gives is left to `BatchOptions`.
    left = "size scale color_scheme locale device settle full_page split drop_duplicates attach"
    left += " block_private allow_local"
    parser.set_defaults(**dict.fromkeys(left.split()))


def add_diff_options(parser: argparse.ArgumentParser) -> None:
    """What is compared, what is ignored, and which reports are written."""
    add_options(
        parser,
        f"""
        pages PAGE*  an address, an HTML file, a saved checkpoint (.png), or a folder of those
        {_MANIFEST}
        --baseline DIR  compare each page with its checkpoint here
        --accept  with --baseline: save the pages as they are now
        --json  print JSON
        -o, --out DIR  an HTML page and two pictures of each change
        --markdown FILE  a comment; empty if the same
        --junit FILE  JUnit's XML
        --ignore-words PATTERN...  a regular expression, or dates, times, prices, numbers; may be
            repeated
        --ignore-elements WHICH...  a ref, #id, role, or role and name; may be repeated
        --rules FILE  TOML with a table [ignore]
        {_VIEW}
        """,
        size=_SIZE,
    )


def add_audit_options(parser: argparse.ArgumentParser) -> None:
    """What is judged, and which verdicts are known."""
    add_options(
        parser,
        f"""
        pages PAGE*  an address, an HTML file, or a saved checkpoint
        {_MANIFEST}
        --json  print JSON
        --baseline FILE  JSON of known verdicts: only others count
        --accept  with --baseline: write the verdicts there
        -o, --out DIR  an HTML page and a marked picture of each page
        --markdown FILE  a comment; empty if nothing was found
        --junit FILE  JUnit's XML
        {_VIEW}
        """,
        size=_SIZE,
    )


_MANIFEST = """--manifest FILE  pages, sizes and color_schemes, in TOML or JSON, instead of PAGE
        --base URL  with --manifest: the address that pages are relative to"""
_VIEW = """--size WxH  viewport in CSS px (default: 1280x720)
        --full-page  the whole page"""
