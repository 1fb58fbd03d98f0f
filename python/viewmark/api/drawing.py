"""Draw mode for programs: marks as a human confirms them, then the whole drawing."""

from __future__ import annotations

from collections.abc import AsyncIterator

from viewmark.drawmode.controller import DrawMode
from viewmark.drawmode.model import DrawnAnnotation
from viewmark.drawmode.read import read_annotations
from viewmark.drawmode.results import Drawing

__all__ = ["DrawingSession"]


class DrawingSession:
    """Draw mode on one page: marks as they are confirmed, then all of them.

        drawing = await page.draw(prompt="What is wrong here?")
        async for mark in drawing: ...
        result = await drawing.done()

    `done` alone will do where only the end counts.
    """

    def __init__(self, mode: DrawMode, correlation_id: str) -> None:
        self.mode = mode
        """The store of record behind it."""
        self._correlation_id = correlation_id

    @property
    def correlation_id(self) -> str:
        """Name of the session."""
        return self._correlation_id

    async def __aiter__(self) -> AsyncIterator[DrawnAnnotation]:
        """Each mark once, when it is first confirmed, until the human is done."""
        known: set[str] = set()
        since: int | None = 0
        while True:
            seen = await read_annotations(
                self.mode, wait=True, correlation_id=self.correlation_id, since=since
            )
            for mark in seen.annotations:
                if mark.id not in known:
                    known.add(mark.id)
                    yield mark
            if seen.status not in ("waiting", "active"):
                return
            since = seen.revision

    async def done(self) -> Drawing:
        """Wait until the human is done: annotations, pictures, status.

        Five minutes without an act of the human end it with status `timeout` and what is there.
        """
        while True:
            seen = await read_annotations(self.mode, wait=True, correlation_id=self.correlation_id)
            if seen.status not in ("waiting", "active"):
                return seen

    async def close(self) -> None:
        """Take the overlay and everything of it away."""
        await self.mode.close()
