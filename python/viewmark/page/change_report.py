"""Reads a page before and after an action, and reports the changes between the two states.

If nothing changed since the last report, the state that was read for it is reused as the state
before the action (`browser.freshness`); otherwise the changes in the meantime are reported too.
After the action, the page is read once it is at rest (`browser.settling`), and pending activity is
listed. If a page does not respond at once, its changes are in the next report.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile
from operator import eq

from viewmark.browser.actions.click_point import watch_aims
from viewmark.browser.discovery.listeners import hears_text
from viewmark.browser.discovery.readable import Opening, Readable, readable
from viewmark.browser.page_lock import Turn
from viewmark.browser.settling import RESPONSE, TOOLTIP, Settled, Settling
from viewmark.elements.model import Element, Handle, NodeKey
from viewmark.errors import ViewmarkError
from viewmark.page import changes as lines_of
from viewmark.page.change_rows import OVERLAYS, WAS_LIMIT
from viewmark.page.changes import IS_NOW, ChangedLine, ChangeMode, Changes, Moment
from viewmark.page.changes_in_view import compare_in_view, scrolls
from viewmark.page.context import PageContext
from viewmark.page.naming import name_handles
from viewmark.page.reading import origin_of, store_outline
from viewmark.page.snapshot_lines import EventOutline
from viewmark.stages import stage
from viewmark.text import cut, quoted

AUTO, FULL = 1_500, 20_000
"""Maximum length of a report of changes, in characters: `AUTO` in the mode `auto`, `FULL` in the
mode `full`."""
ARRIVAL = 4_000
"""Length up to which a new page or dialog is shown in full, in characters. A part now and the whole
page in the next call would cost more. Longer content is cut to `AUTO`."""
MUCH, SHORTER = 600, 0.7
"""If the changes take more than `MUCH` characters, and the whole page takes at most the share
`SHORTER` of that length, the whole page is shown instead, for example after a table was filtered.
"""
HALF = 0.5
"""Maximum share of a reloaded page that may differ for a report to contain only the differences."""
IN_VIEW = "in view now and not before:"
OUT_OF_VIEW = "... and what is out of view: snapshot"
NEWS = 2
"""Lowest rank of ordinary changes; changes of a lower rank are messages or dialogs, which are
always reported."""
INVALID = 5
"""Maximum number of invalid fields that a report lists."""
LONGEST = 300
"""Maximum length of a line of text, unless a full report is requested, in characters."""
MEANWHILE = 400
"""Maximum length of the changes that happened before the action, in characters."""
WHOLE = 600
"""Maximum number of elements of a document that is read completely. Of a larger document, only the
viewport is read, plus messages and dialogs anywhere."""
ROWS_GONE = 5
"""Minimum number of removed rows of a list for which a report states the number."""
PATIENCE = 2.0
"""Maximum time to read the page once, in seconds, so that a busy page delays no action."""


class ActReport:
    """Report of an action's changes, created before the action and read when the page is idle."""

    def __init__(
        self, context: PageContext, meanwhile: tuple[str, ...] = (), *, is_arrival: bool = False
    ) -> None:
        self._context = context
        self._mode = context.changes
        self._meanwhile = meanwhile
        self._is_arrival = is_arrival
        self._settling = Settling(context.page, context.telemetry)
        self._rest: Settled | None = None

    @classmethod
    async def of_arrival(cls, context: PageContext) -> ActReport | None:
        """Create a report that lists the whole page if there is no earlier state to compare with.

        Return None if reports are off.
        """
        if context.changes == "none":
            return None
        await _listen(context)
        return cls(context, is_arrival=True)

    async def settle(self) -> None:
        """Wait, once, until the page is at rest, if `context.settles`."""
        context = self._context
        if self._rest is None and context.settles:
            is_fed = context.awaits_pause and not self._is_arrival
            is_heard = is_fed and await hears_text(context.page)
            response = context.pause_s if is_heard else RESPONSE
            opening = TOOLTIP if context.is_hovering and not self._is_arrival else 0.0
            self._rest = await self._settling.wait(response, opening_s=opening)

    async def read(self, opener: str = "") -> Changes | None:
        """Return the changes once the page is at rest; None while a dialog blocks the page.

        Args:
            opener: name of the activated control, to which new menus are attributed.
        """
        context = self._context
        if not self._is_arrival:
            watch_aims(context.page, None)
        await self.settle()
        before = context.last_report.newest
        now = await _read(context)
        while self._rest is not None and self._is_loading(before, now):
            self._rest = await self._settling.wait()
            now = await _read(context)
        changes = await _changes_to(
            context, self._mode, now, self._meanwhile, opener, is_arrival=self._is_arrival
        )
        if changes is None or self._rest is None:
            return changes
        return replace(changes, under_way=self._rest.pending)

    def _is_loading(self, before: Moment | None, now: Moment | None) -> bool:
        """Return True if a new document is still empty and its scripts may add content."""
        if now is None or now.lines or self._settling.is_over:
            return False
        is_new = self._is_arrival or before is None or now.epoch != before.epoch
        return is_new and self._rest is not None and self._rest.scripted


async def reporting(context: PageContext, what: str, held: Turn) -> ActReport | None:
    """Read the page before an action, and create the report of its changes.

    Return None if reports are off, or inside another action, whose report covers everything.
    """
    if context.changes == "none" or held.what != what:
        return None
    await _listen(context)
    meanwhile = await moment_before(context)
    newest = context.last_report.newest
    is_near = newest is not None and newest.found.is_near
    watch_aims(context.page, partial(_read_at_target, context) if is_near else None)
    return ActReport(context, meanwhile)


async def _listen(context: PageContext) -> None:
    """Start recording the requests that reports wait for."""
    if context.settles:
        await context.telemetry.start(context.page.session)


@contextlib.asynccontextmanager
async def reported(report: ActReport | None) -> AsyncIterator[None]:
    """Add the page's changes to an error raised by an action (`data["changes"]`)."""
    try:
        yield
    except ViewmarkError as error:
        if report is not None:
            _note(error, await report.read())
        raise


async def note_changes(context: PageContext, error: ViewmarkError) -> None:
    """Add the changes since the last report to an error that has none.

    Args:
        context: the page and its last report; without an earlier report, nothing is added.
        error: an error raised before an action began, such as for a stale ref.
    """
    is_reported = context.changes != "none" and context.last_report.newest is not None
    if is_reported and "changes" not in error.data:
        _note(error, Changes(meanwhile=await moment_before(context)))


def _note(error: ViewmarkError, changes: Changes | None) -> None:
    if changes and changes.is_known and "changes" not in error.data:
        error.data["changes"] = str(changes)


async def _read_at_target(context: PageContext) -> None:
    """Read the viewport again, so that scrolling to a target is not reported as an effect."""
    state = context.last_report
    before, now = state.newest, await _read(context)
    if before is None or now is None or now.epoch != before.epoch:
        return
    state.newest = replace(now, earlier=before.earlier or before.found)


async def changes_now(context: PageContext) -> Changes | None:
    """Return the changes since the last report, or the whole page if there was no report.

    Return None if reports are off.
    """
    report = await ActReport.of_arrival(context)
    return None if report is None else await report.read()


async def moment_before(context: PageContext) -> tuple[str, ...]:
    """Read the page before an action; return how the page changed since the last report."""
    state = context.last_report
    before, was_known = state.newest, state.is_known
    now = await _read(context)
    if now is None:
        return ()
    state.newest, state.is_known = now, True
    if before is None or not was_known or now.found is before.found:
        return ()
    if now.epoch != before.epoch:
        return (f"page {_address(now)}",)
    changes = await _without_same(context, await _compare(context, before, now), now)
    chosen, left = lines_of.cut(changes, MEANWHILE)
    rows = _title_line(before, now)
    rows += await _lines_since(context, before, chosen, now, longest=LONGEST)
    return (*rows, f"... {left} more") if left else tuple(rows)


async def _changes_to(
    context: PageContext,
    mode: ChangeMode,
    now: Moment | None,
    meanwhile: Sequence[str] = (),
    opener: str = "",
    *,
    is_arrival: bool,
) -> Changes | None:
    """Return the changes since the previous state; None while a dialog blocks the page.

    Args:
        context: the page, with its refs and earlier observations.
        mode: how much to report.
        now: the current state; None if the page did not respond.
        meanwhile: the result of `moment_before`.
        opener: name of the activated control.
        is_arrival: True to report the whole page if there is no earlier state.
    """
    state = context.last_report
    before = state.newest
    if now is None:
        is_held = context.page.dialog is not None or context.page.closed
        return None if is_held else Changes(is_known=False)
    if before is None and not is_arrival:
        state.newest, state.is_known = now, True
        return Changes(is_known=False)
    state.newest, state.is_known = replace(now, earlier=None), True
    limit = FULL if mode == "full" else AUTO
    since, whole = None, list[ChangedLine]()
    if before is not None and (differing := _of_same_page(before, now)) is not None:
        arrived, changes, since = f"{_address(now)} again", differing, before
    elif before is None or now.epoch != before.epoch:
        arrived = _address(now)
        changes = lines_of.listed(now.lines)
    else:
        arrived = now.url if now.url != before.url else ""
        changes = [] if now.found is before.found else await _compare(context, before, now)
        changes = lines_of.with_opener(changes, opener) if opener else changes
        since = before
    changes = await _without_same(context, changes, now)
    if since is not None and now.epoch != since.epoch:
        arrived += "; other than before:" if changes else ", as before"
    if since is not None and mode == "auto" and (whole := _whole_instead(changes, now)):
        changes = [each for each in changes if each.rank < NEWS]
    is_new = is_arrival or any(each.mark == "+" and each.has_role(OVERLAYS) for each in changes)
    if is_new and lines_of.size_of(changes) <= ARRIVAL:
        limit = max(limit, ARRIVAL)
    chosen, left = lines_of.cut(changes, limit)
    frame_id = None
    if left and since is not None and not (whole or since.found.is_near):
        earlier = _outline(context, since.found, is_merged=True)
        frame_id = store_outline(context, since.url, since.title, earlier)
    longest = None if mode == "full" else LONGEST
    if since is None:
        rows = await _lines(context, chosen, now, marks=False, longest=longest)
        rows += [OUT_OF_VIEW] * now.found.is_near
    else:
        rows, page = _title_line(since, now), list[str]()
        if whole:
            shown, left = lines_of.cut(whole, limit)
            page = [IS_NOW, *await _lines(context, shown, now, marks=False, longest=longest)]
        rows += await _lines_since(context, since, chosen, now, page=page, longest=longest)
    invalid = list[str]()
    if opener and not rows and not arrived:
        refused = [each for each in lines_of.listed(now.lines) if each.is_invalid][:INVALID]
        invalid = await _lines(context, refused, now, marks=False, longest=longest)
    return Changes(
        lines=tuple(rows),
        meanwhile=tuple(meanwhile),
        arrived=arrived,
        left_out=left,
        invalid=tuple(each.strip() for each in invalid),
        has_canvas=any(isinstance(e, Opening) and e.tag == "canvas" for e in now.found.events),
        dialogs=sum(
            {"+": 1, "-": -1}.get(each.mark, 0)
            for each in changes
            if each.has_role(("dialog", "alertdialog"))
        ),
        frame_id=frame_id,
    )


def _whole_instead(changes: Sequence[ChangedLine], now: Moment) -> list[ChangedLine]:
    """Return all lines of the page if they are much shorter than the changes; else no lines."""
    size = lines_of.size_of(changes)
    if size < MUCH or now.found.is_near:
        return []
    whole = lines_of.listed(now.lines)
    return whole if lines_of.size_of(whole) <= SHORTER * size else []


async def _without_same(
    context: PageContext, changes: Sequence[ChangedLine], now: Moment
) -> list[ChangedLine]:
    """Omit changes in which an equal element with the same ref replaced an element.

    If a node now shows a different element, the former element is reported as removed, and the new
    element as added.
    """
    known = context.registry.refs_of({each.before.key for each in changes if each.before})
    if not known:
        return [each for each in changes if each.before is None or each.said]
    replaced = [e for e in changes if e.before is not None and e.before.key in known]
    ref_of = await _refs(context, replaced, now)
    kept: list[ChangedLine] = []
    for each in changes:
        if each.before is None or (each.said and each.before.key not in known):
            kept.append(each)
            continue
        (handle,) = (piece for piece in each.line if not isinstance(piece, str))
        was, ref = known.get(each.before.key), ref_of(handle)
        is_other = was is not None and ref is not None and ref != was
        if each.said and is_other:
            line = tuple(piece if isinstance(piece, str) else str(was) for piece in each.said)
            rank = lines_of.RANKS["-"]
            kept.append(each._replace(mark="-", line=line, was="", rank=rank))
            kept.append(each._replace(mark="+", was=""))
        elif each.said or is_other:
            kept.append(each if each.said else each._replace(was=str(was)))
    return kept


def _title_line(before: Moment, now: Moment) -> list[str]:
    """Return a line for a changed tab title; long titles are shortened around the difference."""
    titles = [now.title, before.title]
    if now.title == before.title:
        return []
    if max(map(len, titles)) > WAS_LIMIT:
        start = max(0, sum(takewhile(bool, map(eq, *titles))) - WAS_LIMIT // 2)
        titles = ["\N{HORIZONTAL ELLIPSIS}" * (start > 0) + each[start:] for each in titles]
    new, old = (quoted(cut(each, WAS_LIMIT)) for each in titles)
    return [f"~ title: {new} (was: {old})"]


async def _lines_since(
    context: PageContext,
    since: Moment,
    changes: Sequence[ChangedLine],
    now: Moment,
    *,
    longest: int | None,
    page: Sequence[str] = (),
) -> list[str]:
    """Return changes and scrolls as lines, then additions that only scrolling may have revealed."""
    shown, gone = list[ChangedLine](), list[int]()
    if since.found.is_near:  # for a page that was read completely, the lines show removed rows
        there = now.found.rows
        went = (count - there.get(area, count) for area, count in since.found.rows.items())
        gone = [count for count in went if count >= ROWS_GONE]
    if gone or (now.found.is_near and scrolls(since.found, now.found)):
        shown = [each for each in changes if each.mark == "+" and each.rank >= NEWS]
        counted = [each for each in changes if each.mark == "-" and not each.is_overlay]
        changes = [each for each in changes if each not in (*shown, *counted)]
    rows = await _lines(context, changes, now, longest=longest)
    rows += page
    rows += [f"- {count} rows gone" for count in gone]
    rows += scrolls(since.earlier or since.found, now.found)
    if shown:
        lines = await _lines(context, shown, now, longest=longest)
        rows += [IN_VIEW, *(f" {line.removeprefix('+')}" for line in lines)]
    return rows


async def _compare(context: PageContext, before: Moment, now: Moment) -> list[ChangedLine]:
    if now.found.is_near:
        return await compare_in_view(context, before, now)
    return lines_of.compare(*before.outline.to_compare(now.outline))


def _of_same_page(before: Moment, now: Moment) -> list[ChangedLine] | None:
    """Return the differences from an earlier document of the same URL, such as a form shown again.

    Return None if the URL or title differs, or if most of the document is new.
    """
    if now.epoch == before.epoch or now.url != before.url or now.title != before.title:
        return None
    if now.found.is_near or before.found.is_near:
        return None
    old, new = before.outline.to_compare(now.outline)
    changes, whole = lines_of.compare(old, new), lines_of.listed(new)
    other = [each for each in changes if each.before is None or each.said]
    if lines_of.size_of(other) > HALF * lines_of.size_of(whole):
        return None
    there = {each.at for each in changes if each.mark != "-"}
    # Messages are reported even if the former document contained equal ones.
    return [each for each in whole if each.rank == 0 and each.at not in there] + changes


def _address(moment: Moment) -> str:
    return f"{quoted(moment.title)} {moment.url}" if moment.title else moment.url


async def _read(context: PageContext) -> Moment | None:
    """Read the current state of the page; return the previous state if nothing has changed."""
    page = context.page
    if page.dialog is not None or page.closed or page.pending.url is not None:
        return None
    before = context.last_report.newest
    with contextlib.suppress(ViewmarkError, asyncio.TimeoutError, TimeoutError), stage("changes"):
        found = await asyncio.wait_for(readable(page, most=WHOLE), PATIENCE)
        if before is not None and found is before.found:
            return before
        facts = await page.facts()
        outline = _outline(context, found, is_merged=False)
        url = page.redactor(facts.url)
        return Moment(page.epoch, url, facts.title, outline, found)
    return None


def _outline(context: PageContext, found: Readable, *, is_merged: bool) -> EventOutline:
    return EventOutline(found.events, origin=origin_of(context.page), is_merged=is_merged)


async def _lines(
    context: PageContext,
    changes: Sequence[ChangedLine],
    now: Moment,
    *,
    longest: int | None,
    marks: bool = True,
) -> list[str]:
    """Return the changes as lines, with refs of actionable elements."""
    refs = await _refs(context, changes, now)
    return lines_of.rendered(changes, refs, marks=marks, longest=longest)


async def _refs(
    context: PageContext, changes: Sequence[ChangedLine], now: Moment
) -> Callable[[Handle], str | None]:
    """Return a function that looks up refs of changed controls; mark their text as shown."""
    page, registry = context.page, context.registry
    named: dict[NodeKey, tuple[str, Element]] = {}
    printed = list(lines_of.nodes_of(changes))
    if printed and page.epoch == now.epoch:
        handles = [piece for line in now.lines for piece in line if not isinstance(piece, str)]
        with contextlib.suppress(ViewmarkError):
            named = await name_handles(context, printed, elsewhere=handles)
    for ref, element in named.values():
        registry.note_shown(ref, element)

    def ref_of(handle: Handle) -> str | None:
        return named[handle.key][0] if handle.key in named else registry.ref_of(handle.key)

    return ref_of
