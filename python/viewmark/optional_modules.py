"""Imports a framework when its tools are made, with an error that names the package."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from viewmark.errors import ExtraMissing


def require_module(module: str, package: str) -> Any:
    """A module of a framework.

    Args:
        module: its name.
        package: what to install for it.

    Raises:
        ExtraMissing: it is not installed.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise ExtraMissing(
            f"{module} cannot be imported: {error}.", hint=f'Install it: pip install "{package}".'
        ) from None
