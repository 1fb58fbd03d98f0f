"""Detects changes of a document, and reads its elements only after one.

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
from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from typing import Any

from viewmark.browser import scripts, wire
from viewmark.browser.frames.table import Frame
from viewmark.browser.page_target import PageTarget
from viewmark.errors import ViewmarkError

Counts = tuple[int, int]
"""Styles and layouts computed in a frame's process so far."""

ANSWERS = 3
"""Answers of one revision that are kept: elements with and without a picture, and a text."""
_METRICS = ("RecalcStyleCount", "LayoutCount")
_PATIENCE_S = 1.0
_UNCHANGED = '{"still":true'
_TAIL = re.compile(r',"ms":([\d.e+-]+)(?:,"nodes":(\d+))?(?:,"revision":(\d+))?}$')
"""End of a reply that differs between calls; all content of the page comes before it."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Cached reply of a document."""

    text: str
    """JSON, without the parts that differ between calls."""
    ms: float = 0.0
    """Time that the newest call took in the page."""
    nodes: int | None = None
    """Nodes that the scripts reach; None if they did not count: nothing changed since."""
    revision: int = 0
    """Revision of the document; 0 if it may have changed meanwhile."""
    counts: Counts | None = None
    """From before it was made."""
    request: dict[str, Any] = field(default_factory=dict)
    results: dict[Hashable, Any] = field(default_factory=dict)
    """Results derived from this text, by everything else that they depend on."""
    followups: dict[Hashable, Any] = field(default_factory=dict)
    """Results derived from this text and further questions; dropped with the revision."""

    @classmethod
    def parse(cls, text: str) -> Answer:
        """Split off the parts that differ between calls."""
        tail = _TAIL.search(text, max(0, len(text) - 200))
        if tail is None:
            return cls(text)
        ms, nodes, revision = tail.groups()
        # Custom elements may set a role later, and nothing tells.
        is_final = revision is not None and '"internals"' not in text
        return cls(
            text[: tail.start()] + "}",
            float(ms),
            int(nodes) if nodes is not None else None,
            int(revision) if is_final else 0,
        )


@dataclass(slots=True)
class DocumentState:
    """Cached replies of a document."""

    answers: list[Answer] = field(default_factory=list)
    """Replies of the newest revision, the newest last."""
    is_known: bool = False
    """Whether it was looked at before."""
    counts: bool = False
    """Whether the browser counts its computations for it."""


async def rendering_counts(page: PageTarget, frame: Frame) -> Counts | None:
    """The browser's rendering counters; None if it has none, or the document is new.

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
) -> Answer:
    """Reply of the page scripts, from the cache while the revision is the same.

    Args:
        page: the page.
        frame: the frame.
        name: `find` or `readable`.
        options: those of that function.
        counts: from before this call; None: the answer holds for this call only.
    """
    state = (await page.world(frame)).state.of(DocumentState)
    request = {key: value for key, value in options.items() if key not in ("patience", "look")}
    request["name"] = name
    # A selector may depend on changes without a signal, and only the answer tells whether its
    # script finished.
    may_cache = counts is not None and options.get("target") != "custom"
    cached = next((each for each in state.answers if each.request == request), None)
    again = cached.revision if cached is not None and may_cache else 0
    answer = await _request(page, frame, name, {**options, "keep": may_cache, "again": again})
    if cached is not None and answer.text.startswith(_UNCHANGED):
        counts = await rendering_counts(page, frame)
        if counts == cached.counts:
            return replace(cached, ms=answer.ms, nodes=None)
        answer = await _request(page, frame, name, {**options, "keep": counts is not None})
    others = [
        each
        for each in state.answers
        if each.revision == answer.revision != 0 and each.request != request
    ]
    results = cached.results if cached is not None and cached.text == answer.text else {}
    answer = replace(answer, counts=counts, request=request, results=results)
    state.answers = [*others[1 - ANSWERS :], answer]
    return answer


async def _request(page: PageTarget, frame: Frame, name: str, options: dict[str, Any]) -> Answer:
    return Answer.parse(str(await scripts.reply_of(page, frame, name, options)))
