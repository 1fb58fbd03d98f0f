"""Configures the server's log: on stderr, with secrets in addresses redacted."""

from __future__ import annotations

import logging

from viewmark.secrets.redaction import Redactor


class RedactingFormatter(logging.Formatter):
    """One line per record and the traceback where there is one, redacted as a whole."""

    def __init__(self, redact: Redactor) -> None:
        super().__init__("%(levelname)s %(name)s: %(message)s")
        self._redact = redact

    def format(self, record: logging.LogRecord) -> str:
        """The text of a record."""
        return self._redact(super().format(record))


def log_to_stderr(redact: Redactor) -> None:
    """Let warnings and worse of viewmark go to stderr, through the redactor and nowhere else."""
    handler = logging.StreamHandler()
    handler.setLevel(logging.WARNING)
    handler.setFormatter(RedactingFormatter(redact))
    log = logging.getLogger("viewmark")
    log.addHandler(handler)
    log.propagate = False
