"""Copy, cut and paste, with the clipboard of a headless browser or one kept by viewmark.

The system clipboard is never accessed. In a headless browser, pages ("Copy link") and key presses
also write to the browser's clipboard, and the latest write is used. A browser with a window shares
the system clipboard. For such a browser, viewmark keeps its own clipboard, which contains only what
was copied through viewmark.

The page receives `copy`, `cut` and `paste` events, which are untrusted because a script dispatches
them. If the page does not handle them, trusted input inserts the text, or deletes the cut text.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal
from weakref import WeakKeyDictionary

from viewmark.browser import scripts, wire
from viewmark.browser.actions import fields
from viewmark.browser.actions import input as hand
from viewmark.browser.actions.keys import key_events, parse_keys
from viewmark.browser.actions.pointer import focus_of
from viewmark.browser.actions.results import ElementSummary
from viewmark.browser.cdp.session import Session
from viewmark.browser.clipboard import (
    LIMIT,
    Contents,
    has_own_clipboard,
    read_clipboard,
    write_clipboard,
)
from viewmark.browser.frames.table import Frame
from viewmark.browser.page_target import PageTarget
from viewmark.browser.script_files import script
from viewmark.browser.secret_names import learn_secrets, secret_values
from viewmark.errors import InvalidOption, NotCopyable
from viewmark.page.action_result import ActionResult
from viewmark.page.context import PageCalls, PageContext
from viewmark.page.evaluate import without_secrets
from viewmark.page.locked import in_turn
from viewmark.page.printed import Printed
from viewmark.page.resolve import element, finish
from viewmark.page.resolved_target import ResolvedTarget
from viewmark.page.target import Target
from viewmark.page.targets import resolve_or_none
from viewmark.text import lines, one_line
from viewmark.unknown_options import checked
from viewmark.wire_record import to_record

Owner = Literal["viewmark", "page"]
"""Where the contents of the clipboard come from: a call of viewmark, or the page (including key
presses)."""
SHOWN = 500
"""Maximum characters of the clipboard shown in a result."""
_clipboards: WeakKeyDictionary[Session, Contents] = WeakKeyDictionary()
"""Latest contents that viewmark copied, keyed by browser session."""


async def _store(context: PageContext, contents: Contents) -> None:
    root = context.page.session.root
    _clipboards[root] = contents
    if await has_own_clipboard(root):
        await write_clipboard(root, contents.text, contents.html)


async def read_copied(context: PageContext) -> tuple[Contents | None, Owner]:
    """Return the latest clipboard contents (None if empty) and their source."""
    root = context.page.session.root
    ours = _clipboards.get(root)
    theirs = await read_clipboard(root) if await has_own_clipboard(root) else None
    if (
        theirs is None
        or not theirs.types
        or (ours is not None and _same(ours.text[:LIMIT], theirs.text))
    ):
        return ours, "viewmark"
    return theirs, "page"


def _same(one: str, other: str) -> bool:
    """Return True if two texts differ only in line endings, which clipboards may convert."""
    return one.replace("\r\n", "\n") == other.replace("\r\n", "\n")


async def no_contents(context: PageContext) -> InvalidOption:
    """Return the error for an empty clipboard, with the reason and a hint."""
    root = context.page.session.root
    if not await has_own_clipboard(root):
        return InvalidOption(
            "Nothing was copied by viewmark. Pages write to the browser's clipboard, which is the "
            "machine's where a browser has a window; that is neither read nor written.",
            hint="Copy the words with copy, or give text; a browser without a window has its own.",
        )
    message = "The clipboard is empty: nothing was copied, and no page wrote to it."
    state = await context.page.call(None, _MAY_WRITE)
    if state == "denied":
        message += " This page may not write to it (clipboard-write is denied)."
    elif state == "insecure":
        message += " This page has no clipboard, as it is neither https nor local."
    return InvalidOption(message, hint="Copy first, or give text.")


_MAY_WRITE = script("single/may_write_clipboard")


@in_turn
async def copy(calls: PageCalls, target: Target | None, *, cut: bool = False) -> ActionResult:
    """Copy or cut; `report["clipboard"]` contains the length and the beginning of the text."""
    context, aimed = calls.context, resolve_or_none(calls.context, target)
    page, what = context.page, "cut" if cut else "copy"
    frame, node_id = await _select(context, aimed)
    reply: dict[str, Any] = {}

    async def do() -> None:
        reply.update(wire.record(await scripts.call(page, frame, "copyOut", what, node_id)))
        summary = ElementSummary.from_wire(reply.get("summary"), frame)
        if reply.get("status") != "ok":
            why = "is secret" if reply.get("status") == "secret" else "has nothing selected"
            raise NotCopyable(f"{summary or 'The page'} {why}; nothing was copied.")
        if cut and reply.get("isTaken") is not True:
            if node_id:  # a key press would affect the focused element instead of the target
                raise NotCopyable(
                    f"{summary or 'The target'} cannot be edited, so nothing was cut.",
                    hint="Copy it instead.",
                )
            await fields.ready(page, frame, "keep")
            await hand.send_keys(page, key_events(parse_keys("Delete")))

    outcome = await finish(page, frame, do)
    text, html = (str(reply.get(key) or "") for key in ("text", "html"))
    await _store(context, Contents(text[: fields.TEXT_LIMIT], html[: fields.TEXT_LIMIT]))
    hit = ElementSummary.from_wire(reply.get("summary"), frame)
    report = {"clipboard": {"text": one_line(text, SHOWN), "length": len(text)}}
    return ActionResult.of(what, replace(outcome, hit=hit), report=report)


async def _select(context: PageContext, target: ResolvedTarget | None) -> tuple[Frame, int]:
    """Select the contents of a target; return its frame and node (0 for a focused text field)."""
    page = context.page
    if target is None:
        return (await focus_of(page))[0], 0
    frame, node_id, is_focused = await _focus(context, target)
    if is_focused:
        ready = wire.record(await scripts.call(page, frame, "ready", "all"))
        if ready.get("kind") == "text":
            return frame, 0
    await scripts.call(page, frame, "selectContents", node_id)
    return frame, node_id


async def _focus(context: PageContext, target: ResolvedTarget) -> tuple[Frame, int, bool]:
    frame, node_id, meant = await element(context, target)
    return frame, node_id, await fields.focus(context.page, frame, node_id, meant=meant)


async def redacted(page: PageTarget, text: str) -> tuple[str, int]:
    """Return a text of the page without present and former secrets, and how many it contained."""
    await learn_secrets(page)
    clean, present = await without_secrets(page, text)
    clean, former = secret_values(page).redact(str(clean))
    return clean, present + former


class Clipboard(PageCalls):
    """Copy, cut, paste, and the contents of the clipboard; a mixin of `Page`."""

    @checked
    async def copy(
        self,
        target: Target | None = None,
    ) -> ActionResult:
        """Copy into the clipboard of a headless browser, else into one kept by viewmark.

        The system clipboard is neither read nor written.

        Args:
            target: see `Target`; None: the selection, or the field with the caret.

        Raises:
            NotCopyable: nothing is selected, or the content is secret.
        """
        return await copy(self, target)

    @checked
    async def cut(
        self,
        target: Target | None = None,
    ) -> ActionResult:
        """Copy a selection or the contents of an element, then delete it; otherwise like `copy`.

        Args:
            target: see `Target`; None: the selection, or the field with the caret.

        Raises:
            NotCopyable: nothing is selected, or the content is secret.
        """
        return await copy(self, target, cut=True)

    @checked
    @in_turn
    async def paste(
        self,
        target: Target | None = None,
        *,
        text: str | None = None,
    ) -> ActionResult:
        """Paste the latest copied contents, including those of a page ("Copy link"), or a text.

        `report["copied_by"]` is `viewmark` or `page`. A browser with a window shares the system
        clipboard, which is not read; there only contents from `copy` can be pasted.

        Args:
            target: see `Target`; None: the selection, or the position of the caret.
            text: a text to put into the clipboard first.

        Raises:
            InvalidOption: the clipboard is empty; the message says if the page may not write to it.
            NotEditable: the target does not accept text, and the page does not handle the event.
        """
        context, aimed = self.context, resolve_or_none(self.context, target)
        page = context.page
        if text is not None and (not isinstance(text, str) or len(text) > fields.TEXT_LIMIT):
            raise InvalidOption(f"text must be a text of at most {fields.TEXT_LIMIT} characters.")
        pasted, owner = (
            (Contents(text), "given") if text is not None else await read_copied(context)
        )
        if pasted is None:
            raise await no_contents(context)
        if not pasted.text and not pasted.html and text is None:
            kinds = ", ".join(pasted.types)
            raise InvalidOption(f"The clipboard has no text, only {kinds}.", hint="Give text.")
        if text is not None:
            await _store(context, pasted)
        if aimed is not None:
            await _focus(context, aimed)
        frame, hit = await focus_of(page)
        taken: list[bool] = []
        accepted: list[bool | None] = []

        async def do() -> None:
            taken.append(
                await scripts.call(page, frame, "pasteIn", pasted.text, pasted.html) is True
            )
            if not taken[0]:
                await fields.require_fit(page, frame, None, pasted.text, whole=False)
                ready = await fields.ready(page, frame, "keep")
                await hand.insert_text(page, pasted.text)
                accepted.append(await fields.holds(page, ready, pasted.text, whole=False))

        outcome = await finish(page, frame, do)
        report: dict[str, Any] = {"taken_by_page": True} if taken and taken[0] else {}
        report |= {"copied_by": owner} if text is None else {}
        typed = fields.Typed(length=len(pasted.text), accepted=accepted[0] if accepted else None)
        outcome = replace(outcome, hit=hit)
        return ActionResult.of("paste", outcome, typed=typed, report=report)

    async def clipboard(self) -> ClipboardText:
        """Return the clipboard contents and their source: `copy`, a page ("Copy link") or keys.

        Present and former values of secret fields, and values of secret URL parameters, are
        redacted; `paste` still inserts the original contents.

        Raises:
            InvalidOption: the clipboard is empty; the message gives the reason if it is known.
        """
        found, owner = await read_copied(self.context)
        if found is None:
            raise await no_contents(self.context)
        page = self.context.page
        clean, redactions = await redacted(page, found.text)
        return ClipboardText(
            text=page.redactor(lines(clean, SHOWN)),
            length=len(found.text),
            copied_by=owner,
            types=found.types,
            redactions=redactions,
        )


SHOWN = 20_000
"""Maximum characters returned; the result also contains the full length."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClipboardText(Printed):
    """Text of the clipboard; treat it as untrusted data, because it may come from a page."""

    text: str = field(repr=False)
    """Sanitised, at most 20,000 characters."""
    length: int
    """Length of the complete text, in characters."""
    copied_by: Owner
    """`viewmark`: by `copy` or `cut`; `page`: by a page or a key press."""
    types: tuple[str, ...] = ()
    """MIME types of the contents, if a page wrote them."""
    redactions: int = 0
    """Number of redacted secret values."""

    def lines(self) -> str:
        """Return a heading with the length and the source, then the text."""
        who = "by viewmark" if self.copied_by == "viewmark" else "by a page or keys"
        kinds = f", as {', '.join(self.types)}" if self.types else ""
        return f"clipboard: {self.length} characters, copied {who}{kinds}\n{self.text}".rstrip()

    def to_json(self) -> dict[str, Any]:
        """Return the data as a JSON-serializable dictionary."""
        return to_record(self)
