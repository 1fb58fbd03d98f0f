"""Function tools for models: library calls on one page, and some that combine several calls.

Names, parameters, types, defaults and descriptions are taken from the call table. Schemas and the
tools of every framework are derived from these (`tool.py`).
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from viewmark.agents.result import ToolResult
from viewmark.api.page import Page
from viewmark.calls.call import Call, Invocation
from viewmark.calls.page_session import PageSession
from viewmark.calls.runner import run
from viewmark.calls.table import BY_NAME, CALLS
from viewmark.page.action_result import ActionResult
from viewmark.page.observation_text import observation_text
from viewmark.parameters.hints import parameters_of
from viewmark.parameters.parameter import Parameter


@dataclass(frozen=True, kw_only=True)
class Action:
    """The description and implementation of one tool."""

    name: str
    description: str
    """The description that the model reads."""
    parameters: Mapping[str, Parameter]
    run: Callable[[Page, dict[str, Any]], Awaitable[ToolResult]]


def action_of(function: Callable[..., Awaitable[ToolResult]]) -> Action:
    """Create an action from a function with type annotations and a docstring."""

    async def work(page: Page, args: dict[str, Any]) -> ToolResult:
        return await function(page, **args)

    return Action(
        name=function.__name__,
        description=" ".join((inspect.getdoc(function) or "").split()),
        parameters=parameters_of(function),
        run=work,
    )


def _of_call(call: Call) -> Action:
    """Create an action from a call in the call table."""
    words = call.function

    async def work(page: Page, args: dict[str, Any]) -> ToolResult:
        return await _OWN.get(call.name, _answer)(page, call, args)

    return Action(
        name=words["name"],
        description=words["description"],
        parameters={each.name: each for each in call.for_functions},
        run=work,
    )


async def _answer(page: Page, call: Call, args: dict[str, Any]) -> ToolResult:
    """Run a call and return its result as text, including the changes on the page."""
    session, mode = PageSession(page), page.changes
    page.changes = "auto" if mode == "none" else mode
    try:
        answer = await run(Invocation(session=session, call=call, args=args, changes=page.changes))
    finally:
        page.changes = mode
    return ToolResult(text=answer.text, failed=answer.failed)


async def _look(page: Page, call: Call, args: dict[str, Any]) -> ToolResult:
    """Return an observation with its screenshot."""
    seen = await page.observe(**args)
    kind = seen.image_info.format if seen.image_info is not None else "jpeg"
    text = observation_text(seen, frame_id=False)
    return ToolResult(text=text, image=seen.base64, media_type=f"image/{kind}")


async def _navigate(page: Page, call: Call, args: dict[str, Any]) -> ToolResult:
    """Open a URL, or navigate in the history if the URL is a keyword."""
    if args["url"] in ("back", "forward", "reload"):
        return await _answer(page, BY_NAME[args["url"]], {})
    return await _answer(page, call, args)


async def _scroll(page: Page, call: Call, args: dict[str, Any]) -> ToolResult:
    """Scroll; without target and direction, scroll down by nearly the height of the viewport."""
    is_bare = args.get("target") is None and args.get("direction") is None
    return await _answer(page, call, args | ({"direction": "down"} if is_bare else {}))


_OWN = {"look": _look, "goto": _navigate, "scroll": _scroll}
_ORDER = (
    *("act", "look", "read", "find", "click", "type", "fill_form", "select", "check", "press"),
    *("scroll", "hover", "drag", "wait", "navigate", "answer_dialog"),
)
_BY_FUNCTION = {call.function["name"]: _of_call(call) for call in CALLS if call.function}
ACTIONS = tuple(_BY_FUNCTION[name] for name in _ORDER)
"""All actions, in the order in which models see them."""


def summary(done: ActionResult) -> ToolResult:
    """Describe an action: the element hit, the changes, the value of a field or chosen option."""
    rows = [str(done)]
    if done.typed is not None and done.typed.accepted is False:
        rows.append("the field did not take the text as it is")
    if "value" in done.state:
        rows.append(f"it holds {done.state['value']!r}")
    if done.chosen is not None:
        rows.append("chosen: " + ", ".join(str(each) for each in done.chosen.selected))
    if done.outcome.dialog is not None:
        rows.append(f"the dialog says {done.outcome.dialog.get('message')!r}; answer it")
    return ToolResult(text="; ".join(rows))
