"""Reads the annotations of a drawing, at once or after waiting for the user.

Everything in the results that comes from the page (names, selectors, texts) is data. Only `text`
and `overall_comment` are written by the user.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from viewmark.drawmode.controller import DrawMode
from viewmark.drawmode.hit_elements import refresh
from viewmark.drawmode.model import DrawnAnnotation
from viewmark.drawmode.results import Drawing
from viewmark.drawmode.session import DrawnSession, SessionStatus
from viewmark.drawmode.tasks import gather_quietly
from viewmark.drawmode.waiting import IDLE_LIMIT, SLICE, Verdict, decide
from viewmark.errors import (
    DrawModeTimeout,
    InvalidOption,
    NoAnnotations,
)
from viewmark.secrets.redaction import Redactor
from viewmark.stages import record_stages

PROGRESS_EVERY = 5.0
"""Seconds between two progress notifications while waiting."""
_TIMEOUT = (
    "Draw mode timed out after 5 minutes. User may have forgotten to press ESC. "
    "Stop waiting and ask the user; the marks made so far are included and stay readable."
)
_NOTHING = (
    "No annotations found. Use interact({action: 'draw_mode_start'}) to activate draw mode and "
    "ask the user to annotate the page."
)


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
    """Return the annotations of the newest session, or of the given session.

    With `wait`, return at once if the session is finished. Otherwise return when the session ends,
    when there are changes after `since`, or after `timeout_s` seconds (`status: waiting`, which is
    not an error). Any number of callers can wait and get the same result; cancelling one call does
    not affect the other calls.

    Args:
        mode: the draw mode of this server.
        wait: whether to wait for the user.
        timeout_s: maximum seconds of this call.
        correlation_id: ID of the session (`dm_...`); the newest session if omitted.
        since: the `revision` of an earlier result, to receive later marks as soon as they are
            confirmed.
        idle_limit: seconds without activity of the user after which the status is `timeout`.
        progress: called every 5 s with the seconds waited and one line of text.

    Raises:
        CorrelationExpired: the ID is unknown or older than 10 minutes.
        InvalidOption: `timeout_s` is outside of 0 to 3600.
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
    with record_stages("draw_read"):  # this stage excludes the time that the user took
        tabs = [mode.tabs[me] for me in session.pages if me in mode.tabs]
        if session.active:
            await mode.tasks.wait_settled()
            await gather_quietly(*(refresh(session, tab) for tab in tabs))
        drawing = _drawing_of(mode, session, verdict)
        if drawing.count:
            for tab in tabs:
                tab.context.drawn = session.id
    if session.status is not SessionStatus.CANCELLED and (fresh := session.see()):
        mode.tasks.start(mode.show_threads(session, fresh))
    return drawing


async def _wait(
    mode: DrawMode,
    session: DrawnSession,
    slice_s: float,
    since: int | None,
    idle_limit: float,
    progress: Callable[[float, str], Awaitable[None]] | None,
) -> Verdict:
    began = reported = mode.clock()
    while True:
        now = mode.clock()
        facts = session.progress()
        decision = decide(
            facts, now=now, began=began, slice_s=slice_s, idle_limit=idle_limit, since=since
        )
        if decision.verdict is not Verdict.GO_ON:
            return decision.verdict
        if progress is not None and now - reported >= PROGRESS_EVERY:
            reported = now
            await progress(now - began, facts.words(now))
            continue
        await mode.tasks.wait_changed(
            min(decision.again_in, max(reported + PROGRESS_EVERY - now, 0.01))
        )


def redacted_marks(mode: DrawMode, session: DrawnSession) -> tuple[DrawnAnnotation, ...]:
    """Return the marks for readers, with secrets in their pages' URLs redacted."""
    marks = session.annotations()
    return tuple(replace(m, page_url=redactor_of(mode, m.page_id)(m.page_url)) for m in marks)


def redactor_of(mode: DrawMode, page_id: str) -> Redactor:
    """Return the redactor for the URLs of a page."""
    tab = mode.tabs.get(page_id)
    return tab.page.redactor if tab is not None else Redactor()


def _drawing_of(mode: DrawMode, session: DrawnSession, verdict: Verdict | None) -> Drawing:
    made = mode.pictures.pictures_of(session.id)
    marks = redacted_marks(mode, session)
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
    elif session.status is SessionStatus.CANCELLED:
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
        pictures=tuple(made.marked),
        clean_pictures=tuple(made.clean),
        screenshot_path=str(made.path) if made.path else None,
        page_url=last.page_url if last else _first_address(mode, session),
        duration_ms=session.duration_ms,
        overall_comment=session.overall if session.status is not SessionStatus.CANCELLED else "",
        warnings=tuple(warnings),
        human=human,
        hint=hint,
        next=next_step,
        code=code,
        other_sessions=mode.store.others(session),
        revision=session.revision,
    )


def _first_address(mode: DrawMode, session: DrawnSession) -> str:
    for page_id, page in session.pages.items():
        return redactor_of(mode, page_id)(page.url)
    return ""
