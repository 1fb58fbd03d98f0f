"""Configures the server's log: on stderr, with secrets in URLs redacted."""

from __future__ import annotations

import logging

from viewmark.secrets.redaction import Redactor


class RedactingFormatter(logging.Formatter):
    """Formats each record as one line, plus a traceback if it has one, and redacts all of it."""

    def __init__(self, redact: Redactor) -> None:
        super().__init__("%(levelname)s %(name)s: %(message)s")
        self._redact = redact

    def format(self, record: logging.LogRecord) -> str:
        """Return the text of a record."""
        return self._redact(super().format(record))


def log_to_stderr(redact: Redactor) -> None:
    """Log viewmark's warnings and errors to stderr only, through the redactor."""
    handler = logging.StreamHandler()
    handler.setLevel(logging.WARNING)
    handler.setFormatter(RedactingFormatter(redact))
    log = logging.getLogger("viewmark")
    log.addHandler(handler)
    log.propagate = False
