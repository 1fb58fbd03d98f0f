"""Returns the readable content of a page, with frames and shadow roots, as a list of events.

The page script decides what a user could see (`js/act/reader.js`). This module inserts the
documents of frames at their frame elements and validates all texts. It assigns no refs.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias, cast, get_args

from viewmark.browser import wire
from viewmark.browser.cdp.codec import decode
from viewmark.browser.discovery.answers import faults_note
from viewmark.browser.discovery.closed_roots import find_hidden_roots
from viewmark.browser.discovery.internals import learn_internals, refresh_internals
from viewmark.browser.discovery.listeners import find_listeners
from viewmark.browser.frames.geometry import FrameGeometry, frame_of_owner
from viewmark.browser.frames.table import Frame
from viewmark.browser.frames.walk import FRAME_DEPTH
from viewmark.browser.freshness import Answer, answer_in, rendering_counts
from viewmark.browser.page_target import PageTarget
from viewmark.browser.pdfs import shown_pdfs
from viewmark.defaults import FRAMES
from viewmark.elements.model import Handle
from viewmark.elements.words import words
from viewmark.errors import ElementNotFound, ViewmarkError
from viewmark.pdf.model import PdfDocument
from viewmark.text import quoted, visible

PATIENCE_MS = 4000.0
"""Time limit in ms of the scripts that read the page; frames share the time that the main frame
leaves."""
BEGINNING = 1.0
"""Maximum seconds to wait until an empty document gets its first elements."""
_GONE = '{"gone":true'
NAME_LIMIT, VALUE_LIMIT, URL_LIMIT = 200, 100, 2000
_STATES = ("checked", "pressed", "expanded", "selected", "required", "readonly", "disabled")

Mark = Literal["close", "block", "break"]
_MARKS: tuple[Mark, ...] = get_args(Mark)
Layer = Literal["", "live", "over"]
_LAYERS: dict[str, Layer] = {"live": "live", "over": "over"}


@dataclass(frozen=True, slots=True)
class Words:
    """A piece of text; leading and trailing spaces are significant."""

    text: str
    at: Handle | None = None
    """The element that contains the text, if requested."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The start of an element; a `close` event marks its end."""

    tag: str
    """`frame`: the document of a frame; `rows`: number of rendered rows of a list, in `name`."""
    role: str = ""
    name: str = ""
    guess: str = ""
    """Guessed label of an element without a name, as in an observation."""
    state: dict[str, Any] = field(default_factory=dict)
    hint: str = ""
    """How the element can be used; empty for text."""
    handle: Handle | None = None
    """Handle of a control, or of every element if requested."""
    url: str = field(default="", repr=False)
    """URL of a link, redacted."""
    number: int = 0
    """Level of a heading, or start number of a list."""
    layer: Layer = ""
    """`live`: a live region; `over`: fixed in view above the scrolled content."""


Event: TypeAlias = Words | Opening | Mark | PdfDocument


@dataclass(frozen=True, kw_only=True)
class Readable:
    """The result of reading a page."""

    events: tuple[Event, ...]
    incomplete: tuple[str, ...] = ()
    """Parts that were omitted, with reasons; empty on nearly all pages."""
    scroll: tuple[float, float] = (0.0, 0.0)
    """Scroll offset of the main document in CSS px."""
    scrolled: tuple[ScrolledArea, ...] = ()
    """Scrolled areas of the document and its frames."""
    rows: Mapping[tuple[str, int], int] = field(default_factory=dict)
    """Number of rows of each list, in view or not, keyed by frame ID and node ID of the list; empty
    unless `most` was given.
    """
    is_near: bool = False
    """Whether only the viewport was read, because the document has more than `most` elements."""


class ScrolledArea(NamedTuple):
    """An area and its scroll offset."""

    area: tuple[str, int]
    """Frame ID, and node ID of the area in that frame."""
    words: str
    """Text that identifies the area: its role and name."""
    x: float
    y: float


@dataclass(slots=True)
class _Reading:
    page: PageTarget
    where: bool
    most: int | None
    end: float
    frames: int = 0
    incomplete: list[str] = field(default_factory=list)
    is_near: bool = False
    scroll: tuple[float, float] = (0.0, 0.0)
    scrolled: list[ScrolledArea] = field(default_factory=list)
    rows: dict[tuple[str, int], int] = field(default_factory=dict)


async def readable(
    page: PageTarget,
    *,
    frame: Frame | None = None,
    root: int = 0,
    where: bool = False,
    most: int | None = None,
) -> Readable:
    """Read the page, or one of its elements.

    Args:
        page: the browser tab.
        frame: the element's frame; None for the main frame.
        root: the element's node ID in the frame's isolated world; 0 for the whole document.
        where: whether text and opening events include the handle of their element.
        most: maximum number of elements of a document that is read completely; of a larger document
            only the viewport is read.

    Raises:
        ElementNotFound: the element no longer exists.
    """
    await find_hidden_roots(page)
    work = _Reading(page, where, most, time.perf_counter() + PATIENCE_MS / 1e3)
    top = frame or page.main_frame
    answer = await _answer(work, top, root, 0)
    key = page.redactor.revision
    if (cached := answer.results.get(key)) is not None:
        return cast("Readable", cached)
    events = await _frame(work, top, root, 0, answer)
    found = Readable(
        events=tuple(events),
        incomplete=tuple(work.incomplete),
        scroll=work.scroll,
        scrolled=tuple(work.scrolled),
        rows=work.rows,
        is_near=work.is_near,
    )
    if len(page.frames) == 1 and not found.incomplete:
        answer.results.clear()
        answer.results[key] = found
    return found


async def _answer(work: _Reading, frame: Frame, root: int, depth: int) -> Answer:
    """Return the page script's reply; wait briefly for a document that is still empty."""
    page = work.page
    _, counts, _ = await asyncio.gather(
        find_listeners(page, FrameGeometry(frame=frame)),
        rendering_counts(page, frame),
        refresh_internals(page, frame),
    )
    left = (work.end - time.perf_counter()) * 1e3
    patience = max(left / max(1, work.frames), PATIENCE_MS / 8) if depth else PATIENCE_MS
    options = {"root": root, "where": work.where, "patience": patience, "most": work.most}
    begun = time.perf_counter()
    while True:
        answer = await answer_in(page, frame, "readable", options, counts)
        is_coming = answer.text.startswith(_GONE) and not root
        if not is_coming or time.perf_counter() - begun > BEGINNING:
            return answer
        await asyncio.sleep(BEGINNING / 50)


async def _frame(
    work: _Reading, frame: Frame, root: int, depth: int, answer: Answer
) -> list[Event]:
    page = work.page
    reply = wire.record(decode(answer.text))
    unasked = list(map(wire.whole, wire.list_items(reply.get("internals"))))
    if unasked and await learn_internals(page, frame, unasked):
        answer = await _answer(work, frame, root, depth)
        reply = wire.record(decode(answer.text))
    work.is_near |= reply.get("near") is True
    if not depth:
        x, y = [*wire.list_items(reply.get("scroll")), None, None][:2]
        work.scroll = (wire.number(x), wire.number(y))
    work.scrolled += _scrolled_areas(frame, reply.get("scrolled"))
    for node, rows in filter(None, map(wire.pair, wire.list_items(reply.get("rows")))):
        work.rows[frame.id, int(node)] = int(rows)
    if reply.get("gone") is True:
        if root:
            raise ElementNotFound("The element is gone from the page.", gone=True)
        which = "A frame" if depth else "The page"
        work.incomplete.append(f"{which} has no document yet: it is empty, or about to be loaded.")
    if reply.get("pdf") is True:
        return await _pdf(work, frame)
    if reply.get("cut") is True:
        which = "A frame" if depth else "The page"
        work.incomplete.append(
            f"{which} is too large or too slow to be read as a whole: its end is missing."
        )
    work.incomplete += faults_note(reply.get("faults"), " of a frame" if depth else "")
    items = wire.list_items(reply.get("events"))
    owners = [e for e in items if isinstance(e, dict) and e.get("k") == "frame"]
    room = max(0, FRAMES - work.frames)
    if len(owners) > room or (owners and depth >= FRAME_DEPTH):
        work.incomplete.append("The page has too many frames: some were not read.")
        owners = [] if depth >= FRAME_DEPTH else owners[:room]
    work.frames += len(owners)
    inside = await asyncio.gather(*(_below(work, frame, each, depth) for each in owners))
    within = {id(owner): found for owner, found in zip(owners, inside, strict=True)}
    events: list[Event] = []
    for each in items:
        event = _event(page, frame, each)
        if event is None:
            continue
        events.append(event)
        if isinstance(event, Opening) and event.tag == "frame":
            events += within.get(id(each), [])
    if not root:
        for child in shown_pdfs(page.frames):
            if child.parent_id == frame.id and await _is_embedded(child, frame):
                events += await _pdf(work, child)
    return events


def _scrolled_areas(frame: Frame, rows: object) -> list[ScrolledArea]:
    found = []
    for row in map(wire.list_items, wire.list_items(rows)):
        node, role, name, x, y = [*row, *[None] * 5][:5]
        name = words(name, 60)
        area = f"{words(role, 40) or 'area'} {quoted(name)}" if name else words(role, 40) or "area"
        at = (frame.id, wire.whole(node))
        found.append(ScrolledArea(at, area, wire.number(x), wire.number(y)))
    return found


async def _pdf(work: _Reading, frame: Frame) -> list[Event]:
    """Return the text of a PDF; if it cannot be read, note the reason in `incomplete`."""
    try:
        found = await work.page.pdfs.read(frame, work.page.redactor)
        work.incomplete += found.incomplete
        return [found]
    except ViewmarkError as error:
        what = "This" if frame.parent_id is None else "A frame"
        message = f"{what} is a PDF whose words are missing: {error.message} {error.hint}"
        work.incomplete.append(message)
        return []


async def _is_embedded(child: Frame, parent: Frame) -> bool:
    """Return whether the frame belongs to an `embed` or `object`, which the script does not enter.

    While such an element is not rendered, its frame does not exist.
    """
    try:
        owner = await parent.session.send("DOM.getFrameOwner", {"frameId": child.id})
        params = {"backendNodeId": wire.whole(owner.get("backendNodeId"))}
        node = await parent.session.send("DOM.describeNode", params)
    except ViewmarkError:  # the frame no longer exists
        return False
    return wire.record(node.get("node")).get("nodeName") in ("EMBED", "OBJECT")


async def _below(work: _Reading, parent: Frame, owner: dict[str, Any], depth: int) -> list[Event]:
    """Return the content of a frame; empty, with a note in `incomplete`, if it cannot be read."""
    try:
        child = await frame_of_owner(work.page, parent, wire.whole(owner.get("at")))
        if child is None:
            raise ElementNotFound("The browser knows no frame there.")
        answer = await _answer(work, child, 0, depth + 1)
        return await _frame(work, child, 0, depth + 1, answer)
    except ViewmarkError as error:
        name = words(owner.get("n"), 60)
        work.incomplete.append(f"The frame {name!r} could not be read: {error.code}.")
        return []


def _event(page: PageTarget, frame: Frame, record: object) -> Event | None:
    """Return one validated event; None for an invalid record."""
    if isinstance(record, str):
        return Words(_clean(record))
    if isinstance(record, int) and not isinstance(record, bool):
        return _MARKS[record] if 0 <= record < len(_MARKS) else None
    if isinstance(record, list):
        text, at = [*record, None, None][:2]
        return Words(_clean(text), _handle(frame, at, 0)) if isinstance(text, str) else None
    if not isinstance(record, dict):
        return None
    url = record.get("u")
    return Opening(
        tag=words(record.get("k"), 40) or "element",
        role=words(record.get("r"), 40),
        name=words(record.get("n"), NAME_LIMIT),
        guess=words(record.get("g"), NAME_LIMIT),
        state=_state(wire.record(record.get("s"))),
        hint=words(record.get("h"), 20),
        handle=_handle(frame, record.get("id") or record.get("at"), record.get("c")),
        url=page.redactor(words(url, URL_LIMIT)) if isinstance(url, str) else "",
        number=wire.whole(record.get("l")) or wire.whole(record.get("o")),
        layer=_LAYERS.get(words(record.get("v"), 10), ""),
    )


def _clean(text: str) -> str:
    return "\n".join("\t".join(map(visible, row.split("\t"))) for row in text.split("\n"))


def _handle(frame: Frame, node: object, control: object) -> Handle | None:
    number = wire.whole(node)
    if number <= 0:
        return None
    return Handle(
        frame_id=frame.id, node_id=number, control_id=wire.whole(control), epoch=frame.loader_id
    )


def _state(record: dict[str, Any]) -> dict[str, Any]:
    state: dict[str, Any] = {}
    for key in _STATES:
        if isinstance(record.get(key), bool) or record.get(key) == "mixed":
            state[key] = record[key]
    secret = record.get("valueState")
    if secret in ("filled", "empty"):
        state["valueState"] = secret
        return state
    for name in ("sort", "current", "month"):
        said = record.get(name)
        if said := "true" if said is True else words(said, 20):
            state[name] = said
    if description := words(record.get("description"), NAME_LIMIT):
        state["description"] = description
    if isinstance(record.get("value"), str):
        state["value"] = words(record["value"], VALUE_LIMIT)
    if record.get("invalid"):
        state["invalid"] = True
        if error := words(record.get("error"), NAME_LIMIT):
            state["error"] = error
    options = record.get("options")
    if isinstance(options, list):
        state["options"] = [words(each, VALUE_LIMIT) for each in options[:12]]
        state["optionCount"] = wire.whole(record.get("optionCount"))
    return state
