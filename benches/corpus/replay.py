"""Replays frozen pages in a browser: a local server serves the files, `replay.js` builds the tree.

Nothing is downloaded from elsewhere, because each response forbids it (Content-Security-Policy). A
page is served at its original path, under a host name of its own (`NAME.frozen.localhost`), so that
links of the page to itself still work.
"""

from __future__ import annotations

import contextlib
import json
import lzma
import mimetypes
import re
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

from freeze import unpack
from stage import Stage, tab

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

HERE = Path(__file__).resolve().parent
_OWN = "/-frozen-/"
_SITE = ".frozen.localhost"
"""One site for all pages, so that they share a browser process."""
_ONLY = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:"


class Shelf:
    """Serves the frozen pages of a folder until it is closed."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._assets = folder, folder.parent / "assets"
        self._pages: dict[str, dict[str, Any]] = {}
        shelf = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                host = self.headers.get("Host", "").partition(".")[0]
                data, kind = shelf.answer(host, urllib.parse.urlsplit(self.path).path)
                self.send_response(200 if data else 404)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(data)))
                self.send_header("Content-Security-Policy", _ONLY)
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def page(self, name: str) -> dict[str, Any]:
        """Return the frozen page with this name, and its data."""
        host = _host(name)
        if host not in self._pages:
            self._pages[host] = unpack(self._folder / f"{name}.json.xz")
        return self._pages[host]

    def url(self, name: str) -> str:
        """Return the URL of a page."""
        was = urllib.parse.urlsplit(self.page(name)["documents"][0]["url"].replace("live:", "", 1))
        port = self._server.server_address[1]
        return was._replace(scheme="http", netloc=f"{_host(name)}{_SITE}:{port}").geturl()

    def answer(self, host: str, path: str) -> tuple[bytes, str]:
        """Return bytes and content type for a path."""
        name = path.removeprefix(_OWN)
        if name == path or name.startswith("document/"):
            number = int(name.rpartition("/")[2]) if name != path else 0
            return self._document(host, number).encode(), "text/html; charset=utf-8"
        if name == "replay.js":
            return (HERE / "replay.js").read_bytes(), "text/javascript; charset=utf-8"
        if not re.fullmatch(r"[\w.-]+", name):
            return b"", "text/plain"
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        return self._asset(name), kind + ("; charset=utf-8" if kind == "text/css" else "")

    def _asset(self, name: str) -> bytes:
        packed, plain = self._assets / f"{name}.xz", self._assets / name
        if packed.exists():
            return lzma.decompress(packed.read_bytes())
        return plain.read_bytes() if plain.exists() else b""

    def _document(self, host: str, number: int) -> str:
        documents = self._pages[host]["documents"]
        data = documents[number]
        texts = {
            name: self._asset(name).decode() if text is None else text
            for name, text in data["texts"].items()
        }
        name, public, system = data.get("doctype") or ("", "", "")
        ids = [
            f'PUBLIC "{public}"' if public else "SYSTEM" * bool(system),
            system and f'"{system}"',
        ]
        if not name and data.get("is_strict"):
            name = "html"
        doctype = f"<!doctype {' '.join(filter(None, (name, *ids)))}>" if name else ""
        # Each handler is on its own line, so it has its own position in the script.
        handlers = ",\n".join(["() => document.title"] * documents[0]["places"])
        given = json.dumps({**data, "texts": texts}).replace("</", "<\\/").replace("<!--", "<\\!--")
        return (
            f'{doctype}<meta charset="utf-8"><script src="{_OWN}replay.js"></script>'
            f"<script>replay({given}, [\n{handlers}])</script>"
        )


def _host(name: str) -> str:
    return re.sub(r"[^a-z0-9-]", "-", name.lower())


@contextlib.contextmanager
def shelf(folder: Path) -> Iterator[Shelf]:
    """Serve the pages of a folder during a block."""
    opened = Shelf(folder)
    try:
        yield opened
    finally:
        opened.close()


async def show(stage: Stage, shelf: Shelf, name: str) -> dict[str, Any]:
    """Show a frozen page in a tab; return its metadata."""
    meta: dict[str, Any] = shelf.page(name)["meta"]
    scheme = "dark" if meta["dark"] else "light"
    media = [{"name": "prefers-color-scheme", "value": scheme}]
    await stage.send("Emulation.setEmulatedMedia", features=media)
    await stage.open(shelf.url(name), meta["viewport"], meta["scale"], phone=meta["phone"])
    await stage.until("window.isReplayed")
    if meta["pointer"]:
        await stage.step(("hover", *meta["pointer"]))
    return meta


@contextlib.asynccontextmanager
async def replayed(endpoint: str, folder: Path, name: str) -> AsyncIterator[Stage]:
    """A tab with a frozen page, in the browser of a CDP endpoint."""
    with shelf(folder) as opened:
        async with tab(endpoint) as stage:
            await show(stage, opened, name)
            yield stage
