"""Run the command line within the test process, which saves the imports of a new process."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from viewmark.cli import main

__all__ = ["run_inside"]


def run_inside(
    *words: str, folder: Path, given: str = "", env: Mapping[str, str | None] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `viewmark` with these arguments in this process.

    Args:
        words: the arguments.
        folder: the working directory.
        given: text on stdin.
        env: environment variables to set, or to remove (None).
    """
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in "oe")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name, value in (env or {}).items():
            patch.delenv(name, raising=False)
            if value is not None:
                patch.setenv(name, value)
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode()), "utf-8"))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        try:
            code: Any = main(words)
        except SystemExit as exit:  # argparse
            code = exit.code
    texts = [stream.buffer.getvalue().decode() for stream in (out, err)]  # type: ignore[attr-defined]
    return subprocess.CompletedProcess(words, code or 0, *texts)
