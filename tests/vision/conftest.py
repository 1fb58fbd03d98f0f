"""Fixtures of the tests of vision: a local server with the APIs of the models."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from model_server import KEY, ModelServer

sys.path.insert(0, str(Path(__file__).parents[2] / "examples"))


@pytest.fixture(scope="session")
def model_server() -> Iterator[ModelServer]:
    """The server of the run; `begin` resets it."""
    server = ModelServer()
    yield server
    server.close()


@pytest.fixture(autouse=True)
def keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key in each variable, so that a leak is detected."""
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.setenv(name, KEY)
