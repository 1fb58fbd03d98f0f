"""Parses TOML, with the standard library or, on Python 3.10, with `tomli`."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any


def parsed_toml(text: str) -> Any:
    """Return the table in a TOML text.

    Raises:
        ValueError: the text is not valid TOML.
    """
    # Imported on first use, because most commands of the command line parse no TOML.
    return import_module("tomllib" if sys.version_info >= (3, 11) else "tomli").loads(text)
