"""`viewmark demo` and `viewmark observe`: open a page, mark it, write screenshot and map."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import sys
import threading
from pathlib import Path
from typing import Any, Literal, TextIO

from viewmark.cli.opening import browser_options, opened
from viewmark.cli.usage import format_of
from viewmark.demo import serve
from viewmark.errors import InvalidOption
from viewmark.files import write_atomic
from viewmark.page.observation import Observation
from viewmark.page.observation_text import observation_text
from viewmark.page.observe_options import ObserveOptions
from viewmark.page.target import area_of
from viewmark.progress import progress
from viewmark.session.settings import BrowserOptions


def demo(args: argparse.Namespace) -> None:
    """Observe the built-in demo page, or serve it."""
    if args.serve:
        _serve(int(args.port))
        return
    args.out.mkdir(parents=True, exist_ok=True)
    picture, described = args.out / "demo.jpg", args.out / "demo.json"
    with serve() as url:
        seen = asyncio.run(_observe(url, BrowserOptions(), max_annotations=100))
    seen.save(picture)
    _write_json(described, json.dumps(seen.to_json(), indent=1, ensure_ascii=False))
    if args.print_json:
        print(json.dumps({"picture": str(picture), "map": str(described)} | seen.to_json()))
        return
    print(observation_text(seen, frame_id=False))
    print(f"\npicture  {picture}\nmap      {described}")


def _serve(port: int) -> None:
    try:
        with serve(port=port) as url:
            print(f"{url.replace('127.0.0.1', 'localhost')} (Ctrl+C ends it)", flush=True)
            with contextlib.suppress(KeyboardInterrupt):
                threading.Event().wait()
    except OSError as error:
        raise InvalidOption(
            f"Port {port} cannot be served on: {error.strerror}.",
            hint="Choose another one: --port 4174, or 0 for any that is free.",
            param="port",
        ) from None


def observe(args: argparse.Namespace) -> None:
    """Observe the page at a URL."""
    if args.output is None and args.json is None and args.html is None:
        args.output = Path("shot.jpg")
    if args.open and args.html is None:
        picture = args.output or Path("shot.jpg")
        # named `...-marks.html`, so as not to overwrite an observed HTML file
        args.html = picture.with_name(f"{picture.stem}-marks.html")
    for path in (args.output, args.json, args.html):
        if path is not None and str(path) != "-":  # check the output paths before doing the work
            Path(path).parent.mkdir(parents=True, exist_ok=True)
    target = args.annotation_target or ("custom" if args.annotation_selector else "interactive")
    seen = asyncio.run(
        _observe(
            args.url,
            browser_options(args),
            device=args.device,
            color_scheme="dark" if args.dark else args.color_scheme,
            state=args.state,
            target=target,
            selector=args.annotation_selector,
            within=args.within,
            exclude=args.exclude,
            max_annotations=args.max_annotations,
            label_format=args.label_format,
            include=("occluded",) if args.include_occluded else (),
            area=area_of(full_page=args.full_page, clip=args.clip),
            scale=args.scale,
            format=format_of(args),
            quality=args.quality,
            max_base64=args.max_base64,
        )
    )
    to_stdout = args.output is not None and str(args.output) == "-"
    no_picture = seen.picture_error if args.output is not None else None
    if no_picture is not None:
        args.output = None  # the map of marks can be written even without a screenshot
    elif to_stdout:
        sys.stdout.buffer.write(seen.image or b"")
        sys.stdout.buffer.flush()
    elif args.output is not None:
        seen.save(args.output)
    if args.html is not None:
        seen.to_html(args.html)
    if args.open:
        _show(args.html)
    _print_observation(seen, args, sys.stderr if to_stdout else sys.stdout)
    if no_picture is not None:
        raise no_picture


def _print_observation(seen: Observation, args: argparse.Namespace, out: TextIO) -> None:
    text = json.dumps(seen.to_json(), indent=1, ensure_ascii=False)
    if str(args.json) == "-" and out is sys.stdout:
        print(text)
        return
    if args.json is not None and str(args.json) != "-":
        _write_json(Path(args.json), text)
    print(text if str(args.json) == "-" else observation_text(seen, frame_id=False), file=out)
    for kind, path in (("picture", args.output), ("map", args.json), ("page", args.html)):
        if path is not None and str(path) != "-":  # `-` is stdout
            print(f"{kind:8} {path}", file=out)


async def _observe(
    url: str,
    options: BrowserOptions,
    *,
    device: str | None = None,
    color_scheme: Literal["light", "dark"] | None = None,
    state: Path | None = None,
    **looking: Any,
) -> Observation:
    # Check the options before starting a browser.
    ObserveOptions(annotate=True, **looking).check()

    async with opened(options) as browser:
        with progress(f"opening {url}"):
            page = await browser.page()
            if device is not None:
                await page.emulate_device(device)
            if color_scheme is not None:
                await page.emulate(color_scheme=color_scheme)
            await page.goto(url)
        if state is not None and state.exists():  # noqa: ASYNC240  # one small file
            page.load_refs(state)
        with progress("observing the page"):
            seen = await page.observe(annotate=True, **looking)
        if state is not None:
            page.save_refs(state)
        return seen


def _show(path: Path) -> None:
    import webbrowser

    if not webbrowser.open(path.absolute().as_uri()):
        sys.stderr.write(f"viewmark: no browser of yours could be started; open {path} by hand.\n")


def _write_json(path: Path, text: str) -> None:
    # A page may contain lone surrogates, which cannot be encoded.
    write_atomic(path, f"{text}\n".encode("utf-8", "replace"))
