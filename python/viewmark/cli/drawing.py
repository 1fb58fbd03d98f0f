"""`viewmark draw`: lets a user draw on a live page; writes images, JSON and Markdown."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from pathlib import Path

from viewmark.cli.opening import browser_options, opened
from viewmark.drawmode.window import has_display
from viewmark.errors import DrawModeNeedsWindow, NoAnnotations
from viewmark.progress import progress


def draw(args: argparse.Namespace) -> None:
    """Let a user draw, and write the result."""
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
    async with opened(browser_options(args, headed=not args.headless)) as browser:
        page = await browser.page()
        with progress(f"opening {args.url}"):
            await page.goto(args.url)
        earlier = args.marks if args.marks is not None and args.marks.exists() else None
        drawing = await page.draw(prompt=args.prompt, load=earlier)
        try:
            sys.stderr.write(
                "viewmark: draw on the page, then press Done (Esc goes one step back)\n"
            )
            # There is no time limit, because users may take as long as they like.
            result = await drawing.done(patience=float("inf"))
            if result.status == "cancelled":
                raise NoAnnotations("The drawing was discarded.", hint="Draw again and press Done.")
            if args.marks is not None:
                drawing.save(args.marks)
            drawing_there, files = result.write(args.out, await drawing.report())
            shown = result.to_html(args.out / "drawing.html")
            return drawing_there.to_json(), [*files, shown]
        finally:
            await drawing.close()
