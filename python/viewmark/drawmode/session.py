"""State of a drawing session: pages, ordered annotations, unconfirmed comments, outcome.

The server's state is authoritative: everything that the overlay confirms is applied here at once,
so nothing is lost if the page navigates, crashes or is closed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Final

from viewmark.drawmode.model import DrawnAnnotation, place_of
from viewmark.drawmode.thread import Thread, ThreadAuthor, ThreadStatus
from viewmark.drawmode.waiting import Progress


class DrawState(str, Enum):
    """State of draw mode on one page."""

    INACTIVE = "inactive"
    DRAWING = "drawing"
    TEXT_INPUT = "text_input"
    FINISHING = "finishing"


class Trigger(str, Enum):
    """An event that changes the state of draw mode."""

    ACTIVATE = "activate"
    """The shortcut, the toggle on the page, or `draw_mode_start`."""
    SHAPE = "shape"
    """A rectangle of at least 5 px, or another shape, was completed."""
    EDIT = "edit"
    """The comment of an existing mark was reopened."""
    ENTER = "enter"
    """The comment was confirmed."""
    BLUR_TEXT = "blur_text"
    """The comment box lost focus while it contained text."""
    BLUR_EMPTY = "blur_empty"
    """The comment box lost focus while it was empty."""
    LEAVE = "leave"
    """Esc with nothing open, Done, the shortcut again, or `draw_mode_stop`."""
    DISCARD = "discard"
    """The user discarded the marks."""
    SENT = "sent"
    """The final pictures were taken, and the result was stored."""


_TABLE: Final[dict[tuple[DrawState, Trigger], DrawState]] = {
    (DrawState.INACTIVE, Trigger.ACTIVATE): DrawState.DRAWING,
    (DrawState.DRAWING, Trigger.SHAPE): DrawState.TEXT_INPUT,
    (DrawState.DRAWING, Trigger.EDIT): DrawState.TEXT_INPUT,
    (DrawState.DRAWING, Trigger.LEAVE): DrawState.FINISHING,
    (DrawState.DRAWING, Trigger.DISCARD): DrawState.FINISHING,
    (DrawState.TEXT_INPUT, Trigger.ENTER): DrawState.DRAWING,
    (DrawState.TEXT_INPUT, Trigger.BLUR_TEXT): DrawState.DRAWING,
    (DrawState.TEXT_INPUT, Trigger.BLUR_EMPTY): DrawState.DRAWING,
    (DrawState.FINISHING, Trigger.SENT): DrawState.INACTIVE,
}


def advance(state: DrawState, trigger: Trigger) -> DrawState:
    """Return the next state; the same state if no transition is defined for the trigger."""
    return _TABLE.get((state, trigger), state)


MAX_MARKS = 500
"""Maximum number of marks per session; the overlay reports when it is reached."""


class SessionStatus(str, Enum):
    """The state or outcome of a session."""

    ACTIVE = "active"
    SUCCESS = "success"
    """Done was pressed, even if there are no marks."""
    CANCELLED = "cancelled"
    """The user discarded the marks."""
    PAGE_CLOSED = "page_closed"
    """The last page was closed, or crashed and was not restored; the marks are kept."""


@dataclass(slots=True)
class DrawnPage:
    """State of one tab during a drawing session."""

    page_id: str
    url: str = field(default="", repr=False)
    title: str = ""
    document: str = ""
    """ID of the page's current document, which changes with every load."""
    state: DrawState = DrawState.INACTIVE
    draft: DrawnAnnotation | None = None
    """The mark whose comment is being typed, or None."""
    closed: bool = False


@dataclass(slots=True)
class DrawnSession:
    """A session from activation to Done, across all tabs and navigations."""

    id: str
    started: float
    prompt: str = ""
    """The agent's request to the user."""
    status: SessionStatus = SessionStatus.ACTIVE
    finished: float | None = None
    overall: str = ""
    """The user's comment on the whole page."""
    marks: dict[str, DrawnAnnotation] = field(default_factory=dict)
    threads: dict[str, Thread] = field(default_factory=dict)
    """Threads keyed by annotation ID, including those of deleted marks, which undo can restore."""
    shelf: list[DrawnAnnotation] = field(default_factory=list)
    """Marks of a loaded drawing whose page has not been shown yet."""
    pages: dict[str, DrawnPage] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    revision: int = 0
    last_act: float = 0.0
    last_key: float | None = None
    touched: float = 0.0
    """Time of the agent's last action on this session, which delays the session's expiry."""

    @property
    def active(self) -> bool:
        """Whether the user can still draw."""
        return self.status is SessionStatus.ACTIVE

    @property
    def duration_ms(self) -> int:
        """Milliseconds from activation to the end; in a running session, to the last activity."""
        end = self.finished if self.finished is not None else max(self.last_act, self.started)
        return round((end - self.started) * 1000)

    def annotations(self) -> tuple[DrawnAnnotation, ...]:
        """Return all confirmed marks in the order of drawing; their labels are 1, 2, 3, ..."""
        return tuple(replace(m, thread=self.thread(m.id)) for m in self.marks.values())

    def labels(self) -> dict[str, int]:
        """Return the labels of all marks, keyed by mark ID."""
        return {identity: i for i, identity in enumerate(self.marks, 1)}

    def thread(self, mark_id: str) -> Thread:
        """Return the thread of an annotation; empty if it has none."""
        return self.threads.get(mark_id, Thread())

    def write(
        self,
        mark_id: str,
        author: ThreadAuthor,
        text: str,
        timestamp: int,
        status: ThreadStatus | None = None,
    ) -> bool:
        """Add an entry to a mark's thread; return False for an unknown mark or a full thread.

        An entry by the user counts as a change, so waiting readers are notified.
        """
        thread = self.thread(mark_id)
        if mark_id not in self.marks or thread.is_full:
            return False
        self.threads[mark_id] = thread.add_message(author, text, timestamp, status)
        if author is ThreadAuthor.HUMAN:
            self.revision += 1
        return True

    def see(self) -> tuple[str, ...]:
        """Mark all annotations as read by the agent; return the IDs of those that were unread."""
        fresh = tuple(i for i in self.marks if self.thread(i).mark_seen() is not self.thread(i))
        self.threads.update({i: self.thread(i).mark_seen() for i in fresh})
        return fresh

    def thread_records(self, mark_ids: Iterable[str] | None = None) -> dict[str, Any]:
        """Return the threads in the overlay's format, keyed by mark ID; by default of all marks."""
        wanted = self.marks if mark_ids is None else mark_ids
        return {i: self.threads[i].to_json() for i in wanted if i in self.threads}

    def unshelve(self, address: str, page_id: str) -> None:
        """Move a loaded drawing's marks to the session's marks once their URL is shown."""
        here = [m for m in self.shelf if place_of(m.page_url) == address]
        self.shelf = [m for m in self.shelf if place_of(m.page_url) != address]
        for mark in here:
            if mark.id not in self.marks and self.put(replace(mark, page_id=page_id)):
                self.threads[mark.id] = mark.thread

    def facts(self) -> dict[str, Any]:
        """Return the data that every overlay shows: the labels and the number of marks."""
        return {"labels": self.labels(), "count": len(self.marks)}

    def label_of(self, mark: object) -> int | None:
        """Return the label of a mark given by its number, its ID, or the ID of its details."""
        if isinstance(mark, int) and not isinstance(mark, bool):
            return mark if 1 <= mark <= len(self.marks) else None
        for label, each in enumerate(self.marks.values(), 1):
            if mark in (each.id, each.correlation_id):
                return label
        return None

    def page(self, page_id: str) -> DrawnPage:
        """Return the page with this ID; add a page for a new ID."""
        return self.pages.setdefault(page_id, DrawnPage(page_id))

    def step(self, page_id: str, trigger: Trigger) -> None:
        """Advance a page's state machine; late messages of a replaced document have no effect."""
        page = self.page(page_id)
        page.state = advance(page.state, trigger)

    def act(self, now: float, *, key: bool = False) -> None:
        """Record that the user was active."""
        self.last_act = max(self.last_act, now)
        if key:
            self.last_key = now

    def put(self, mark: DrawnAnnotation) -> bool:
        """Store a confirmed mark, new or edited; return False if there are too many."""
        if mark.id not in self.marks and len(self.marks) >= MAX_MARKS:
            self.warn("too_many_marks")
            return False
        before = self.marks.get(mark.id)
        if before is not None and before.document == mark.document and not mark.elements:
            mark = replace(mark, elements=before.elements)
        self.marks[mark.id] = mark
        page = self.page(mark.page_id)
        if page.draft is not None and page.draft.id == mark.id:
            page.draft = None
        self.revision += 1
        return True

    def drop(self, identity: str) -> bool:
        """Remove a mark; return False if it does not exist."""
        for page in self.pages.values():
            if page.draft is not None and page.draft.id == identity:
                page.draft = None
        if self.marks.pop(identity, None) is None:
            return False
        self.revision += 1
        return True

    def settle_draft(self, page_id: str) -> None:
        """Keep a page's unconfirmed comment as a mark, because the page is gone."""
        page = self.page(page_id)
        draft, page.draft = page.draft, None
        if draft is not None and draft.text.strip():
            self.put(replace(draft, interrupted=True))

    def restore(self, order: list[str]) -> None:
        """Restore the order of one page's marks after an undo; marks of other pages do not move."""
        slots = [i for i in self.marks if i in order]
        wanted = [i for i in order if i in self.marks]
        if slots == wanted:
            return
        places = dict(zip(slots, wanted, strict=True))
        self.marks = {places.get(i, i): self.marks[places.get(i, i)] for i in self.marks}
        self.revision += 1

    def warn(self, code: str) -> None:
        """Add a warning for readers of the drawing, unless it was added before."""
        if code not in self.warnings:
            self.warnings.append(code)

    def resume(self, now: float) -> None:
        """Continue a finished session; its duration will not include the time since its end."""
        if self.finished is not None:
            self.started = now - (self.finished - self.started)
            self.status, self.finished, self.last_act = SessionStatus.ACTIVE, None, now
            for page in self.pages.values():
                page.state = DrawState.INACTIVE

    def end(self, status: SessionStatus, now: float) -> None:
        """Finish the session; idempotent."""
        if self.active:
            self.status = status
            self.finished = now
            self.revision += 1

    def progress(self) -> Progress:
        """Return the facts that decide whether a waiting reader returns."""
        return Progress(
            finished=not self.active,
            revision=self.revision,
            marks=len(self.marks),
            started=self.started,
            last_act=self.last_act,
            last_key=self.last_key,
        )
