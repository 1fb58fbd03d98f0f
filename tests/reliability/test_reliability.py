"""The reliability checks in their short forms; `make chaos` and `make soak` run the long ones."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))


@pytest.mark.timeout(240)
@pytest.mark.parametrize("name", ["faults", "hostile", "flood", "soak"])
async def test_the_short_form_finds_nothing_wrong(name: str) -> None:
    figures = await importlib.import_module(name).run(long=False)
    assert figures["wrong"] == []
