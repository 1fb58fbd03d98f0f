"""Fixtures of the batch tests."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from batch_pages import QUICK

from viewmark.batch import BatchOptions
from viewmark.browser.launch.browser import ChromeBrowser


@pytest.fixture
def quick(chromium: ChromeBrowser) -> BatchOptions:
    """Options for a fast batch in the browser that all tests share."""
    assert chromium.process is not None
    return replace(QUICK, attach=(chromium.process.endpoint,))


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Callable[[int], Path]]:
    """Mount a disk of `size` bytes and return a folder on it; later calls change the size."""
    folder = tmp_path / "disk"

    def mount(size: int) -> Path:
        new = not folder.exists()
        folder.mkdir(exist_ok=True)
        options = f"size={size}" if new else f"remount,size={size}"
        subprocess.run(
            ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)], check=True, timeout=20
        )
        return folder

    yield mount
    subprocess.run(["umount", "-l", str(folder)], check=False, timeout=20)
