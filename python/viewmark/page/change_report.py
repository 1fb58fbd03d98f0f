"""Reads a page before and after an action, and reports what changed between.

The reading before is that of the last report, where nothing changed since (`browser.freshness`);
what changed meanwhile by itself is reported too. A page that does not answer at once is not waited
for: what it did is in the next report.
"""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from viewmark.browser.discovery.readable import readable
from viewmark.errors import ViewmarkError
from viewmark.page import changes as lines_of
from viewmark.page.changes import Changes, LastReport, Moment
from viewmark.page.naming import key_of, name_handles
from viewmark.page.reading import store_lines
from viewmark.page.snapshot_lines import snapshot_lines
from viewmark.stages import stage
from viewmark.text import quoted

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from viewmark.browser.discovery.readable import Readable
    from viewmark.browser.page_lock import Turn
    from viewmark.elements.model import Handle
    from viewmark.page.changes import ChangedLine, ChangeMode
    from viewmark.page.context import PageContext
    from viewmark.page.navigate import NavigationResult
    from viewmark.page.reading_lines import Line

__all__ = ["changes_after", "changes_now", "moment_before", "reporting", "with_arrival"]

AUTO, FULL = 1_500, 20_000
"""Characters of a report."""
MEANWHILE = 400
"""Characters of it about what happened before the action."""
WHOLE = 600
"""Elements of a document that is read as a whole; of a larger one what is in view, and messages and
dialogs wherever they are."""
PATIENCE = 2.0
"""Seconds for one reading; an action is not kept waiting by a page that is busy."""


async def reporting(
    context: PageContext, what: str, held: Turn
) -> Callable[[], Awaitable[Changes | None]] | None:
    """What reports the changes of an action, after the page was read before it.

    None where nobody asked for a report, and for a part of another action, which reports all.
    """
    mode = context.changes
    if mode == "none" or held.what != what:
        return None
    meanwhile = await moment_before(context)
    return partial(changes_after, context, mode, meanwhile)


async def with_arrival(context: PageContext, there: NavigationResult) -> NavigationResult:
    """A navigation's answer with the lines of the page, where changes are reported."""
    if context.changes == "none":
        return there
    context.last_report = LastReport()
    return replace(there, changes=await changes_after(context, context.changes, is_arrival=True))


async def changes_now(context: PageContext) -> Changes | None:
    """What changed since the last report, all lines of a page of which there was none.

    None where nobody wants that.
    """
    mode = context.changes
    return None if mode == "none" else await changes_after(context, mode, is_arrival=True)


async def moment_before(context: PageContext) -> tuple[str, ...]:
    """Read the page before an action; what changed by itself since the last report."""
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
    changes = _compared(before, now)
    chosen = lines_of.cut(changes, MEANWHILE)
    rows = await _lines(context, chosen, now)
    left = len(changes) - len(chosen)
    return (*rows, f"... {left} more") if left else tuple(rows)


async def changes_after(
    context: PageContext,
    mode: ChangeMode,
    meanwhile: Sequence[str] = (),
    *,
    is_arrival: bool = False,
) -> Changes | None:
    """What changed since the reading before; None while a dialog keeps the page.

    Args:
        context: the page and its memory.
        mode: how much of it.
        meanwhile: what `moment_before` returned.
        is_arrival: there need be no reading before: all lines are news.
    """
    state = context.last_report
    before = state.newest
    now = await _read(context)
    if now is None:
        is_held = context.page.dialog is not None or context.page.closed
        return None if is_held else Changes(is_known=False)
    if before is None and not is_arrival:
        state.newest, state.is_known = now, True
        return Changes(is_known=False)
    state.newest, state.is_known = now, True
    limit = FULL if mode == "full" else AUTO
    since = None
    if before is None or now.epoch != before.epoch:
        arrived = _address(now)
        changes = lines_of.listed(now.lines)
    else:
        arrived = now.url if now.url != before.url else ""
        changes = [] if now.found is before.found else _compared(before, now)
        since = before
    chosen = lines_of.cut(changes, limit)
    left = len(changes) - len(chosen)
    frame_id = None
    if left and since is not None and not since.found.is_near:
        whole = _outline(context, since.found, is_merged=True)
        frame_id = store_lines(context, since.url, since.title, whole)
    rows = await _lines(context, chosen, now, marks=since is not None)
    return Changes(
        lines=tuple(rows),
        meanwhile=tuple(meanwhile),
        arrived=arrived,
        left_out=left,
        frame_id=frame_id,
    )


def _compared(before: Moment, now: Moment) -> list[ChangedLine]:
    changes = lines_of.compare(before.lines, now.lines)
    if now.found.is_near:  # what went may only be out of view now
        return [
            each for each in changes if each.mark in "+~" or (each.mark == "-" and each.is_overlay)
        ]
    return changes


def _address(moment: Moment) -> str:
    return f"{quoted(moment.title)} {moment.url}" if moment.title else moment.url


async def _read(context: PageContext) -> Moment | None:
    """The page now; the moment before where nothing changed since."""
    page = context.page
    if page.dialog is not None or page.closed:
        return None
    before = context.last_report.newest
    with contextlib.suppress(ViewmarkError, asyncio.TimeoutError, TimeoutError), stage("changes"):
        found = await asyncio.wait_for(readable(page, most=WHOLE), PATIENCE)
        if before is not None and found is before.found:
            return before
        facts = await page.facts()
        lines = _outline(context, found, is_merged=False)
        url = page.redactor(facts.url)
        return Moment(page.epoch, url, facts.title, lines, found)
    return None


def _outline(context: PageContext, found: Readable, *, is_merged: bool) -> list[Line]:
    parts = urlsplit(context.page.main_frame.url)
    origin = f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""
    origin = context.page.redactor(origin)
    return snapshot_lines(found.events, origin=origin, is_merged=is_merged)


async def _lines(
    context: PageContext, changes: Sequence[ChangedLine], now: Moment, *, marks: bool = True
) -> list[str]:
    """The changes as lines, with refs of what can be acted on."""
    page, registry = context.page, context.registry
    named: dict[tuple[str, str, int], str] = {}

    def ref_of(handle: Handle) -> str | None:
        known = registry.ref_of(handle.frame_id, handle.epoch, handle.node_id)
        return known or named.get(key_of(handle))

    nameless = [each for each in lines_of.nodes_of(changes) if ref_of(each) is None]
    if nameless and page.epoch == now.epoch:
        handles = [piece for line in now.lines for piece in line if not isinstance(piece, str)]
        with contextlib.suppress(ViewmarkError):
            found = await name_handles(context, nameless, elsewhere=handles)
            named = {key: ref for key, (ref, _) in found.items()}
    return lines_of.rendered(changes, ref_of, marks=marks)
