"""Verified mouse presses: hit test before, click guard during, report of effects after.

A press has three steps:

- `aim` (one round trip and one rendered frame).
- The press itself: move, press and release are sent together. In every frame on the way to the
  target, a guard script blocks the press if it would hit another element.
- One check of the page afterwards. Browser events report the effects: a navigation, dialog, new
  tab, file chooser or download. No step waits only for a reply that may never come: for example, a
  page that enters the back/forward cache never replies to the last call.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from viewmark.browser import scripts, wire
from viewmark.browser.actions import input as hand
from viewmark.browser.actions import touch
from viewmark.browser.actions.keys import Modifier
from viewmark.browser.actions.results import (
    ClickablePoint,
    ElementSummary,
    HitTest,
    ScrollDelta,
    covered_error,
    in_session,
)
from viewmark.browser.actions.side_effects import SideEffects
from viewmark.browser.cdp.session import Session
from viewmark.browser.downloads import Download
from viewmark.browser.frames.geometry import FrameGeometry, frame_of_owner
from viewmark.browser.frames.table import Frame
from viewmark.browser.node_gone import NodeChanged
from viewmark.browser.opened_tabs import OpenedTab
from viewmark.browser.page_target import PageTarget
from viewmark.browser.secret_names import learn_secrets
from viewmark.browser.settling import LIMIT, note_input
from viewmark.elements.model import State
from viewmark.elements.words import words
from viewmark.errors import (
    DialogOpen,
    ElementCovered,
    ElementNotFound,
    PageNavigated,
    PressLost,
    TabNotFound,
    ViewmarkError,
)
from viewmark.stages import stage

RESTYLED = 80
"""Maximum characters of a report of the CSS classes that a click added or removed."""
AFTER_LIMIT = 3.0
"""Maximum seconds for the check after an action; a page that takes longer is reported as busy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """Effects of an action that were visible when the action ended."""

    hit: ElementSummary | None = None
    """The control that the press hit, as reported by the event itself."""
    intended: ElementSummary | None = None
    """The target of the action; None if the action was given a point instead of an element."""
    focused: ElementSummary | None = None
    """The focused element; None if there is none, or the page navigated."""
    state: State = field(default_factory=dict, repr=False)
    """State of `hit` after the action: `checked`, `pressed`, `selected`, `expanded` and `value`
    (for a secret field `valueState` instead). Properties that do not apply are absent.
    """
    navigated_to: str | None = None
    """New URL of the main document, with secrets redacted; None if the URL did not change."""
    navigating: bool = False
    """Whether a navigation has started but not committed."""
    scrolled: tuple[ScrollDelta, ...] = ()
    dialog: dict[str, str] | None = None
    """The open dialog, as `{kind, message}`."""
    file_chooser: dict[str, Any] | None = None
    """The file chooser that the page requested (it is not shown), as `{multiple}`."""
    outside: str = ""
    """Scheme of the URL that was passed to an external program, such as `tel`."""
    opened: tuple[str, ...] = ()
    """URLs of the tabs or windows that opened."""
    not_open: int = 0
    """Number of windows that the browser blocked, because it allows one new window per press."""
    tabs: tuple[OpenedTab, ...] = ()
    """The tabs of `opened` that are still open, with their IDs."""
    download: str | None = None
    """Suggested file name of the download that started."""
    downloads: tuple[Download, ...] = ()
    """Downloaded files with name and size, and with the path once complete."""
    pointer: Literal["mouse", "touch"] = "mouse"
    """The kind of pointer that was used."""
    replaced: bool = False
    """Whether the page removed the pressed element while the button was down, for example by
    re-rendering it, so that it received the press but no click.
    """
    no_click: bool = False
    """Whether a left press arrived but caused no click, although the element is not disabled."""
    restyled: str = ""
    """Classes that the pressed element or an ancestor gained (`+on`) or lost (`-off`)."""
    closed: bool = False
    """Whether the tab is closed by now, for whatever reason."""
    busy: bool = False
    """Whether the page stopped responding, so that its state is unknown."""

    @property
    def ended(self) -> bool:
        """Whether the page navigated, shows a dialog or is closed: no more effects can follow."""
        return self.closed or self.navigated_to is not None or self.dialog is not None


async def press(
    page: PageTarget,
    where: HitTest,
    *,
    button: hand.Button = "left",
    count: int = 1,
    modifiers: Modifier = Modifier.NONE,
    hold: float = 0.0,
    pointer: touch.Pointer = "auto",
    then: Callable[[SideEffects], Awaitable[None]] | None = None,
) -> Outcome:
    """Press at a point and report the effects.

    Args:
        page: the browser tab.
        where: a target (`ClickablePoint`, with the guard armed in its frame) or a plain point
            (`HitTest`).
        button: left, middle, right, back or forward.
        count: number of clicks; 2 for a double click.
        modifiers: modifier keys held during the press.
        hold: seconds between press and release.
        pointer: mouse or touch; the same as when the point was determined.
        then: callback that is awaited at the end, while effects of the press are still being
            recorded.

    Raises:
        ElementCovered: another element covered the target after the hit test; nothing was pressed.
        NodeChanged: the target's text changed after the hit test; nothing was pressed.
        ElementNotFound: the target was gone when the press had to be sent again.
        PressLost: no frame received the press, not even when it was sent a second time.
    """
    if isinstance(where, ClickablePoint) and where.inert:
        # the target is disabled and ignores pointer events, so there is nothing to press
        return Outcome(hit=where.hit, intended=where.target)
    meant = where.met
    is_touched = touch.choose_pointer(page, pointer, button) == "touch"
    is_long = is_touched and hold >= touch.LONG_PRESS
    # After a tap, the browser generates the click later, so wait for the click.
    is_off = where.hit is not None and where.hit.disabled
    awaited = count if is_touched and not is_long and not is_off else 0
    above = [link.frame for link in where.links[:-1]]
    is_whole = True

    async def read_reports() -> _Seen:
        here, *others = await asyncio.gather(
            scripts.call(
                page, where.frame, "afterPress", *where.inner, awaited, timeout=AFTER_LIMIT
            ),
            *(scripts.call(page, frame, "disarm", timeout=AFTER_LIMIT) for frame in above),
        )
        return _merge_reports(meant, list(zip([where.frame, *above], [here, *others], strict=True)))

    async def send(
        x: float, y: float, into: Session | None = None, *, move: bool
    ) -> tuple[Outcome, _Seen | None]:
        async def do() -> None:
            nonlocal is_whole
            press: dict[str, Any] = {"count": count, "modifiers": modifiers, "hold": hold}
            if is_touched:
                is_whole = await touch.tap(page, x, y, into=into, **press)
            else:
                is_whole = await hand.press(
                    page, x, y, button=button, into=into, move=move, **press
                )

        return await perform(page, where.links, do, read_reports, then=unless_lost)

    async def unless_lost(watch: SideEffects, seen: _Seen | None) -> None:
        watch.awaits_download = seen is not None and seen.saving
        if then is not None and (seen is None or seen.arrived):
            await then(watch)

    await arm_frames(page, where, again=False)
    outcome, seen = await send(*where.pointer, move=where.target is None)  # targets: moved before
    if _is_lost(outcome, seen) and is_whole:
        # The browser routes input into another process by the last rendered image, and may find no
        # route while nothing is rendered, for example under an emulated scale. Since no frame
        # received the press, it is safe to send it again: directly to the target frame's process if
        # that differs from the page's process.
        await scripts.call(page, where.frame, "nextFrame")
        await arm_frames(page, where, again=True)
        if where.frame.session is page.session:
            outcome, seen = await send(*where.pointer, move=True)
        else:
            outcome, seen = await send(*in_session(where), where.frame.session, move=True)
        if _is_lost(outcome, seen) and is_whole:
            raise PressLost(
                f"The press on {meant or 'the page'} reached no frame of the page, twice.",
                target=meant.to_json() if meant else None,
            )
    hit = where.hit
    # Unless another element was hit, report the element as it was before the press, because a
    # toggle button may have a different name by now.
    if seen is not None and seen.met is not None and not _is_same(seen.met, hit):
        hit = seen.met
    focused = seen.focused if seen else None
    no_click = (
        seen is not None
        and seen.clickless
        and button == "left"
        and is_whole
        and not is_long
        and not outcome.ended
        and not (hit is not None and (hit.disabled or hit.tag == "select"))
    )
    return replace(
        outcome,
        hit=hit,
        intended=where.target,
        focused=focused,
        replaced=seen is not None and seen.replaced,
        no_click=no_click,
        restyled=seen.restyled if seen is not None else "",
        pointer="touch" if is_touched else "mouse",
    )


def _is_same(one: ElementSummary, other: ElementSummary | None) -> bool:
    return other is not None and (one.frame_id, one.node_id) == (other.frame_id, other.node_id)


@dataclass(frozen=True, slots=True)
class _Seen:
    met: ElementSummary | None
    focused: ElementSummary | None
    arrived: bool
    """Whether any frame received the press."""
    replaced: bool
    """Whether the pressed element was gone at the end, so that no click was dispatched."""
    clickless: bool
    """Whether the frame that received the press dispatched no click."""
    saving: bool
    """Whether the press was on a download link."""
    restyled: str
    """CSS classes that the page added or removed because of the press."""


def _merge_reports(meant: ElementSummary | None, answers: Sequence[tuple[Frame, Any]]) -> _Seen:
    """Merge the reports of several frames about one press.

    Raises:
        ElementCovered, NodeChanged: a guard blocked the press.
    """
    verdicts = [reply.get("verdict") if isinstance(reply, dict) else None for _, reply in answers]
    mets = [
        ElementSummary.from_wire(reply.get("met"), frame) if isinstance(reply, dict) else None
        for frame, reply in answers
    ]
    if "stopped" in verdicts:
        over = mets[verdicts.index("stopped")]
        message = f"{meant} was covered by {over or 'something'} when the pointer came."
        raise covered_error(message, meant, over)
    if "changed" in verdicts:
        raise NodeChanged.by_mouse(meant)
    frame, here = answers[0]
    focus = here.get("focus") if isinstance(here, dict) else None
    focused = focus.get("summary") if isinstance(focus, dict) else None
    return _Seen(
        met=mets[verdicts.index("hit")] if "hit" in verdicts else None,
        focused=ElementSummary.from_wire(focused, frame),
        arrived="hit" in verdicts or "unheard" in verdicts,
        replaced=any(wire.record(reply).get("isReplaced") is True for _, reply in answers),
        clickless=any(wire.record(reply).get("isClickless") is True for _, reply in answers),
        restyled=words(" ".join(_list_classes(answers)), RESTYLED),
        saving=any(wire.record(reply).get("isSaving") is True for _, reply in answers),
    )


def _list_classes(answers: Sequence[tuple[Frame, Any]]) -> Iterator[str]:
    for _, reply in answers:
        listed = wire.list_items(wire.record(reply).get("restyled"))
        yield from (each for each in listed if isinstance(each, str))


def _is_lost(outcome: Outcome, seen: _Seen | None) -> bool:
    """Return whether no frame received the press and no effect shows that it arrived."""
    consequences = (outcome.dialog, outcome.file_chooser, outcome.navigated_to, outcome.download)
    started = outcome.navigating or bool(outcome.opened) or any(consequences)
    return seen is not None and not (seen.arrived or started)


async def arm_frames(page: PageTarget, where: HitTest, *, again: bool) -> None:
    """Arm the click guards of the frames; on the first try, the target's is already armed."""
    calls = []
    for link, below in itertools.pairwise(where.links):
        if where.target is not None:
            calls.append(scripts.call(page, link.frame, "arm", 0, below.owner_id))
        elif again:
            calls.append(scripts.call(page, link.frame, "witness", below.owner_id))
    if again and where.target is not None:
        calls.append(scripts.call(page, where.frame, "arm", where.node_id))
    elif again:
        calls.append(scripts.call(page, where.frame, "witness"))
    if False in await asyncio.gather(*calls):
        raise ElementNotFound(f"{where.met} went from the page before it was pressed.")


async def perform(
    page: PageTarget,
    links: Sequence[FrameGeometry],
    do: Callable[[], Awaitable[None]],
    read_reports: Callable[[], Awaitable[Any]],
    *,
    then: Callable[[SideEffects, Any], Awaitable[None]] | None = None,
) -> tuple[Outcome, Any]:
    """Send trusted input and report its effects.

    Args:
        page: the browser tab.
        links: the frames concerned, whose events are watched.
        do: function that sends the input.
        read_reports: function that reads the frames' reports afterwards; its result is None if the
            page navigated before it could.
        then: callback that is awaited last, with the recorded effects and the reports.
    """
    await learn_secrets(page)  # values of secret fields may appear in the next URL
    before = (page.epoch, page.url)
    async with SideEffects(page, [link.frame for link in links]) as watch:
        if page.session.ended:
            raise TabNotFound("The tab was closed; nothing was done.")
        try:
            return await _watch_press(page, before, watch, do, read_reports, then)
        except TabNotFound:
            if not page.closed:
                raise  # only the target of a subframe is gone
        return Outcome(closed=True, tabs=await watch.tabs()), None


async def _watch_press(
    page: PageTarget,
    before: tuple[str, str],
    watch: SideEffects,
    do: Callable[[], Awaitable[None]],
    read_reports: Callable[[], Awaitable[Any]],
    then: Callable[[SideEffects, Any], Awaitable[None]] | None,
) -> tuple[Outcome, Any]:
    with stage("input"):
        await do()
    note_input(page, watch.frames)
    end = asyncio.get_running_loop().time() + LIMIT
    with stage("effect"):
        seen, busy = await _unless_gone(read_reports(), watch)
        if then is not None:
            await then(watch, seen)
        if watch.navigating and page.dialog is None:
            await watch.arrived(end - asyncio.get_running_loop().time())
        downloads, tabs = await watch.finish_downloads(), await watch.tabs()
    # The page requests a window before the browser decides whether to open it. Windows that were
    # requested but did not open were blocked.
    opened = watch.opened
    there = len(tabs) if tabs and not downloads else len(opened)
    after = (page.epoch, page.url) if not page.closed else before
    outcome = Outcome(
        navigated_to=page.redactor(after[1]) if after != before else None,
        navigating=watch.navigating,
        dialog=dialog_of(page),
        file_chooser=watch.file_chooser,
        outside=watch.outside,
        opened=tuple(map(page.redactor, opened[:there])),
        not_open=max(0, len(opened) - there),
        tabs=tabs,
        download=watch.download,
        downloads=downloads,
        busy=busy,
        closed=page.closed,
    )
    return outcome, seen


async def _unless_gone(looking: Awaitable[Any], watch: SideEffects) -> tuple[Any, bool]:
    """Return the result (None if the page navigated first) and whether the page is unresponsive."""
    reading = asyncio.ensure_future(looking)
    left = asyncio.ensure_future(watch.left.wait())
    try:
        await asyncio.wait((reading, left), return_when=asyncio.FIRST_COMPLETED)
        if not reading.done():
            # A document in the back/forward cache never replies; any other document fails at once.
            await asyncio.wait((reading,), timeout=0.2)
        if not reading.done():
            return None, False
        return reading.result(), False
    except (DialogOpen, PageNavigated):
        return None, False
    except (ElementCovered, NodeChanged):
        raise
    except ViewmarkError:
        if watch.navigating or watch.left.is_set():
            return None, False
        if page_gone(watch.page):
            raise
        return None, True
    finally:
        for task in (reading, left):
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError, ViewmarkError):
            await asyncio.gather(reading, left, return_exceptions=True)


def page_gone(page: PageTarget) -> bool:
    """Return whether the tab is closed or its renderer crashed; errors are then raised again."""
    return page.closed or page.crashed


def dialog_of(page: PageTarget) -> dict[str, str] | None:
    """Return the open dialog as `{kind, message}`."""
    dialog = page.dialog
    return {"kind": dialog.kind, "message": dialog.message} if dialog is not None else None


async def focus_of(page: PageTarget) -> tuple[Frame, ElementSummary | None]:
    """Return the focused frame and element, searching through frames of any process."""
    frame = page.main_frame
    while True:
        reply = await scripts.call(page, frame, "focus")
        if not isinstance(reply, dict):
            return frame, None
        if reply.get("frame") is True:
            child = await frame_of_owner(page, frame, wire.whole(reply.get("id")))
            if child is not None:
                frame = child
                continue
        return frame, ElementSummary.from_wire(reply.get("summary"), frame)
