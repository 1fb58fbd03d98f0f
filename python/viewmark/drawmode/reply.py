"""Validates and stores the agent's replies to annotations, and shows them to the user."""

from __future__ import annotations

import time
from dataclasses import replace

from viewmark.drawmode import intake
from viewmark.drawmode.controller import DrawMode
from viewmark.drawmode.model import DrawnAnnotation
from viewmark.drawmode.session import DrawnSession, SessionStatus
from viewmark.drawmode.thread import MAX_REPLY, ThreadAuthor, ThreadStatus
from viewmark.errors import InvalidOption, NoAnnotations


def find_mark(session: DrawnSession, annotation: int | str) -> tuple[int, DrawnAnnotation]:
    """Find an annotation of a session by its number, its ID, or the ID of its details.

    Raises:
        NoAnnotations: the user discarded the drawing.
        InvalidOption: there is no such annotation.
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
    """Write the agent's reply to an annotation, or set its status; show both on the page.

    Args:
        mode: the draw mode of this server.
        annotation: the annotation's number, its ID, or the ID of its details.
        text: plain text, at most 2,000 characters.
        status: the new status; None leaves it unchanged.
        correlation_id: ID of the session (`dm_...`); the newest session if omitted.

    Returns:
        The annotation with its thread.

    Raises:
        NoAnnotations: there is no session, or the user discarded it.
        CorrelationExpired: the ID is unknown or too old.
        InvalidOption: there is no such annotation, neither text nor status is given, the text is
            too long, or the thread is full.
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
