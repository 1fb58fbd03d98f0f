"""Converts a result object to the JSON record that clients receive."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Any


def to_record(result: Any, *, camel: bool = False, **names: str) -> dict[str, Any]:
    """Return the fields of a dataclass, keyed by name, in order.

    Fields with their default value are omitted, because most fields are unset in most results.

    Args:
        result: the dataclass.
        camel: True to convert names to camel case, as page scripts use them (`httpOnly`).
        names: other names for fields, keyed by field name.
    """
    row: dict[str, Any] = {}
    for each in fields(result):
        value = getattr(result, each.name)
        unset = each.default if each.default_factory is MISSING else each.default_factory()
        if value != unset:
            name = re.sub("_(.)", lambda m: m[1].upper(), each.name) if camel else each.name
            row[names.get(each.name, name)] = _plain(value)
    return row


def timings_record(timings: Mapping[str, float]) -> dict[str, Any]:
    """Return the `timings` member of a result; empty if no stages were measured."""
    return {"timings": {name: round(ms) for name, ms in timings.items()}} if timings else {}


def as_text(value: Any) -> str:
    """Return a value in the form in which `print` shows it: strings unchanged, others as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, tuple):
        return [*map(_plain, value)]
    if hasattr(value, "to_json"):
        return value.to_json()
    return to_record(value) if is_dataclass(value) else value
