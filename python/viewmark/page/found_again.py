"""Finds a target again whose node is gone, or whose text changed since it was observed.

The page is observed again, and the rules of `refs.meaning` are applied. The action is sent to the
element with the observed text, or refused with an error that contains the old and the new text.
After a refusal the caller has seen the new text, so repeating the call succeeds.

The module also suggests elements if a target is gone or ambiguous, or if a selector is really a
text. Suggestions have refs but are never acted on: the caller has to choose one.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from viewmark.browser import scripts
from viewmark.browser.actions.results import ElementSummary
from viewmark.browser.discovery.discover import discover
from viewmark.browser.discovery.discovery import Discovery
from viewmark.browser.discovery.selector_query import SeveralFound
from viewmark.defaults import MAX_ANNOTATIONS
from viewmark.elements.line import place_of, words_of
from viewmark.elements.model import Element, Handle
from viewmark.elements.twins import wheres
from viewmark.elements.words import words as clean_words
from viewmark.errors import ElementNotFound, InvalidSelector, RefAmbiguous, RefStale, ViewmarkError
from viewmark.page.by_words import Thing, list_called
from viewmark.page.context import PageContext
from viewmark.page.find import Nearest
from viewmark.page.line_grammar import LineTarget
from viewmark.page.naming import name_handles
from viewmark.page.resolved_target import ElementTarget, SelectorTarget
from viewmark.page.target import WORDS
from viewmark.refs.meaning import Case, Verdict, list_equals
from viewmark.text import quoted

REDRAWN = (0.3, 0.7)
"""Pauses in seconds before a missing target is searched again, as the page may re-render it."""


async def find_again(context: PageContext, target: ElementTarget) -> ElementTarget:
    """Find the element of a target again after its node was replaced.

    Raises:
        RefStale: the element is no longer on the page; the candidates are similar elements.
        RefAmbiguous: several elements match.
    """
    if not target.ref:
        raise RefStale("The element is gone from the page.", candidates=[])
    for pause in (*REDRAWN, None):
        look = await discover(context.page, max_annotations=MAX_ANNOTATIONS)
        found: Sequence[Element] = look.elements
        try:
            again = _trace(context, target.ref, look)
            break
        except RefStale as error:
            if read := await _read_anew(context, target):
                again, found = read, (*found, read)
                break
            if pause is None:
                await offer_equals(context, target, error)
                raise
            await asyncio.sleep(pause)
    if replace(target.element.handle, says="") == replace(again.handle, says=""):
        raise context.registry.lost(target.ref)
    return await _judge(context, target, again, found)


async def _read_anew(context: PageContext, target: ElementTarget) -> Element | None:
    """Find the ref's element by reading the page.

    The element may be out of view, or another element may be marked in its place.
    """
    called = await _list_called(context, words_of(target.element), target.element.role)
    return next((each.element for each in called if each.ref == target.ref), None)


async def find_meant(
    context: PageContext,
    target: ElementTarget,
    *,
    is_hovered: bool = False,
    dropping: str | None = None,
) -> ElementTarget:
    """Return the element that now has the former text, if the node has another text.

    Args:
        context: the page, with its refs and earlier observations.
        target: the target as it was observed.
        is_hovered: True if the text changed when the mouse reached the element.
        dropping: text of the element dragged over the target, which may explain the change.

    Raises:
        RefStale: no element has the former text any more; the error contains both texts.
        RefAmbiguous: several elements have the former text.
    """
    look = await discover(context.page, max_annotations=MAX_ANNOTATIONS)
    found = look.elements
    try:
        again = _trace(context, target.ref, look)
    except ViewmarkError as error:
        # The element may be missing from the observation because it is below the viewport.
        there = next((each for each in found if each.handle.key == target.element.handle.key), None)
        if there is not None and not is_hovered and dropping is None and target.shown is None:
            raise
        if there is None:
            there = await _read(context, target.element)
            found = found if there is None else (*found, there)
        if there is None:
            if isinstance(error, RefStale):
                await offer_equals(context, target, error)
            raise
        again = there
    return await _judge(context, target, again, found, is_hovered=is_hovered, dropping=dropping)


def _trace(context: PageContext, ref: str, found: Discovery) -> Element:
    """Find the element of a ref in an observation that was not shown to the caller."""
    scroll = found.viewport.scroll_x, found.viewport.scroll_y
    return context.registry.trace(
        ref, found.elements, epoch=context.page.epoch, url=found.url, scroll=scroll
    )


async def _judge(
    context: PageContext,
    target: ElementTarget,
    again: Element,
    found: Sequence[Element],
    *,
    is_hovered: bool = False,
    dropping: str | None = None,
) -> ElementTarget:
    then, now = target.element.identity, again.identity
    is_node = target.element.handle.key == again.handle.key
    here = [each.identity for each in found]
    before = context.registry.seen_with(target.seen_in)
    case = Case(then, now, before, here, is_node)
    is_other_box = is_node and target.element.handle.node_id != again.handle.node_id
    is_called_so = (then.role, then.called) == (now.role, now.called)
    verdict: Verdict = "same" if is_other_box and is_called_so else case.judge()
    if verdict != "same" and is_node and await _is_alone(context, again.handle):
        verdict = replace(case, is_alone=True).judge()
    if verdict == "other" and target.shown is not None:
        verdict = replace(case, then=target.shown.identity).judge()
    is_effect = (is_hovered and is_node and case.is_hover_effect()) or (
        is_node and dropping is not None and case.is_drop_effect(dropping)
    )
    if verdict == "other" and is_effect:
        verdict = "renamed"
    was, says = then.quote(), now.quote()
    if verdict == "other":
        if was == says and then.aim != now.aim:  # the text does not include the URL
            raise RefStale(
                f"{target.ref} ({was!r}) leads elsewhere than when it was seen; nothing was done.",
                ref=target.ref,
                candidates=[{"ref": target.ref, "role": again.role, "name": again.name}],
            )
        context.registry.note_shown(target.ref, again)
        changed = f"{target.ref} said {was!r} when it was seen, and says {says!r} now"
        if was == says:
            changed = f"What is around {target.ref} ({was!r}) has changed since it was seen"
        raise RefStale(
            f"{changed}; nothing was done.",
            hint="If that is what you mean, do the same again. Else observe, and use that answer.",
            ref=target.ref,
            was=was,
            now=says,
            candidates=[{"ref": target.ref, "role": again.role, "name": again.name}],
        )
    equals = list_equals(now, here)
    if len(equals) > 1 and not is_node:
        raise RefAmbiguous(
            f"{target.ref} ({was!r}) was drawn anew, and {len(equals)} say the same.",
            hint="Observe again and use a ref, a number or a point of that answer.",
            ref=target.ref,
            candidates=[_place(found, at, equals) for at in equals[:CANDIDATES]],
        )
    if verdict == "renamed":
        context.renamed.append((was, says))
        context.registry.note_shown(target.ref, again)
    return ElementTarget(element=again, ref=target.ref, seen_in=target.seen_in, is_fresh=True)


async def _is_alone(context: PageContext, handle: Handle) -> bool:
    """Return True if no other element of its frame, in view or not, has its role and name."""
    frame = context.page.frames.get(handle.frame_id)
    if frame is None:
        return False
    asked = (handle.node_id, handle.control_id or 0)
    others = await scripts.call(context.page, frame, "countCalled", *asked)
    return isinstance(others, int) and others == 0


def _place(found: Sequence[Element], at: int, equals: Sequence[int]) -> dict[str, Any]:
    element = found[at]
    row: dict[str, Any] = {"role": element.role, "name": element.name}
    if element.identity.context:
        row["context"] = element.identity.context[0]
    return row | {"place": f"{equals.index(at) + 1} of {len(equals)}"}


async def _read(context: PageContext, element: Element) -> Element | None:
    """Return an element with its current description; None if it is gone."""
    handle = element.handle
    frame = context.page.frames.get(handle.frame_id)
    if frame is None or (handle.epoch and frame.loader_id != handle.epoch):
        return None
    reply = await scripts.call(
        context.page, frame, "describe", handle.node_id, handle.control_id or 0
    )
    about = reply[0] if isinstance(reply, list) and reply else None
    record = {"id": handle.node_id, "control": handle.control_id, "tag": element.tag}
    return Element.from_wire(
        record | {"bounds": element.bounds, "points": []},
        about,
        frame_id=handle.frame_id,
        epoch=handle.epoch,
        frame=element.frame,
    )


CANDIDATES = 5
SHOWN = 3
"""Maximum number of candidates that a hint suggests."""
LONGEST_OFFERED = 100
"""Maximum length of the text to search for when a target is gone, in characters."""

_NAMED = re.compile(
    rf"role=(?P<role>[a-z]+)\[name=(?P<name>{WORDS})\]"
    r"|[\w-]*:(?:has-text|contains|text|text-is)\((?P<quote>['\"])(?P<said>.*)(?P=quote)\)"
    r"|(?:text=)?(?P<words>[^#.\[\]{}<>=:*+~^$|\\@]*[.:]?)"
)
"""Matches selectors that are really texts: starts of lines, text selectors of other tools, and
words without CSS characters."""


async def offer_equals(context: PageContext, target: ElementTarget, error: RefStale) -> None:
    """Add elements with the same text to an error, as suggestions with refs; never raises.

    The stale ref does not resolve to any of these elements.
    """
    identity = target.element.identity
    words = " ".join(identity.words.split())[:LONGEST_OFFERED]
    rows = [row for row in await _list_rows(context, words) if row["ref"] != target.ref]
    if rows:
        error.data["candidates"] = rows[:CANDIDATES]


async def offer_named(
    context: PageContext, target: SelectorTarget, error: ElementNotFound | InvalidSelector
) -> None:
    """Add suggestions with refs to the error for a selector that is really a text; never raises.

    A text is not a valid selector, because several elements may have it, so nothing was done. If a
    selector matches several elements, the first ones get refs.
    """
    written = _NAMED.fullmatch(target.selector.strip())
    if isinstance(error, SeveralFound) and (several := await _name_each(context, error.first)):
        error.data["candidates"] = several
    if written is None:
        return
    named = written["said"] or written["words"]
    if written["name"]:
        named = json.loads(written["name"], strict=False)
    words = clean_words(named, LONGEST_OFFERED)
    rows = await _list_rows(context, words, written["role"] or "")
    if rows:
        error.data["candidates"] = rows[:CANDIDATES]
        meant = (_advice(row, several=len(rows) > 1) for row in rows[:SHOWN])
        error.hint = f"Do you mean {' or '.join(meant)}?"
        if len(rows) > SHOWN:
            error.hint += f" {len(rows) - SHOWN} more have these words: find lists them."
        if target.selector.strip() == words:
            error.hint += " Words alone are read as a selector; a ref names one thing."
    elif words:
        nearest = Nearest(words)
        await nearest.add(context.page)
        if nearest.texts:
            said = ", ".join(map(quoted, nearest.texts))
            error.hint = f"Nothing is called {quoted(words)}; nearest: {said}."


async def _name_each(context: PageContext, found: Sequence[ElementSummary]) -> list[dict[str, str]]:
    """Return a suggestion (ref, role, name, place) for each of the first elements."""
    handles = [Handle(frame_id=e.frame_id, node_id=e.node_id, epoch=e.loader_id) for e in found]
    with contextlib.suppress(ViewmarkError):
        named = [*(await name_handles(context, handles)).values()]
        places = wheres([element for _, element in named])
        rows = zip(named, places, strict=True)
        return [_offer(ref, e, e.name or e.text, place_of(e, where)) for (ref, e), where in rows]
    return []


async def _list_rows(context: PageContext, words: str, role: str = "") -> list[dict[str, str]]:
    """Return suggestions for elements with this text; if any has this role, only those."""
    called = await _list_called(context, words, role)
    return [_offer(each.ref, each.element, each.words, each.place) for each in called]


async def _list_called(context: PageContext, words: str, role: str) -> list[Thing]:
    """List elements with this text; if any of them has this role, only those. Never raises."""
    with contextlib.suppress(ViewmarkError):  # errors include a text that contains no words
        for of in dict.fromkeys((role, "")) if words else ():
            if called := await list_called(context, LineTarget(words=words, role=of)):
                return called
    return []


def _offer(ref: str, element: Element, name: str, place: str) -> dict[str, str]:
    row = {"ref": ref, "role": element.role, "name": name}
    return row | {"place": place} if place else row


def _advice(row: dict[str, str], *, several: bool) -> str:
    tail = f", {row['place']}" if several and "place" in row else ""
    return f"{row['ref']} ({row['role']} {quoted(row['name'])}{tail})"
