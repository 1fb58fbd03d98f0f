"""Many pages at once: rows and data sets of marked screenshots with ground truth.

    async for row in viewmark.batch.observe_many(urls, out="dataset"):
        print(row.url, row.error_code or len(row.marks))

See docs/batch.md.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from viewmark.batch.exports import export
    from viewmark.batch.model import PageTask, PageView, views_of
    from viewmark.batch.options import BatchOptions
    from viewmark.batch.progress import BatchProgress
    from viewmark.batch.row import PageRow
    from viewmark.batch.run import observe_many
    from viewmark.batch.urls import lines_of
    from viewmark.batch.verification import verify

_HOMES = {
    "BatchOptions": "options",
    "PageRow": "row",
    "PageTask": "model",
    "PageView": "model",
    "BatchProgress": "progress",
    "lines_of": "urls",
    "export": "exports",
    "observe_many": "run",
    "verify": "verification",
    "views_of": "model",
}

__all__ = [
    "BatchOptions",
    "PageRow",
    "PageTask",
    "PageView",
    "BatchProgress",
    "export",
    "lines_of",
    "observe_many",
    "verify",
    "views_of",
]


def __getattr__(name: str) -> Any:
    """Import on first use: the browser half, pyarrow and Ray cost time."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"viewmark.batch.{_HOMES[name]}"), name)
