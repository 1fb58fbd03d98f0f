"""The pages of WPT's WebDriver tests: files of the checkout, and documents sent by the tests."""

from __future__ import annotations

import mimetypes
import ssl
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

INLINE = "/webdriver/tests/support/inline.py"


class Pages:
    """An HTTP server, and an HTTPS server with a self-signed certificate."""

    def __init__(self, root: Path, cache: Path) -> None:
        self.root = root.resolve()
        self.cache = cache

    def __enter__(self) -> Pages:
        root = self.root

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                url = urlsplit(self.path)
                if url.path == INLINE:
                    asked = parse_qs(url.query, keep_blank_values=True)
                    body = asked["doc"][0].encode()
                    kind = f"{asked['mime'][0]};charset={asked['charset'][0]}"
                else:
                    path = (root / url.path.lstrip("/")).resolve()
                    if not path.is_relative_to(root) or not path.is_file():
                        self.send_error(404)
                        return
                    body = path.read_bytes()
                    kind = mimetypes.guess_type(path.name)[0] or "text/html"
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                """Log nothing."""

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_: object) -> None:
                """Ignore errors, because browsers may drop connections at any time."""

        key, certificate = self.cache / "key.pem", self.cache / "certificate.pem"
        if not certificate.exists():
            command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "3650"]
            command += ["-keyout", str(key), "-out", str(certificate), "-subj", "/CN=localhost"]
            subprocess.run(command, check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        self.plain, self.secure = (Server(("127.0.0.1", 0), Handler) for _ in range(2))
        self.secure.socket = context.wrap_socket(self.secure.socket, server_side=True)
        for server in (self.plain, self.secure):
            threading.Thread(target=server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        for server in (self.plain, self.secure):
            server.shutdown()
            server.server_close()

    def configuration(self, driver: int) -> dict[str, Any]:
        """Return the configuration for WPT's fixtures."""
        ports = {"http": self.plain.server_address[1], "https": self.secure.server_address[1]}
        hosts = {"": {"": "127.0.0.1"}, "alt": {"": "localhost"}}
        arguments = ["--headless", "--no-sandbox", "--ignore-certificate-errors"]
        return {
            "host": "127.0.0.1",
            "port": driver,
            "target_platform": "linux",
            "timeout_multiplier": 5,
            "capabilities": {
                "goog:chromeOptions": {"args": arguments},
                "acceptInsecureCerts": True,
            },
            "webdriver": {"binary": "chromedriver", "args": []},
            "wptserve": {
                "domains": hosts,
                "ports": {name: [port] for name, port in ports.items()},
                "browser_host": "127.0.0.1",
            },
        }
