"""Options of `viewmark batch`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from viewmark.cli.options import size
from viewmark.shell.verb import marks_of

if TYPE_CHECKING:
    import argparse

__all__ = ["EXPORTS", "add_batch_options"]

EXPORTS = ("gallery", "report", "webdataset", "coco", "grounding")


def add_batch_options(parser: argparse.ArgumentParser) -> None:
    """Which pages, how they are looked at, and what becomes of them."""
    parser.epilog = (
        "Run the same command again after any end: it goes on where it stopped. Exit codes: 0 "
        "every page view is a page, 1 one failed (it is a row with error_code), 8 the disk is full."
    )
    parser.add_argument(
        "urls",
        nargs="*",
        metavar="URLS",
        help="addresses, HTML files, text files with an address a line, or - for stdin",
    )
    parser.add_argument("-o", "--out", type=Path, metavar="DIR", help="folder of the data set")
    parser.add_argument("--json", dest="print_json", action="store_true", help="print JSON")
    parser.add_argument(
        "--verify", type=Path, metavar="DIR", help="check files, checksums, schema and pictures"
    )
    parser.add_argument(
        "--export",
        action="append",
        default=[],
        choices=EXPORTS,
        help="made of the data set, after the run or of one that is there; may be repeated",
    )
    views = parser.add_argument_group("views (each may be repeated: every combination is a row)")
    views.add_argument("--size", action="append", type=size, metavar="WxH", help="of the viewport")
    views.add_argument(
        "--scale", action="append", type=float, metavar="N", help="image px per CSS px"
    )
    views.add_argument("--color-scheme", action="append", choices=("light", "dark"))
    views.add_argument("--locale", action="append", metavar="TAG", help="such as de-DE")
    views.add_argument("--device", action="append", metavar="NAME", help="such as 'iPhone 15'")
    pages = parser.add_argument_group("pages")
    pages.add_argument(
        "--prepare", type=Path, metavar="FILE", help="verbs by site, run before each look"
    )
    pages.add_argument("--settle", action="store_true", default=None, help="wait for a quiet page")
    pages.add_argument("--full-page", action="store_true", default=None)
    pages.add_argument(
        "--max", dest="max_annotations", type=marks_of, metavar="N", help="marks a page, or auto"
    )
    pages.add_argument("--pictures", choices=("both", "clean", "marked"), help="default: both")
    pages.add_argument("--format", choices=("jpeg", "png"))
    pages.add_argument("--quality", type=int, metavar="N")
    pages.add_argument(
        "--split", action="store_true", default=None, help="sites over train, validation, test"
    )
    pages.add_argument(
        "--drop-duplicates",
        action="store_true",
        default=None,
        help="no picture of a page that looks like one before",
    )
    pages.add_argument("--shard-rows", type=int, metavar="N", help="of a Parquet file")
    work = parser.add_argument_group("work")
    work.add_argument("--browsers", type=int, metavar="N", help="to start (default: 1)")
    work.add_argument(
        "--attach", action="append", metavar="URL", help="a browser that runs; may be repeated"
    )
    work.add_argument("--concurrency", type=int, metavar="N", help="pages at once (2 a core)")
    work.add_argument("--per-host", type=int, metavar="N", help="pages of a host at once (2)")
    work.add_argument(
        "--host-interval", type=float, metavar="S", help="seconds between pages of a host (0)"
    )
    work.add_argument("--timeout", type=float, metavar="S", help="of a page view (60)")
    work.add_argument("--retries", type=int, metavar="N", help="further attempts (2)")
    work.add_argument(
        "--recycle-after", type=int, metavar="N", help="page views of a browser (300)"
    )
    work.add_argument("--max-memory", type=int, metavar="BYTES", help="of a browser (4 GiB; Linux)")
    work.add_argument(
        "--block-private",
        action="store_true",
        default=None,
        help="no loopback, private and link-local addresses",
    )
    work.add_argument(
        "--allow-local",
        action="store_true",
        default=None,
        help="open file: and other addresses of this machine that a list has",
    )
    work.add_argument(
        "--retry-errors", action="store_true", help="do again what failed in earlier runs"
    )
    work.add_argument(
        "--rebuild-journal", action="store_true", help="where it is damaged, of the Parquet files"
    )
