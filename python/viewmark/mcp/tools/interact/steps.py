"""What an action becomes in the recording: a step, without secrets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from viewmark.browser import scripts
from viewmark.browser.actions.keys import held_names, types_text
from viewmark.errors import ViewmarkError
from viewmark.page.recording import Step, without_query
from viewmark.page.targets import ElementTarget, PointTarget, SelectorTarget
from viewmark.redaction import REDACTED

if TYPE_CHECKING:
    from viewmark.browser.actions.click_point import ElementSummary
    from viewmark.mcp.tabs import OpenTab
    from viewmark.page.action_result import ActionResult
    from viewmark.page.targets import Target

__all__ = ["step_of"]


async def step_of(
    tab: OpenTab, what: str, args: dict[str, Any], target: Target | None, acted: ActionResult
) -> Step:
    """The step that an action was; what went into a secret field is not in it."""
    hit = acted.hit
    selector = None
    if isinstance(target, SelectorTarget):
        selector = target.selector
    elif isinstance(target, ElementTarget):
        selector = target.element.selector or None
    if hit is not None and acted.navigated_to is None and selector is None:
        selector = (await _describe(tab, hit)).get("selector") or None
    secret = _is_secret(what, args, acted)
    went = acted.navigated_to or ""
    if secret or REDACTED in went or any(step.secret for step in tab.steps):
        went = without_query(went)
    text = {"type": args.get("text"), "select": args.get("value"), "keypress": args.get("key")}
    moved = acted.scrolled.moved if acted.scrolled is not None else ()
    return Step(
        what=what,
        selector=selector,
        hit=str(hit) if hit is not None else "",
        text=None if secret else text.get(what),
        secret=secret,
        clear=what == "type" and args.get("clear") is True,
        submit=what == "type" and args.get("submit") is True,
        point=(target.x, target.y) if isinstance(target, PointTarget) else None,
        delta=(moved[0].dx, moved[0].dy) if moved else None,
        button=args.get("button", "left"),
        modifiers=held_names(args.get("modifiers", "")),
        navigated_to=went,
    )


def _is_secret(what: str, args: dict[str, Any], acted: ActionResult) -> bool:
    """Whether what was entered must not be recorded: known from the field before it got it."""
    if what not in ("type", "select") and not (what == "keypress" and types_text(args["key"])):
        return False
    if acted.hit is None:
        return what != "keypress"  # nobody knows what took it; a key goes to no field then
    now = acted.focused  # a field can become one for passwords with the first letter
    is_it = now is not None and (what == "keypress" or now.node_id == acted.hit.node_id)
    return acted.hit.secret or (now is not None and is_it and now.secret)


async def _describe(tab: OpenTab, reply: ElementSummary) -> dict[str, Any]:
    page = tab.page.browser_page
    frame = page.main_frame
    if reply.frame_id != frame.id:
        return {}  # a selector leads into a frame through its owner, which nobody looked for
    try:
        told = await scripts.call(page, frame, "describe", reply.node_id, 0)
    except ViewmarkError:
        return {}
    first = told[0] if isinstance(told, list) and told else None
    return first if isinstance(first, dict) else {}
