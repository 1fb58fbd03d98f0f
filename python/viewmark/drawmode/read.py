"""What the agent reads of a drawing: the annotations, waiting for them, details, the report.

Everything in the answers that came from the page (names, selectors, texts) is data, not words of
the human; the human's words are `text` and `overall_comment` alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from viewmark.drawmode import intake
from viewmark.drawmode.anchors import refresh
from viewmark.drawmode.hit_elements import gather_quietly
from viewmark.drawmode.model import DrawnAnnotation
from viewmark.drawmode.outgoing import place_of
from viewmark.drawmode.render import DrawnPicture, crop_of
from viewmark.drawmode.report import Section, markdown
from viewmark.drawmode.session import Status
from viewmark.drawmode.waiting import IDLE_LIMIT, SLICE, Verdict, decide
from viewmark.errors import (
    DrawModePageNavigated,
    DrawModeTimeout,
    ElementNotFound,
    InvalidOption,
    NoAnnotations,
    ViewmarkError,
)
from viewmark.geometry import Bounds
from viewmark.redaction import Redactor

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from viewmark.drawmode.controller import DrawMode
    from viewmark.drawmode.session import Session

__all__ = ["Drawing", "annotation_detail", "annotation_report", "read_annotations"]

PROGRESS_EVERY = 5.0
"""Seconds between two notices while waiting."""
_TIMEOUT = (
    "Draw mode timed out after 5 minutes. User may have forgotten to press ESC. "
    "Stop waiting and ask the user; the marks made so far are included and stay readable."
)
_NOTHING = (
    "No annotations found. Use interact({action: 'draw_mode_start'}) to activate draw mode and "
    "ask the user to annotate the page."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """One reading of a session."""

    status: str
    """`success`, `cancelled`, `page_closed`, `timeout`, `waiting` or `active`."""
    correlation_id: str | None
    annotations: tuple[DrawnAnnotation, ...] = ()
    pictures: tuple[DrawnPicture, ...] = ()
    """Marked; one per viewport that holds marks."""
    clean_pictures: tuple[DrawnPicture, ...] = ()
    screenshot_path: str | None = None
    page_url: str = ""
    duration_ms: int = 0
    overall_comment: str = ""
    warnings: tuple[str, ...] = ()
    human: str = ""
    """While it goes on: `typing`, `active` or `idle`."""
    hint: str = ""
    next: str = ""
    code: str | None = None
    """The error code that belongs to the status, for example `draw_mode_timeout`."""
    other_sessions: tuple[str, ...] = ()
    revision: int = 0
    """Pass it as `since` to wait for what comes after."""

    @property
    def count(self) -> int:
        """Confirmed annotations."""
        return len(self.annotations)

    def raise_for_status(self) -> Drawing:
        """Itself, unless there is no drawing or its human did not finish.

        Raises:
            NoAnnotations: no session has taken place.
            DrawModeTimeout: nobody finished within the limit.
        """
        if self.code == NoAnnotations.code:
            raise NoAnnotations("No annotations found.")
        if self.code == DrawModeTimeout.code:
            raise DrawModeTimeout("The user did not finish drawing in time.", count=self.count)
        return self

    def to_json(self) -> dict[str, Any]:
        """The specification's object with the additions of the interface; no pictures."""
        out: dict[str, Any] = {
            "status": self.status,
            "count": self.count,
            "annotations": [a.to_json(label=i) for i, a in enumerate(self.annotations, 1)],
        }
        optional: dict[str, Any] = {
            "correlation_id": self.correlation_id,
            "overall_comment": self.overall_comment,
            "screenshot_path": self.screenshot_path,
            "page_url": self.page_url,
            "duration_ms": self.duration_ms if self.correlation_id else None,
            "pictures": [p.to_json() for p in self.pictures],
            "warnings": list(self.warnings),
            "human": self.human,
            "error_code": self.code,
            "hint": self.hint,
            "next": self.next,
            "other_sessions": list(self.other_sessions),
            "revision": self.revision if self.status in ("waiting", "active") else None,
        }
        pages = {a.page_url: a.page_title for a in self.annotations}
        if len(pages) > 1:
            out["pages"] = [{"url": url, "title": title} for url, title in pages.items()]
        return out | {k: v for k, v in optional.items() if v not in (None, "", [], ())}


async def read_annotations(
    mode: DrawMode,
    *,
    wait: bool = False,
    timeout_s: float = SLICE,
    correlation_id: str | None = None,
    since: int | None = None,
    idle_limit: float = IDLE_LIMIT,
    progress: Callable[[float, str], Awaitable[None]] | None = None,
) -> Drawing:
    """The newest session's annotations, or those of one session.

    With `wait` it returns at once if the session is finished; else when it ends, when something
    beyond `since` is there, or when the slice is over (`status: waiting`, not an error). Any
    number of waiters get the same; a cancelled one takes nothing away.

    Args:
        mode: the draw mode of this server.
        wait: whether to wait for the human.
        timeout_s: seconds of this slice.
        correlation_id: `dm_...`; the newest session if omitted.
        since: a `revision`, to get marks as they are confirmed.
        idle_limit: seconds without an act of the human after which the status is `timeout`.
        progress: called every 5 s with the seconds waited and one line of words.

    Raises:
        CorrelationExpired: the id is unknown or older than 10 minutes.
        InvalidOption: `timeout_s` outside 0 to 3600.
    """
    if isinstance(timeout_s, bool) or not 0 <= timeout_s <= 3600:
        raise InvalidOption(f"timeout_s must be 0 to 3600, not {timeout_s!r}.", param="timeout_s")
    try:
        session = mode.store.session(correlation_id)
    except NoAnnotations as none:
        return Drawing(status="success", correlation_id=None, hint=_NOTHING, code=none.code)
    verdict = None
    if wait:
        verdict = await _wait(mode, session, timeout_s, since, idle_limit, progress)
    if session.active:
        await mode.settled()
        tabs = [mode.tabs[me] for me in session.pages if me in mode.tabs]
        await gather_quietly(*(refresh(session, tab) for tab in tabs))
    return _read(mode, session, verdict)


async def _wait(
    mode: DrawMode,
    session: Session,
    slice_s: float,
    since: int | None,
    idle_limit: float,
    progress: Callable[[float, str], Awaitable[None]] | None,
) -> Verdict:
    began = told = mode.clock()
    while True:
        now = mode.clock()
        facts = session.progress()
        decision = decide(
            facts, now=now, began=began, slice_s=slice_s, idle_limit=idle_limit, since=since
        )
        if decision.verdict is not Verdict.GO_ON:
            return decision.verdict
        if progress is not None and now - told >= PROGRESS_EVERY:
            told = now
            await progress(now - began, facts.words(now))
            continue
        await mode.changed(min(decision.again_in, max(told + PROGRESS_EVERY - now, 0.01)))


def _told(mode: DrawMode, session: Session) -> tuple[DrawnAnnotation, ...]:
    """The marks as they are told: without secrets in the addresses of their pages."""
    marks = session.annotations()
    return tuple(replace(m, page_url=_redactor(mode, m.page_id)(m.page_url)) for m in marks)


def _redactor(mode: DrawMode, page_id: str) -> Redactor:
    tab = mode.tabs.get(page_id)
    return tab.overlay.page.redactor if tab is not None else Redactor()


def _read(mode: DrawMode, session: Session, verdict: Verdict | None) -> Drawing:
    made = mode.pictures.get(session.id)
    marks = _told(mode, session)
    now = mode.clock()
    facts = session.progress()
    status, human, next_step, code, hint = session.status.value, "", "", None, ""
    if session.active:
        human = "typing" if facts.typing(now) else "idle"
        if human == "idle" and facts.last_act > facts.started and now - facts.last_act < 30:
            human = "active"
        if verdict is Verdict.TIMEOUT:
            status, code, hint = "timeout", DrawModeTimeout.code, _TIMEOUT
        else:
            status = "active" if verdict is None else "waiting"
            next_step = (
                "The user is still drawing: call analyze({what: 'annotations', wait: true, "
                f"correlation_id: '{session.id}'}}) again."
            )
    elif session.status is Status.CANCELLED:
        hint = "The user discarded the drawing; ask before starting draw mode again."
        marks = ()
    elif not marks:
        hint = "The user finished without marking anything; ask what to look at, or try again."
    warnings = list(session.warnings)
    for warning in (m.warning or m.anchor.warning for m in marks):
        if warning and warning not in warnings:
            warnings.append(warning)
    last = marks[-1] if marks else None
    return Drawing(
        status=status,
        correlation_id=session.id,
        annotations=marks,
        pictures=tuple(made.marked) if made else (),
        clean_pictures=tuple(made.clean) if made else (),
        screenshot_path=str(made.path) if made and made.path else None,
        page_url=last.page_url if last else _first_address(mode, session),
        duration_ms=session.duration_ms,
        overall_comment=session.overall if session.status is not Status.CANCELLED else "",
        warnings=tuple(warnings),
        human=human,
        hint=hint,
        next=next_step,
        code=code,
        other_sessions=mode.store.others(session),
        revision=session.revision,
    )


def _first_address(mode: DrawMode, session: Session) -> str:
    for page_id, page in session.pages.items():
        return _redactor(mode, page_id)(page.url)
    return ""


async def annotation_detail(
    mode: DrawMode, correlation_id: str, *, crop: bool = True
) -> tuple[dict[str, Any], DrawnPicture | None]:
    """Everything about the element of one annotation, read now, and a crop of its picture.

    Args:
        mode: the draw mode of this server.
        correlation_id: `ann_detail_...` of one annotation.
        crop: with a picture of the surroundings.

    Returns:
        The specification's object, and the picture if there is one. When the element differs from
        the one that was drawn on, `warning` is `element_changed` and `original_summary` is kept.

    Raises:
        CorrelationExpired: unknown, or older than 10 minutes.
        ElementNotFound: nothing on the page matches any more.
        DrawModePageNavigated: the page that it was drawn on is no longer shown.
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
    if tab is None or place_of(tab.overlay.page.url) != place_of(mark.page_url):
        address = _redactor(mode, mark.page_id)(mark.page_url)
        raise DrawModePageNavigated(
            f"The annotation was drawn on {address}, which is no longer shown.",
            page_url=address,
            element_summary=mark.element_summary,
        )
    frame = tab.overlay.page.frames.get(hit.frame_id) if hit.frame_id else None
    key = hit.key if mark.document == tab.document else ""
    selector = hit.selector.split(" >> ")[-1] if hit.frame_id else hit.selector
    reply = await tab.overlay.detail(frame, key=key, selector=selector, print=hit.print)
    if reply is None:
        raise ElementNotFound(
            "The element of this annotation is no longer on the page.",
            hint="element_changed: it was " + (mark.element_summary or "not described") + ".",
            original_summary=mark.element_summary,
            warning="element_changed",
        )
    out = _checked(reply)
    out = {"correlation_id": correlation_id, "ref": hit.ref} | out
    if reply.get("changed") is True:
        out |= {"warning": "element_changed", "original_summary": mark.element_summary}
    return out, await _crop(mode, session, mark) if crop else None


_TEXTS = {"selector": 2_000, "tag": 60, "role": 60, "name": 200, "text_content": 200, "id": 200}


def _checked(reply: Any) -> dict[str, Any]:
    """What the page said, bounded; of fields with secrets only tag, selector and place."""
    out: dict[str, Any] = {}
    private = reply.get("private") is not False
    names = ("selector", "tag") if private else tuple(_TEXTS)
    for name in names:
        out[name] = intake.words(reply.get(name), _TEXTS[name])
    try:
        box = intake.rect(reply.get("bounding_rect"))
        sides = zip(("x", "y", "width", "height"), box.as_tuple(), strict=True)
        out["bounding_rect"] = {k: round(v, 1) for k, v in sides}
    except intake.InvalidMessage:
        pass
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


async def _crop(mode: DrawMode, session: Session, mark: DrawnAnnotation) -> DrawnPicture | None:
    """The part of the clean picture around a mark."""
    gallery = mode.galleries.get(session.id)
    for shot, marks in gallery.groups(session.annotations()) if gallery else ():
        for _, each, rect in marks:
            if each.id != mark.id:
                continue
            view = shot.viewport
            left, top = max(rect.x - 24, 0.0), max(rect.y - 24, 0.0)
            right, bottom = min(rect.right + 24, view.width), min(rect.bottom + 24, view.height)
            if right - left < 1 or bottom - top < 1:
                return None
            around = Bounds(left, top, right - left, bottom - top)
            for tab in mode.tabs.values():
                try:
                    return await crop_of(tab.overlay.page, shot, marks, around, max_base64=120_000)
                except ViewmarkError:
                    continue
    return None


async def annotation_report(
    mode: DrawMode, correlation_id: str | None = None, *, pictures: bool = True
) -> str:
    """A Markdown document of a session with crops, for a ticket.

    Args:
        mode: the draw mode of this server.
        correlation_id: `dm_...`; the newest session if omitted.
        pictures: with crops and the whole picture as data addresses.

    Raises:
        NoAnnotations: no session has taken place.
        CorrelationExpired: the id is unknown or older than 10 minutes.
    """
    session = mode.store.session(correlation_id)
    if session.status is Status.CANCELLED:
        raise NoAnnotations("The user discarded this drawing.")
    sections = []
    for mark in _told(mode, session):
        crop = await _crop(mode, session, mark) if pictures else None
        url = f"data:image/{crop.format};base64,{crop.base64}" if crop is not None else None
        sections.append(Section(mark, url))
    made = mode.pictures.get(session.id)
    whole = [
        f"data:image/{p.format};base64,{p.base64}"
        for p in (made.marked if made and pictures else ())
    ]
    return markdown(session, sections, whole)
