"""A CDP session without a browser, for unit tests: scripted replies, and events on demand."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from viewmark.browser.cdp.foreign import adapt
from viewmark.browser.cdp.session import Session


class FakeSession:
    """Answers commands from a table and records them.

    `answers` maps a method to a result, to an exception to raise, or to a (possibly async) function
    of the parameters. Unknown methods return `{}`. `emit` sends an event to its subscribers.
    """

    def __init__(self, answers: dict[str, Any] | None = None) -> None:
        self.answers: dict[str, Any] = {
            "Page.getFrameTree": {
                "frameTree": {"frame": {"id": "F", "loaderId": "L1", "url": "http://fake.test/"}}
            },
            "Page.createIsolatedWorld": {"executionContextId": 7},
            **(answers or {}),
        }
        self.sent: list[tuple[str, dict[str, Any]]] = []
        self.handlers: dict[str, list[Callable[[dict[str, Any]], object]]] = {}

    async def send(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        self.sent.append((method, params or {}))
        answer = self.answers.get(method, {})
        if isinstance(answer, BaseException):
            raise answer
        if callable(answer):
            answer = answer(params or {})
            if inspect.isawaitable(answer):
                answer = await answer
        return answer  # type: ignore[no-any-return]

    def on(self, event: str, handler: Callable[[dict[str, Any]], object]) -> None:
        self.handlers.setdefault(event, []).append(handler)

    def emit(self, event: str, params: dict[str, Any] | None = None) -> None:
        for handler in self.handlers.get(event, ()):
            handler(params or {})

    def methods(self) -> list[str]:
        return [method for method, _ in self.sent]

    def session(self, *, timeout: float = 10.0) -> Session:
        return adapt(self, timeout=timeout)
