"""Demo data for the applications of the eleventh sealed set."""

from __future__ import annotations

import hashlib
import hmac
import json
import shutil
import struct
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

TOKEN = hmac.new(
    b"a demonstration and nothing else", b"taguette_single_user", hashlib.sha256
).hexdigest()

QUERY = """query Orders($state: String) {
  orders(state: $state) {
    number
    customer { name town }
  }
}
"""
CLIENT = {
    "initialName": "Orders",
    "endpointURL": "http://127.0.0.1:9/graphql",
    "initialQuery": QUERY,
    "initialVariables": '{"state": "open"}',
    "initialSettings": {"theme": "dark", "language": "en-US"},
}


def queries(bin_: Path, home: Path) -> None:
    """Prepare a GraphQL client with a dark theme and one query, but without a server."""
    shutil.copytree(bin_.parent / "altair-static" / "build" / "dist", home / "site")
    page = home / "site" / "index.html"
    start = f'<script type="module">AltairGraphQL.init({json.dumps(CLIENT)})</script></body>'
    page.write_text(page.read_text().replace("</body>", start))


def _leaf(width: int, height: int, shade: int) -> bytes:
    """Return a PNG of a page with lines, in one shade."""
    rows = b"".join(
        b"\0" + bytes((shade, 200, 150) if y % 40 > 4 else (80, 60, 40)) * width
        for y in range(height)
    )

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    packed = chunk(b"IDAT", zlib.compress(rows))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + packed + chunk(b"IEND", b"")


VIEWER = {
    "id": "root",
    "windows": [{
        "manifestId": "book.json", "canvasIndex": 1, "thumbnailNavigationPosition": "far-bottom",
        "sideBarOpen": True, "sideBarPanel": "canvas"}],
    "window": {"allowFullscreen": True, "views": [{"key": "single"}, {"key": "book"}]},
    "catalog": [{"manifestId": "book.json"}],
}  # fmt: skip


def leaves(bin_: Path, home: Path) -> None:
    """Prepare an image viewer with a book of six pages."""
    site = home / "site"
    site.mkdir()
    (site / "lib").symlink_to(bin_.parent)
    canvases = []
    for n in range(6):
        (site / f"leaf{n}.png").write_bytes(_leaf(400, 600, 120 + 20 * n))
        image = {"@id": f"leaf{n}.png", "@type": "dctypes:Image", "format": "image/png",
                 "width": 400, "height": 600}  # fmt: skip
        canvases.append({
            "@id": f"book.json/canvas/{n}", "@type": "sc:Canvas", "label": f"leaf {n + 1}",
            "width": 400, "height": 600, "thumbnail": f"leaf{n}.png", "images": [{
                "@type": "oa:Annotation", "motivation": "sc:painting", "resource": image,
                "on": f"book.json/canvas/{n}"}]})  # fmt: skip
    book = {
        "@context": "http://iiif.io/api/presentation/2/context.json", "@id": "book.json",
        "@type": "sc:Manifest", "label": "Book of recipes", "description": "Six leaves.",
        "sequences": [{"@type": "sc:Sequence", "canvases": canvases}],
    }  # fmt: skip
    (site / "book.json").write_text(json.dumps(book))
    (site / "index.html").write_text(
        "<!doctype html><html lang=en><meta charset=utf-8><title>Leaves</title><div id=root></div>"
        "<script src=lib/mirador/dist/mirador.min.js></script>"
        f"<script>Mirador.viewer({json.dumps(VIEWER)})</script></html>"
    )
