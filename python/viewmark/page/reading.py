"""The page as text with refs: an outline (`snapshot`), Markdown (`text`), and trees of nodes.

The result of reading a page is kept, so that all parts of a long text show the same state of the
page, and so that later results can be compared with it. Only lines that are returned get refs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from viewmark.browser.capture.screenshot import refuse_restricted
from viewmark.browser.discovery.accessibility import accessibility
from viewmark.browser.discovery.dom_view import dom_view
from viewmark.browser.discovery.readable import readable
from viewmark.browser.frames.table import Frame
from viewmark.browser.page_target import PageTarget
from viewmark.defaults import CHARACTERS, NODE_COUNTS, READINGS
from viewmark.elements.model import Element, Handle, NodeKey
from viewmark.errors import InvalidOption, ReadingForgotten
from viewmark.page.context import PageCalls, PageContext
from viewmark.page.markdown_lines import markdown_lines
from viewmark.page.naming import name_handles
from viewmark.page.printed import Printed
from viewmark.page.reading_lines import Line, changed_lines, shown, size_of, take
from viewmark.page.resolve import element
from viewmark.page.resolved_target import ResolvedTarget
from viewmark.page.snapshot_lines import EventOutline
from viewmark.page.target import Target
from viewmark.page.targets import resolve_or_none
from viewmark.page.trees import MOST_NODES, accessibility_lines, dom_lines
from viewmark.unknown_options import checked

_MORE = f"raise the limit of nodes, {MOST_NODES} at most."
KEPT = 6
"""Number of texts kept for continuation or comparison."""

Form = Literal["snapshot", "markdown", "dom", "accessibility"]
"""Form of the text; the last two are trees: the rendered DOM and the accessibility tree."""
TREE_NODES = {"dom": MOST_NODES, "accessibility": 2_000}
"""Maximum number of nodes in each kind of tree; lower for the accessibility tree, because 2,000 of
its nodes take about 2 s."""
TREE_CHARACTERS = 2_000_000
TREE_TEXT = 1_900
"""Maximum characters of one text in a tree, so that it fits on a line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageText(Printed):
    """A text of the page, or the next part of it."""

    frame_id: str
    """ID of the text, for `since`."""
    url: str = field(repr=False)
    title: str
    text: str = field(repr=False)
    """Lines with refs. With `since`, the removed (`- `) and added (`+ `) lines; empty if there are
    none."""
    total: int
    """Number of lines of the complete text or difference."""
    start: int
    """Number of lines before this part."""
    cursor: str | None = None
    """Start of the next part, to be passed to `read_on`; None if this is the last part."""
    incomplete: tuple[str, ...] = ()
    """Parts that could not be read, with reasons; usually empty."""
    elements: tuple[tuple[str, Element], ...] = field(default=(), repr=False)
    """Refs in this part with their elements, in order."""

    def lines(self) -> str:
        """Return the text, followed by how to continue and which parts are missing."""
        rows = [self.text] if self.text else []
        if self.cursor is not None:
            left = self.total - self.start - len(self.text.split("\n"))
            rows.append(f"... about {max(1, left)} more lines: read on with cursor {self.cursor}")
        rows += [f"incomplete: {reason}" for reason in self.incomplete]
        return "\n".join(rows)

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form: the text, and the elements of its refs."""
        out: dict[str, Any] = {
            "frame_id": self.frame_id,
            "url": self.url,
            "title": self.title,
            "text": self.text,
            "total_lines": self.total,
            "start": self.start,
            "cursor": self.cursor,
        }
        if self.incomplete:
            out["incomplete"] = list(self.incomplete)
        out["elements"] = [
            {"ref": ref, "role": e.role, "name": e.name, "interactionHint": e.hint}
            | ({"state": dict(e.state)} if e.state else {})
            | ({"frame": e.frame} if e.frame else {})
            for ref, e in self.elements
        ]
        return out


@dataclass(slots=True)
class _Document:
    """A text read from the page, kept so that it can be continued and compared."""

    frame_id: str
    form: Form
    epoch: str
    url: str = field(repr=False)
    title: str
    lines: list[Line]
    incomplete: tuple[str, ...]
    handles: list[Handle]
    """All nodes with a ref in the complete text."""
    outline: EventOutline | None = None
    """The outline from which the lines were made, if comparisons use it instead of the lines."""
    named: dict[NodeKey, tuple[str, Element]] = field(default_factory=dict)
    is_begun: bool = False


class Reading(PageCalls):
    """Text views of a page; a mixin of `Page`."""

    @checked
    async def snapshot(
        self,
        target: Target | None = None,
        *,
        characters: Annotated[int, READINGS] = CHARACTERS,
        since: str | None = None,
    ) -> PageText:
        """Read the whole page as an outline: a line with role, name, ref and state per element.

        Content outside the viewport is included, and actions scroll to it. Hidden text is not.

        Args:
            target: the element to read; None: the whole page.
            characters: approximate maximum, 2,500 to 1,000,000; `read_on` continues.
            since: `frame_id` of an earlier snapshot: return only removed and added lines.

        Raises:
            RestrictedPage: the page is an internal page of the browser.
            ReadingForgotten: the reading given by `since` is no longer kept.
            RefStale, RefAmbiguous, ElementNotFound, InvalidSelector: the element was not found.
        """
        return await self._read("snapshot", characters, since, target=target)

    @checked
    async def text(
        self,
        target: Target | None = None,
        *,
        characters: Annotated[int, READINGS] = CHARACTERS,
        since: str | None = None,
    ) -> PageText:
        """Read the visible text of the page, as Markdown; links and controls have refs.

        Args:
            target: the element to read; None: the whole page.
            characters: approximate maximum, 2,500 to 1,000,000; `read_on` continues.
            since: `frame_id` of an earlier text: return only removed and added lines.

        Raises:
            RestrictedPage: the page is an internal page of the browser.
            ReadingForgotten: the reading given by `since` is no longer kept.
            RefStale, RefAmbiguous, ElementNotFound, InvalidSelector: the element was not found.
        """
        return await self._read("markdown", characters, since, target=target)

    @checked
    async def dom(
        self,
        *,
        characters: Annotated[int, READINGS] = CHARACTERS,
        since: str | None = None,
        nodes: Annotated[int, NODE_COUNTS] | None = None,
        compact: bool = True,
    ) -> PageText:
        """Read the rendered DOM, a line per node: tag, id, role, name, ref, state, visibility.

        Frames of any origin and shadow roots are included; text appears at its place in the tree.

        Args:
            characters: approximate maximum, 2,500 to 1,000,000; `read_on` continues.
            since: `frame_id` of an earlier `dom`: return only removed and added lines.
            nodes: maximum nodes to read, 1 to 20,000 (None); nodes in view are read first.
            compact: omit wrappers without information.

        Raises:
            RestrictedPage: the page is an internal page of the browser.
            ReadingForgotten: the reading given by `since` is no longer kept.
        """
        return await self._read("dom", characters, since, nodes=nodes, compact=compact)

    @checked
    async def accessibility(
        self,
        *,
        characters: Annotated[int, READINGS] = CHARACTERS,
        since: str | None = None,
        nodes: Annotated[int, NODE_COUNTS] | None = None,
    ) -> PageText:
        """Read Chrome's accessibility tree, a line for each node.

        Actionable nodes have refs; values of secret fields are never included.

        Args:
            characters: approximate maximum, 2,500 to 1,000,000; `read_on` continues.
            since: `frame_id` of an earlier `accessibility`: only removed and added lines.
            nodes: maximum nodes to read, 1 to 20,000; None: 2,000.

        Raises:
            RestrictedPage: the page is an internal page of the browser.
            ReadingForgotten: the reading given by `since` is no longer kept.
        """
        return await self._read("accessibility", characters, since, nodes=nodes)

    @checked
    async def read_on(
        self, cursor: str, *, characters: Annotated[int, READINGS] = CHARACTERS
    ) -> PageText:
        """Return the next part of a text (`snapshot`, `text`, `dom`, ...), as it was first read.

        Args:
            cursor: the `cursor` of the previous part.
            characters: approximate maximum, 2,500 to 1,000,000.

        Raises:
            ReadingForgotten: the reading is no longer kept.
            InvalidOption: `cursor` is not a valid cursor.
        """
        name, _, at = cursor.rpartition(":") if isinstance(cursor, str) else ("", "", "")
        if not name or not at.isdecimal() or len(at) > 9:
            raise InvalidOption(
                f"{cursor!r:.60} is not a cursor of an answer.",
                hint="Give the cursor that the last line of an answer names.",
                param="cursor",
            )
        return await _part(
            self.context, _find_reading(self.context, name), name, int(at), characters
        )

    async def _read(
        self,
        form: Form,
        characters: int,
        since: str | None,
        *,
        target: Target | None = None,
        nodes: int | None = None,
        compact: bool = True,
    ) -> PageText:
        """Read the page or an element; with `since`, return the difference if that is shorter."""
        context, page = self.context, self.context.page
        refuse_restricted(page)
        earlier = None if since is None else _find_reading(context, since)
        if earlier is not None and earlier.form != form:
            there, here = _call_of(earlier.form), _call_of(form)
            raise InvalidOption(
                f"since names what {there} read, and this is {here}.",
                hint=f"Call {there} with it, or give the frame_id of a {here}.",
                param="since",
            )
        aimed = resolve_or_none(context, target)
        most = nodes or TREE_NODES.get(form, 0)
        made, incomplete = await _lines(context, form, aimed, most, compact)
        state = await page.facts()
        outline = made if isinstance(made, EventOutline) else None
        lines = made.lines if isinstance(made, EventOutline) else made
        document = _Document(
            frame_id=context.new_frame_id(),
            form=form,
            epoch=page.epoch,
            url=page.redactor(state.url),
            title=state.title,
            lines=lines,
            incomplete=incomplete,
            handles=_handles_in(lines),
            outline=outline,
        )
        _store(context, document.frame_id, document)
        if earlier is None:
            return await _part(context, document, document.frame_id, 0, characters)
        change = replace(document, lines=_difference(earlier, document), outline=None)
        if sum(map(size_of, change.lines)) > sum(map(size_of, lines)):
            return await _part(context, document, document.frame_id, 0, characters)
        name = context.new_frame_id()
        _store(context, name, change)
        part = await _part(context, change, name, 0, characters)
        # a complete difference is never continued or compared, so it is not kept
        if part.cursor is None:
            context.readings.pop(name, None)
        return part


def _call_of(form: Form) -> str:
    """Return the name of the call that returns texts of that form."""
    return "text" if form == "markdown" else form


def _handles_in(lines: Sequence[Line]) -> list[Handle]:
    return [piece for line in lines for piece in line if not isinstance(piece, str)]


def _difference(earlier: _Document, now: _Document) -> list[Line]:
    if earlier.outline is not None and now.outline is not None:
        return changed_lines(*earlier.outline.to_compare(now.outline))
    return changed_lines(earlier.lines, now.lines)


async def _lines(
    context: PageContext, form: Form, target: ResolvedTarget | None, nodes: int, compact: bool
) -> tuple[list[Line] | EventOutline, tuple[str, ...]]:
    """Return all lines of the text, and the parts that are missing."""
    page = context.page
    if form == "dom":
        view = await dom_view(
            page,
            nodes=nodes,
            characters=TREE_CHARACTERS,
            compact=compact,
            text=TREE_TEXT,
        )
        left = (f"{view.omitted} nodes are not listed: {_MORE}",) if view.omitted else ()
        closed = tuple(f"not looked into: {each}" for each in view.unreached)
        return dom_lines(view), (*left, *closed, *view.incomplete)
    if form == "accessibility":
        tree = await accessibility(page, limit=nodes)
        left = (f"{tree.omitted} nodes are not listed: {_MORE}",) if tree.omitted else ()
        return accessibility_lines(tree), left
    where: tuple[Frame | None, int] = (None, 0)
    if target is not None:
        where = (await element(context, target))[:2]
    found = await readable(page, frame=where[0], root=where[1])
    make = EventOutline if form == "snapshot" else markdown_lines
    return make(found.events, origin=origin_of(page)), found.incomplete


def origin_of(page: PageTarget) -> str:
    """Return the origin of the main document, which is omitted in URLs."""
    parts = urlsplit(page.main_frame.url)
    return page.redactor(f"{parts.scheme}://{parts.netloc}") if parts.netloc else ""


def store_outline(context: PageContext, url: str, title: str, outline: EventOutline) -> str:
    """Store an outline created elsewhere, so that a later text can be compared with it.

    Returns:
        The ID of the text, for `since`.
    """
    name = context.new_frame_id()
    document = _Document(
        name, "snapshot", context.page.epoch, url, title, outline.lines, (), [], outline
    )
    _store(context, name, document)
    return name


def _store(context: PageContext, name: str, document: _Document) -> None:
    context.readings[name] = document
    while len(context.readings) > KEPT:
        context.readings.popitem(last=False)


def _find_reading(context: PageContext, name: str) -> _Document:
    found = context.readings.get(name)
    if not isinstance(found, _Document):
        raise ReadingForgotten(
            f"The reading {name[:40]!r} is not kept: the last {KEPT} are.",
            hint="Give the frame_id of a snapshot, text, dom or accessibility.",
        )
    context.readings.move_to_end(name)
    return found


async def _part(
    context: PageContext, document: _Document, name: str, start: int, characters: int
) -> PageText:
    end = take(document.lines, start, characters)
    lines = document.lines[start:end]
    wanted = _handles_in(lines)
    unknown = [h for h in wanted if h.key not in document.named]
    if unknown and context.page.epoch == document.epoch:
        document.named |= await name_handles(
            context, unknown, elsewhere=document.handles, anew=not document.is_begun
        )
        document.is_begun = True
    named = document.named
    elements = {h.key: named[h.key] for h in wanted if h.key in named}
    nameless = len({h.key for h in wanted}) - len(elements)
    incomplete = document.incomplete
    if nameless:
        incomplete += (
            f"{nameless} controls of this part have no ref: they are gone, or too many for one "
            "part; ask for fewer characters.",
        )
    return PageText(
        frame_id=document.frame_id,
        url=document.url,
        title=document.title,
        text="\n".join(shown(line, lambda h: named.get(h.key, ("",))[0]) for line in lines),
        total=len(document.lines),
        start=start,
        cursor=f"{name}:{end}" if end < len(document.lines) else None,
        incomplete=incomplete,
        elements=tuple(elements.values()),
    )
