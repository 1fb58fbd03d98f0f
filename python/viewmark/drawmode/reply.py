"""One mark as the agent names it: found by number or id, answered, or the target of an action."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from viewmark.drawmode import intake
from viewmark.drawmode.session import SessionStatus
from viewmark.drawmode.thread import MAX_REPLY, ThreadAuthor
from viewmark.errors import ElementNotFound, InvalidOption, NoAnnotations, TabNotFound

if TYPE_CHECKING:
    from viewmark.drawmode.controller import DrawMode
    from viewmark.drawmode.model import DrawnAnnotation
    from viewmark.drawmode.session import DrawnSession
    from viewmark.drawmode.store import DrawingStore
    from viewmark.drawmode.thread import ThreadStatus


def find_mark(session: DrawnSession, annotation: int | str) -> tuple[int, DrawnAnnotation]:
    """Number and annotation of a session, by its number, its id or the id of its detail.

    Raises:
        NoAnnotations: the human discarded the drawing.
        InvalidOption: no such annotation.
    """
    if session.status is SessionStatus.CANCELLED:
        raise NoAnnotations("The user discarded this drawing.")
    label = session.label_of(annotation)
    found = next((m for i, m in enumerate(session.annotations(), 1) if i == label), None)
    if label is None or found is None:
        raise InvalidOption(
            f"The drawing has {len(session.marks)} annotations; {annotation!r:.80} is not one "
            "of them.",
            param="annotation",
        )
    return label, found


async def write_reply(
    mode: DrawMode,
    annotation: int | str,
    text: str = "",
    *,
    status: ThreadStatus | None = None,
    correlation_id: str | None = None,
) -> DrawnAnnotation:
    """The agent writes about an annotation, or says how it stands; the human sees it there.

    Args:
        mode: the draw mode of this server.
        annotation: its number, its id, or the id of its detail.
        text: plain words, at most 2,000 characters.
        status: how it stands from now on; None leaves it.
        correlation_id: `dm_...`; the newest session if omitted.

    Returns:
        The annotation with its thread.

    Raises:
        NoAnnotations: there is no session, or the human discarded it.
        CorrelationExpired: the id is unknown or too old.
        InvalidOption: no such annotation, nothing to say, too many words, or a full thread.
    """
    session = mode.store.session(correlation_id)
    label, found = find_mark(session, annotation)
    if not isinstance(text, str) or len(text) > MAX_REPLY:
        raise InvalidOption(f"text must have at most {MAX_REPLY} characters.", param="text")
    words = intake.words(text, MAX_REPLY, lines=True).strip()
    if not words and status is None:
        raise InvalidOption("A reply needs text or a status.", param="text")
    wall = round(time.time() * 1000)
    if not session.write(found.id, ThreadAuthor.AGENT, words, wall, status):
        raise InvalidOption(f"The thread of annotation {label} is full.", param="annotation")
    mode.store.touch(session)
    await mode.show_threads(session, [found.id])
    return replace(found, thread=session.thread(found.id))


def target_of_drawing(store: DrawingStore, page_id: str, correlation_id: str, number: int) -> str:
    """The element under a mark: its ref, or a selector where it has none.

    Args:
        store: where it was drawn.
        page_id: the tab that the action is for; a drawing may lie on several.
        correlation_id: the drawing.
        number: of the mark, from 1.

    Raises:
        CorrelationExpired: no such drawing any more.
        ElementNotFound: it has no such number, or nothing lies under that mark.
        TabNotFound: the mark was drawn on another tab.
    """
    marks = store.session(correlation_id).annotations()
    if not 1 <= number <= len(marks):
        raise ElementNotFound(
            f"The drawing has {len(marks)} marks, none is number {number}.", param="label"
        )
    mark = marks[number - 1]
    if mark.page_id != page_id:
        raise TabNotFound(f"Mark {number} was drawn on tab {mark.page_id}.", param="tab_id")
    hit = next((each for each in mark.elements if each.relation != "near"), None)
    if hit is None:
        raise ElementNotFound(
            f"No element lies under mark {number}.",
            hint="Use its rect with x, y in CSS px: at(x, y, css=True), coordinates: 'css'.",
            param="label",
        )
    return hit.ref or hit.selector
