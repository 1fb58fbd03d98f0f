"""The command line: `viewmark VERB ...`, the same as `python -m viewmark VERB ...`.

Exit codes: 0 done, 1 the job failed (one-line reason on stderr, with what to do), 2 wrong usage.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NoReturn

from viewmark.errors import ExtraMissing, InvalidMark, ViewmarkError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viewmark.imaging import Mark
    from viewmark.tools.observation import Observation

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        argv: the words after the program's name; those of the process if omitted.

    Returns:
        The exit code.
    """
    parser = _parser()
    args = parser.parse_args(argv)
    if args.verb is None:
        parser.print_help()
        return 0
    try:
        args.run(args)
    except ViewmarkError as error:
        return _fail(error, as_json=getattr(args, "print_json", False))
    except OSError as error:
        name = f" {error.filename}" if error.filename else ""
        sys.stderr.write(f"viewmark:{name}: {error.strerror or error}\n")
        return 1
    except KeyboardInterrupt:
        sys.stderr.write("viewmark: interrupted\n")
        return 130
    return 0


def _fail(error: ViewmarkError, *, as_json: bool) -> int:
    if as_json:
        print(json.dumps({"error_code": error.code, "message": error.message, "hint": error.hint}))
    sys.stderr.write(f"viewmark: {error.message} {error.hint} ({error.code})\n")
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="viewmark",
        description="Numbered marks on screenshots: see a page as pixels, act on its elements.",
    )
    parser.add_argument("--version", action="version", version=f"viewmark {_version()}")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB")

    demo = verbs.add_parser("demo", help="observe an embedded page; write picture and map")
    demo.add_argument("-o", "--out", type=Path, default=Path("out"), help="folder (default: out)")
    demo.add_argument("--json", dest="print_json", action="store_true", help="print JSON")
    demo.set_defaults(run=_demo)

    observe = verbs.add_parser("observe", help="open a page, mark it, write picture and map")
    observe.add_argument("url", metavar="URL")
    observe.add_argument("-o", "--output", type=Path, metavar="PICTURE", help="marked picture")
    observe.add_argument(
        "--json",
        dest="map",
        nargs="?",
        const="-",
        metavar="FILE",
        help="write the map as JSON to FILE; without FILE to stdout",
    )
    _add_browser_options(observe)
    _add_observe_options(observe)
    _add_picture_options(observe)
    observe.set_defaults(run=_observe)

    mcp = verbs.add_parser("mcp", help="serve agents over MCP (stdio, or --http)")
    _add_browser_options(mcp)
    _add_server_options(mcp)
    mcp.set_defaults(run=_mcp)

    annotate = verbs.add_parser("annotate", help="draw marks on a picture file, without a browser")
    annotate.add_argument("image", type=Path, metavar="IMAGE", help="JPEG or PNG file")
    annotate.add_argument(
        "marks",
        type=Path,
        metavar="MARKS.json",
        help="list of {label, x, y, width, height} or [x, y, width, height] in image px, "
        "or the map of an observation",
    )
    annotate.add_argument("-o", "--output", type=Path, metavar="PICTURE")
    annotate.add_argument("--json", dest="print_json", action="store_true", help="print JSON")
    _add_picture_options(annotate)
    annotate.set_defaults(run=_annotate)
    return parser


def _add_browser_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("browser")
    group.add_argument("--attach", metavar="URL", help="use a running browser (its CDP address)")
    group.add_argument("--headed", action="store_true", help="show the browser's window")
    group.add_argument(
        "--size",
        type=_size,
        default=(1280, 720),
        metavar="WxH",
        help="viewport of a browser that we start (default: 1280x720)",
    )


def _add_server_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("server")
    group.add_argument("--http", action="store_true", help="streamable HTTP on the loopback")
    group.add_argument("--port", type=int, default=8931, help="with --http (default: 8931)")
    group.add_argument(
        "--output", type=Path, default=Path("viewmark-output"), help="the folder of save_to"
    )
    group.add_argument(
        "--allow-origin",
        action="append",
        default=[],
        metavar="ORIGIN",
        help="open only these origins, such as http://localhost:3000; may be repeated",
    )
    group.add_argument(
        "--allow-local", action="store_true", help="allow file:, view-source: and chrome: pages"
    )
    group.add_argument(
        "--images",
        choices=("auto", "allow", "omit", "path"),
        default="auto",
        help="how pictures are delivered (auto: by the client's name)",
    )
    group.add_argument("--max-base64", type=int, help="budget of one picture in characters")
    group.add_argument("--max-tokens", type=int, help="budget of one picture in tokens")


def _add_observe_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("marks")
    group.add_argument(
        "--target", choices=("interactive", "all_visible", "custom"), default="interactive"
    )
    group.add_argument("--selector", help="CSS selector, with --target custom")
    group.add_argument("--max", type=int, default=50, metavar="N", help="at most N marks (1-100)")
    group.add_argument("--label-format", choices=("number", "ref", "both"), default="number")
    group.add_argument("--include-occluded", action="store_true")
    group.add_argument("--scale", type=_scale, default="css", help="css, device or a number")


def _add_picture_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("picture")
    group.add_argument("--format", choices=("jpeg", "png"), help="default: by the file's name")
    group.add_argument("--quality", type=int, default=80, help="JPEG quality, 1-100")
    group.add_argument(
        "--max-base64", type=int, default=500_000, help="upper limit in base64 characters"
    )


def _size(text: str) -> tuple[int, int]:
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


def _version() -> str:
    from importlib.metadata import version

    return version("viewmark")


def _format(args: argparse.Namespace) -> Literal["jpeg", "png"]:
    name = args.output.suffix.lower() if args.output else ""
    return "png" if (args.format or name) in ("png", ".png") else "jpeg"


def _demo(args: argparse.Namespace) -> None:
    import asyncio

    from viewmark.demo import serve

    args.out.mkdir(parents=True, exist_ok=True)
    picture, described = args.out / "demo.jpg", args.out / "demo.json"
    with serve() as url:
        seen = asyncio.run(
            _look(url, attach=None, headed=False, size=(1280, 720), max_annotations=100)
        )
    seen.save(picture)
    described.write_text(json.dumps(seen.to_json(), indent=1, ensure_ascii=False) + "\n")
    if args.print_json:
        print(json.dumps({"picture": str(picture), "map": str(described)} | seen.to_json()))
        return
    print(_table(seen))
    print(f"\npicture  {picture}\nmap      {described}")


def _observe(args: argparse.Namespace) -> None:
    import asyncio

    if args.output is None and args.map is None:
        args.output = Path("shot.jpg")
    seen = asyncio.run(
        _look(
            args.url,
            attach=args.attach,
            headed=args.headed,
            size=args.size,
            target=args.target,
            selector=args.selector,
            max_annotations=args.max,
            label_format=args.label_format,
            include_occluded=args.include_occluded,
            scale=args.scale,
            format=_format(args),
            quality=args.quality,
            max_base64=args.max_base64,
        )
    )
    if args.output is not None:
        seen.save(args.output)
    text = json.dumps(seen.to_json(), indent=1, ensure_ascii=False)
    if args.map == "-":
        print(text)
        return
    if args.map is not None:
        Path(args.map).write_text(text + "\n")
    print(_table(seen))
    for kind, path in (("picture", args.output), ("map", args.map)):
        if path is not None:
            print(f"{kind:8} {path}")


def _mcp(args: argparse.Namespace) -> None:
    import asyncio

    from viewmark.mcp.desk import Desk
    from viewmark.mcp.settings import Settings

    desk = Desk(
        Settings(
            attach=args.attach,
            headed=args.headed,
            viewport=args.size,
            output=args.output,
            origins=tuple(args.allow_origin),
            allow_local=args.allow_local,
            images=args.images,
            max_base64=args.max_base64,
            max_tokens=args.max_tokens,
        )
    )
    try:
        from viewmark.mcp.server import serve_http, serve_stdio
    except ModuleNotFoundError as error:
        raise ExtraMissing(
            f"The MCP server needs the package {error.name}.",
            hint="Install it with: pip install 'viewmark[mcp]'.",
        ) from None
    asyncio.run(serve_http(desk, port=args.port) if args.http else serve_stdio(desk))


async def _look(
    url: str, *, attach: str | None, headed: bool, size: tuple[int, int], **options: Any
) -> Observation:
    from viewmark.library import attach as attach_to
    from viewmark.library import launch
    from viewmark.progress import progress

    with progress("connecting to the browser" if attach else "starting the browser"):
        browser = await (
            attach_to(attach) if attach else launch(headless=not headed, viewport=size)
        )
    try:
        with progress(f"opening {url}"):
            page = await browser.page(url)
        with progress("observing the page"):
            return await page.observe(annotate=True, **options)
    finally:
        await browser.close()


def _table(seen: Observation) -> str:
    rows = [("", "ref", "role", "name", "hint", "selector")]
    for item in seen:
        found = item.element
        name = found.name or found.text
        rows.append((str(item.label), item.ref, found.role, name, found.hint, found.selector))
    limits = (4, 24, 12, 34, 11, 44)
    cut = [[_cut(cell, limit) for cell, limit in zip(r, limits, strict=True)] for r in rows]
    widths = [max(len(r[i]) for r in cut) for i in range(len(limits))]
    lines = ["  ".join(c.ljust(w) for c, w in zip(r, widths, strict=True)).rstrip() for r in cut]
    note = f"{len(seen)} of {seen.total_found} elements marked"
    if seen.image_info is not None:
        info = seen.image_info
        note += (
            f", {info.width}x{info.height} {info.format}, {info.base64_size:,} base64 characters"
        )
    return "\n".join([*lines, "", note])


def _cut(text: str, limit: int) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"


def _annotate(args: argparse.Namespace) -> None:
    from viewmark.imaging import annotate

    output = args.output or args.image.with_name(f"{args.image.stem}.marked.jpg")
    args.output = output
    result = annotate(
        args.image.read_bytes(),
        _read_marks(args.marks),
        format=_format(args),
        quality=args.quality,
        max_base64=args.max_base64,
    )
    output.write_bytes(result.data)
    if args.print_json:
        facts = {k: getattr(result, k) for k in ("format", "width", "height", "quality", "scale")}
        facts |= {"picture": str(output), "base64_size": result.base64_size}
        print(json.dumps(facts | {"placements": [list(p) for p in result.placements]}))
        return
    print(f"{output}: {result.width}x{result.height}, {len(result.placements)} marks")


def _read_marks(path: Path) -> list[Mark]:
    from viewmark.imaging import Mark

    def bad(why: str) -> NoReturn:
        raise InvalidMark(f"{path}: {why}.")

    try:
        found = json.loads(path.read_text())
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        bad(f"not JSON ({error})")
    scale = 1.0
    if isinstance(found, dict):
        scale = float(found.get("image", {}).get("scale", 1.0))
        found = [{"label": a["label"], **a["bounds"]} for a in found.get("annotations", [])]
    if not isinstance(found, list):
        bad("expected a list of marks, or the map of an observation")
    marks = []
    for number, item in enumerate(found, 1):
        if isinstance(item, list) and len(item) == 4:
            item = dict(zip(("x", "y", "width", "height"), item, strict=True))
        try:
            x, y, width, height = (float(item[k]) * scale for k in ("x", "y", "width", "height"))
            marks.append(Mark(str(item.get("label", number)), x, y, width, height))
        except (TypeError, KeyError, ValueError, AttributeError):
            bad(f"mark {number} is {item!r}, not {{label, x, y, width, height}}")
    return marks
