"""Finds texts or elements on the whole page, including outside the viewport and in frames."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from viewmark.browser import scripts, wire
from viewmark.browser.capture.screenshot import refuse_restricted
from viewmark.browser.discovery.readable import Event, Opening, Words, readable
from viewmark.browser.page_target import PageTarget
from viewmark.defaults import FINDING_COUNTS, FINDINGS
from viewmark.elements.line import place_of
from viewmark.elements.model import Element, Handle, NodeKey
from viewmark.elements.twins import wheres
from viewmark.elements.words import words
from viewmark.errors import InvalidOption, ViewmarkError
from viewmark.geometry import Bounds, Viewport
from viewmark.page.context import PageCalls, PageContext
from viewmark.page.naming import name_handles
from viewmark.page.pdf_lines import pdf_links, pdf_places
from viewmark.page.printed import Printed
from viewmark.page.reading_lines import address
from viewmark.page.tree import Node, Part, plain, tree_of
from viewmark.pdf.model import PdfDocument, PdfSpot
from viewmark.text import quoted
from viewmark.unknown_options import checked
from viewmark.wire_record import to_record

AROUND = 60
"""Number of characters of context to show on each side of a match."""
LONGEST_QUERY = 1_000
HEADING = 100
_COUNTED = re.compile(r"(, |^)\d+ of \d+$")
"""Matches a position such as `3 of 12`, which is omitted because it would count only some matches.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A match of `find`."""

    ref: str
    """Ref for actions, `get` and `scroll_to`; empty if no ref could be assigned."""
    role: str
    """ARIA role; the tag name if the element has no role."""
    name: str
    text: str
    """The text around the match, on one line."""
    where: str
    """Distance from the viewport: `in view`, `3.2 screens below`, `0.5 screens left`; in a PDF
    `page 3 of 12`."""
    bounds: Bounds | None = None
    """Box in CSS px of the top viewport, possibly outside it; None in a PDF."""
    spot: PdfSpot | None = None
    """Page number and box (in pt) of a match in a PDF; None in a page."""
    heading: str = ""
    """The heading above the match; empty if there is none."""
    place: str = ""
    """Text that distinguishes the match from elements of the same name: `row "Ann"`, `in
    "Kettle"`.
    """
    frame: str | None = None
    """Readable path of the match's frame; None in the main frame."""

    def line(self) -> str:
        """Return the match as one line."""
        named = f' "{self.name}"' if self.name and self.name != self.text else ""
        near = self.place or (f"under {self.heading}" if self.heading else "")
        under = f" ({near})" if near else ""
        inside = f" in {self.frame}" if self.frame else ""
        return f"{self.ref} {self.role}{named}: {self.text} [{self.where}]{under}{inside}".strip()

    def to_json(self) -> dict[str, Any]:
        """Return the data as a JSON-serializable dictionary."""
        rounded = {} if self.bounds is None else {"bounds": self.bounds.to_json(1)}
        return to_record(self, spot="pdf") | rounded


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings(Printed):
    """The matches of `find`, in page order."""

    matches: tuple[Finding, ...]
    total: int
    """Number of all matches, including those beyond the limit."""
    nearest: tuple[str, ...] = ()
    """The most similar texts of the page, if there are no matches."""
    looked_at: str = ""
    """Description of the searched part of the page, if there are no matches."""
    incomplete: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.matches)

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.matches)

    def lines(self) -> str:
        """Return one line per match."""
        rows = [each.line() for each in self.matches] or [self._nothing()]
        if self.total > len(self.matches):
            more = self.total - len(self.matches)
            rows.append(f"... {more} more: raise limit, {FINDING_COUNTS.high:g} at most")
        return "\n".join([*rows, *(f"incomplete: {reason}" for reason in self.incomplete)])

    def _nothing(self) -> str:
        near = f"; nearest: {', '.join(map(quoted, self.nearest))}" if self.nearest else ""
        return "nothing found" + (f" on {self.looked_at}" if self.looked_at else "") + near

    def to_json(self) -> dict[str, Any]:
        """Return the data as a JSON-serializable dictionary."""
        return to_record(self)


GIVEN = 3
"""Maximum number of similar texts to report."""
LENGTH = 100
PATIENCE = 1.0
"""Maximum seconds for a frame to respond."""


class Nearest:
    """Collects the texts most similar to the wanted text, over several states of the page."""

    def __init__(self, wanted: str) -> None:
        self.wanted = wanted
        self.found: dict[str, float] = {}

    async def add(self, page: PageTarget) -> None:
        """Compare the wanted text with the current texts of the page; never raises."""
        for frame in tuple(page.frames):
            try:
                reply = await scripts.call(
                    page, frame, "nearestText", self.wanted, timeout=PATIENCE
                )
            except ViewmarkError:  # the page is busy or gone, which the caller's own error reports
                continue
            for row in wire.list_items(reply):
                like, text = [*wire.list_items(row), None, None][:2]
                if isinstance(like, float | int) and isinstance(text, str):
                    said = words(text, LENGTH)
                    self.found[said] = max(float(like), self.found.get(said, 0.0))

    @property
    def texts(self) -> list[str]:
        """The most similar texts, best first."""
        ranked = sorted(self.found.items(), key=lambda item: -item[1])
        return [text for text, _ in ranked[:GIVEN]]

    def sentence(self) -> str:
        """Return `The nearest text is "Report #1437".` with a leading space, or an empty text."""
        texts = self.texts
        if not texts:
            return ""
        is_are = "text is" if len(texts) == 1 else "texts are"
        return f" The nearest {is_are} {', '.join(map(quoted, texts))}."


@dataclass(frozen=True, slots=True)
class WordsPlace:
    """A match in the text of a page, before it has a ref."""

    handle: Handle
    text: str
    heading: str
    role: str = ""
    name: str = ""
    at: Handle | None = None
    """The innermost element that contains the matched text; None if it is not known."""


def _in_pdf(
    found: PdfDocument, text: str | None, wanted_role: str, link_name: str
) -> Iterator[Finding]:
    """Yield the matches in a PDF, without refs: lines with the text, or links with the name."""

    def place(role: str, name: str, text: str, spot: PdfSpot) -> Finding:
        where = f"page {spot.page} of {found.total} of the PDF, at {spot.box} pt"
        return Finding(ref="", role=role, name=name, text=text, where=where, spot=spot)

    if text:
        wanted = _plain(text).casefold()
        for line, at, role, spot in pdf_places(found, wanted):
            yield place(role, "", _around(line, at, len(wanted)), spot)
    elif wanted_role in ("", "link"):
        for link, spot in pdf_links(found, link_name):
            yield place("link", link.text, f"{link.text} -> {address(link.address, '')}", spot)


class Search(PageCalls):
    """Search for texts or elements; a mixin of `Page`."""

    @checked
    async def find(
        self,
        text: str | None = None,
        *,
        role: str | None = None,
        name: str | None = None,
        limit: Annotated[int, FINDING_COUNTS] = FINDINGS,
    ) -> Findings:
        """Find texts or elements on the whole page, including outside the viewport and in frames.

        Each match has a ref, the surrounding text, the heading above it, and its distance from
        the viewport. The page is not scrolled (`scroll_to` does that). Hidden text is not found.

        Args:
            text: words in a line; case and the amount of white space are ignored.
            role: the ARIA role (`button`, `heading`, ...), instead of `text`.
            name: a part of the accessible name, with or without `role`.
            limit: maximum number of matches, 1 to 200.

        Raises:
            InvalidOption: no criterion is given, `text` is given with `role` or `name`, or the
                limit is invalid.
            RestrictedPage: the page is an internal page of the browser.
        """
        context, page = self.context, self.context.page
        requested = [each for each in (text, role, name) if each is not None]
        if not requested:
            raise InvalidOption("There is nothing to look for.", hint="Give text, role or name.")
        for each in requested:
            if not isinstance(each, str) or not each.strip() or len(each) > LONGEST_QUERY:
                raise InvalidOption(f"{each!r:.40} is not a text to look for.")
        if text is not None and len(requested) > 1:
            raise InvalidOption("text goes alone; role and name go together.", param="text")
        wanted_role, wanted_name = (role or "").strip().lower(), _plain(name or "").casefold()
        refuse_restricted(page)
        read = await readable(page, where=True)
        hits = list(
            hits_of_words(read.events, text)
            if text
            else hits_of_elements(tree_of(read.events), wanted_role, wanted_name)
        )
        first = hits[:limit]
        pdfs = [each for each in read.events if isinstance(each, PdfDocument)]
        in_pdf = [at for each in pdfs for at in _in_pdf(each, text, wanted_role, wanted_name)]
        view = await page.viewport()
        named = await name_hits(context, read.events, first)
        found = [_finding(hit, ref, element, place, view) for hit, ref, element, place in named]
        nearest = Nearest(text or name or "")
        if not hits and not in_pdf and nearest.wanted:
            await nearest.add(page)
        return Findings(
            matches=(*found, *in_pdf[: limit - len(first)]),
            total=len(hits) - (len(first) - len(found)) + len(in_pdf),
            incomplete=read.incomplete,
            nearest=tuple(nearest.texts),
            looked_at="" if hits or in_pdf else _looked_at(read.events),
        )


async def name_hits(
    context: PageContext, events: Sequence[Event], hits: Sequence[WordsPlace]
) -> list[tuple[WordsPlace, str, Element, str]]:
    """Return each match that still exists, with its ref, element and distinguishing text.

    Args:
        context: the page, with its refs and earlier observations.
        events: the read text of the page that contains the matches.
        hits: the matches.
    """
    opened = (event for event in events if isinstance(event, Opening))
    everything = (each.handle for each in opened if each.handle and each.hint)
    named = await name_handles(context, [hit.handle for hit in hits], elsewhere=everything)
    there = [(hit, *named[hit.handle.key]) for hit in hits if hit.handle.key in named]
    places = wheres([element for *_, element in there])
    return [(*each, place_of(each[2], place)) for each, place in zip(there, places, strict=True)]


def _looked_at(events: Sequence[Event]) -> str:
    """Describe what was searched: the page with its frames, and the rendered rows of lists."""
    opened = [event for event in events if isinstance(event, Opening)]
    frames = sum(event.tag == "frame" for event in opened)
    rows = [event.name for event in opened if event.tag == "rows"]
    told = "the whole page" + (f" and in {frames} frames" if frames else "")
    return told + "".join(f", {each} of a list (scroll_until looks at the others)" for each in rows)


def _finding(hit: WordsPlace, ref: str, element: Element, place: str, view: Viewport) -> Finding:
    role = hit.role or element.role
    return Finding(
        ref=ref,
        role=element.tag if role in ("", "generic", "none") else role,
        name=hit.name or element.name or ("" if element.hint == "static" else element.text),
        text=hit.text,
        heading=hit.heading,
        where=_where(element.bounds, view),
        bounds=element.bounds,
        frame=element.frame,
        place=_COUNTED.sub("", place),
    )


def _where(box: Bounds, view: Viewport) -> str:
    told = []
    for start, length, size, before, after in (
        (box.y, box.height, view.height, "above", "below"),
        (box.x, box.width, view.width, "left", "right"),
    ):
        size = size or 1.0
        if start + length <= 0:
            told.append(f"{max(0.1, -(start + length) / size):.1f} screens {before}")
        elif start >= size:
            told.append(f"{max(0.1, (start - size) / size):.1f} screens {after}")
    return ", ".join(told) or "in view"


def _plain(text: str) -> str:
    return " ".join(text.split())


def hits_of_words(events: Sequence[Event], text: str) -> Iterator[WordsPlace]:
    """Yield lines that contain the text, each as the control or innermost element around it.

    A match in a label counts once, for the field of the label. A control that contains the text
    several times is one match.
    """
    wanted = _plain(text).casefold()
    labels = _labels(events)
    labelled = {field.key for field in labels.values()}
    heading, headings = "", 0
    pieces: list[Words] = []
    controls: list[Opening | None] = []
    around: list[_Piece] = []
    for event in (*events, "block"):
        if isinstance(event, Words):
            pieces.append(event)
            control = next((c for c in reversed(controls) if c is not None), None)
            field = labels.get(id(event))
            handle = control.handle if control else field or event.at
            around.append(_Piece(event.text, handle, bool(control or field), event.at))
            continue
        if isinstance(event, Opening):
            controls.append(event if event.hint and event.handle else None)
            headings += event.role == "heading"
            if event.tag in _FIELDS and event.handle is not None:
                # The field's name is already matched in a nearby label.
                name = "" if event.handle.key in labelled else event.name
                value = f" {name} {event.state.get('value', '')} "
                inside = next((c for c in reversed(controls) if c is not None), event)
                around.append(_Piece(value, inside.handle, bool(inside.hint)))
            continue
        if event == "close":
            if controls:
                controls.pop()
            continue
        yield from _in_line(around, wanted, heading)
        if headings:
            heading = _plain("".join(p.text for p in pieces))[:HEADING]
            headings = 0 if heading else headings
        pieces, around = [], []


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece of text in a line, and the element it belongs to."""

    text: str
    handle: Handle | None
    is_control: bool
    """True for a control, which is one match even if it contains the text several times."""
    at: Handle | None = None


_FIELDS = frozenset({"input", "textarea", "select", "img"})
_NEAR = 12
"""Maximum number of texts and fields between a label and its field."""


def _labels(events: Sequence[Event]) -> dict[int, Handle]:
    """Return, for each text that labels a nearby field, that field, keyed by the text's `id()`."""
    said = [e for e in events if isinstance(e, Words) or _is_field(e)]
    found: dict[int, Handle] = {}
    for at, field in enumerate(said):
        if not isinstance(field, Opening) or field.handle is None:
            continue
        name = plain(field.name)
        near = [*reversed(said[max(0, at - _NEAR) : at]), *said[at + 1 : at + 1 + _NEAR]]
        for each in near:
            if isinstance(each, Words) and name and plain(each.text) == name:
                if id(each) not in found:
                    found[id(each)] = field.handle
                break
    return found


def _is_field(event: Event) -> bool:
    return isinstance(event, Opening) and event.tag in _FIELDS and bool(event.hint)


def _in_line(around: Sequence[_Piece], wanted: str, heading: str) -> Iterator[WordsPlace]:
    line = ""
    starts: list[tuple[int, _Piece]] = []
    told: set[tuple[NodeKey, str]] = set()
    for piece in around:
        text = piece.text
        clean = _plain(text)
        if text[:1].isspace() and line and not line.endswith(" "):
            line += " "
        starts.append((len(line), piece))
        line += clean
        if text[-1:].isspace() and clean and not line.endswith(" "):
            line += " "
    folded = line.casefold()
    if len(folded) != len(line):  # case folding changed the length, so positions would be wrong
        folded = line.lower() if len(line.lower()) == len(line) else line
    at = folded.find(wanted)
    while at >= 0:
        owner = next((p for start, p in reversed(starts) if start <= at), None)
        handle = owner.handle if owner is not None else None
        if owner is not None and handle is not None:
            text = _around(line, at, len(wanted))
            once = (handle.key, "" if owner.is_control else text)
            if once not in told:
                told.add(once)
                yield WordsPlace(handle, text, heading, at=owner.at)
        at = folded.find(wanted, at + max(1, len(wanted)))


def _around(line: str, at: int, length: int) -> str:
    left, right = max(0, at - AROUND), min(len(line), at + length + AROUND)
    cut = ("…" if left else "", "…" if right < len(line) else "")
    return f"{cut[0]}{line[left:right].strip()}{cut[1]}"


def hits_of_elements(root: Node, role: str, name: str) -> Iterator[WordsPlace]:
    """Yield elements by role and name; of nested elements, only the most useful one."""
    heading = ""
    hits: dict[Node, WordsPlace] = {}
    for node in root.inside():
        if not isinstance(node, Node) or (handle := node.opening.handle) is None:
            continue
        opening = node.opening
        is_one = bool(opening.role or opening.guess) and role in ("", opening.role.lower())
        if not is_one and opening.role != "heading":
            continue
        text = node.text if node.size < HEADING else ""
        called = opening.name or text or opening.guess
        if is_one and name in _plain(called).casefold():
            words = text[: 2 * AROUND] or called
            hits[node] = WordsPlace(handle, words, heading, opening.role, called[:200])
        if opening.role == "heading" and text:
            heading = text[:HEADING]
    parts: set[Part] = set()
    exact = {node for node, hit in hits.items() if _plain(hit.name).casefold() == name}
    for node, hit in hits.items():
        inner = set() if role or node in parts else hits.keys() & node.inside()
        if node.opening.hint:  # a control with exactly this name is no part of one that contains it
            parts |= inner if node in exact else inner - exact
        if node not in parts and (node.opening.name or node.opening.hint or not inner):
            yield hit
