"""Writes a whole HTML document for people: one file, one style sheet, nothing from the network.

Whatever a page calls its elements is text: it is escaped (`text`), and the document's policy lets
nothing be fetched and no script run but one of ours, by its hash.
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
    """Any value as text of an element or of an attribute."""
    return escape(str(value), quote=True)


def document(title: str, body: str, *, kind: str, script: str | None = None) -> str:
    """A document.

    Args:
        title: plain text.
        body: markup; what comes from pages is escaped in it already.
        kind: `slo`, `data-report`, `gallery`, `comparison` or `view`: which rules of `style.css`
            are its own.
        script: a file of this folder that is run at the end.
    """
    policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'"
    policy += "; form-action 'none'"
    end = ""
    if script is not None:
        source = _file(script)
        from hashlib import sha256  # costs time at import, and every start would pay for it

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
