"""Serve a folder to a page that needs cross-origin isolation: isolated_host.py PORT FOLDER."""

import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class Isolated(SimpleHTTPRequestHandler):
    """Serves the start page for missing paths, as single-page applications require."""

    def end_headers(self) -> None:
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()

    def translate_path(self, path: str) -> str:
        found = super().translate_path(path)
        whole = Path(found).exists() or "." in Path(found).name
        return found if whole else super().translate_path("/index.html")


serve = partial(Isolated, directory=sys.argv[2])
ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), serve).serve_forever()
