"""All errors that a caller can get: each class has a stable code, a message, a hint and data.

The message says what happened and why, the hint says what to do, and `str()` returns both. Codes
never change. Each family of errors has its own file; `docs/errors.md` lists all errors.
"""

from __future__ import annotations

from typing import Any, ClassVar  # noqa: F401 - annotations of the classes name them here

from viewmark.errors.actions import *
from viewmark.errors.base import *
from viewmark.errors.browser import *
from viewmark.errors.calls import *
from viewmark.errors.drawmode import *
from viewmark.errors.page import *
from viewmark.errors.pictures import *


def table() -> dict[str, type[ViewmarkError]]:
    """Return all error classes keyed by code, including the base classes."""
    found: list[type[ViewmarkError]] = [ViewmarkError]
    for cls in found:
        # appending during the loop is intended: it also visits these subclasses
        found += cls.__subclasses__()
    return {cls.code: cls for cls in found if "code" in vars(cls)}


for _class in table().values():
    _class.__module__ = __name__  # tracebacks show the public name, `viewmark.errors.PageBusy`
del _class

__all__ = ["table", *sorted(cls.__name__ for cls in table().values())]
