"""Types into fields and chooses options (FR-005). Secret values are not returned.

A field is focused by a real click, as a user would focus it. A target that is known not to accept
text is refused before that click.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from viewmark.browser import scripts
from viewmark.browser.actions import fields
from viewmark.browser.actions.pointer import Outcome, focus_of, perform, press
from viewmark.browser.actions.results import ElementSummary
from viewmark.browser.frames.geometry import chain
from viewmark.browser.frames.table import Frame
from viewmark.browser.node_gone import NodeChanged
from viewmark.browser.page_target import PageTarget
from viewmark.defaults import REST_TIMEOUT, REST_TIMEOUTS
from viewmark.errors import DialogOpen, InvalidOption, NotEditable
from viewmark.page.act import Pressing
from viewmark.page.act_combobox import combobox_at
from viewmark.page.action_result import ActionResult
from viewmark.page.context import PageCalls, PageContext
from viewmark.page.locked import in_turn
from viewmark.page.resolve import element, is_mac, press_visible, reach
from viewmark.page.resolved_target import Meant, PointTarget, ResolvedTarget
from viewmark.page.target import Target
from viewmark.page.targets import resolve, resolve_or_none
from viewmark.unknown_options import checked

CELLS = ("gridcell", "cell")
EDITING = {"editor": "open"}
"""Added to a result if text was typed into the editor of a grid cell; the text is stored when the
editor closes."""


class Fields(Pressing):
    """Text input and option choice; a mixin of `Page`."""

    @checked
    @in_turn
    async def type(
        self,
        target: Target | None,
        text: str,
        *,
        clear: bool = False,
        keys: bool = False,
        submit: bool = False,
        timeout: Annotated[float, REST_TIMEOUTS] = REST_TIMEOUT,
    ) -> ActionResult:
        """Append text to a field; with `clear`, replace the present text, as `fill` always does.

        The result contains the length of the text and, unless it is secret, the field's value.

        Args:
            target: the field; None: the focused element, where the text is inserted at the caret
                and replaces the selection.
            text: the text to type.
            clear: replace the present text.
            keys: send single key events, for widgets that listen to keys.
            submit: press Enter afterwards.
            timeout: as for `click`.

        Raises:
            NotEditable: the target does not accept text; nothing was typed.
        """
        context, aimed = self.context, resolve_or_none(self.context, target)
        if not isinstance(text, str) or len(text) > fields.TEXT_LIMIT:
            raise InvalidOption(f"text must be a text of at most {fields.TEXT_LIMIT} characters.")
        into = await _prepare_field(context, aimed, text, clear, timeout)
        if isinstance(into, ActionResult):
            return into
        return await _type_into(self, *into, text, clear=clear, keys=keys, submit=submit)

    @checked
    async def select(
        self,
        target: Target,
        options: str | Mapping[str, Any] | Sequence[str | Mapping[str, Any]],
    ) -> ActionResult:
        """Choose options of a list.

        Args:
            target: see `Target`.
            options: one label or several; or one or several of `{"value": ...}`, `{"index": ...}`.

        Raises:
            NotSelectable: the target is not a list or is disabled, or an option does not exist; the
                error lists candidates.
        """
        several = [options] if isinstance(options, (str, Mapping)) else options
        chosen = [{"label": each} if isinstance(each, str) else each for each in several]
        return await select(self, target, options=chosen)


async def _prepare_field(
    context: PageContext,
    target: ResolvedTarget | None,
    text: str,
    clear: bool,
    timeout: float,
) -> ActionResult | tuple[Frame, fields.Ready, Outcome | None, fields.Field | None]:
    """Focus a field and place the caret; return the arguments of `_type_into`.

    If only a script can set the value, set it and return the result of the action.
    """
    page = context.page
    place: Literal["all", "end", "keep"] = "all" if clear else "end"
    pressed: Outcome | None = None
    editor: fields.Field | None = None
    named: fields.Field | None = None
    meant: Meant = None
    if target is None:
        frame, _ = await focus_of(page)
        place = "all" if clear else "keep"
    elif isinstance(target, PointTarget):
        met = await reach(context, target, timeout=timeout, arm=True)
        pressed = await press(page, met)
        frame, place = met.frame, "all" if clear else "keep"
    else:
        frame, node_id, meant = await element(context, target)
        named = field = await fields.field_at(page, frame, node_id)
        if field.kind == "picked":
            return await _pick(page, field, text, meant)
        await fields.require_fit(page, frame, field.node_id, text, whole=clear)
        if not (field.focused and await _has_focus(page, frame)):
            pressed = await _press_field(page, field, node_id, meant, timeout)
            editor = await _editor_of(page, field, pressed)
            if editor is not None and editor.kind == "picked":
                done = await _pick(page, editor, text, None)
                return replace(done, report=done.report | EDITING)
    if pressed is not None and pressed.ended:
        came, hint = f"led to {pressed.navigated_to}", "Observe where it led, then type there."
        if pressed.dialog:
            came, hint = "opened a dialog", "Answer the dialog, then observe again."
        elif pressed.closed:
            came, hint = "closed the tab", "List the tabs and choose another."
        raise NotEditable(
            f"The press on {pressed.hit or 'the target'} {came}; nothing was typed.",
            hint=hint,
            dialog=pressed.dialog,
        )
    if pressed is not None:
        inner = await _focused_frame(page, frame)
        frame, meant = inner, meant if inner.id == frame.id else None
    if target is None or isinstance(target, PointTarget):
        await fields.require_fit(page, frame, None, text, whole=clear)
    try:
        into = await fields.ready(page, frame, place, meant)
    except NotEditable:
        if named and not await scripts.call(page, named.frame, "isAlive", named.node_id):
            raise NodeChanged.by_mouse(named.reply) from None  # the caller retries the action
        holder = await _key_holder(context, pressed)
        if holder is None:
            raise
        return frame, holder, pressed, None
    boxes = [] if named is None else [named.reply, into.reply]
    if named and {each.tag for each in boxes} <= _BOXES and into.node_id != named.node_id:
        raise NotEditable(
            f"{named.reply} does not keep the focus: {into.reply} has it. Nothing was typed.",
            hint="Close the dialog that holds the focus, or type into what has it.",
            target=into.reply.to_json(),
        )
    return frame, into, pressed, editor


async def _key_holder(context: PageContext, pressed: Outcome | None) -> fields.Ready | None:
    """Return the focused element if it is not a field but handles keys, such as a sheet cell."""
    frame, focused = await focus_of(context.page)
    before = pressed.hit if pressed is not None else context.last_hit
    # without a target, continue typing in the focused element
    goes_on = pressed is None and context.has_typed
    if before is not None and before.loader_id != frame.loader_id:
        before = None
    if before is not None and not (goes_on or before.role in CELLS or before.tag == "td"):
        before = None
    holder = focused or before
    if holder is None or holder.secret or holder.role not in KEY_HOLDERS:
        return None
    return fields.Ready(frame=frame, node_id=holder.node_id, reply=holder, place="keys")


KEY_HOLDERS = ("", "generic", "grid", "treegrid", "table", "row", *CELLS, "application", "group")
"""Roles of elements that may handle keys but are not activated by them."""
_BOXES = frozenset({"input", "textarea"})
"""Tags of fields that cannot contain another field."""


async def _editor_of(
    page: PageTarget, field: fields.Field, pressed: Outcome
) -> fields.Field | None:
    """Return the text field that a click on a grid cell opened, or None."""
    focused = pressed.focused
    if field.reply.role not in CELLS or focused is None or focused.frame_id != field.frame.id:
        return None
    if focused.node_id == field.node_id:
        return None
    return await fields.field_at(page, field.frame, focused.node_id)


async def _has_focus(page: PageTarget, frame: Frame) -> bool:
    """Return True if the focused element of a frame also has the focus of the page."""
    # While a subframe has the focus, the main frame reports the `<iframe>`, so it needs no check.
    return frame.parent_id is None or (await focus_of(page))[0].id == frame.id


async def _focused_frame(page: PageTarget, pressed: Frame) -> Frame:
    """Return the frame that has the focus after a click: the clicked frame, or one inside it.

    Raises:
        NotEditable: the focus is in an unrelated frame, whose field is not the target.
    """
    frame, reply = await focus_of(page)
    around: Frame | None = frame
    while around is not None and around.id != pressed.id:
        around = page.frames.parent_of(around)
    if around is None:
        raise NotEditable(
            f"The target does not get the focus; {reply or 'another frame'} has it.",
            hint="Click it first, then type without a target.",
        )
    return frame


async def _pick(page: PageTarget, field: fields.Field, text: str, meant: Meant) -> ActionResult:
    """Set a value by script and report the effects."""
    accepted: list[bool] = []

    async def do() -> None:
        accepted.append(await fields.pick(page, field, text, meant))

    outcome, focused = await _by_script(page, field.frame, do)
    typed = fields.Typed(length=len(text), accepted=accepted[0] if accepted else None)
    outcome = replace(outcome, hit=field.reply, focused=focused)
    return ActionResult.of("type", outcome, typed=typed)


async def _by_script(
    page: PageTarget, frame: Frame, do: Callable[[], Awaitable[None]]
) -> tuple[Outcome, ElementSummary | None]:
    """Run `do`, which sets a value by script.

    If the resulting events open a dialog, it is part of the outcome, not an error.
    """
    had_dialog = page.dialog is not None

    async def without_dialog() -> None:
        try:
            await do()
        except DialogOpen:
            if had_dialog:
                raise

    async def look() -> ElementSummary | None:
        return (await focus_of(page))[1]

    return await perform(page, await chain(page, frame), without_dialog, look)


async def _press_field(
    page: PageTarget, field: fields.Field, node_id: int, meant: Meant, timeout: float
) -> Outcome:
    """Click a field to focus it; if it is invisible, click its wrapper."""
    nodes = (node_id if field.is_tiny else field.node_id, node_id)
    outcome = await press_visible(page, field.frame, nodes, limit=timeout, meant=meant)
    focused = outcome.focused
    if outcome.ended:
        return outcome
    if field.kind == "text" and (focused is None or focused.node_id != field.node_id):
        reply = await scripts.call(page, field.frame, "field", field.node_id)
        is_other = isinstance(reply, dict) and reply.get("focused") is not True
        # A search box may open a larger one, which keeps the focus. Otherwise focus the target.
        if is_other and (focused is None or focused.tag not in ("input", "textarea")):
            await fields.focus(page, field.frame, field.node_id)
    return outcome


async def _type_into(
    calls: Fields,
    frame: Frame,
    ready: fields.Ready,
    pressed: Outcome | None,
    editor: fields.Field | None,
    text: str,
    *,
    clear: bool,
    keys: bool,
    submit: bool,
) -> ActionResult:
    page = calls.context.page
    mac = await is_mac(page)
    as_keys = ready.place == "keys"
    sent = fields.Typed(length=len(text), accepted=None)
    links = await chain(page, frame)

    async def do() -> None:
        await fields.type_text(page, ready, text, clear=clear, by_keys=keys or as_keys, mac=mac)

    async def look() -> tuple[ElementSummary | None, bool | None]:
        asked = not as_keys
        accepted = await fields.holds(page, ready, text, whole=clear) if asked else None
        return (await focus_of(page))[1], accepted

    outcome, seen = await perform(page, links, do, look)
    focused, accepted = seen or (None, None)
    if submit and not outcome.ended:
        entered = await calls.keypress("Enter")
        outcome, focused = entered.outcome, entered.outcome.focused
    outcome = replace(outcome, hit=ready.reply, focused=focused)
    if pressed is not None:
        scrolled = pressed.scrolled + outcome.scrolled
        outcome = replace(outcome, scrolled=scrolled, pointer=pressed.pointer)
    is_editing = editor is not None and focused is not None and focused.node_id == editor.node_id
    report = EDITING if is_editing else {"as_keys": True} if as_keys else {}
    return ActionResult.of("type", outcome, typed=replace(sent, accepted=accepted), report=report)


@in_turn
async def select(
    calls: PageCalls,
    target: Target,
    *,
    options: Sequence[Mapping[str, Any]],
    may_make: bool = False,
) -> ActionResult:
    """Choose options, each given as `{value}`, `{label}` or `{index}`; deselect all others.

    With `may_make`, a missing label is created as an option, if the list supports that.
    """
    context, aimed = calls.context, resolve(calls.context, target)
    choices = [_option(each) for each in options]
    frame, node_id, meant = await element(context, aimed)
    combobox = await combobox_at(context.page, frame, node_id)
    if combobox is not None:
        combobox.may_make = may_make
        outcome, done = await combobox.choose(choices)
        outcome = replace(outcome, hit=done.reply)
        return ActionResult.of("select", outcome, chosen=done)
    chosen: list[fields.Chosen] = []

    async def do() -> None:
        chosen.append(await fields.choose(context.page, frame, node_id, choices, meant))

    outcome, focused = await _by_script(context.page, frame, do)
    done = chosen[0] if chosen else None  # type: ignore[assignment]
    outcome = replace(outcome, hit=done.reply if done else None, focused=focused)
    return ActionResult.of("select", outcome, chosen=done)


def _option(option: object) -> dict[str, Any]:
    known = {"value": str, "label": str, "index": int}
    if not isinstance(option, dict) or not option or not set(option) <= set(known):
        raise InvalidOption("An option is {value: ...}, {label: ...} or {index: ...}.")
    for key, value in option.items():
        if not isinstance(value, known[key]) or isinstance(value, bool):
            raise InvalidOption(f"{key} of an option must be {known[key].__name__}.", param=key)
    return option
