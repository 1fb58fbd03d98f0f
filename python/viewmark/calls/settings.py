"""Settings of a model's session, and the capabilities of its server."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from viewmark.calls.answer import CallAnswer
from viewmark.calls.call import Invocation
from viewmark.errors import InvalidOption, table
from viewmark.secrets.covers import check_mask
from viewmark.text import compact


async def capture(call: Invocation) -> CallAnswer:
    """Set the mode and limits of attached screenshots, and the mask of all screenshots."""
    state, settings = call.session, call.args.get("settings") or {}
    if not settings:
        raise InvalidOption("configure capture needs `settings`.", param="settings")
    # The mask comes first, because a rejected mask must leave everything unchanged.
    if "mask" in settings:
        mask = check_mask(settings["mask"])
        if mask:
            await (await call.tab()).page.context.check_selectors(mask)
        state.tabs.mask = mask
    policy = state.attach_policy
    note = policy.switch(settings["screenshot_mode"]) if "screenshot_mode" in settings else None
    if "screenshot_cooldown_s" in settings:
        policy.cooldown_s = float(settings["screenshot_cooldown_s"])
    if "screenshot_session_max" in settings:
        policy.session_max = settings["screenshot_session_max"]
    if "screenshot_quality" in settings:
        state.attach_quality = settings["screenshot_quality"]
    shown = {n: v if isinstance(v, (str, int, float)) else compact(v) for n, v in settings.items()}
    listed = ", ".join(f"{name}={value}" for name, value in shown.items())
    return CallAnswer(text=f"Capture settings updated: {listed}", notes=(note,) if note else ())


async def status(call: Invocation) -> CallAnswer:
    """Report the browser, its tabs, and the limits in effect."""
    state = call.session
    policy, settings = state.attach_policy, state.settings
    facts: dict[str, Any] = {
        "viewmark": version("viewmark"),
        "client": state.client,
        "browser": "running" if state.tabs.running else "not started",
        "screenshot_mode": policy.mode,
        "screenshots_attached": f"{policy.taken}/{policy.session_max}",
        "screenshot_cooldown_s": policy.cooldown_s,
        "screenshot_quality": state.attach_quality,
        "mask": list(state.tabs.mask),
        "screenshots_per_minute": state.bucket.per_minute,
        "picture_budget_base64": state.picture_budget,
        # This is the value in effect; `preset` is the value that `auto` would choose.
        "images": "path" if settings.images == "path" else settings.images_for(state.client),
        "preset": state.preset,
        "output": str(settings.output),
        "upload_folders": [str(each) for each in settings.upload_from],
        "blocked": list(settings.block),
        "scripts": "allowed" if settings.allow_script else "not allowed (--allow-script)",
        "allowed_origins": list(settings.origins) or "all of http and https",
    }
    if state.tabs.running:
        facts["tabs"] = [{"tab_id": t.id, "url": t.url} for t in await state.tabs.list_tabs()]
        facts["current_tab"] = state.tabs.current_id
    return CallAnswer(text="", facts=facts)


async def describe(call: Invocation) -> CallAnswer:
    """List the tools with their `what` values and the error codes; with `of`, describe one tool."""
    if "of" in call.args:
        return CallAnswer(text=call.session.describe(call.args["of"]))
    bases = {cls.__base__ for cls in table().values()}
    codes = sorted(code for code, cls in table().items() if cls not in bases)
    return CallAnswer(text=compact({"tools": call.session.list_whats(), "error_codes": codes}))


async def clear(call: Invocation) -> CallAnswer:
    """Clear the recorded entries of a tab, its recorded actions, or its refs."""
    buffer = call.args.get("buffer", "all")
    context = (await call.tab()).page.context
    chosen = {
        "errors": context.telemetry.faults.clear,
        "logs": context.telemetry.console.clear,
        "network": context.telemetry.requests.clear,
        "actions": context.recorder.restart,
        "refs": context.registry.clear,
    }
    for name, forget in chosen.items():
        if buffer in (name, "all"):
            forget()
    return CallAnswer(text=f"Cleared: {buffer}")
