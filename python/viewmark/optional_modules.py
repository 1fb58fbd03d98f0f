"""Imports an optional framework on first use, with an error that names the package to install."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from viewmark.errors import ExtraMissing


def require_module(module: str, package: str) -> Any:
    """Return a module of a framework.

    Args:
        module: name of the module.
        package: package that has to be installed for it.

    Raises:
        ExtraMissing: the package is not installed.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise ExtraMissing(
            f"{module} cannot be imported: {error}.", hint=f'Install it: pip install "{package}".'
        ) from None
