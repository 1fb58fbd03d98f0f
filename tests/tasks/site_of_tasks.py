"""The site of the agent tasks, whose pages report by themselves what was done on them.

A page posts the outcome to `/done`, such as the values of a form, uploaded files, or the order of a
list. So the success of a task is verified by the page alone, never by results of the tested tool.
"""

from __future__ import annotations

import base64
import json
import threading
import zlib
from collections.abc import Callable
from http import cookies
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

__all__ = ["HELPER", "Site"]

PAGES = Path(__file__).parent / "pages"
HELPER = """<!doctype html><meta charset=utf-8><meta name=viewport content="width=device-width">
<script>
function done(task, value) {
  return fetch("/done", { method: "POST", keepalive: true, body: JSON.stringify([task, value]) });
}
</script>
<style>body { font: 16px sans-serif; margin: 24px } label { display: block; margin: 8px 0 }</style>
"""
USER, PASSWORD = "ada", "analytical"
"""Credentials of the page with basic authentication."""


def pdf(words: str) -> bytes:
    """Return a PDF of one page with one line of text."""
    stream = f"BT /F1 24 Tf 72 720 Td ({words}) Tj ET".encode()
    packed = zlib.compress(stream)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R"
        b" /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(packed), packed),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    out, offsets = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    size = len(objects) + 1
    out += b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, table)
    return out + b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (
        size,
        out.index(b"xref\n"),
    )


class Site:
    """Serves the pages of `tests/tasks/pages` and stores their reports."""

    def __init__(self) -> None:
        self.reports: list[tuple[str, Any]] = []
        self._arrived = threading.Condition()
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                url = urlsplit(self.path)
                status, headers, body = site.answer(url.path, url.query, self.headers)
                self._send(status, headers, body)

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                self._send(*site.received(urlsplit(self.path).path, body))

            def _send(self, status: int, headers: dict[str, str], body: bytes) -> None:
                try:
                    self.send_response(status)
                    for name, value in {"Content-Type": "text/html", **headers}.items():
                        self.send_header(name, value)
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)
                except ConnectionError:
                    pass  # browsers may drop connections at any time

            def log_message(self, *_: object) -> None:
                """Log nothing."""

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_: object) -> None:
                """Ignore errors, because browsers may drop connections at any time."""

        self._server = Server(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()

    def url(self, path: str = "/", *, host: str = "127.0.0.1") -> str:
        """Return a URL of the site; with `localhost` it is a different site for the browser."""
        return f"http://{host}:{self._server.server_address[1]}{path}"

    def answer(self, path: str, query: str, headers: Any) -> tuple[int, dict[str, str], bytes]:
        """Return status, headers and body for a GET request."""
        if path == "/report.pdf":
            return 200, {"Content-Type": "application/pdf"}, pdf("Invoice 2026-11 total 42.17 EUR")
        if path == "/numbers.csv":
            head = {"Content-Disposition": 'attachment; filename="numbers.csv"'}
            return 200, {"Content-Type": "text/csv", **head}, b"a,b\n1,2\n3,4\n"
        if path == "/missing.json":
            return 404, {"Content-Type": "application/json"}, b'{"reason": "no such order"}'
        if path == "/protected":
            right = base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
            if headers.get("Authorization") != f"Basic {right}":
                return 401, {"WWW-Authenticate": 'Basic realm="Vault"'}, b"Not without a password."
            self.report("basic auth", "open")
            return 200, {}, HELPER.encode() + b"<h1>Vault</h1><p>The code is 7391.</p>"
        if path == "/members":
            jar = cookies.SimpleCookie(headers.get("Cookie", ""))
            if "sid" not in jar:
                return 303, {"Location": "/login"}, b""
            self.report("members", "seen")
            return 200, {}, HELPER.encode() + b"<h1>Members</h1><a href=/login>Other account</a>"
        source = self.page(path.strip("/") or "index")
        if source is None:
            return 404, {}, b"<h1>Not here</h1>"
        text = HELPER + source.replace("OTHER", self.url("", host="localhost"))
        return 200, {"Content-Type": "text/html; charset=utf-8"}, text.encode()

    def received(self, path: str, body: bytes) -> tuple[int, dict[str, str], bytes]:
        """Process a POST request; return status, headers and body."""
        if path == "/done":
            task, value = json.loads(body)
            self.report(task, value)
            return 204, {}, b""
        if path == "/session":
            self.report("login", {k: v[0] for k, v in parse_qs(body.decode()).items()})
            head = {"Location": "/members", "Set-Cookie": "sid=s3cret-session; HttpOnly"}
            return 303, head, b""
        return 404, {}, b""

    def page(self, name: str) -> str | None:
        """Return the source of a page of this site, or None if it does not exist."""
        page = PAGES / f"{name}.html"
        return page.read_text("utf-8") if page.parent == PAGES and page.is_file() else None

    def report(self, task: str, value: Any) -> None:
        """Store the report of a page."""
        with self._arrived:
            self.reports.append((task, value))
            self._arrived.notify_all()

    def wait(self, task: str, value: Any, *, seconds: float = 10.0) -> bool:
        """Return whether a page reported this value, now or within some seconds."""
        return self.wait_until(lambda reports: (task, value) in reports, seconds=seconds)

    def wait_until(
        self, holds: Callable[[list[tuple[str, Any]]], bool], *, seconds: float = 10.0
    ) -> bool:
        """Return whether all reports together meet a condition, now or within some seconds."""
        with self._arrived:
            return self._arrived.wait_for(lambda: holds(self.reports), seconds)

    def of(self, task: str) -> list[Any]:
        """Return all reports of a task, in order."""
        with self._arrived:
            return [value for name, value in self.reports if name == task]

    def close(self) -> None:
        """Stop the server."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(5)
