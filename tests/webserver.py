"""A local HTTP server for the pages under test, which never contacts other hosts.

`127.0.0.1`, `localhost` and every `*.localhost` are different sites for Chromium, so cross-origin
frames get their own process.
"""

from __future__ import annotations

import contextlib
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit


@dataclass
class Resource:
    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    released: threading.Event = field(default_factory=threading.Event)
    asked: threading.Event = field(default_factory=threading.Event)


class LocalSite:
    """Serves resources set by tests; a resource created by `hold` responds only when released."""

    def __init__(self) -> None:
        self.resources: dict[str, Resource] = {}
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                self.rfile.read(int(self.headers.get("Content-Length") or 0))
                known = site.resources.get(urlsplit(self.path).path)
                resource = known or Resource(status=404)
                resource.asked.set()
                if known and not resource.released.wait(30):
                    return
                with contextlib.suppress(ConnectionError):
                    self.send_response(resource.status)
                    headers = {"Content-Type": "text/html; charset=utf-8", **resource.headers}
                    for name, value in headers.items():
                        self.send_header(name, value)
                    self.send_header("Content-Length", str(len(resource.body)))
                    self.end_headers()
                    self.wfile.write(resource.body)

            do_POST = do_GET

            def log_message(self, *_: object) -> None:
                """Log nothing."""

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 128

            def handle_error(self, *_: object) -> None:
                """Ignore errors, because browsers may drop connections at any time."""

        self._server = Server(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])

    def url(self, path: str = "/", *, host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.port}{path}"

    def put(
        self,
        path: str,
        body: str | bytes,
        *,
        status: int = 200,
        headers: dict[str, str] | None = None,
        held: bool = False,
    ) -> Resource:
        data = body.encode() if isinstance(body, str) else body
        resource = Resource(data, status, headers or {})
        if not held:
            resource.released.set()
        self.resources[path] = resource
        return resource

    def hold(self, path: str, body: str = "") -> Resource:
        """Add a resource that responds only after `.released.set()`; the request sets `.asked`."""
        return self.put(path, body, held=True)

    def clear(self) -> None:
        for resource in self.resources.values():
            resource.released.set()
        self.resources.clear()

    def close(self) -> None:
        self.clear()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(5)
