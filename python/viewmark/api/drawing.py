"""Draw mode for programs: annotations as a human confirms them, then the whole drawing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

from viewmark.drawmode.controller import DrawMode
from viewmark.drawmode.detail import annotation_report
from viewmark.drawmode.model import DrawnAnnotation
from viewmark.drawmode.read import read_annotations
from viewmark.drawmode.results import Drawing
from viewmark.drawmode.waiting import IDLE_LIMIT
from viewmark.errors import InvalidOption
from viewmark.files import write_atomic
from viewmark.page.context import PageContext
from viewmark.unknown_options import checked

__all__ = ["DrawingSession", "read_saved"]


class DrawingSession:
    """Draw mode on one page: annotations as they are confirmed, then all of them.

        drawing = await page.draw(prompt="What is wrong here?")
        async for annotation in drawing: ...
        result = await drawing.done()

    `done` alone will do where only the end counts.
    """

    def __init__(self, mode: DrawMode, context: PageContext, correlation_id: str) -> None:
        self.mode = mode
        """The store of record behind it."""
        self._context = context
        self._correlation_id = correlation_id

    @property
    def correlation_id(self) -> str:
        """Name of the session."""
        return self._correlation_id

    async def __aiter__(self) -> AsyncIterator[DrawnAnnotation]:
        """Each annotation once, when it is first confirmed, until the human is done."""
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

    @checked
    async def done(self, *, patience: float = IDLE_LIMIT) -> Drawing:
        """Wait until the human is done: annotations, pictures, status.

        Args:
            patience: seconds without an act of the human that end it with status `timeout` and
                what is there.
        """
        while True:
            seen = await read_annotations(
                self.mode, wait=True, correlation_id=self.correlation_id, idle_limit=patience
            )
            if seen.status not in ("waiting", "active"):
                return seen

    async def report(self) -> str:
        """The drawing as Markdown with its pictures, for a ticket.

        Raises:
            NoAnnotations: the human discarded it.
            CorrelationExpired: it ended more than 10 minutes ago.
        """
        return await annotation_report(self.mode, self.correlation_id)

    def save(self, path: str | Path) -> None:
        """Write the annotations as JSON, to go on with `page.draw(load=path)` on another day.

        Raises:
            PathNotAllowed, FileNotWritten: not a plain file, or not possible; nothing is left.
            CorrelationExpired: it ended more than 10 minutes ago.
        """
        write_atomic(path, self.mode.save(self.correlation_id).encode())

    async def close(self) -> None:
        """Take the overlay and everything of it away."""
        await self.mode.close()


def read_saved(path: str | Path | None) -> str | None:
    """What `DrawingSession.save` wrote; None for no path.

    Raises:
        InvalidOption: not a plain file.
        OSError: it cannot be read.
    """
    if path is None:
        return None
    if Path(path).exists() and not Path(path).is_file():  # a pipe would never answer
        raise InvalidOption(f"{path} is not a plain file.", param="load")
    return Path(path).read_bytes().decode("utf-8", "replace")
