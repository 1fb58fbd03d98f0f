"""The Arrow schema of rows; its metadata has viewmark's version and Hugging Face's features."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

from viewmark.batch.row import PageRow
from viewmark.support import require_module

VERSION = 1
"""Schema version; incremented when a column is removed or changes its meaning, not for a new
column.
"""

MARK: dict[str, str] = {
    "label": "int32",
    "ref": "string",
    "role": "string",
    "name": "string",
    "text": "string",
    "tag": "string",
    "hint": "string",
    "selector": "string",
    "x": "float64",
    "y": "float64",
    "width": "float64",
    "height": "float64",
    "click_x": "float64",
    "click_y": "float64",
    "visible_ratio": "float64",
    "occluded": "bool",
    "disabled": "bool",
    "in_dialog": "bool",
    "weak": "bool",
    "frame": "string",
    "state": "string",
}
"""Columns of a mark: number, names, box and a point that hits it (image px), and properties."""

_KINDS = {
    "str": "string",
    "int": "int32",
    "float": "float64",
    "bytes": "image",
    "list[str]": "strings",
    "list[dict[str, Any]]": "marks",
}
COLUMNS = {each.name: _KINDS[str(each.type).removesuffix(" | None")] for each in fields(PageRow)}
"""The columns of the data set, in order, with their types."""

ADDED = ("text", "text_by")
"""Columns that older files lack; when such files are read, these columns are null."""


def arrow() -> Any:
    """Return the module `pyarrow`.

    Raises:
        ExtraMissing: pyarrow is not installed.
    """
    require_module("pyarrow.parquet", "viewmark[batch]")
    return require_module("pyarrow", "viewmark[batch]")


def arrow_schema() -> Any:
    """Return the Arrow schema, including viewmark's version and Hugging Face's features."""
    pa = arrow()
    plain = {
        "string": pa.string(),
        "int32": pa.int32(),
        "float64": pa.float64(),
        "bool": pa.bool_(),
        "strings": pa.list_(pa.string()),
        "image": pa.struct([("bytes", pa.binary()), ("path", pa.string())]),
    }
    plain["marks"] = pa.list_(pa.struct([(name, plain[kind]) for name, kind in MARK.items()]))
    metadata = {
        "viewmark_schema": str(VERSION),
        "huggingface": json.dumps({"info": {"features": _features()}}),
    }
    return pa.schema([(name, plain[kind]) for name, kind in COLUMNS.items()], metadata=metadata)


def _features() -> dict[str, Any]:
    def value(kind: str) -> dict[str, Any]:
        return {"dtype": kind, "_type": "Value"}

    marks = {name: value(kind) for name, kind in MARK.items()}
    special: dict[str, Any] = {
        "strings": {"feature": value("string"), "_type": "List"},
        "image": {"_type": "Image"},
        "marks": {"feature": marks, "_type": "List"},
    }
    return {name: special.get(kind) or value(kind) for name, kind in COLUMNS.items()}


def table_of(rows: list[dict[str, Any]]) -> Any:
    """Return an Arrow table of rows whose images are `{"bytes": ..., "path": ...}`."""
    return arrow().Table.from_pylist(rows, schema=arrow_schema())
