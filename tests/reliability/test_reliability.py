"""The reliability checks in their short forms; `make chaos` and `make soak` run the long forms."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest
from long_forms import short_of

sys.path.insert(0, str(Path(__file__).resolve().parent))


@pytest.mark.timeout(240)
@pytest.mark.parametrize("name", short_of(["faults", "hostile", "flood", "soak"]))
async def test_the_short_form_finds_nothing_wrong(name: str) -> None:
    figures = await importlib.import_module(name).run(long=False)
    assert figures["wrong"] == []


@pytest.mark.heavy(4)
@pytest.mark.parametrize(("name", "of"), [("faults", 1), ("hostile", 2)])
async def test_the_first_of_the_short_form_finds_nothing_wrong(
    name: str, of: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = importlib.import_module(name)
    monkeypatch.setattr(module, "SHORT", module.SHORT[:of])
    assert (await module.run(long=False))["wrong"] == []
