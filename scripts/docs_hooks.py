"""MkDocs hooks of the documentation site: skip unwritten pages, fix links to the repository."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

SOURCES = "https://github.com/viewmark/viewmark/blob/main/"


def on_config(config: Any) -> Any:
    """Remove pages that do not exist yet from the navigation."""
    folder = Path(config["docs_dir"])
    config["nav"] = [kept for entry in config["nav"] if (kept := _written(entry, folder))]
    return config


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Point links to repository files at the repository, and its README at the start page."""
    up = "../" * (page.file.src_uri.count("/") + 1)
    markdown = markdown.replace(f"]({up}README.md)", f"]({up[3:]}index.md)")
    return re.sub(rf"\]\({re.escape(up)}([^)\s]+)\)", rf"]({SOURCES}\1)", markdown)


def _written(entry: Any, folder: Path) -> Any:
    """Return a navigation entry without missing pages; None if nothing remains."""
    if isinstance(entry, str):
        return entry if (folder / entry).exists() else None
    ((title, below),) = entry.items()
    if isinstance(below, str):
        return entry if (folder / below).exists() else None
    kept = [each for each in (_written(child, folder) for child in below) if each]
    return {title: kept} if kept else None
