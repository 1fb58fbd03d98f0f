"""Imports an optional framework on first use, with an error that names the package to install."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from viewmark.errors import ExtraMissing


def require_module(module: str, package: str) -> Any:
    """Return a module of an optional framework.

    Args:
        module: name of the module.
        package: package to install for the module, for the error message.

    Raises:
        ExtraMissing: the package is not installed.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise ExtraMissing(
            f"{module} cannot be imported: {error}.", hint=f'Install it: pip install "{package}".'
        ) from None
