"""The base class of all errors: a stable code, a message, a hint and data."""

from __future__ import annotations

import re
from typing import Any, ClassVar

__all__ = ["ViewmarkError"]


class ViewmarkError(Exception):
    """Base class of all errors that viewmark raises.

    Args:
        message: one sentence that says what happened and why.
        hint: what to do; by default the hint of the class.
        retryable: whether the same call can succeed later; by default that of the class.
        **data: numbers and names from the message, for programs.
    """

    code: ClassVar[str] = "viewmark_error"
    """Stable code, the same in Python, on the command line and over MCP. The default is the class
    name in snake case."""
    exit_code: ClassVar[int] = 1
    """Exit code of a command that ends with this error; see `shell.exit_codes`."""
    default_hint: ClassVar[str] = "Report this error with its message."
    """Hint that is used if the code that raises the error gives none."""
    retryable: bool = False
    """True if the same call can succeed later without any change by the caller."""

    def __init_subclass__(cls) -> None:
        # Subclasses outside `viewmark.errors` are internal, so they keep the code of their base
        # class.
        if "code" not in vars(cls) and cls.__module__.startswith("viewmark.errors."):
            cls.code = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", cls.__name__).lower()

    def __init__(
        self, message: str, *, hint: str | None = None, retryable: bool | None = None, **data: Any
    ) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint or self.default_hint
        if retryable is not None:
            self.retryable = retryable
        self.data = data

    def __str__(self) -> str:
        return f"{self.message} {self.hint}"
