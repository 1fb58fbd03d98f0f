"""Types into fields and chooses options. Typed text is never logged or returned.

A text goes in with one trusted insertion, or key by key for widgets that listen to keys. Date,
time, colour and range controls take their value by script, as do the options of a native list:
their own user interface is drawn by the browser outside the page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from viewmark.browser import scripts, wire
from viewmark.browser.actions import input as hand
from viewmark.browser.actions.keys import key_events, parse_keys, typed_events
from viewmark.browser.actions.results import ElementSummary, ask_node
from viewmark.browser.frames.table import Frame
from viewmark.browser.node_gone import NodeChanged, NodeGone
from viewmark.browser.page_target import PageTarget
from viewmark.elements.words import words
from viewmark.errors import InvalidOption, NotEditable, NotSelectable

TEXT_LIMIT = 1_000_000
"""Characters of one text; more is refused rather than typed for minutes."""

_WHY = {
    "disabled": "{} is disabled and takes no text.",
    "readonly": "{} is read-only.",
    "kind": "{} takes no text.",
    "none": "Nothing that takes text has the focus{}.",
    "": "{} takes no text.",
}
_CURE = {
    "disabled": "The page enables it, as when something else is chosen; then observe again.",
    "readonly": "The page fills it: click it, or what stands beside it, and choose there.",
    "none": "Name the field as the target, or click it first.",
}
"""Where the error's own hint does not fit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """The field that typing at an element is meant for."""

    frame: Frame
    node_id: int
    kind: Literal["text", "picked", ""]
    """`picked`: takes its value by script; empty: unknown until pressed."""
    reply: ElementSummary
    focused: bool
    """It has the focus already."""
    type: str = ""
    """An input's type."""
    is_tiny: bool = False
    """It is too small for a word, as in code editors, which draw the text around it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    """The focused field, ready for text."""

    frame: Frame
    node_id: int
    reply: ElementSummary
    place: str = "keep"
    """Where keys have to go: `all` selects the content first, `end` goes behind it; `keys`: it is
    no field and takes the text as keys. Hidden fields of an editor that listens to keys alone need
    this."""
    is_slot: bool = False
    """It takes one character, as the boxes of a code do, which pass the focus on at each key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """Report on a text that was typed."""

    length: int
    """Characters sent."""
    accepted: bool | None
    """Whether the field shows the requested text; None if unknown. False where the page formats,
    filters, shortens or refuses it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """The options that a list has selected now."""

    reply: ElementSummary
    selected: tuple[dict[str, str], ...] = field(default=())
    """`{value, label}` each; empty for lists whose value is secret."""
    held: bool = True
    """False if the page undid the choice at once."""


async def field_at(page: PageTarget, frame: Frame, node_id: int) -> Field:
    """The field that an element is, labels or holds.

    Raises:
        NotEditable: it is something else, disabled or read-only; nothing was pressed.
        ElementNotFound: it is gone.
    """
    answer, reply = await ask_node(page, frame, "field", node_id)
    kind = str(answer.get("kind"))
    if kind in ("disabled", "readonly", "kind"):
        hint = _CURE.get(kind)
        if reply.tag == "select":
            hint = "Choose an option of a list with select."
        elif answer.get("type") == "file":
            hint = "Give a file field its files with upload."
        elif answer.get("type") in ("checkbox", "radio"):
            hint = "Set it with check."
        raise NotEditable(_WHY[kind].format(reply), hint=hint, target=reply.to_json())
    return Field(
        frame=frame,
        node_id=reply.node_id,
        kind="text" if kind == "text" else "picked" if kind == "picked" else "",
        reply=reply,
        focused=answer.get("focused") is True,
        type=words(answer.get("type"), 20),
        is_tiny=answer.get("isTiny") is True,
    )


async def focus(
    page: PageTarget,
    frame: Frame,
    node_id: int,
    *,
    is_written: bool = False,
    meant: dict[str, Any] | None = None,
) -> bool:
    """Give an element the focus without a press; whether it has it.

    Args:
        page: the page.
        frame: the element's frame.
        node_id: the element.
        is_written: a character comes next.
        meant: what was seen has to say that still, once it has the focus.

    Raises:
        NodeChanged: it says something else.
    """
    reply = await scripts.call(page, frame, "focusField", node_id, is_written, meant)
    if reply == "changed":
        raise NodeChanged.by_mouse(None)
    return reply is True


async def ready(
    page: PageTarget,
    frame: Frame,
    place: Literal["all", "end", "keep"],
    meant: dict[str, Any] | None = None,
) -> Ready:
    """Prepare the focused field of a frame: select all, caret to the end, or leave it.

    Raises:
        NotEditable: what has the focus takes no text.
        NodeChanged: what was `meant` says something else since it has the focus.
    """
    answer = wire.record(await scripts.call(page, frame, "ready", place, True, meant))
    kind = str(answer.get("kind", "none"))
    if kind == "changed":
        raise NodeChanged.by_mouse(None)
    reply = ElementSummary.from_wire(answer.get("summary"), frame)
    if reply is None or kind != "text":
        text = _WHY.get(kind, _WHY[""]).format(reply if reply is not None else "")
        raise NotEditable(text, hint=_CURE.get(kind), target=reply.to_json() if reply else None)
    left = place if answer.get("byKeys") is True else "keep"
    is_slot = answer.get("isSlot") is True
    return Ready(frame=frame, node_id=reply.node_id, reply=reply, place=left, is_slot=is_slot)


async def type_text(
    page: PageTarget, target: Ready, text: str, *, clear: bool, by_keys: bool, mac: bool = False
) -> Typed:
    """Type into the field made ready.

    Args:
        page: the page.
        target: from `ready`, with `all` if it is to be cleared.
        text: what to type.
        clear: what is selected goes, also where the text is empty.
        by_keys: key by key instead of one insertion; a line break is Enter.
        mac: the browser runs on a Mac.
    """
    if target.place in ("all", "end"):
        whole, end = ("Meta+A", "Meta+ArrowDown") if mac else ("Control+A", "Control+End")
        stroke = parse_keys(whole if target.place == "all" else end, mac=mac)
        await hand.send_keys(page, key_events(stroke, mac=mac))
    if clear and not text:
        await hand.send_keys(page, key_events(parse_keys("Delete"), mac=mac))
    elif by_keys or (target.is_slot and len(text) > 1):
        await hand.send_keys(page, typed_events(text, held=hand.held_input(page).modifiers))
    elif text:
        await hand.insert_text(page, text)
    return Typed(length=len(text), accepted=None)


async def holds(page: PageTarget, target: Ready, text: str, *, whole: bool) -> bool | None:
    """Whether the field shows the text now; asked in the page, which answers yes or no."""
    asking = scripts.call(page, target.frame, "holdsText", target.node_id, text, whole)
    accepted = wire.record(await asking).get("accepted")
    return accepted if isinstance(accepted, bool) else None


async def pick(
    page: PageTarget, target: Field, text: str, meant: dict[str, Any] | None = None
) -> bool:
    """Set a date, time, colour or range control; whether it still holds that after its events.

    Raises:
        InvalidOption: it does not take that value and is as it was.
        ElementNotFound: it is gone.
        NodeChanged: what was `meant` says something else since it has the focus.
    """
    asking = scripts.call(page, target.frame, "setPicked", target.node_id, text, meant)
    reply = wire.record(await asking)
    if reply.get("status") == "changed":
        raise NodeChanged.by_mouse(target.reply)
    if reply.get("status") == "gone":
        raise NodeGone("The element is gone from the page.")
    if reply.get("status") != "ok":
        raise _misfit(target.reply, reply)
    return reply.get("accepted") is True


def _misfit(reply: ElementSummary, fit: Mapping[str, Any]) -> InvalidOption:
    """Error for a text that a control does not take, with the accepted form."""
    kind = words(fit.get("type"), 20)
    form = _FORMS.get(kind, "a value as HTML writes it")
    if isinstance(limits := fit.get("limits"), dict):
        form = _range(limits)
    return InvalidOption(
        f"{reply} does not take this value; it takes {form}. It is as it was.",
        hint=f"A field of type {kind} takes {form}.",
    )


async def require_fit(
    page: PageTarget, frame: Frame, node_id: int | None, text: str, *, whole: bool
) -> None:
    """Make sure that a field with a form of its own (numbers) takes a text, before it gets it.

    Args:
        page: the page.
        frame: the field's frame.
        node_id: the field; None for what has the focus in the frame.
        text: what is to be typed.
        whole: in place of what is there; else it may be a part of the value.

    Raises:
        InvalidOption: it does not; nothing was changed.
    """
    fit = wire.record(await scripts.call(page, frame, "takesText", node_id, text, whole))
    reply = ElementSummary.from_wire(fit.get("summary"), frame)
    if reply is not None and isinstance(misfit := fit.get("misfit"), dict):
        raise _misfit(reply, misfit)


def _range(limits: Mapping[str, Any]) -> str:
    """The range in words."""
    low, high, step = (limits.get(name) for name in ("min", "max", "step"))
    if not all(isinstance(each, (int, float)) for each in (low, high, step)):
        return _FORMS["range"]
    steps = f", in steps of {step:.10g} from {low:.10g}" if step else ""
    return f"a number from {low:.10g} to {high:.10g}{steps}"


_FORMS = {
    "number": "a number such as 42 or -3.5",
    "date": "2026-11-21",
    "time": "14:30",
    "datetime-local": "2026-11-21T14:30",
    "month": "2026-11",
    "week": "2026-W47",
    "color": "#1e90ff",
    "range": "a number between its min and max",
}


async def choose(
    page: PageTarget,
    frame: Frame,
    node_id: int,
    options: Sequence[Mapping[str, Any]],
    meant: dict[str, Any] | None = None,
) -> Chosen:
    """Choose options of a native list; unnamed ones are deselected.

    Args:
        page: the page.
        frame: the list's frame.
        node_id: the list, its label, one of its options, or an element that holds only this list.
        options: `{value}`, `{label}` or `{index}` each, or several of them together.
        meant: what was seen has to say that still, once the list has the focus.

    Raises:
        NodeChanged: it says something else.
        NotSelectable: no list, disabled, no such option, or several for a list that takes one.
        ElementNotFound: it is gone.
    """
    wanted = [dict(each) for each in options]
    answer, reply = await ask_node(page, frame, "choose", node_id, wanted, meant, what="list")
    status = answer.get("status")
    if status == "changed":
        raise NodeChanged.by_mouse(reply)
    if status == "ok":
        return Chosen(
            reply=reply,
            selected=_options(answer.get("selected")),
            held=answer.get("held") is not False,
        )
    known = _options(answer.get("options"))
    shown = ", ".join(repr(each["label"] or each["value"]) for each in known[:20]) or "none"
    message = {
        "kind": f"{reply} is not a list of options.",
        "disabled": f"{reply} is disabled.",
        "unknown": f"{reply} has no such option; it has {shown}.",
        "off": f"That option of {reply} is disabled; the list has {shown}.",
        "single": f"{reply} takes one option only.",
    }.get(str(status), f"{reply} cannot be chosen from.")
    raise NotSelectable(message, target=reply.to_json(), candidates=list(known))


def _options(listed: object) -> tuple[dict[str, str], ...]:
    return tuple(
        {"value": words(each.get("value"), 200), "label": words(each.get("label"), 100)}
        for each in wire.records(listed, 50)
    )
