"""The base of all errors: a stable code, a message, a hint and data."""

from __future__ import annotations

from typing import Any, ClassVar

__all__ = ["ViewmarkError"]


class ViewmarkError(Exception):
    """Base of all errors raised on purpose.

    Args:
        message: one sentence: what happened and why.
        hint: what to do; the class's own hint if omitted.
        **data: the numbers and names behind the sentence.
    """

    code: ClassVar[str] = "viewmark_error"
    """Stable slug; the same in Python, on the command line and over MCP."""
    default_hint: ClassVar[str] = "Report this with the message; it should have a class of its own."
    """What to do, unless the place that raises knows better."""
    retryable: ClassVar[bool] = False
    """Whether the same call can succeed later without a change by the caller."""

    def __init__(self, message: str, *, hint: str | None = None, **data: Any) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint or self.default_hint
        self.data = data

    def __str__(self) -> str:
        return f"{self.message} {self.hint}"
