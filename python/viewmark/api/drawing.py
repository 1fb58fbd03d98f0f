"""Draw mode for programs: annotations as the user confirms them, then the whole drawing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Literal

from viewmark.drawmode.controller import DrawMode
from viewmark.drawmode.detail import annotation_report
from viewmark.drawmode.model import DrawnAnnotation
from viewmark.drawmode.read import read_annotations
from viewmark.drawmode.reply import find_mark, write_reply
from viewmark.drawmode.results import Drawing
from viewmark.drawmode.since import MarkComparison, compare_mark
from viewmark.drawmode.thread import ThreadAuthor, ThreadStatus
from viewmark.drawmode.waiting import IDLE_LIMIT
from viewmark.errors import InvalidOption
from viewmark.files import write_atomic
from viewmark.page.context import PageContext
from viewmark.unknown_options import checked


class DrawingSession:
    """Draw mode on one page: annotations as they are confirmed, then the complete drawing.

        drawing = await page.draw(prompt="What is wrong here?")
        async for annotation in drawing: ...
        result = await drawing.done()

    Calling only `done` is sufficient if only the final drawing is needed.
    """

    def __init__(self, mode: DrawMode, context: PageContext, correlation_id: str) -> None:
        self.mode = mode
        """The store that contains the drawing."""
        self._context = context
        self._correlation_id = correlation_id

    @property
    def correlation_id(self) -> str:
        """ID of the drawing session."""
        return self._correlation_id

    async def __aiter__(self) -> AsyncIterator[DrawnAnnotation]:
        """Yield each annotation when first confirmed, and again when the user comments on it."""
        known: dict[str, int] = {}
        since: int | None = 0
        while True:
            seen = await read_annotations(
                self.mode, wait=True, correlation_id=self.correlation_id, since=since
            )
            for mark in seen.annotations:
                written = sum(e.author is ThreadAuthor.HUMAN for e in mark.thread.entries)
                if known.get(mark.id, -1) < written:
                    known[mark.id] = written
                    yield mark
            if seen.status not in ("waiting", "active"):
                return
            since = seen.revision

    @checked
    async def done(self, *, patience: float = IDLE_LIMIT) -> Drawing:
        """Wait until the user has finished; return annotations, images and status.

        Args:
            patience: seconds without user activity after which the drawing ends with status
                `timeout` and the annotations made so far.
        """
        while True:
            seen = await read_annotations(
                self.mode, wait=True, correlation_id=self.correlation_id, idle_limit=patience
            )
            if seen.status not in ("waiting", "active"):
                return seen

    @checked
    async def reply(
        self,
        annotation: int | str | DrawnAnnotation,
        text: str,
        *,
        progress: Literal["seen", "in_progress", "resolved"] | None = None,
    ) -> DrawnAnnotation:
        """Comment on an annotation; the user sees the comment on the page and can answer.

        If the user has finished already, the comment is stored, and `resume` shows it.

        Args:
            annotation: the annotation, its number, or its ID.
            text: plain text, at most 2,000 characters.
            progress: the new status of the annotation; reading an annotation sets `seen` anyway.

        Returns:
            The annotation with its thread.

        Raises:
            InvalidOption: the annotation does not exist, the text is too long, or the thread has 50
                entries.
            NoAnnotations: the user discarded the drawing.
            CorrelationExpired: the drawing ended, and got its last comment, over 10 minutes ago.
        """
        named = annotation.id if isinstance(annotation, DrawnAnnotation) else annotation
        chosen = None if progress is None else ThreadStatus(progress)
        return await write_reply(
            self.mode, named, text, status=chosen, correlation_id=self.correlation_id
        )

    @checked
    async def resolve(
        self, annotation: int | str | DrawnAnnotation, text: str = ""
    ) -> DrawnAnnotation:
        """Mark an annotation as resolved, optionally with a comment; the user can reopen it.

        Args:
            annotation: as for `reply`.
            text: as for `reply`.

        Raises:
            InvalidOption, NoAnnotations, CorrelationExpired: as for `reply`.
        """
        return await self.reply(annotation, text, progress="resolved")

    @checked
    async def resume(self, *, prompt: str = "") -> None:
        """Show the drawing to the user again, with the threads of its annotations.

        Args:
            prompt: new instruction for the user; the former one if omitted.

        Raises:
            DrawModeAlreadyActive: another drawing is in progress.
            NoAnnotations, CorrelationExpired: the drawing was discarded, or has expired.
            DrawModeNeedsWindow: the browser has no window, and there is no display for one.
        """
        await self.mode.start(self._context, prompt=prompt, resume=self.correlation_id)

    async def compare(self, annotation: int | str | DrawnAnnotation) -> MarkComparison:
        """List changes in the region of an annotation since the user finished.

        Args:
            annotation: as for `reply`.

        Returns:
            The changes inside the region, and screenshots of it before and now.

        Raises:
            InvalidOption: there is no such annotation.
            NotComparable: the drawing is in progress, the region was not in view when it ended, or
                the tab shows another page or has another size.
            NoAnnotations, CorrelationExpired: as for `reply`.
        """
        named = annotation.id if isinstance(annotation, DrawnAnnotation) else annotation
        session = self.mode.store.session(self.correlation_id)
        return await compare_mark(self.mode, session, find_mark(session, named)[1])

    async def report(self) -> str:
        """Return the drawing as Markdown with its images, for a ticket.

        Raises:
            NoAnnotations: the user discarded the drawing.
            CorrelationExpired: the drawing ended more than 10 minutes ago.
        """
        return await annotation_report(self.mode, self.correlation_id)

    def save(self, path: str | Path) -> None:
        """Write the annotations as JSON; `page.draw(load=path)` continues with them later.

        Raises:
            PathNotAllowed, FileNotWritten: the path is not a plain file, or is not writable; no
                partial file remains.
            CorrelationExpired: the drawing ended more than 10 minutes ago.
        """
        write_atomic(path, self.mode.save(self.correlation_id).encode())

    async def close(self) -> None:
        """Remove the overlay and end draw mode."""
        await self.mode.close()


def read_saved(path: str | Path | None) -> str | None:
    """Read a file written by `DrawingSession.save`; return None if there is no path.

    Raises:
        InvalidOption: the path is not a plain file.
        OSError: the file cannot be read.
    """
    if path is None:
        return None
    # only plain files are read, because reading a pipe would block
    if Path(path).exists() and not Path(path).is_file():
        raise InvalidOption(f"{path} is not a plain file.", param="load")
    return Path(path).read_bytes().decode("utf-8", "replace")
