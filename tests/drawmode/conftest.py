"""Fixtures of the draw mode tests."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
import pytest_asyncio
from hand import Hand

from viewmark.browser.page_target import PageTarget
from viewmark.drawmode.controller import DrawMode
from viewmark.page.context import PageContext

CHECKOUT = """
<style>body { font: 16px sans-serif; margin: 20px } button { padding: 8px 16px }</style>
<h1>Checkout</h1>
<form onsubmit="return false">
  <label>Mail <input id=mail type=email></label>
  <input id=pw type=password value=hunter2 aria-label=Password>
  <button id=submit-btn class="btn primary">Submit order</button>
</form>
<p id=far style="margin-top:1200px">Far down</p>
"""


class Dispatcher:
    """Draw mode on one page, with a simulated user."""

    def __init__(self, mode: DrawMode, page: PageTarget) -> None:
        self.mode = mode
        self.page = page
        self.context = PageContext(page)
        self.hand = Hand(page)

    async def start(self, **options: Any) -> str:
        """Start draw mode; returns the id of the session."""
        return (await self.mode.start(self.context, **options)).correlation_id

    @property
    def session(self) -> Any:
        return self.mode.store.session()

    @property
    def texts(self) -> list[str]:
        return [mark.text for mark in self.session.annotations()]

    async def run(self, script: str) -> Any:
        """Run a script in the page's main world."""
        reply = await self.page.session.send(
            "Runtime.evaluate",
            {"expression": script, "returnByValue": True, "awaitPromise": True},
        )
        assert "exceptionDetails" not in reply, reply
        return reply["result"].get("value")


class Clock:
    """A clock that a test can advance."""

    def __init__(self) -> None:
        import time

        self._time = time.monotonic
        self.ahead = 0.0

    def __call__(self) -> float:
        return self._time() + self.ahead


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest_asyncio.fixture(loop_scope="session")
async def mode(tmp_path: Any, clock: Clock) -> AsyncIterator[DrawMode]:
    made = DrawMode(folder=tmp_path, clock=clock)
    yield made
    await made.close()


@pytest.fixture
def dispatcher(mode: DrawMode, page_of: Any) -> Callable[..., Awaitable[Dispatcher]]:
    """Opens a page that draw mode can be started on."""

    async def make(html: str = CHECKOUT, **options: Any) -> Dispatcher:
        return Dispatcher(mode, await page_of(html, **options))

    return make


@pytest_asyncio.fixture(loop_scope="session")
async def mirrored(page_of: Any) -> AsyncIterator[Dispatcher]:
    """A page shown in a mirror page, without a visible window."""
    made = DrawMode(window="hidden")
    yield Dispatcher(made, await page_of(CHECKOUT))
    await made.close()
