"""The base of all errors: a stable code, a message, a hint and data."""

from __future__ import annotations

import re
from typing import Any, ClassVar

__all__ = ["ViewmarkError"]


class ViewmarkError(Exception):
    """Base class of all errors that viewmark raises.

    Args:
        message: one sentence: what happened and why.
        hint: what to do; the hint of the class if omitted.
        retryable: whether the same call can succeed later; as the class says if omitted.
        **data: the numbers and names behind the message, for programs.
    """

    code: ClassVar[str] = "viewmark_error"
    """Stable code, the same in Python, on the command line and over MCP: the name of the class in
    lower snake case, where it gives none itself."""
    exit_code: ClassVar[int] = 1
    """Exit code of a command that ends with it; see `shell.exit_codes`."""
    default_hint: ClassVar[str] = "Report this error with its message."
    """Advice, unless the raising code gives a more specific hint."""
    retryable: bool = False
    """Whether the same call can succeed later without a change by the caller."""

    def __init_subclass__(cls) -> None:
        # A class that is made elsewhere is a private shade of the one above it, with its code.
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
