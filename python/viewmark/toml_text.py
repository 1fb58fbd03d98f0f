"""Parses TOML, with the standard library or, on Python 3.10, with `tomli`."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from viewmark.errors import ExtraMissing


def parsed_toml(text: str) -> Any:
    """The table that a text holds.

    Raises:
        ValueError: it is not TOML.
        ExtraMissing: Python 3.10 without `tomli`.
    """
    for name in ("tomllib", "tomli"):
        try:
            return import_module(name).loads(text)
        except ModuleNotFoundError:
            continue
    raise ExtraMissing(
        "Python 3.10 reads no TOML by itself.", hint="Install tomli, or use Python 3.11."
    )
