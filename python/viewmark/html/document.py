"""Writes a complete HTML document: one file, one style sheet, no network requests.

Text from pages is always escaped (`text`). In addition, the document's content security policy
blocks all requests, and all scripts except one of viewmark's, which its hash identifies.
"""

from __future__ import annotations

from binascii import b2a_base64
from functools import cache
from html import escape
from importlib.resources import files


@cache
def _file(name: str) -> str:
    return (files("viewmark.html") / name).read_text("utf-8")


def text(value: object) -> str:
    """Escape any value for use in an element or attribute."""
    return escape(str(value), quote=True)


def document(title: str, body: str, *, kind: str, script: str | None = None) -> str:
    """Return a complete HTML document.

    Args:
        title: title as plain text.
        body: markup in which text from pages is already escaped.
        kind: kind of document, which selects the rules of `style.css`: `slo`, `data-report`,
            `gallery`, `comparison` or `view`.
        script: name of a script in this folder to run at the end.
    """
    policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'"
    policy += "; form-action 'none'"
    end = ""
    if script is not None:
        source = _file(script)
        from hashlib import sha256  # imported here, because the module is slow to import

        digest = b2a_base64(sha256(source.encode()).digest(), newline=False).decode()
        policy += f"; script-src 'sha256-{digest}'"
        end = f"<script>{source}</script>"
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        f'<link rel="icon" href="data:,"><title>{text(title)}</title>'
        f"<style>{_file('style.css')}</style></head>"
        f'<body class="{kind}">{body}{end}</body></html>\n'
    )
