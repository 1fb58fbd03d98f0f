"""Copies, cuts and pastes: with the clipboard of a browser without a window, else one of ours.

The machine's is never touched. Pages and keys write to the browser's too ("Copy link"), and what
was written last counts; of a browser with a window, whose clipboard is the machine's, ours holds
what was copied here and nothing else.

The page gets the events `copy`, `cut` and `paste`, which scripts cannot take for trusted ones. What
it does not handle is done with trusted input: the text is inserted, what is cut is deleted.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal
from weakref import WeakKeyDictionary

from viewmark.browser import scripts, wire
from viewmark.browser.actions import fields
from viewmark.browser.actions import input as hand
from viewmark.browser.actions.keys import key_events, parse_keys
from viewmark.browser.actions.pointer import focus_of
from viewmark.browser.actions.results import ElementSummary
from viewmark.browser.clipboard import (
    LIMIT,
    Contents,
    has_own_clipboard,
    read_clipboard,
    write_clipboard,
)
from viewmark.browser.script_files import script
from viewmark.errors import InvalidOption, NotCopyable
from viewmark.page.action_result import ActionResult
from viewmark.page.locked import in_turn
from viewmark.page.resolve import element, finish
from viewmark.text import one_line

if TYPE_CHECKING:
    from viewmark.browser.cdp.session import Session
    from viewmark.browser.frames.table import Frame
    from viewmark.page.context import PageContext
    from viewmark.page.targets import ResolvedTarget

__all__ = ["Owner", "copy", "no_contents", "paste", "read_copied"]

Owner = Literal["viewmark", "page"]
"""Who copied: a call here; or a page, or keys, into the browser's clipboard."""

SHOWN = 500
"""Characters of the clipboard that an answer shows."""


_clipboards: WeakKeyDictionary[Session, Contents] = WeakKeyDictionary()
"""By browser: what was copied here last."""


async def _store(context: PageContext, contents: Contents) -> None:
    root = context.page.session.root
    _clipboards[root] = contents
    if await has_own_clipboard(root):
        await write_clipboard(root, contents.text, contents.html)


async def read_copied(context: PageContext) -> tuple[Contents | None, Owner]:
    """What was copied last, here or by a page, and who did it; None if nothing was."""
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
    """Line ends are the system's in a clipboard."""
    return one.replace("\r\n", "\n") == other.replace("\r\n", "\n")


async def no_contents(context: PageContext) -> InvalidOption:
    """Why there is nothing to paste, and what to do about it."""
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
async def copy(
    context: PageContext, target: ResolvedTarget | None, *, cut: bool = False
) -> ActionResult:
    """Copy or cut; `report["clipboard"]` has the length and the beginning of the text."""
    page, what = context.page, "cut" if cut else "copy"
    frame, node_id = await _select(context, target)
    reply: dict[str, Any] = {}

    async def do() -> None:
        reply.update(wire.record(await scripts.call(page, frame, "copyOut", what, node_id)))
        summary = ElementSummary.from_wire(reply.get("summary"), frame)
        if reply.get("status") != "ok":
            why = "is secret" if reply.get("status") == "secret" else "has nothing selected"
            raise NotCopyable(f"{summary or 'The page'} {why}; nothing was copied.")
        if cut and reply.get("isTaken") is not True:
            if node_id:  # a key would go to what has the focus
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
    """Select all that a target holds; its frame, and the element if it has not the focus."""
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


@in_turn
async def paste(
    context: PageContext, target: ResolvedTarget | None, *, text: str | None
) -> ActionResult:
    """Paste a text, or what was copied last; has the length and what a field holds now."""
    page = context.page
    if text is not None and (not isinstance(text, str) or len(text) > fields.TEXT_LIMIT):
        raise InvalidOption(f"text must be a text of at most {fields.TEXT_LIMIT} characters.")
    pasted, owner = (Contents(text), "given") if text is not None else await read_copied(context)
    if pasted is None:
        raise await no_contents(context)
    if not pasted.text and not pasted.html and text is None:
        kinds = ", ".join(pasted.types)
        raise InvalidOption(f"The clipboard has no text, only {kinds}.", hint="Give text.")
    if text is not None:
        await _store(context, pasted)
    if target is not None:
        await _focus(context, target)
    frame, hit = await focus_of(page)
    taken: list[bool] = []
    accepted: list[bool | None] = []

    async def do() -> None:
        taken.append(await scripts.call(page, frame, "pasteIn", pasted.text, pasted.html) is True)
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
