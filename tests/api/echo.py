"""A server that returns the request headers, and requires a login for /private."""

from __future__ import annotations

import base64
import contextlib
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

__all__ = ["Echo"]


class Echo:
    """Returns the request headers: as HTML for paths ending in `.html`, otherwise as JSON."""

    USER = "ann:hunter2"

    def __init__(self) -> None:
        expected = "Basic " + base64.b64encode(self.USER.encode()).decode()
        seen: list[tuple[str, dict[str, str]]] = []
        self.seen = seen
        """Path and headers of each request; header names are in lower case."""

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                headers = {name.lower(): value for name, value in self.headers.items()}
                seen.append((self.path, headers))
                is_refused = self.path.startswith("/private") and (
                    headers.get("authorization") != expected
                )
                body = json.dumps(headers).encode()
                with contextlib.suppress(ConnectionError):
                    self.send_response(401 if is_refused else 200)
                    if is_refused:
                        self.send_header("WWW-Authenticate", 'Basic realm="x"')
                    is_page = self.path.endswith(".html")
                    kind = "text/html" if is_page else "application/json"
                    self.send_header("Content-Type", kind)
                    self.send_header("Access-Control-Allow-Origin", "*")
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                """Log nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()

    def url(self, path: str = "/", *, host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self._server.server_address[1]}{path}"

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
