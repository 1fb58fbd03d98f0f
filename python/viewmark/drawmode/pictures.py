"""Stores the pictures of a drawing: clean screenshots, finished pictures, the PNG on disk."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from viewmark.browser.page_target import PageTarget
from viewmark.comparison.checkpoint import Checkpoint
from viewmark.comparison.take import take_checkpoint
from viewmark.defaults import MAX_BASE64
from viewmark.drawmode.model import DrawnAnnotation
from viewmark.drawmode.render import DrawnPicture, blackout_boxes, crop_of, pictures
from viewmark.drawmode.session import DrawnSession
from viewmark.drawmode.snapshots import Snapshots
from viewmark.errors import ViewmarkError
from viewmark.imaging import from_base64
from viewmark.page.context import PageContext
from viewmark.private_dir import PrivateFiles

_log = logging.getLogger("viewmark.draw")
PNG_LIMIT = 2_666_666
"""Maximum base64 characters of the PNG on disk: 2 MB of bytes."""


@dataclass(slots=True)
class DrawnPictures:
    """The pictures painted at the end of a session."""

    marked: list[DrawnPicture] = field(default_factory=list)
    clean: list[DrawnPicture] = field(default_factory=list)
    path: Path | None = None
    """The first marked picture as a PNG on disk, at most 2 MB."""


class PictureStore:
    """The pictures of all sessions, keyed by session ID.

    Args:
        folder: folder for the PNG files, which are kept; None: a private temporary folder that
            `close` removes.
        max_base64: maximum base64 characters of all marked inline pictures of one session together,
            and likewise of all clean ones. Each picture may have at least 60,000.
    """

    def __init__(self, folder: Path | None = None, *, max_base64: int = MAX_BASE64) -> None:
        self._files = PrivateFiles(folder)
        self._max_base64 = max_base64
        self._snapshots: dict[str, Snapshots] = {}
        self._finished: dict[str, DrawnPictures] = {}
        self._checkpoints: dict[tuple[str, str], Checkpoint] = {}

    def snapshots(self, session_id: str) -> Snapshots:
        """Return the clean screenshots of a running session."""
        return self._snapshots.setdefault(session_id, Snapshots())

    def checkpoint(self, session_id: str, page_id: str) -> Checkpoint | None:
        """Return a tab's checkpoint (the page's state when drawing ended), or None."""
        return self._checkpoints.get((session_id, page_id))

    async def store_checkpoint(self, session_id: str, page_id: str, context: PageContext) -> None:
        """Store a page's state when drawing ends, so that later changes can be reported.

        Raises:
            ViewmarkError: the page does not respond.
        """
        taken = await take_checkpoint(context, area="viewport", settle=False)
        self._checkpoints[session_id, page_id] = taken

    def pictures_of(self, session_id: str) -> DrawnPictures:
        """Return the pictures of a finished session; empty if there are none."""
        return self._finished.get(session_id, DrawnPictures())

    async def finish(self, session: DrawnSession, painters: Sequence[PageTarget]) -> None:
        """Paint a session's pictures in the first page that responds; if none, in the Rust core.

        Args:
            session: the session; it gets a warning if a picture is missing.
            painters: pages that can be used for painting.
        """
        for painter in (*painters, None):
            try:
                self._replace(session.id, await self._paint(session, painter))
            except ViewmarkError as error:
                _log.warning("no picture by this page: %s", error)
            else:
                return
        session.warn("screenshot_failed")

    async def _paint(self, session: DrawnSession, painter: PageTarget | None) -> DrawnPictures:
        groups = self.snapshots(session.id).groups(session.annotations())
        out = DrawnPictures()
        each = max(self._max_base64 // max(len(groups), 1), 60_000)
        for number, (shot, marks) in enumerate(groups):
            made = await pictures(
                painter, shot, marks, max_base64=each, png_base64=None if number else PNG_LIMIT
            )
            out.marked.append(made[0])
            out.clean.append(made[1])
            if not number:
                out.path = self._files.write("draw", ".png", from_base64(made[2].base64))
        if not groups:
            session.warn("screenshot_failed")
        return out

    async def crop(
        self, session: DrawnSession, mark: DrawnAnnotation, painters: Iterable[PageTarget]
    ) -> DrawnPicture | None:
        """Return the clean screenshot around a mark; None if no screenshot shows it."""
        for shot, placed in self.snapshots(session.id).groups(session.annotations()):
            for _, each, rect in placed:
                if each.id != mark.id:
                    continue
                for painter in painters:
                    try:
                        return await crop_of(painter, shot, rect, blackout_boxes(placed))
                    except ViewmarkError:
                        continue
        return None

    def drop_others(self, session_ids: frozenset[str]) -> None:
        """Delete the pictures of all sessions except these."""
        for identity in self._snapshots.keys() - session_ids:
            del self._snapshots[identity]
        for identity in self._finished.keys() - session_ids:
            self._replace(identity, None)
        for key in [key for key in self._checkpoints if key[0] not in session_ids]:
            del self._checkpoints[key]

    def _replace(self, session_id: str, made: DrawnPictures | None) -> None:
        before = self._finished.pop(session_id, None)
        if before is not None and before.path is not None:
            self._files.drop(before.path)
        if made is not None:
            self._finished[session_id] = made

    def close(self) -> None:
        """Remove the files, if their folder is a private temporary folder."""
        self._files.close()
