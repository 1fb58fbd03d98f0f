"""All pictures of a finished session, marked and clean, and the PNG on disk."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from viewmark.drawmode.render import DrawnPicture, pictures
from viewmark.errors import ViewmarkError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from viewmark.browser.page_target import PageTarget
    from viewmark.drawmode.picture_files import Folder
    from viewmark.drawmode.session import Session
    from viewmark.drawmode.snapshots import Snapshots

__all__ = ["Pictures", "album"]

_log = logging.getLogger("viewmark.draw")
PNG_LIMIT = 2_666_666
"""Base64 characters of the PNG on disk: 2 MB of bytes."""


@dataclass(slots=True)
class Pictures:
    """What was painted at the end of a session."""

    marked: list[DrawnPicture] = field(default_factory=list)
    clean: list[DrawnPicture] = field(default_factory=list)
    path: Path | None = None
    """The first marked one as PNG on disk, at most 2 MB."""


async def album(
    session: Session,
    gallery: Snapshots,
    painters: Sequence[PageTarget],
    folder: Folder,
    *,
    max_base64: int,
) -> Pictures | None:
    """The pictures of a session, by the first page that answers, else by the built-in core.

    Args:
        session: whose marks; a warning is added where a picture is missing.
        gallery: its clean pictures.
        painters: pages that may be asked.
        folder: where the PNG goes.
        max_base64: characters of all inline pictures of one kind together.
    """
    for painter in (*painters, None):
        try:
            return await _paint_with(painter, session, gallery, folder, max_base64)
        except ViewmarkError as error:
            _log.warning("no picture by this page: %s", error)
    session.warn("screenshot_failed")
    return None


async def _paint_with(
    painter: PageTarget | None,
    session: Session,
    gallery: Snapshots,
    folder: Folder,
    max_base64: int,
) -> Pictures:
    groups = gallery.groups(session.annotations())
    out = Pictures()
    each = max(max_base64 // max(len(groups), 1), 60_000)
    for number, (shot, marks) in enumerate(groups):
        made = await pictures(
            painter, shot, marks, max_base64=each, png_base64=None if number else PNG_LIMIT
        )
        out.marked.append(made[0])
        out.clean.append(made[1])
        if not number:
            out.path = folder.write_base64(made[2].base64, ".png")
    if not groups:
        session.warn("screenshot_failed")
    return out
