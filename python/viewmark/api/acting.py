"""Implements `act`: runs a list of lines in order, as a user would act, across pages and tabs.

A line waits until its target exists, is visible and is enabled. A line may open a page, popup or
tab; `act` continues there if it contains the target of the next line. If a line fails, the call
ends and reports the completed and the remaining lines.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias
from urllib.parse import urljoin

from viewmark.browser.actions.control_state import control_at
from viewmark.browser.frames.table import Frame
from viewmark.browser.settling import PAUSE, RESPONSE
from viewmark.elements.model import Element
from viewmark.errors import (
    ActIncomplete,
    DialogOpen,
    ElementCovered,
    ElementNotFound,
    ElementNotVisible,
    NotEditable,
    PageNavigated,
    RefAmbiguous,
    RefStale,
    TabNotFound,
    TargetMoving,
    ViewmarkError,
    WaitTimeout,
)
from viewmark.geometry import way_of
from viewmark.page.act_selection import select_text, selected_text
from viewmark.page.action_result import ActionResult
from viewmark.page.by_words import find_by_words
from viewmark.page.changes import Changes
from viewmark.page.context import PageCalls, PageContext
from viewmark.page.line_grammar import Line, LineTarget, parse_lines
from viewmark.page.line_reports import ActResult, ActStopped, LineReport, LineResult
from viewmark.page.navigate import plain_seconds
from viewmark.page.resolve import element
from viewmark.page.resolved_target import PointTarget
from viewmark.page.target import read
from viewmark.page.targets import resolve
from viewmark.unknown_options import checked

Page: TypeAlias = Any
"""A `viewmark.Page`; not typed, because `Page` itself inherits from a class in this module."""
CALL_LIMIT = 45.0
"""Time after which no further line is started, in seconds, unless the caller sets a limit."""
PATIENCE = 5.0
"""Maximum time to wait until a target exists and is enabled, in seconds."""
SEVERAL = 1.0
"""Maximum time to wait until an ambiguous text becomes unique, in seconds."""
UNSEEN = 0.5
"""Seconds to wait for a target before its container is hovered, in case hovering reveals it."""
POLL = 0.1
WAIT = 15.0
"""Maximum time of a `wait` line, in seconds."""
READ = 4_000
"""Maximum length of the text that `read` returns, in characters."""
END = 10_000_000
BY_KEYS = 60
"""Maximum length of a text that is typed key by key. One-time-code inputs need single keys, because
they move the focus."""
_FIELD_VERBS = ("fill", "select", "check", "uncheck", "clear")
_SELECTING = ("select", "dblclick", "key", "drag")
"""Verbs that may select text."""
_NOT_YET = (
    ElementNotFound,
    ElementNotVisible,
    ElementCovered,
    TargetMoving,
    PageNavigated,
    WaitTimeout,
)
"""Errors after which a line is retried: no input was sent, and the cause may disappear soon."""
_NOT_FOUND = (ElementNotFound, RefAmbiguous, RefStale)
"""Errors after which a `read` line is skipped, because later lines do not depend on it."""


class Place:
    """Where lines run: a single page; subclasses add the tabs of a session."""

    def __init__(self, page: Page | None = None) -> None:
        self._page = page

    async def page(self) -> Page:
        """Return the active page."""
        if self._page is None:
            raise TabNotFound("There is no page.")
        return self._page

    def address(self, url: str) -> str:
        """Return the URL to open; raise an error if the URL is not allowed."""
        return url

    async def switch(self, name: str) -> None:
        """Activate the tab with this ID, number, title or URL."""
        raise TabNotFound("A page by itself has no tabs.", hint="Call `act` of the other page.")

    async def follow(self, tab_id: str) -> str:
        """Switch to a tab that a line opened and activated; return a note for the report."""
        return ""

    async def leave(self, page: Page) -> str:
        """Switch to the active tab after `page` was closed; return a note for the report."""
        raise TabNotFound("The tab is closed.")


class Acting(PageCalls):
    """Runs several lines in one call; a mixin of `Page`."""

    @checked
    async def act(self, lines: Sequence[str] | str) -> ActResult:
        """Do several actions in order, as a user would, each with the checks of the single action.

            await page.act(['fill "User" hana', 'click "Sign in"', 'wait "Welcome"'])

        A line waits up to 5 seconds until its target exists, is visible and is enabled. A target is
        the visible text of an element, which need not exist yet, or any target of other calls; `in`
        names its container. A text that matches several elements raises an error.

        Args:
            lines: 1 to 50 lines, such as `go URL`, `click "Save"`, `fill "User" hana`,
                `type TEXT`, `key Control+A`, `hover T`, `drag T to T`, `wheel T -240`, `ok`,
                `cancel`, `wait "words"`, `gone "words"`, `read T`. A text is split at line breaks.

        Raises:
            InvalidOption: a line is invalid; nothing was done.
            ActIncomplete: some lines were not done; `result` covers those that were.
        """
        page: Any = self
        result = await do_lines(Place(page), parse_lines(lines))
        if result.stopped is not None:
            error = ActIncomplete(result.lines(), **result.to_json())
            error.result = result
            raise error
        return result


async def do_lines(
    place: Place,
    lines: Sequence[Line],
    *,
    timeout_s: float = CALL_LIMIT,
    progress: Callable[[float, str], Awaitable[None]] | None = None,
) -> ActResult:
    """Run lines until one fails; completed lines are not undone."""
    clock = asyncio.get_running_loop().time
    done, stopped = list[LineReport](), None
    work = _Lines(place, clock() + timeout_s)
    for i, line in enumerate(lines):
        try:
            if clock() >= work.end:
                message = f"{timeout_s:g} s are over, so it was not begun."
                raise WaitTimeout(message, hint="Send the lines that are left.")
            report = await work.do(line, lines[i + 1 : i + 2])
        except ViewmarkError as error:
            if isinstance(error, DialogOpen):
                error.hint = "Answer it: the next line is ok or cancel."
            elif line.is_optional or (line.verb == "read" and isinstance(error, _NOT_FOUND)):
                note = f"{line}: not done. {error.message}"
                done.append(
                    LineReport(number=line.number, line=f"{line}", notes=(note,), is_left_out=True)
                )
                continue
            left = tuple(map(str, lines[i + 1 :]))
            stopped = ActStopped(number=line.number, line=str(line), error=error, not_done=left)
            break
        done.append(report)
        if progress is not None:
            await progress(
                i + 1, f"{i + 1} of {len(lines)}: {line.verb} {line.target or ''}".rstrip()
            )
    return ActResult(done=tuple(done), total=len(lines), stopped=stopped)


class _Lines:
    """Runs the lines of an `act` call one after another."""

    def __init__(self, place: Place, end: float) -> None:
        self.place, self.end = place, end
        self.clock = asyncio.get_running_loop().time
        self.page: Page | None = None
        """The page of the previous line."""
        self.seen_on: str | None = None
        """CDP `loaderId` of the document to which numbers and screenshot coordinates refer."""
        self.dialogs = 0
        """Number of open dialogs of the page that the newest screenshot does not show."""

    async def do(self, line: Line, following: Sequence[Line]) -> LineReport:
        """Run a line and return its report; the next line determines what to wait for."""
        notes, results = list[str](), tuple[LineResult, ...]()
        if line.verb == "tab":
            await self.place.switch(line.values[0])
        elif self.page is not None and self.page.closed:
            notes.append(await self.place.leave(self.page))
        page = self.page = await self.place.page()
        epoch = page.browser_page.epoch
        self.seen_on = self.seen_on or epoch
        # Only `read` needs a pause before it, because other lines wait for their own targets.
        is_seen = line.verb == "upload" or all(each.verb == "read" for each in following)
        page.context.pause_s = PAUSE if is_seen else RESPONSE
        if line.verb == "tab":
            notes += [f"{line}", *await _read_arrival(page)]
        elif line.verb in ("ok", "cancel", "wait", "gone"):
            note, changes = await self._answer(page, line)
            notes += [note, *(str(changes).split("\n") if changes else ())]
        else:
            results = tuple(await self._results(page, line))
        if line.verb in _SELECTING and (words := await selected_text(page.context)):
            notes.append(f"selected text: {json.dumps(words, ensure_ascii=False)}")
        for each in results:
            if not isinstance(each, ActionResult):
                continue
            outcome = each.outcome
            if each.changes is not None:
                self.dialogs = max(0, self.dialogs + each.changes.dialogs)
            if outcome.navigating and following:
                await self._until_another(page, epoch)
            if len(outcome.tabs) == 1 and (note := await self.place.follow(outcome.tabs[0].id)):
                notes += [note, *await _read_arrival(await self.place.page())]
        return LineReport(
            number=line.number, line=f"{line}", results=results, notes=tuple(notes), page=page
        )

    async def _until_another(self, page: Page, epoch: str) -> None:
        """Wait for the new document, so that the next target is not searched in the old one."""
        end = min(self.clock() + PATIENCE, self.end)
        while True:
            await asyncio.sleep(POLL)
            if page.browser_page.epoch != epoch or page.closed or self.clock() >= end:
                return

    async def _results(self, page: Page, line: Line) -> list[Any]:
        verb, values = line.verb, line.values
        left = max(1.0, self.end - self.clock())
        if verb == "go":
            url = values[0]
            relative = url.startswith(("/", "?", "#", "./", "../"))
            address = self.place.address(urljoin(page.url, url) if relative else url)
            return [await page.goto(address, timeout=min(30.0, left))]
        if verb in ("back", "forward", "reload"):
            return [await getattr(page, verb)(timeout=min(30.0, left))]
        if verb == "eval":
            return [await page.evaluate(values[0])]
        if verb == "key":
            return [await page.keypress(list(values))]
        if verb == "type":
            return await self._type(page, values[0])
        return [await self._at_target(page, line)]

    async def _type(self, page: Page, text: str) -> list[Any]:
        """Type into the focused field as soon as there is one; line breaks are typed as Enter."""
        rows, typed = [(row, True) for row in text.split("\n")], list[Any]()
        last, _ = rows.pop()
        rows += [(last, False)] if last or not rows else []
        end = min(self.clock() + PATIENCE, self.end)
        while len(typed) < len(rows):
            row, submit = rows[len(typed)]
            try:
                keys = len(text) <= BY_KEYS
                typed.append(await page.type(None, row, keys=keys, submit=submit))
            except NotEditable:
                if typed or self.clock() >= end:
                    raise
                await asyncio.sleep(POLL)
        return typed

    async def _answer(self, page: Page, line: Line) -> tuple[str, Changes | None]:
        """Answer a dialog, or wait for a condition; return a note and the changes."""
        verb, target, limit = line.verb, line.target, max(1.0, self.end - self.clock())
        if target is None:
            dialog = await page.answer_dialog(verb == "ok", line.values[0] if line.values else None)
            return f"{verb}: {dialog.kind} {dialog.message!r}", await page.changed()
        words = target.words or (target.written if target.written.isalpha() else "")
        options: dict[str, Any] = {"absent": verb == "gone", "timeout": min(WAIT, limit)}
        if words:
            options["text"] = words
        elif (seconds := plain_seconds(target.written)) is not None:
            options = {"seconds": min(seconds, limit)}
        else:
            options["selector"] = target.written or f"role={target.role}"
        return f"{line}", (await page.wait_for(**options)).changes

    async def _at_target(self, page: Page, line: Line) -> Any:
        """Act on a target as soon as it is ready."""
        begun, verb, has_hovered = self.clock(), line.verb, False
        patience = SEVERAL if line.is_optional or verb == "read" else PATIENCE
        while True:
            spent = self.clock() - begun
            is_last = spent >= patience or self.clock() >= self.end
            page.context.offers = is_last
            try:
                is_field = verb in _FIELD_VERBS and not _is_of_text(line)
                aim = await self._aim(page, line.target, is_field=is_field)
                end = await self._aim(page, line.to)
                return await self._act(page, line, aim, end)
            except (RefAmbiguous, RefStale):
                # While a page changes or rows are loading, a later search may find only one match.
                if spent >= SEVERAL or line.target is None or line.target.written:
                    raise
            except _NOT_YET as error:
                if is_last:
                    if isinstance(error, ElementNotFound):
                        error.message += f" Waited {patience:g} s."
                    raise
                if spent >= UNSEEN and not has_hovered and line.target is not None:
                    has_hovered = True
                    await self._go_over(page, line.target)
            finally:
                page.context.offers = True
            await asyncio.sleep(POLL)

    async def _go_over(self, page: Page, target: LineTarget) -> None:
        """Hover the container of a target, because some controls appear only on hover."""
        if target.inside and target.inside[0].words:
            with contextlib.suppress(ViewmarkError):
                await page.hover((await _find(page.context, target.inside[0]))[0])

    async def _aim(self, page: Page, target: LineTarget | None, *, is_field: bool = False) -> Any:
        """Return the target in a form that `Page` accepts; raise an error if it is disabled."""
        if target is None:
            return None
        context = page.context
        if not target.written:
            ref, found = await _find(context, target, is_field=is_field)
            is_disabled = found.disabled
        else:
            ref, written = target.written, read(target.written)
            is_of_picture = written.number is not None or written.point is not None
            is_behind = written.point is not None and self.dialogs > 0
            if is_of_picture and (is_behind or self.seen_on != context.page.epoch):
                before = "from before the dialog" if is_behind else "of the page before"
                message = f"{ref} is of a picture {before}; nothing was done."
                raise RefStale(message, hint="Name it by its words.")
            aimed = resolve(context, ref)
            if isinstance(aimed, PointTarget):
                return ref
            frame, node_id, _ = await element(context, aimed)
            control = await control_at(context.page, frame, node_id)
            is_disabled = control.disabled and control.reply.node_id == node_id
        if is_disabled:
            raise WaitTimeout(f"{target} is disabled; nothing was done.")
        return ref

    async def _act(self, page: Page, line: Line, aim: Any, end: Any) -> Any:
        verb, values = line.verb, line.values
        dx, dy = line.amount or (0.0, 0.0)
        if verb == "scroll" and (line.way or line.amount or aim is None):
            return await self._scroll(page, line, aim)
        if _is_of_text(line) and line.target is not None:
            return await select_text(page, aim, line.target.words)
        value = values[0] if len(values) == 1 else list(values) or ""
        calls: dict[str, Callable[[], Any]] = {
            "click": lambda: page.click(aim),
            "dblclick": lambda: page.click(aim, count=2),
            "rightclick": lambda: page.click(aim, button="right"),
            "hover": lambda: page.hover(aim),
            "clear": lambda: page.fill(aim, ""),
            "check": lambda: page.check(aim),
            "uncheck": lambda: page.check(aim, False),
            "fill": lambda: page.fill(aim, value),
            "select": lambda: page.fill(aim, value),
            "upload": lambda: page.upload(aim, values),
            "read": lambda: _read(page, line.target, aim),
            "drag": lambda: page.drag(aim, end, dx=dx, dy=dy),
            "wheel": lambda: page.scroll(aim, dx=dx, dy=dy, wheel=True),
            "scroll": lambda: page.scroll_to(aim),
        }
        return await calls[verb]()

    async def _scroll(self, page: Page, line: Line, aim: Any) -> Any:
        """Scroll in a direction, to an end, or by a number of px."""
        if line.way in ("top", "bottom"):
            return await page.scroll(aim, to_y=0 if line.way == "top" else END)
        size = None if line.amount is None else abs(line.amount[1])
        is_up = line.amount is not None and line.amount[1] < 0
        dx, dy = way_of(await page.viewport(), line.way or ("up" if is_up else "down"), size)
        return await page.scroll(aim, dx=dx, dy=dy)


def _is_of_text(line: Line) -> bool:
    """Return True for a line that selects text rather than an option."""
    return line.verb == "select" and not line.values


async def _read(page: Page, target: LineTarget | None, aim: Any) -> Any:
    """Return the text of a target, or of its row if the target contains only its own label."""
    found = await page.text(aim, characters=READ)
    if target is None or not target.words or found.text.strip() != target.words.strip():
        return found
    row = replace(target, role="row")
    try:
        return await page.text((await _find(page.context, row))[0], characters=READ)
    except (ElementNotFound, RefAmbiguous):
        return found


async def _read_arrival(page: Page) -> list[str]:
    """Return the description of a page that was just reached, as lines; empty if there is none."""
    changes = await page.changed()
    return [] if changes is None else str(changes).split("\n")


async def _find(
    context: PageContext, target: LineTarget, *, is_field: bool = False
) -> tuple[str, Element]:
    """Find the element with the target's text, inside the containers that the target names."""
    inside: tuple[Frame | None, int] = (None, 0)
    for each in target.inside:
        if each.written:
            inside = (await element(context, resolve(context, each.written)))[:2]
    return await find_by_words(context, target, inside=inside, is_field=is_field)
