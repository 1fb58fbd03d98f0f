"""Detects changes of a document, so that unchanged documents are not read again.

Cached replies belong to a revision of a document. A revision ends with the document, or as soon as
one of two sources reports a change:

- The page scripts, which use mutation records and check properties that scripts can change without
  a mutation (`js/page/changes.js`).
- The browser, if it has counted a style recalculation or a layout since before the reply was made.

The browser's counters (`Performance.getMetrics`) include everything that it renders; captures do
not increase them. They are read before the document is read, so that a change during the reading is
detected later. They are read again after the scripts have forced layout, so that pending style and
layout changes are counted.
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
"""How many style recalculations and how many layouts the frame's process has done so far."""

ANSWERS = 3
"""Maximum number of cached replies per revision of a document: elements with and without a capture,
and the text."""
_METRICS = ("RecalcStyleCount", "LayoutCount")
_PATIENCE_S = 1.0
_UNCHANGED = '{"still":true'
_TAIL = re.compile(r',"ms":([\d.e+-]+)(?:,"nodes":(\d+))?(?:,"revision":(\d+))?}$')
"""Matches the end of a reply, which differs between calls; all page content precedes it."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A cached reply of a document."""

    text: str
    """JSON text of the page's reply, without the parts that differ between calls."""
    ms: float = 0.0
    """Milliseconds that the newest call took in the page."""
    nodes: int | None = None
    """Number of nodes that the scripts reached; None if they were not counted because nothing had
    changed."""
    revision: int = 0
    """Revision of the document; 0 if the document may have changed during the call."""
    counts: Counts | None = None
    """The browser's counters of style recalculations and layouts, read before the reply was made.
    """
    request: dict[str, Any] = field(default_factory=dict)
    results: dict[Hashable, Any] = field(default_factory=dict)
    """Results derived from this text; the key contains everything else that they depend on."""
    followups: dict[Hashable, Any] = field(default_factory=dict)
    """Results derived from this text and from further requests; dropped when the revision ends."""

    @classmethod
    def parse(cls, text: str) -> Answer:
        """Split off the parts of a reply that differ between calls."""
        tail = _TAIL.search(text, max(0, len(text) - 200))
        if tail is None:
            return cls(text)
        ms, nodes, revision = tail.groups()
        # Not cached: custom elements may set a role in their internals later, which nothing
        # reports.
        is_final = revision is not None and '"internals"' not in text
        return cls(
            text[: tail.start()] + "}",
            float(ms),
            int(nodes) if nodes is not None else None,
            int(revision) if is_final else 0,
        )


@dataclass(slots=True)
class DocumentState:
    """The cached replies of a document."""

    answers: list[Answer] = field(default_factory=list)
    """Replies of the newest revision, newest last."""
    is_known: bool = False
    """Whether the document was observed before."""
    counts: bool = False
    """Whether the browser's rendering counters are enabled for the document."""


async def rendering_counts(page: PageTarget, frame: Frame) -> Counts | None:
    """Return the browser's rendering counters; None if unavailable or if the document is new.

    Most documents are observed only once, so the first observation does not enable the counters.
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
    """Return the page scripts' reply, from the cache while the revision stays the same.

    Args:
        page: the browser tab.
        frame: the frame.
        name: `find` or `readable`.
        options: options of that function.
        counts: the counters before this call; None: the reply must not be cached.
    """
    state = (await page.world(frame)).state.of(DocumentState)
    request = {key: value for key, value in options.items() if key not in ("patience", "look")}
    request["name"] = name
    # Do not cache replies for a selector: its result may depend on changes that nothing reports,
    # and only the reply shows whether the selector's script has finished.
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
