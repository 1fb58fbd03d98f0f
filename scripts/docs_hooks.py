"""What the documentation site does beyond MkDocs: pages to come, and links that leave the folder."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

SOURCES = "https://github.com/viewmark/viewmark/blob/main/"


def on_config(config: Any) -> Any:
    """Leave out of the navigation what is not written yet."""
    folder = Path(config["docs_dir"])
    config["nav"] = [kept for entry in config["nav"] if (kept := _written(entry, folder))]
    return config


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Links to files of the repository lead to the repository; its own root is this site's start."""
    up = "../" * (page.file.src_uri.count("/") + 1)
    markdown = markdown.replace(f"]({up}README.md)", f"]({up[3:]}index.md)")
    return re.sub(rf"\]\({re.escape(up)}([^)\s]+)\)", rf"]({SOURCES}\1)", markdown)


def _written(entry: Any, folder: Path) -> Any:
    """An entry of the navigation without pages that are missing; None if nothing is left."""
    if isinstance(entry, str):
        return entry if (folder / entry).exists() else None
    ((title, below),) = entry.items()
    if isinstance(below, str):
        return entry if (folder / below).exists() else None
    kept = [each for each in (_written(child, folder) for child in below) if each]
    return {title: kept} if kept else None
