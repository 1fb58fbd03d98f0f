"""Types into fields and selects options. Typed text is never logged or returned.

Text is sent as one trusted insertion followed by one key, or key by key for widgets that accept
nothing else. Date, time, colour and range controls and native lists are set by script, because the
browser draws their user interface outside of the page.
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
"""Maximum length of a text; a longer text is rejected because typing it would take minutes."""

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
"""Hints for errors to which the error's default hint does not apply, keyed by the reason why the
field cannot be filled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """The field that receives the text typed into an element."""

    frame: Frame
    node_id: int
    kind: Literal["text", "picked", ""]
    """`text`: accepts typing; `picked`: set by script; empty: unknown until it is clicked."""
    reply: ElementSummary
    focused: bool
    """Whether the field already has focus."""
    type: str = ""
    """The `type` of an input element."""
    is_tiny: bool = False
    """Whether the field is too small for a word, as in code editors that draw text elsewhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    """The focused field, ready to receive text."""

    frame: Frame
    node_id: int
    reply: ElementSummary
    place: str = "keep"
    """How to prepare the field by key presses before typing, for the hidden fields of editors that
    react only to keys: `all` selects the content, `end` moves the caret to its end, `keep` presses
    no key. With `keys`, the element is not a field, and text is sent to it as key events.
    """
    is_slot: bool = False
    """Whether the field takes a single character, like one box of a one-time code. The page moves
    the focus to the next box after each key.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """The result of typing a text."""

    length: int
    """Number of characters sent."""
    accepted: bool | None
    """Whether the field shows the requested text: False if the page formats, filters, shortens or
    rejects it, None if unknown.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """The options that are now selected in a list."""

    reply: ElementSummary
    selected: tuple[dict[str, str], ...] = field(default=())
    """One `{value, label}` per option; empty for lists whose value is secret."""
    held: bool = True
    """False if the page immediately undid the selection."""


async def field_at(page: PageTarget, frame: Frame, node_id: int) -> Field:
    """Return the field for an element: the element itself, the labelled field or a descendant.

    Raises:
        NotEditable: the element is not a field, or the field is disabled or read-only; nothing was
            clicked.
        ElementNotFound: the element no longer exists.
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
    """Focus an element without a click; return whether the element then has focus.

    Args:
        page: the browser tab.
        frame: the element's frame.
        node_id: the element.
        is_written: whether text will be typed next.
        meant: text that the element must still have after receiving focus.

    Raises:
        NodeChanged: the element has different text.
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
    """Prepare the focused field of a frame: select all, move the caret to the end, or do neither.

    Raises:
        NotEditable: the focused element does not accept text.
        NodeChanged: the element of `meant` has different text since it received focus.
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
    """Type into the prepared field.

    Args:
        page: the browser tab.
        target: the result of `ready`, called with `all` if the field is to be cleared.
        text: the text to type.
        clear: whether to delete the selected content even if the text is empty.
        by_keys: whether to send key by key instead of one insertion; a line break is sent as Enter.
        mac: whether the browser runs on macOS.
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
        # Search fields and filters listen for key events, so the last character is sent as a key if
        # it is a letter or digit. As a key, any other character could trigger completion or a
        # command, so it is inserted, and a key event without text follows.
        last = text[-1] if text[-1].isascii() and text[-1].isalnum() else ""
        held = hand.held_input(page).modifiers
        if whole := text if held else text.removesuffix(last):
            await hand.insert_text(page, whole)
        if not held:
            one = typed_events(last) if last else key_events(parse_keys("Shift"))
            await hand.send_keys(page, one)
    return Typed(length=len(text), accepted=None)


async def holds(page: PageTarget, target: Ready, text: str, *, whole: bool) -> bool | None:
    """Return whether the field shows the text; compare in the page, so that no value leaves it."""
    asking = scripts.call(page, target.frame, "holdsText", target.node_id, text, whole)
    accepted = wire.record(await asking).get("accepted")
    return accepted if isinstance(accepted, bool) else None


async def pick(
    page: PageTarget, target: Field, text: str, meant: dict[str, Any] | None = None
) -> bool:
    """Set a date, time, colour or range control; return whether the control keeps the value.

    Raises:
        InvalidOption: the control does not accept the value; it is unchanged.
        ElementNotFound: the control no longer exists.
        NodeChanged: the element of `meant` has different text since it received focus.
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
    """Return the error for a text that a control rejects, including the accepted format."""
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
    """Before typing, check that a field with a value format (such as a number) accepts a text.

    Args:
        page: the browser tab.
        frame: the field's frame.
        node_id: the field; None for the focused element of the frame.
        text: the text to type.
        whole: whether the text replaces the field's whole value; otherwise it may be a part of a
            valid value.

    Raises:
        InvalidOption: the field does not accept the text; nothing was changed.
    """
    fit = wire.record(await scripts.call(page, frame, "takesText", node_id, text, whole))
    reply = ElementSummary.from_wire(fit.get("summary"), frame)
    if reply is not None and isinstance(misfit := fit.get("misfit"), dict):
        raise _misfit(reply, misfit)


def _range(limits: Mapping[str, Any]) -> str:
    """Return the text that describes a value range."""
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
    """Select options of a native list; deselect all others.

    Args:
        page: the browser tab.
        frame: the list's frame.
        node_id: the list, its label, one of its options, or an element that contains only this
            list.
        options: the options to select, each identified by `value`, `label` or `index`, or by a
            combination of these keys.
        meant: text that the element must still have after the list received focus.

    Raises:
        NodeChanged: the element has different text.
        NotSelectable: the element is not a list, the list or option is disabled, there is no such
            option, or several were given for a single-choice list.
        ElementNotFound: the list no longer exists.
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
