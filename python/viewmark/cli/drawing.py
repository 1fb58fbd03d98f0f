"""`viewmark draw`: lets a human draw on a live page; writes pictures, JSON and Markdown."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from dataclasses import replace
from pathlib import Path

from viewmark.drawmode.results import Drawing
from viewmark.drawmode.window import has_display
from viewmark.errors import DrawModeNeedsWindow, NoAnnotations
from viewmark.files import write_atomic
from viewmark.progress import progress
from viewmark.session.opening import attach, launch


def draw(args: argparse.Namespace) -> None:
    """Let a person draw, and write the result."""
    summary, written = asyncio.run(_draw(args))
    if args.print_json:
        print(json.dumps(summary | {"files": [str(path) for path in written]}))
        return
    print(f"{summary['count']} annotation(s), {summary['status']}")
    for path in written:
        print(f"  {path}")


async def _draw(args: argparse.Namespace) -> tuple[dict[str, object], list[Path]]:
    if not args.headless and not args.attach and not has_display():
        raise DrawModeNeedsWindow(
            "There is no display to open a window on, so nobody could draw.",
            hint="Run it where there is a display, or --attach to a browser that somebody sees.",
        )
    args.out.mkdir(parents=True, exist_ok=True)
    with progress("connecting to the browser" if args.attach else "starting the browser"):
        browser = await (
            attach(args.attach)
            if args.attach
            else launch(headless=args.headless, viewport=args.size if args.headless else None)
        )
    try:
        page = await browser.page()
        page.show_secrets = args.show_secrets
        with progress(f"opening {args.url}"):
            await page.goto(args.url)
        drawing = await page.draw(prompt=args.prompt, load=_existing(args.marks))
        try:
            sys.stderr.write(
                "viewmark: draw on the page, then press Done (Esc goes one step back)\n"
            )
            # People may take as long as they like.
            result = await drawing.done(patience=float("inf"))
            if result.status == "cancelled":
                raise NoAnnotations("The drawing was discarded.", hint="Draw again and press Done.")
            if args.marks is not None:
                drawing.save(args.marks)
            return _write(args.out, result, await drawing.report())
        finally:
            await drawing.close()
    finally:
        await browser.close()


def _existing(path: Path | None) -> Path | None:
    return path if path is not None and path.exists() else None


def _write(folder: Path, drawing: Drawing, report: str) -> tuple[dict[str, object], list[Path]]:
    """Write the files; what the drawing is, and where its files are."""
    files = [
        (f"drawing-{number}.{'jpg' if p.format == 'jpeg' else p.format}", p.image)
        for number, p in enumerate(drawing.pictures, 1)
    ]
    if drawing.screenshot_path is not None:  # it goes with draw mode
        files.append(("drawing.png", Path(drawing.screenshot_path).read_bytes()))
        drawing = replace(drawing, screenshot_path=str(folder / "drawing.png"))
    facts = json.dumps(drawing.to_json(), indent=1, ensure_ascii=False) + "\n"
    files += [("drawing.json", facts.encode()), ("drawing.md", report.encode())]
    for name, data in files:
        write_atomic(folder / name, data)
    shown = drawing.to_html(folder / "drawing.html")
    return drawing.to_json(), [*(folder / name for name, _ in files), shown]
