"""Finds a target again whose node is gone, or says something else than when it was seen.

One fresh look, and the rules of `refs.meaning`: the action follows the words, or it is refused with
both texts. After a refusal the reader knows the new ones, so the same call once more does it.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

from viewmark.browser import scripts
from viewmark.browser.discovery.discover import discover
from viewmark.defaults import MAX_ANNOTATIONS
from viewmark.elements.model import Element
from viewmark.errors import RefAmbiguous, RefStale, ViewmarkError
from viewmark.page.context import PageContext
from viewmark.page.offers import CANDIDATES, offer_equals
from viewmark.page.resolved_target import ElementTarget
from viewmark.refs.meaning import is_drop_effect, is_hover_effect, judge, said, twins
from viewmark.refs.registry import PageRegistry


async def find_again(context: PageContext, target: ElementTarget) -> ElementTarget:
    """The same element after its node was replaced.

    Raises:
        RefStale: it is not on the page any more; the candidates are like it.
        RefAmbiguous: several fit.
    """
    if not target.ref:
        raise RefStale("The element is gone from the page.", candidates=[])
    found, registry = await _look(context)
    try:
        again = _resolve(context, registry, target.ref)
    except RefStale as error:
        await offer_equals(context, target, error)
        raise
    if _node(target.element) == _node(again):
        raise context.registry.lost(target.ref)
    return _judge(context, target, again, found)


async def find_meant(
    context: PageContext,
    target: ElementTarget,
    *,
    is_hovered: bool = False,
    dropping: str | None = None,
) -> ElementTarget:
    """The element where what it said is now, if its node says something else.

    `is_hovered`: it said that until the mouse came to it. `dropping`: what says this was dragged
    over it.

    Raises:
        RefStale: nothing says that any more; the error has both texts.
        RefAmbiguous: several say it.
    """
    found, registry = await _look(context)
    try:
        again = _resolve(context, registry, target.ref)
    except ViewmarkError as error:
        # It may stand where no look reaches: below what is in view.
        there = next((each for each in found if _node(each) == _node(target.element)), None)
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
    return _judge(context, target, again, found, is_hovered=is_hovered, dropping=dropping)


def _resolve(context: PageContext, registry: PageRegistry, ref: str) -> Element:
    """Where a ref leads in a look that nobody saw; errors name no ref of it."""
    try:
        return registry.resolve(ref).element
    except ViewmarkError as error:
        for row in error.data.get("candidates", ()):
            if not context.registry.knows(row.get("ref", "")):
                row.pop("ref", None)
        raise


def _judge(
    context: PageContext,
    target: ElementTarget,
    again: Element,
    found: Sequence[Element],
    *,
    is_hovered: bool = False,
    dropping: str | None = None,
) -> ElementTarget:
    then, now = target.element.identity, again.identity
    is_node = _node(target.element) == _node(again)
    here = [each.identity for each in found]
    before = context.registry.seen_with(target.seen_in)
    verdict = judge(then, now, before, here, is_node=is_node)
    if verdict == "other" and target.shown is not None:
        verdict = judge(target.shown.identity, now, before, here, is_node=is_node)
    if verdict == "other" and is_hovered and is_node and is_hover_effect(then, now, before, here):
        verdict = "renamed"
    if verdict == "other" and is_node and dropping is not None:
        verdict = "renamed" if is_drop_effect(then, now, before, here, dropping) else "other"
    if verdict == "other":
        if said(then) == said(now):  # another address or picture: no reader knows it by its words
            raise RefStale(
                f"{target.ref} ({said(then)!r}) leads elsewhere than when it was seen; nothing was "
                "done.",
                ref=target.ref,
                candidates=[{"ref": target.ref, "role": again.role, "name": again.name}],
            )
        context.registry.note_shown(target.ref, again)
        raise RefStale(
            f"{target.ref} said {said(then)!r} when it was seen, and says {said(now)!r} now; "
            "nothing was done.",
            hint="If that is what you mean, do the same again. Else observe, and use that answer.",
            ref=target.ref,
            was=said(then),
            now=said(now),
            candidates=[{"ref": target.ref, "role": again.role, "name": again.name}],
        )
    equals = twins(now, here)
    if len(equals) > 1 and not is_node:
        raise RefAmbiguous(
            f"{target.ref} ({said(then)!r}) was drawn anew, and {len(equals)} say the same.",
            hint="Observe again and use a ref, a number or a point of that answer.",
            ref=target.ref,
            candidates=[_place(found, at, equals) for at in equals[:CANDIDATES]],
        )
    if verdict == "renamed":
        context.renamed.append((said(then), said(now)))
        context.registry.note_shown(target.ref, again)
    return ElementTarget(element=again, ref=target.ref, seen_in=target.seen_in, is_fresh=True)


def _place(found: Sequence[Element], at: int, equals: Sequence[int]) -> dict[str, Any]:
    element = found[at]
    row: dict[str, Any] = {"role": element.role, "name": element.name}
    if element.identity.context:
        row["context"] = element.identity.context[0]
    return row | {"place": f"{equals.index(at) + 1} of {len(equals)}"}


def _node(element: Element) -> tuple[str, str, int]:
    return (element.handle.frame_id, element.handle.epoch, element.handle.node_id)


async def _look(context: PageContext) -> tuple[tuple[Element, ...], PageRegistry]:
    """Everything that is there in one fresh look, and where refs lead in it.

    Nobody sees this look, so the memory of what was seen stays as it is: a copy takes it in. Else
    a ref could come to mean something that its reader was never told of.
    """
    found = await discover(context.page, max_annotations=MAX_ANNOTATIONS)
    registry = copy.deepcopy(context.registry)
    context.name(found.elements, found, frame_id=context.new_frame_id(), registry=registry)
    return found.elements, registry


async def _read(context: PageContext, element: Element) -> Element | None:
    """A node as it is described now; None if it is gone."""
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
