"""Updates anchors and refs of a tab's annotations: same, moved, changed or gone."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from viewmark.drawmode import intake
from viewmark.drawmode.hit_elements import link
from viewmark.drawmode.model import Anchor, AnchorState

if TYPE_CHECKING:
    from viewmark.drawmode.session import DrawnSession
    from viewmark.drawmode.tabs import ArmedTab


async def refresh(session: DrawnSession, tab: ArmedTab) -> None:
    """Bring anchors and refs of a tab's marks up to date."""
    await anchor_marks(session, tab)
    await link_marks(session, tab)


async def anchor_marks(session: DrawnSession, tab: ArmedTab) -> None:
    """What became of the marks' elements; the overlay must be there still."""
    found: dict[str, Anchor] = {}
    for record in await tab.overlay.anchors():
        with contextlib.suppress(ValueError):
            rect = record.get("rect")
            found[str(record.get("id"))] = Anchor(
                AnchorState(record.get("state")), None if rect is None else intake.rect(rect)
            )
            _rekey(session, tab, record)
    for identity, anchor in found.items():
        mark = session.marks.get(identity)
        if mark is not None:
            session.marks[identity] = replace(mark, anchor=anchor)
    await _read_frames(session, tab)


async def link_marks(session: DrawnSession, tab: ArmedTab) -> None:
    """Give the marks' elements their refs."""
    for identity, mark in (await link(tab.context, session.annotations(), tab.document)).items():
        if identity in session.marks:
            session.marks[identity] = replace(session.marks[identity], elements=mark.elements)


async def _read_frames(session: DrawnSession, tab: ArmedTab) -> None:
    """What became of elements inside frames; the top document sees only the frame."""
    for mark in session.annotations():
        first = mark.elements[0] if mark.elements else None
        if first is None or not first.frame_id or mark.document != tab.document:
            continue
        frame = tab.overlay.page.frames.get(first.frame_id)
        reply = None
        if frame is not None:
            selector = first.selector.split(" >> ")[-1]
            reply = await tab.overlay.detail(
                frame, key=first.key, selector=selector, print=first.print
            )
        if reply is None:
            lost = Anchor(AnchorState.GONE)
        elif reply.get("changed") is True:
            lost = replace(mark.anchor, state=AnchorState.CHANGED)
        else:
            continue
        session.marks[mark.id] = replace(session.marks[mark.id], anchor=lost)


def _rekey(session: DrawnSession, tab: ArmedTab, record: Any) -> None:
    """A mark of an earlier load whose element was found again has a number here."""
    mark, key = session.marks.get(str(record.get("id"))), record.get("key")
    if mark is None or mark.document == tab.document or not mark.elements:
        return
    if isinstance(key, str) and key.isdigit() and not mark.elements[0].frame_id:
        first = replace(mark.elements[0], key=key)
        others = tuple(replace(hit, key="") for hit in mark.elements[1:])
        session.marks[mark.id] = replace(
            mark, elements=(first, *others), document=tab.document, page_id=tab.overlay.id
        )
