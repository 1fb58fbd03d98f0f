"""`configure`: capture, status, describe_capabilities, clear, viewport."""

from __future__ import annotations

from dataclasses import asdict
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from viewmark.browser.capture.mask import check_mask, try_mask
from viewmark.browser.page_lock import turn
from viewmark.errors import InvalidOption, table
from viewmark.mcp.content import Answer, compact
from viewmark.mcp.parameters import TOOLS
from viewmark.mcp.settings import PRESETS_AS_OF, preset_for

if TYPE_CHECKING:
    from viewmark.mcp.dispatcher import Dispatcher

__all__ = ["run"]


async def run(dispatcher: Dispatcher, what: str, args: dict[str, Any], _progress: object) -> Answer:
    """Answer one call of `configure`."""
    if what == "capture":
        return await _capture(dispatcher, args)
    if what == "status":
        return await _status(dispatcher)
    if what == "describe_capabilities":
        return _capabilities()
    if what == "clear":
        return await _clear(dispatcher, args)
    return await _viewport(dispatcher, args)


async def _capture(dispatcher: Dispatcher, args: dict[str, Any]) -> Answer:
    settings = args.get("settings") or {}
    if not settings:
        raise InvalidOption("configure capture needs `settings`.", param="settings")
    if "mask" in settings:  # first, as it may be refused, and then nothing is changed
        mask = check_mask(settings["mask"])
        if mask:
            await try_mask((await dispatcher.tabs.tab(args.get("tab_id"))).page.browser_page, mask)
        dispatcher.tabs.mask = mask
    policy = dispatcher.attach_policy
    note = policy.switch(settings["screenshot_mode"]) if "screenshot_mode" in settings else None
    if "screenshot_cooldown_s" in settings:
        policy.cooldown_s = float(settings["screenshot_cooldown_s"])
    if "screenshot_session_max" in settings:
        policy.session_max = settings["screenshot_session_max"]
    if "screenshot_quality" in settings:
        dispatcher.attach_quality = settings["screenshot_quality"]
    shown = {n: v if isinstance(v, (str, int, float)) else compact(v) for n, v in settings.items()}
    told = ", ".join(f"{name}={value}" for name, value in shown.items())
    return Answer(text=f"Capture settings updated: {told}", notes=(note,) if note else ())


async def _status(dispatcher: Dispatcher) -> Answer:
    policy, settings = dispatcher.attach_policy, dispatcher.settings
    told: dict[str, Any] = {
        "viewmark": version("viewmark"),
        "client": dispatcher.client,
        "browser": "running" if dispatcher.tabs.running else "not started",
        "screenshot_mode": policy.mode,
        "screenshots_attached": f"{policy.taken}/{policy.session_max}",
        "screenshot_cooldown_s": policy.cooldown_s,
        "screenshot_quality": dispatcher.attach_quality,
        "mask": list(dispatcher.tabs.mask),
        "screenshots_per_minute": dispatcher.bucket.per_minute,
        "picture_budget_base64": dispatcher.picture_budget,
        "preset": asdict(preset_for(dispatcher.client)) | {"as_of": PRESETS_AS_OF},
        "output": str(settings.output),
        "allowed_origins": list(settings.origins) or "all of http and https",
    }
    if dispatcher.tabs.running:
        tabs = await dispatcher.tabs.listed()
        told["tabs"] = [{"tab_id": t.id, "url": t.url} for t in tabs]
        told["current_tab"] = dispatcher.tabs.current_id
    return Answer(text=compact(told))


def _capabilities() -> Answer:
    tools = {
        tool.name: {
            what: [p.name for p in tool.parameters if p.only is None or what in p.only]
            for what in tool.whats
        }
        for tool in TOOLS
    }
    codes = sorted(code for code, cls in table().items() if not cls.__subclasses__())
    return Answer(text=compact({"tools": tools, "error_codes": codes}))


async def _clear(dispatcher: Dispatcher, args: dict[str, Any]) -> Answer:
    buffer = args.get("buffer", "all")
    tab = await dispatcher.tabs.tab(args.get("tab_id"))
    record = tab.telemetry
    chosen = {
        "errors": record.faults.clear,
        "logs": record.console.clear,
        "network": record.requests.clear,
        "actions": tab.steps.clear,
        "refs": tab.page.context.registry.clear,
    }
    for name, clear in chosen.items():
        if buffer in (name, "all"):
            clear()
    return Answer(text=f"Cleared: {buffer}")


async def _viewport(dispatcher: Dispatcher, args: dict[str, Any]) -> Answer:
    tab = await dispatcher.tabs.tab(args.get("tab_id"))
    page = tab.page.browser_page
    if "width" in args or "height" in args or "device_scale_factor" in args:
        async with turn(page, "viewport"):  # what an action has aimed at stays where it is
            now = await page.viewport()
            await page.session.send(
                "Emulation.setDeviceMetricsOverride",
                {
                    "width": args.get("width", round(now.width)),
                    "height": args.get("height", round(now.height)),
                    "deviceScaleFactor": args.get("device_scale_factor", 0),
                    "mobile": False,
                },
            )
    view = await page.viewport()
    told = {"width": view.width, "height": view.height}
    return Answer(
        text=compact({"viewport": told | {"device_scale_factor": view.device_scale_factor}})
    )
