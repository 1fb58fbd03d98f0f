"""Whether the end of a drag still is what was seen, asked while the pointer is down.

What is dragged changes what it goes over: zones say "Release to drop", columns hold one more card.
A list that was sorted or filled anew meanwhile is another matter: nothing is let go there.
"""

from __future__ import annotations

from viewmark.browser import scripts, wire
from viewmark.browser.actions.results import HitTest
from viewmark.browser.node_gone import NodeChanged, NodeGone
from viewmark.errors import RefAmbiguous, RefStale, ViewmarkError
from viewmark.page.context import PageContext
from viewmark.page.found_again import find_again, find_meant
from viewmark.page.resolve import check_alive
from viewmark.page.resolved_target import ElementTarget, ResolvedTarget
from viewmark.page.targets import frame_of
from viewmark.refs.pieces import pieces_of

ENDED = (NodeGone, RefStale, RefAmbiguous)
"""What is raised where the end is not what was seen any more."""


async def check_end(
    context: PageContext,
    carried: ResolvedTarget | str | None,
    to: ResolvedTarget | None,
    there: HitTest | None,
    *,
    is_over: bool,
) -> None:
    """Make sure that what was seen at the end of a drag is there still.

    Args:
        context: the page's memory.
        carried: what is dragged, or the words that it shows; None: what is no element, as files.
        to: the end, as it was named.
        there: where that was found.
        is_over: the pointer is there by now, with what it carries.

    Raises:
        NodeChanged: it is elsewhere by now.
        RefStale, RefAmbiguous: it says something else, or is gone.
    """
    if not isinstance(to, ElementTarget) or there is None or there.meant is None:
        return
    node_id = int(there.meant["id"])
    try:
        await check_alive(context, there.frame, node_id, there.meant)
        return
    except NodeGone as error:
        try:
            if isinstance(error, NodeChanged):
                effect_of = _words(carried) if is_over else None
                again = await find_meant(context, to, dropping=effect_of)
            else:
                again = await find_again(context, to)
        except ViewmarkError as refusal:
            raise _given_up(refusal) from None
    frame, now = frame_of(context.page, again), again.element.handle.node_id
    if frame.id == there.frame.id:
        box = wire.numbers(await scripts.call(context.page, frame, "boxNow", now), 4)
        x, y = there.inner
        if now == node_id or (box and 0 <= x - box[0] <= box[2] and 0 <= y - box[1] <= box[3]):
            return
    raise NodeChanged(f"{there.target} is elsewhere since the drag began; nothing was dropped.")


def _words(carried: ResolvedTarget | str | None) -> str:
    """What is dragged says: what holds it says that too."""
    if isinstance(carried, str):
        return carried
    if not isinstance(carried, ElementTarget):
        return ""
    identity = carried.element.identity
    return identity.name or pieces_of(identity.context, identity.around).own


def _given_up(refusal: ViewmarkError) -> ViewmarkError:
    message = refusal.message.replace("nothing was done", "nothing was dropped")
    if message == refusal.message:
        message += " Nothing was dropped."
    refusal.message = message
    return refusal
