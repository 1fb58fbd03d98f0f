"""Parses TOML, with the standard library or, on Python 3.10, with `tomli`."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any


def parsed_toml(text: str) -> Any:
    """The table that a text holds.

    Raises:
        ValueError: it is not TOML.
    """
    # Imported at the first text: most commands of the command line read none.
    return import_module("tomllib" if sys.version_info >= (3, 11) else "tomli").loads(text)
