"""Returns the details of one annotation: its element's current state, a crop, a report."""

from __future__ import annotations

import contextlib
from typing import Any

from viewmark.drawmode import intake
from viewmark.drawmode.controller import DrawMode
from viewmark.drawmode.model import DrawnAnnotation, place_of
from viewmark.drawmode.read import redacted_marks, redactor_of
from viewmark.drawmode.render import DrawnPicture
from viewmark.drawmode.report import ReportSection, markdown
from viewmark.drawmode.session import DrawnSession, SessionStatus
from viewmark.drawmode.since import MarkComparison, compare_mark
from viewmark.errors import DrawModePageNavigated, ElementNotFound, NoAnnotations, NotComparable
from viewmark.stages import recording


@recording("draw_detail")
async def annotation_detail(
    mode: DrawMode, correlation_id: str, *, crop: bool = True
) -> tuple[dict[str, Any], tuple[DrawnPicture, ...]]:
    """Return the current details of an annotation's element, and a crop of its picture.

    After the drawing has ended, `changed` also lists in sentences what has changed inside the mark
    since then. If anything has changed, the pictures show that area before and now, instead of the
    crop.

    Args:
        mode: the draw mode of this server.
        correlation_id: ID of the annotation's details (`ann_detail_...`).
        crop: whether to include a picture of the surroundings.

    Returns:
        The object defined by the specification, and the pictures, if any. If the element differs
        from the one that was drawn on, `warning` is `element_changed` and `original_summary` is
        kept.

    Raises:
        CorrelationExpired: the ID is unknown, or older than 10 minutes.
        ElementNotFound: no element on the page matches any more.
        DrawModePageNavigated: the page that was drawn on is no longer shown.
    """
    session, mark = mode.store.annotation(correlation_id)
    hit = mark.elements[0] if mark.elements else None
    if hit is None:
        raise ElementNotFound(
            "No element lies under this annotation.",
            hint="Use its rect and the picture.",
            correlation_id=correlation_id,
        )
    tab = mode.tabs.get(mark.page_id)
    if tab is None or place_of(tab.page.url) != place_of(mark.page_url):
        address = redactor_of(mode, mark.page_id)(mark.page_url)
        raise DrawModePageNavigated(
            f"The annotation was drawn on {address}, which is no longer shown.",
            page_url=address,
            element_summary=mark.element_summary,
        )
    frame = tab.page.frames.get(hit.frame_id) if hit.frame_id else None
    key = hit.key if mark.document == tab.document else ""
    selector = hit.selector.split(" >> ")[-1] if hit.frame_id else hit.selector
    reply = await tab.overlay.detail(frame, key=key, selector=selector, print=hit.print)
    since = await _since(mode, session, mark, crops=crop)
    changed: dict[str, Any] = {}
    if since is not None:
        changed["changed"] = [each.sentence for each in since.comparison.changes]
    if reply is None:
        raise ElementNotFound(
            "The element of this annotation is no longer on the page.",
            hint="element_changed: it was " + (mark.element_summary or "not described") + ".",
            original_summary=mark.element_summary,
            warning="element_changed",
            **changed,
        )
    out = _check_reply(reply)
    out = {"correlation_id": correlation_id, "ref": hit.ref} | out
    if reply.get("changed") is True:
        out |= {"warning": "element_changed", "original_summary": mark.element_summary}
    out |= changed
    if not crop:
        return out, ()
    if since is not None and since.comparison.changes:
        return out, tuple(each for each in (since.before, since.after) if each is not None)
    one = await _crop(mode, session, mark)
    return out, () if one is None else (one,)


async def _since(
    mode: DrawMode, session: DrawnSession, mark: DrawnAnnotation, *, crops: bool
) -> MarkComparison | None:
    """Return the changes in the area of an annotation; None if they cannot be determined."""
    try:
        return await compare_mark(mode, session, mark, crops=crops)
    except NotComparable:
        return None


_TEXTS = {"selector": 2_000, "tag": 60, "role": 60, "name": 200, "text_content": 200, "id": 200}


def _check_reply(reply: Any) -> dict[str, Any]:
    """Validate and limit the page's report; for secret fields keep only tag, selector and box."""
    out: dict[str, Any] = {}
    private = reply.get("private") is not False
    names = ("selector", "tag") if private else tuple(_TEXTS)
    for name in names:
        out[name] = intake.words(reply.get(name), _TEXTS[name])
    with contextlib.suppress(intake.InvalidMessage):
        out["bounding_rect"] = intake.rect(reply.get("bounding_rect")).to_json(1)
    if private:
        return out | {"private": True}
    classes = reply.get("classes")
    out["classes"] = (
        [intake.words(c, 100) for c in classes[:30]] if isinstance(classes, list) else []
    )
    for name in ("computed_styles", "attributes"):
        table = reply.get(name)
        if isinstance(table, dict):
            pairs = list(table.items())[:60]
            out[name] = {intake.words(k, 60): intake.words(v, 200) for k, v in pairs}
    out["parent_selector"] = intake.words(reply.get("parent_selector"), 2_000)
    children = reply.get("children")
    if isinstance(children, int):
        out["children"] = children
    return out


async def _crop(
    mode: DrawMode, session: DrawnSession, mark: DrawnAnnotation
) -> DrawnPicture | None:
    return await mode.pictures.crop(session, mark, [tab.page for tab in mode.tabs.values()])


@recording("draw_report")
async def annotation_report(
    mode: DrawMode, correlation_id: str | None = None, *, pictures: bool = True
) -> str:
    """Return a Markdown document of a session with crops, for a ticket.

    Args:
        mode: the draw mode of this server.
        correlation_id: ID of the session (`dm_...`); the newest session if omitted.
        pictures: whether to include crops and the whole picture as data URLs.

    Raises:
        NoAnnotations: there has been no session, or the user discarded the drawing.
        CorrelationExpired: the ID is unknown or older than 10 minutes.
    """
    session = mode.store.session(correlation_id)
    if session.status is SessionStatus.CANCELLED:
        raise NoAnnotations("The user discarded this drawing.")
    sections = []
    for mark in redacted_marks(mode, session):
        since = await _since(mode, session, mark, crops=pictures)
        crops = [await _crop(mode, session, mark)] if pictures else []
        changed: tuple[str, ...] = ()
        if since is not None and since.comparison.changes:
            changed = tuple(each.sentence for each in since.comparison.changes)
            crops = [since.before, since.after] if pictures else []
        addresses = tuple(_data_address(each) for each in crops if each is not None)
        sections.append(ReportSection(mark, addresses, changed))
    made = mode.pictures.pictures_of(session.id).marked if pictures else []
    return markdown(session, sections, [_data_address(p) for p in made])


def _data_address(picture: DrawnPicture) -> str:
    return f"data:image/{picture.format};base64,{picture.base64}"
