"""`interact`: act on the page, go places, manage tabs, start and stop draw mode."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from viewmark.browser import scripts
from viewmark.browser.actions.keys import held_names, types_text
from viewmark.errors import InvalidOption, ViewmarkError
from viewmark.mcp.content import Answer, compact
from viewmark.mcp.navigate import go_within
from viewmark.mcp.tools.observe import take_screenshot
from viewmark.page import navigate as travel
from viewmark.page.act import Click, Hover, KeyPress, Scroll, click, hover, keypress, scroll
from viewmark.page.act_fields import Select, Type, select, type_text
from viewmark.page.recording import Step, without_query
from viewmark.page.targets import ElementTarget, PointTarget, SelectorTarget, resolve_target
from viewmark.page.wait import WaitFor, wait_for
from viewmark.redaction import REDACTED

if TYPE_CHECKING:
    from viewmark.browser.actions.click_point import ElementSummary
    from viewmark.mcp.dispatcher import Dispatcher
    from viewmark.mcp.tabs import OpenTab
    from viewmark.page.action_result import ActionResult
    from viewmark.page.targets import Target

__all__ = ["run"]

_PAGE_LESS = ("new_tab", "switch_tab", "close_tab")
_TRAVEL = ("navigate", "back", "forward", "reload")
_AIM = ("ref", "label", "selector", "x", "y", "frame_id", "coordinates")


async def run(dispatcher: Dispatcher, what: str, args: dict[str, Any], _progress: object) -> Answer:
    """Answer one call of `interact`."""
    if what in _PAGE_LESS:
        return await _tabs(dispatcher, what, args)
    if what == "draw_mode_stop":
        return await dispatcher.stop_drawing()
    tab = await dispatcher.tabs.tab(args.get("tab_id"))
    if what not in _TRAVEL:
        dispatcher.tabs.check(tab)
    if what == "screenshot":
        return await take_screenshot(dispatcher, tab, args)
    if what in _TRAVEL:
        return await _go(dispatcher, tab, what, args)
    if what == "draw_mode_start":
        return await dispatcher.start_drawing(tab, args.get("prompt", ""))
    if what == "wait_for":
        return await _wait(tab, args)
    aim = {k: args[k] for k in _AIM if k in args}
    if tab.page.browser_page.dialog is not None and not aim.keys() & {"ref", "label", "selector"}:
        answered = await _answer_dialog(tab, what, args)
        if answered is not None:
            return answered
    target = resolve_target(tab.page.context, **dispatcher.drawn_target(tab, aim))
    acted = await _act(tab, what, args, target)
    tab.record(await _step(tab, what, args, target, acted))
    report = acted.to_json(lambda reply: _ref_of(tab, reply))
    return Answer(text=compact(report | _blocked(dispatcher)))


def _blocked(dispatcher: Dispatcher) -> dict[str, Any]:
    rows = dispatcher.tabs.blocked()
    return {"blocked": rows} if rows else {}


async def _act(
    tab: OpenTab, what: str, args: dict[str, Any], target: Target | None
) -> ActionResult:
    context = tab.page.context
    if what == "scroll":
        return await scroll(context, Scroll(target=target, dx=args.get("dx"), dy=args.get("dy")))
    if what == "keypress":
        if "key" not in args:
            raise InvalidOption("interact keypress needs `key`.", param="key")
        return await keypress(context, KeyPress(keys=args["key"], target=target))
    if what == "type":
        if "text" not in args:
            raise InvalidOption("interact type needs `text`.", param="text")
        return await type_text(
            context,
            Type(
                text=args["text"],
                target=target,
                clear=args["clear"],
                keys=args["keys"],
                submit=args["submit"],
            ),
        )
    if target is None:
        raise InvalidOption(
            f"interact {what} needs a target.",
            hint="Give ref, label with frame_id, selector, or x and y.",
            param="ref",
        )
    modifiers = [m for m in args.get("modifiers", "").split("+") if m]
    if what == "hover":
        return await hover(context, Hover(target=target, modifiers=modifiers))
    if what == "select":
        return await _choose(tab, args, target)
    count = 2 if what == "double_click" else 1
    request = Click(target=target, button=args["button"], count=count, modifiers=modifiers)
    return await click(context, request)


async def _choose(tab: OpenTab, args: dict[str, Any], target: Target) -> ActionResult:
    """Choose by label; if there is none of that name, by value."""
    if "value" not in args:
        raise InvalidOption("interact select needs `value`.", param="value")
    wanted = args["value"]
    try:
        return await select(tab.page.context, Select(target=target, options=[{"label": wanted}]))
    except ViewmarkError as error:
        if error.code != "not_selectable":
            raise
        return await select(tab.page.context, Select(target=target, options=[{"value": wanted}]))


async def _answer_dialog(tab: OpenTab, what: str, args: dict[str, Any]) -> Answer | None:
    """Keys go to the dialog that is open, as a person's would: Enter is OK, Escape is Cancel."""
    page = tab.page.browser_page
    dialog = page.dialog
    accept = (what == "keypress" and args.get("key") == "Enter") or (
        what == "type" and "text" in args and args["submit"]
    )
    if dialog is None or not (accept or (what == "keypress" and args.get("key") == "Escape")):
        return None
    text = args["text"] if what == "type" else dialog.default_text if accept else ""
    await page.answer_dialog(accept=accept, text=text)
    tab.record(Step(what="accept_dialog" if accept else "dismiss_dialog"))
    told = {"kind": dialog.kind, "message": dialog.message, "accepted": accept}
    return Answer(text=compact({"what": what, "dialog": told}))


def _ref_of(tab: OpenTab, reply: ElementSummary) -> str | None:
    frame = tab.page.browser_page.frames.get(reply.frame_id)
    if frame is None:
        return None
    return tab.page.context.registry.ref_of(frame.id, frame.loader_id, reply.node_id)


async def _step(
    tab: OpenTab, what: str, args: dict[str, Any], target: Target | None, acted: ActionResult
) -> Step:
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


async def _go(dispatcher: Dispatcher, tab: OpenTab, what: str, args: dict[str, Any]) -> Answer:
    page = tab.page.browser_page
    url = ""
    if what == "navigate":
        if "url" not in args:
            raise InvalidOption("interact navigate needs `url`.", param="url")
        url = dispatcher.tabs.guard.typed(args["url"])
    go = {
        "navigate": travel.navigate,
        "back": travel.back,
        "forward": travel.forward,
        "reload": travel.reload,
    }
    request = travel.Navigate(url=url, timeout=args["timeout_s"])
    there = await go_within(dispatcher.tabs, tab, what, go[what](page, request))
    tab.record(Step(what=what, url=url))
    told = there.to_json() | {"navigated_to": there.url, "tab_id": tab.id}
    return Answer(text=compact(told | _blocked(dispatcher)))


async def _wait(tab: OpenTab, args: dict[str, Any]) -> Answer:
    waited = await wait_for(
        tab.page.context,
        WaitFor(
            selector=args.get("selector"),
            text=args.get("text"),
            url=args.get("url"),
            absent=args["absent"],
            timeout=args["timeout_s"],
        ),
    )
    return Answer(text=compact(waited.to_json()))


async def _tabs(dispatcher: Dispatcher, what: str, args: dict[str, Any]) -> Answer:
    if what == "close_tab":
        return Answer(text=compact({"closed": await dispatcher.tabs.close_tab(args.get("tab_id"))}))
    if what == "switch_tab":
        if "tab_id" not in args:
            raise InvalidOption("interact switch_tab needs `tab_id`.", param="tab_id")
        tab = await dispatcher.tabs.switch(args["tab_id"])
    else:
        url = dispatcher.tabs.guard.typed(args["url"]) if "url" in args else None
        tab = await dispatcher.tabs.new()
        if url is not None:
            request = travel.Navigate(url=url, timeout=args["timeout_s"])
            going = travel.navigate(tab.page.browser_page, request)
            there = await go_within(dispatcher.tabs, tab, "new_tab", going)
            return Answer(text=compact({"tab_id": tab.id, "url": there.url} | _blocked(dispatcher)))
    return Answer(text=compact({"tab_id": tab.id, "url": tab.page.url}))
