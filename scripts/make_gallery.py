"""Take the screenshots of `docs/evidence/gallery.md`: test pages and the demo, with public calls.

python scripts/make_gallery.py
"""

from __future__ import annotations

import asyncio
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import viewmark
from viewmark import demo

ROOT = Path(__file__).parents[1]
OUT = ROOT / "docs" / "images" / "gallery"
SIZE = (960, 600)


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without logging."""

    def log_message(self, *_: object) -> None:
        """Log nothing."""


async def take(browser: viewmark.Browser, pages: str, shop: str) -> None:
    """Take one screenshot after another, each of a newly loaded page."""

    async def shot(name: str, address: str, **options: object) -> None:
        page = await browser.page(address)
        await save(page, name, **options)
        await page.close()

    async def save(page: viewmark.Page, name: str, **options: object) -> None:
        seen = await page.observe(annotate=True, quality=80, **options)  # type: ignore[arg-type]
        (OUT / f"{name}.jpg").write_bytes(seen.image or b"")
        print(f"{name}: {len(seen)} marks, {len(seen.image or b'') / 1000:.0f} kB")

    await shot("refs", shop, label_format="ref", max_annotations=20)
    await shot("style", shop, style=viewmark.Style(badge_color="#c2410c", box_style="dashed"))
    await shot("tokens", shop, max_tokens=500)
    for name, path in (
        ("shadow", "shadow.html"),
        ("modal", "modal.html"),
        ("native", "native.html"),
        ("overlaps", "overlaps.html"),
    ):
        await shot(name, f"{pages}/tests/pages/{path}")
    page = await browser.page(f"{pages}/tests/tasks/pages/login.html")
    await page.fill("input[type=password]", "correct horse battery staple")
    await save(page, "secret")
    await page.close()


async def main() -> None:
    """Serve the pages, take the screenshots, stop."""
    OUT.mkdir(parents=True, exist_ok=True)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(ROOT)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with demo.serve() as shop:
            async with viewmark.launch(viewport=SIZE) as browser:
                await take(browser, f"http://127.0.0.1:{server.server_port}", shop)
    finally:
        server.shutdown()
        server.server_close()


if __name__ == "__main__":
    asyncio.run(main())
