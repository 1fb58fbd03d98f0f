"""Applies one message from the overlay to the session, and returns the next step."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from viewmark.drawmode import intake
from viewmark.drawmode.model import DrawnAnnotation
from viewmark.drawmode.session import DrawnSession, SessionStatus, Trigger
from viewmark.drawmode.thread import MAX_REPLY, ThreadAuthor, ThreadStatus

_BY_HUMAN = {"resolve": ThreadStatus.RESOLVED, "reopen": ThreadStatus.OPEN}


@dataclass(frozen=True, slots=True)
class OverlayMessage:
    """A message from the overlay; its sender has been verified, but not its content."""

    kind: str
    data: Mapping[str, Any] = field(repr=False)
    document: str
    """ID of the document that sent the message; it changes with every load."""

    @property
    def mark_id(self) -> str:
        """ID of the mark that the message concerns; "" if none."""
        record = self.data.get("mark")
        return str((record if isinstance(record, Mapping) else self.data).get("id", ""))


FollowUp: TypeAlias = "Literal['describe', 'show_thread', 'renumber'] | SessionStatus"
"""Next step of the controller after a message: describe a confirmed annotation and take its
screenshot, show its thread or new numbers in every overlay, or finish with a status."""


def apply(
    session: DrawnSession, page_id: str, message: OverlayMessage, now: float, wall: int
) -> FollowUp | None:
    """Apply one message to the active session.

    Args:
        session: the active session.
        page_id: the tab whose overlay sent the message.
        message: the message.
        now: current time in seconds on the store's clock.
        wall: current time in milliseconds since 1970.

    Raises:
        InvalidMessage: a field is invalid; nothing was changed except the time of last activity.
    """
    data, kind = message.data, message.kind
    session.act(now, key=data.get("key") is True)
    if kind == "state":
        with contextlib.suppress(ValueError):
            session.step(page_id, Trigger(data.get("trigger")))
    elif kind == "draft":
        mark = _mark(session, page_id, message)
        session.page(page_id).draft = None if mark.id in session.marks else mark
    elif kind == "mark":
        order = data.get("order")
        if session.put(_mark(session, page_id, message)) and isinstance(order, list):
            session.restore([i for i in order if isinstance(i, str)])
        return "describe"
    elif kind in ("reply", "resolve", "reopen"):
        text = intake.words(data.get("text"), MAX_REPLY, lines=True).strip()
        status = _BY_HUMAN.get(kind)
        if text or status is not None:
            session.write(message.mark_id, ThreadAuthor.HUMAN, text, wall, status)
        return "show_thread"
    elif kind == "remove":
        return "renumber" if session.drop(message.mark_id) else None
    elif kind == "overall":
        session.overall = intake.words(data.get("text"), intake.MAX_TEXT, lines=True)
    elif kind == "url":
        session.page(page_id).url = intake.words(data.get("url"), 2_000)
        session.warn("page_navigated")
    elif kind in ("done", "cancel"):
        return SessionStatus.SUCCESS if kind == "done" else SessionStatus.CANCELLED
    return None


def _mark(session: DrawnSession, page_id: str, message: OverlayMessage) -> DrawnAnnotation:
    """Parse the mark in a message; if it is an edited mark, keep the refs of its elements."""
    mark = intake.annotation(message.data.get("mark"), page_id=page_id, document=message.document)
    before = session.marks.get(mark.id)
    if before is None or before.document != mark.document:
        return mark
    refs = {(hit.frame_id, hit.key): hit.ref for hit in before.elements}
    hits = tuple(replace(h, ref=refs.get((h.frame_id, h.key))) for h in mark.elements)
    return replace(mark, elements=hits)
