"""Says whether a document changed, and asks it for its elements only where it did.

What is remembered of a document is kept as `(revision, value)`. A revision ends with the document,
or as soon as one of two witnesses saw a change: the page scripts, by records and by all that
scripts can change without one (`js/page/changes.js`), or the browser, which counted a style
recalculation or a layout since before the value was made. The counts are its own
(`Performance.getMetrics`), of all that it renders; captures add nothing to them. They are read
before a walk, so that what changes during it is seen later, and again after the scripts have forced
layout, so that what is dirty is counted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from viewmark.browser import scripts, wire
from viewmark.errors import ViewmarkError

if TYPE_CHECKING:
    from viewmark.browser.frames.table import Frame
    from viewmark.browser.page_target import PageTarget

Counts = tuple[int, int]
"""Styles and layouts computed in a frame's process so far."""

ANSWERS = 3
"""Answers of one revision that are kept: elements with and without a picture, and a text."""
_METRICS = ("RecalcStyleCount", "LayoutCount")
_PATIENCE_S = 1.0
_STILL = '{"still":true'
_REVISION = re.compile(r'"revision":(\d+)}$')
_TIME = ',"ms":'  # what follows is of one call: its time, and the revision


@dataclass(frozen=True, slots=True)
class _Answer:
    """What a document answered, and when that holds."""

    revision: int
    counts: Counts
    """From before it was made."""
    options: dict[str, Any]
    text: str


@dataclass(slots=True)
class DocumentState:
    """What a document answered."""

    answers: list[_Answer] = field(default_factory=list)
    """Those of the newest revision, the newest last."""
    is_known: bool = False
    """Whether it was looked at before."""
    counts: bool = False
    """Whether the browser counts what it computes for it."""


async def rendering_counts(page: PageTarget, frame: Frame) -> Counts | None:
    """What the browser counted so far; None if it does not say, or the document is new to us.

    Most documents are looked at once: those are not made to count.
    """
    world = await page.world(frame)
    state = world.state.of(DocumentState)
    if not state.is_known:
        state.is_known = True
        return None
    try:
        if not state.counts:
            await world.session.send("Performance.enable", timeout=_PATIENCE_S)
            state.counts = True
        answer = await world.session.send("Performance.getMetrics", timeout=_PATIENCE_S)
    except ViewmarkError:
        return None
    found = {
        each["name"]: wire.whole(each.get("value"))
        for each in wire.records(answer.get("metrics"))
        if each.get("name") in _METRICS
    }
    return (found[_METRICS[0]], found[_METRICS[1]]) if len(found) == len(_METRICS) else None


async def answer_in(
    page: PageTarget, frame: Frame, name: str, options: dict[str, Any], counts: Counts | None
) -> str:
    """An answer of the page scripts as text, that of before where the revision is still the same.

    Args:
        page: the page.
        frame: the frame.
        name: `find` or `readable`.
        options: those of that function.
        counts: from before this call; None: nothing is kept.
    """
    state = (await page.world(frame)).state.of(DocumentState)
    request = {key: value for key, value in options.items() if key not in ("patience", "look")}
    request["name"] = name
    # A selector may ask for what has no signal, and only the answer says how far its script came.
    may_cache = counts is not None and options.get("target") != "custom"
    before = None
    if may_cache:
        before = next((each for each in state.answers if each.options == request), None)
    again = before.revision if before is not None else 0
    text = await _request(page, frame, name, {**options, "keep": may_cache, "again": again})
    if before is not None and text.startswith(_STILL):
        counts = await rendering_counts(page, frame)
        if counts == before.counts:
            return f"{without_time(before.text)}{_TIME}{time_in(text)}}}"
        text = await _request(page, frame, name, {**options, "keep": counts is not None})
    number = _REVISION.search(text)
    revision = int(number[1]) if number is not None and '"internals"' not in text else 0
    others = [each for each in state.answers if each.revision == revision != 0]
    state.answers = [each for each in others if each.options != request][1 - ANSWERS :]
    if revision and counts is not None:
        state.answers.append(_Answer(revision, counts, request, text))
    return text


def without_time(text: str) -> str:
    """An answer without what is of one call."""
    return text.rpartition(_TIME)[0]


def time_in(text: str) -> float:
    """Milliseconds that the script took, 0 if the answer does not say."""
    try:
        return float(text.rpartition(_TIME)[2].partition(",")[0].rstrip("}"))
    except ValueError:
        return 0.0


async def _request(page: PageTarget, frame: Frame, name: str, options: dict[str, Any]) -> str:
    return str(await scripts.reply_of(page, frame, name, options))
