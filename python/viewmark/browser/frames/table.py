"""The frames of a page with their parents, sessions and documents, kept current by CDP events.

A frame in its parent's process shares its parent's session; an out-of-process frame has its own.
The table is updated inside the receive loop, so it always reflects the newest reply.

This module holds pure state and does not depend on sockets or the event loop.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from viewmark.browser.cdp.session import Session

FRAME_EVENTS = (
    "Page.frameAttached",
    "Page.frameDetached",
    "Page.frameNavigated",
    "Page.navigatedWithinDocument",
)
"""Events that `Frames.feed` handles; they require `Page.enable` in every session."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame and its current document."""

    id: str
    """CDP frame ID, which stays the same across navigations."""
    parent_id: str | None
    """ID of the parent frame, even if that has another session; None for the main frame."""
    session: Session
    """The session to which the frame's commands are sent."""
    url: str = field(default="", repr=False)
    """URL of the frame's document, including the fragment."""
    loader_id: str = ""
    """CDP loader ID of the frame's document, which changes with every cross-document navigation."""
    name: str = ""
    """The `name` attribute of the frame's element."""
    mime: str = ""
    """MIME type of the frame's document, such as `text/html`."""


class Frames:
    """All frames of one page, parents before children."""

    def __init__(self) -> None:
        self._table: dict[str, Frame] = {}
        self.unreached: dict[str, float] = {}
        """Seconds that a caller waited without success for a frame to be attached, keyed by frame
        ID; removed with the frame.
        """

    def __iter__(self) -> Iterator[Frame]:
        return iter(tuple(self._table.values()))

    def __len__(self) -> int:
        return len(self._table)

    def get(self, frame_id: str) -> Frame | None:
        """Return the frame with this ID, or None."""
        return self._table.get(frame_id)

    @property
    def main(self) -> Frame | None:
        """The main frame: the one without a parent."""
        return next((f for f in self._table.values() if f.parent_id is None), None)

    def parent_of(self, frame: Frame | None) -> Frame | None:
        """Return the parent of a frame; None for the main frame, or if the parent is gone."""
        return self._table.get(frame.parent_id) if frame and frame.parent_id else None

    def is_root_of_session(self, frame: Frame) -> bool:
        """Return whether a frame is the topmost frame of its session."""
        parent = self.parent_of(frame)
        return parent is None or parent.session is not frame.session

    def children(self, frame_id: str) -> tuple[Frame, ...]:
        """Return the child frames of a frame."""
        return tuple(f for f in self._table.values() if f.parent_id == frame_id)

    def load(self, session: Session, tree: object) -> None:
        """Add a whole frame tree from the session's reply to `Page.getFrameTree`.

        Events may have arrived after the browser built the reply. They are newer, so a document
        that this session has already reported is not overwritten.
        """
        if not isinstance(tree, dict):
            return
        frame_row = tree.get("frame")
        known = self._table.get(str(frame_row.get("id"))) if isinstance(frame_row, dict) else None
        if known is None or known.session is not session or not known.loader_id:
            self._take(session, frame_row)
        below = tree.get("childFrames")
        for child in below if isinstance(below, list) else ():
            self.load(session, child)

    def feed(self, session: Session, event: str, params: dict[str, Any]) -> tuple[str, ...]:
        """Handle an event; return the IDs of the frames whose documents are gone."""
        frame_id = params.get("frameId")
        if event == "Page.frameNavigated":
            return self._take(session, params.get("frame"))
        if not isinstance(frame_id, str):
            return ()
        known = self._table.get(frame_id)
        if event == "Page.frameAttached":
            parent = params.get("parentFrameId")
            if known is None and isinstance(parent, str):
                self._table[frame_id] = Frame(frame_id, parent, session)
        elif event == "Page.frameDetached":
            # The session whose process has handed the frame over to another process reports "swap".
            if known is not None and known.session is session:
                swapped = params.get("reason") == "swap"
                return self._remove(frame_id, only=session if swapped else None)
        elif event == "Page.navigatedWithinDocument" and known is not None:
            self._table[frame_id] = replace(known, url=_text(params.get("url")))
        return ()

    def drop(self, session: Session) -> tuple[str, ...]:
        """Remove the frames of a session that has ended; return their IDs."""
        gone = [f.id for f in self._table.values() if f.session is session]
        return tuple(each for frame_id in gone for each in self._remove(frame_id))

    def _take(self, session: Session, frame: object) -> tuple[str, ...]:
        if not isinstance(frame, dict) or not isinstance(frame.get("id"), str):
            return ()
        frame_id = frame["id"]
        parent = frame.get("parentId")
        before = self._table.get(frame_id)
        now = Frame(
            id=frame_id,
            parent_id=parent if isinstance(parent, str) else None,
            session=session,
            url=_text(frame.get("url")) + _text(frame.get("urlFragment")),
            loader_id=_text(frame.get("loaderId")),
            name=_text(frame.get("name")),
            mime=_text(frame.get("mimeType")),
        )
        gone: tuple[str, ...] = ()
        if before is not None and (before.loader_id, before.session) != (now.loader_id, session):
            moved = before.session is not session
            below = [f.id for f in self.children(frame_id) if not (moved and f.session is session)]
            gone = (frame_id, *(g for child in below for g in self._remove(child)))
            if now.parent_id is None:
                self.unreached.clear()
        self._table[frame_id] = now
        return gone

    def _remove(self, frame_id: str, *, only: Session | None = None) -> tuple[str, ...]:
        """Remove a frame and its descendants; return their IDs.

        Args:
            frame_id: the frame.
            only: remove only the descendants of this session. When a frame moves to another
                process, its other descendants belong to its new document, which the new session
                reported first.
        """
        if self._table.pop(frame_id, None) is None:
            return ()
        self.unreached.pop(frame_id, None)
        below = [f.id for f in self.children(frame_id) if only is None or f.session is only]
        return (frame_id, *(g for child in below for g in self._remove(child, only=only)))


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
