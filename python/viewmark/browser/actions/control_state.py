"""Finds the control that an element belongs to, and reads the control's state."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass

from viewmark.browser import scripts, wire
from viewmark.browser.actions.results import ElementSummary, ask_node
from viewmark.browser.discovery.internals import learn_internals
from viewmark.browser.frames.table import Frame
from viewmark.browser.page_target import PageTarget
from viewmark.elements.model import State, state_from_wire
from viewmark.elements.words import words
from viewmark.errors import ViewmarkError

STATE_LIMIT = 1.0
"""Maximum seconds for the page to report a state after an action; a later report is ignored."""

_CHANGING = ("checked", "pressed", "selected", "expanded", "value", "valueState")


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """The current kind and state of a control."""

    frame: Frame
    reply: ElementSummary
    kind: str
    """`checkbox` or `radio` (also by ARIA role), `select`, `file`, the type of any other input, or
    empty."""
    disabled: bool
    multiple: bool
    """Whether the control accepts several options or files."""
    folder: bool
    """Whether the control is a file field that selects folders."""
    state: State
    number: float | None = None
    """Value of a slider or spin button that only keys can change; None for other controls."""

    @property
    def node_id(self) -> int:
        """The control's node ID in the isolated world of its frame."""
        return self.reply.node_id


async def control_at(
    page: PageTarget, frame: Frame, node_id: int, *, loose: bool = False
) -> Control:
    """Return the control for an element: the element itself, the labelled control or a descendant.

    With `loose`, the control may be a file field that is not in the document.

    Raises:
        ElementNotFound: the element no longer exists.
    """
    answer, reply = await ask_node(page, frame, "control", node_id, loose)
    if "-" in reply.tag and await learn_internals(page, frame, [reply.node_id]):
        answer, reply = await ask_node(page, frame, "control", node_id)
    number = answer.get("number")
    return Control(
        frame=frame,
        reply=reply,
        kind=words(answer.get("kind"), 20),
        disabled=answer.get("disabled") is True,
        multiple=answer.get("multiple") is True,
        folder=answer.get("folder") is True,
        state=state_from_wire(answer.get("state")),
        number=wire.number(number) if number is not None else None,
    )


async def state_after(page: PageTarget, acted_on: ElementSummary | None) -> State:
    """Return the part of an element's current state that actions can change; empty if unknown.

    For a secret field, report only whether it is filled, never the value.
    """
    frame = page.frames.get(acted_on.frame_id) if acted_on is not None else None
    if acted_on is None or frame is None or page.dialog is not None:
        return {}
    with contextlib.suppress(ViewmarkError):  # the page is closed or busy: the state is unknown
        if "-" in acted_on.tag:
            await learn_internals(page, frame, [acted_on.node_id])
        reply = await scripts.call(page, frame, "stateOf", acted_on.node_id, timeout=STATE_LIMIT)
        state = {key: value for key, value in state_from_wire(reply).items() if key in _CHANGING}
        if acted_on.secret:
            state.pop("value", None)
        return state
    return {}
