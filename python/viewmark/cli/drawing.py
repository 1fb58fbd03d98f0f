"""`viewmark draw`: lets a human draw on a live page; writes pictures, JSON and Markdown."""

from __future__ import annotations

import asyncio
import base64
import json
import sys
from typing import TYPE_CHECKING

from viewmark.api.browsers import attach, launch
from viewmark.drawmode.controller import DrawMode
from viewmark.drawmode.detail import annotation_report
from viewmark.drawmode.read import read_annotations
from viewmark.errors import NoAnnotations
from viewmark.files import write_atomic
from viewmark.progress import progress

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from viewmark.drawmode.results import Drawing

__all__ = ["draw"]

SLICE = 60.0
"""Seconds of one waiting call; repeated until the person has finished."""


def draw(args: argparse.Namespace) -> None:
    """Let a person draw, and write the result."""
    drawing, report = asyncio.run(_draw(args))
    written = _write(args.out, drawing, report)
    result = drawing.to_json() | {"files": [str(path) for path in written]}
    if args.print_json:
        print(json.dumps(result))
        return
    print(f"{drawing.count} annotation(s), {drawing.status}")
    for path in written:
        print(f"  {path}")


async def _draw(args: argparse.Namespace) -> tuple[Drawing, str]:
    args.out.mkdir(parents=True, exist_ok=True)
    with progress("connecting to the browser" if args.attach else "starting the browser"):
        browser = await (
            attach(args.attach)
            if args.attach
            else launch(headless=not args.headed, viewport=None if args.headed else args.size)
        )
    mode = DrawMode(folder=args.out)
    try:
        page = await browser.page()
        page.show_secrets = args.show_secrets
        await mode.attach(page.context)  # first: the page's scripts hear no key of ours
        with progress(f"opening {args.url}"):
            await page.goto(args.url)
        started = await mode.start(page.context, prompt=args.prompt)
        sys.stderr.write("viewmark: draw on the page, then press Done (Esc goes one step back)\n")
        drawing = await read_annotations(mode, correlation_id=started.correlation_id)
        while drawing.status in ("waiting", "active"):
            drawing = await read_annotations(
                mode,
                wait=True,
                timeout_s=SLICE,
                correlation_id=started.correlation_id,
                idle_limit=float("inf"),
            )
        if drawing.status == "cancelled":
            raise NoAnnotations("The drawing was discarded.", hint="Draw again and press Done.")
        return drawing, await annotation_report(mode, started.correlation_id)
    finally:
        await mode.close()
        await browser.close()


def _write(folder: Path, drawing: Drawing, report: str) -> list[Path]:
    files = [
        (
            f"drawing-{number}.{'jpg' if p.format == 'jpeg' else p.format}",
            base64.b64decode(p.base64),
        )
        for number, p in enumerate(drawing.pictures, 1)
    ]
    facts = json.dumps(drawing.to_json(), indent=1, ensure_ascii=False) + "\n"
    files += [("drawing.json", facts.encode()), ("drawing.md", report.encode())]
    written = []
    for name, data in files:
        path = folder / name
        write_atomic(path, data)
        written.append(path)
    return written
