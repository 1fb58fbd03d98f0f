"""The demo page, which looks like a real application, served on the loopback interface."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files

__all__ = ["serve"]


def _handler(body: bytes) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = self.path == "/"
            self.send_response(200 if found else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body) if found else 0))
            self.end_headers()
            if found:
                self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Log nothing: the command line has its own output."""

    return Handler


@contextmanager
def serve(body: bytes | None = None, *, port: int = 0) -> Iterator[str]:
    """Serve one page on a port of the loopback interface; yield its URL.

    Args:
        body: content of the page; the demo page if omitted.
        port: port number; 0 selects a free one.

    Raises:
        OSError: the port is in use.
    """
    if body is None:
        body = files(__name__).joinpath("page.html").read_bytes()
    with ThreadingHTTPServer(("127.0.0.1", port), _handler(body)) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/"
        finally:
            server.shutdown()
            thread.join()
