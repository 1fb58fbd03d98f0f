"""`configure`: settings of this session, and what the server can do."""

from __future__ import annotations

from dataclasses import asdict
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from viewmark.errors import InvalidOption, table
from viewmark.mcp.content import Answer, compact
from viewmark.mcp.describing import describe_tools
from viewmark.mcp.parameters import TAB
from viewmark.mcp.settings import PRESETS_AS_OF, preset_for
from viewmark.mcp.tool import Call, Tool, What
from viewmark.mcp.tools.environment import EMULATE, RESET
from viewmark.mcp.tools.storage import STORAGE
from viewmark.mcp.tools.traffic import TRAFFIC
from viewmark.parameters.parameter import parameter, rare
from viewmark.secrets.covers import check_mask

if TYPE_CHECKING:
    from viewmark.mcp.state import SessionState

__all__ = ["CONFIGURE"]


async def capture(call: Call) -> Answer:
    """Attached pictures, their limits, and what every picture covers."""
    state, settings = call.state, call.args.get("settings") or {}
    if not settings:
        raise InvalidOption("configure capture needs `settings`.", param="settings")
    if "mask" in settings:  # first, as it may be refused, and then nothing is changed
        mask = check_mask(settings["mask"])
        if mask:
            tab = await state.tabs.tab(call.args.get("tab_id"))
            await tab.page.context.check_selectors(mask)
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
    return Answer(text=f"Capture settings updated: {listed}", notes=(note,) if note else ())


async def status(call: Call) -> Answer:
    """The browser, its tabs, and the limits that hold."""
    state = call.state
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
        "images": _images(state),
        "preset": asdict(preset_for(state.client)) | {"as_of": PRESETS_AS_OF},
        "output": str(settings.output),
        "upload_folders": [str(each) for each in settings.upload_from],
        "blocked": list(settings.block),
        "scripts": "allowed" if settings.allow_script else "not allowed (--allow-script)",
        "allowed_origins": list(settings.origins) or "all of http and https",
    }
    if state.tabs.running:
        facts["tabs"] = [{"tab_id": t.id, "url": t.url} for t in await state.tabs.list_tabs()]
        facts["current_tab"] = state.tabs.current_id
    return Answer(text=compact(facts))


def _images(state: SessionState) -> str:
    """How pictures are delivered in fact; `preset` is what `auto` would choose."""
    return "path" if state.settings.images == "path" else state.settings.images_for(state.client)


async def describe_capabilities(call: Call) -> Answer:
    """Every tool with its `what` and the codes of errors; with `of` what one takes, in full."""
    if "of" in call.args:
        return Answer(text=describe_tools(call.tools, call.args["of"]))
    tools = {
        tool.name: {what: [p.name for p in tool.known(what)] for what in tool.by_what}
        for tool in call.tools
    }
    bases = {cls.__base__ for cls in table().values()}
    codes = sorted(code for code, cls in table().items() if cls not in bases)
    return Answer(text=compact({"tools": tools, "error_codes": codes}))


async def clear(call: Call) -> Answer:
    """Forget what was recorded of a tab, or its refs."""
    buffer = call.args.get("buffer", "all")
    tab = await call.state.tabs.tab(call.args.get("tab_id"))
    record = tab.page.context.telemetry
    chosen = {
        "errors": record.faults.clear,
        "logs": record.console.clear,
        "network": record.requests.clear,
        "actions": tab.page.context.recorder.restart,
        "refs": tab.page.context.registry.clear,
    }
    for name, forget in chosen.items():
        if buffer in (name, "all"):
            forget()
    return Answer(text=f"Cleared: {buffer}")


async def viewport(call: Call) -> Answer:
    """Emulate a size of the viewport, go back to the first one, or tell the one there is."""
    page = (await call.state.tabs.tab(call.args.get("tab_id"))).page
    size = {each.name: call.args[each.name] for each in _SIZE if each.name in call.args}
    if call.args["reset"]:
        if size:
            raise InvalidOption("`reset` takes no size.", hint="Give one of them.", param="reset")
        await page.reset_viewport()
    view = await (page.set_viewport(**size) if size else page.viewport())
    facts = {
        "width": view.width,
        "height": view.height,
        "device_scale_factor": view.device_scale_factor,
    }
    return Answer(text=compact({"viewport": facts}))


_SETTINGS = parameter(
    "settings",
    "object",
    fields=(
        parameter("screenshot_mode", "string", enum=("off", "on", "errors_only")),
        rare("screenshot_quality", "integer", low=1, high=100),
        rare("screenshot_cooldown_s", "number", low=0, high=3600),
        rare("screenshot_session_max", "integer", low=0, high=10_000),
        parameter("mask", "array", doc="selectors to cover in all pictures; [] for none"),
    ),
)
_BUFFER = parameter(
    "buffer",
    "string",
    enum=("errors", "logs", "network", "actions", "refs", "all"),
    default="all",
)
_OF = parameter("of", "string", aliases=("tool",))
_SIZE = (
    parameter("width", "integer", low=50, high=10_000),
    parameter("height", "integer", low=50, high=10_000),
    rare("device_scale_factor", "number", low=0.1, high=8),
    rare("mobile", "boolean", doc="whether <meta name=viewport> counts"),
)

CONFIGURE = Tool(
    name="configure",
    opening="",
    whats=(
        What(
            name="capture",
            handler=capture,
            parameters=(_SETTINGS, TAB),
            hint=(
                "settings.screenshot_mode on attaches a picture to every answer, errors_only to "
                "errors"
            ),
        ),
        What(name="status", handler=status, hint="browser, tabs, limits"),
        What(
            name="describe_capabilities",
            handler=describe_capabilities,
            parameters=(_OF,),
            aliases={"capabilities": {}, "help": {}, "describe": {}},
            hint="of:'interact.drag' tells all its parameters, those of extra too",
        ),
        What(name="clear", handler=clear, parameters=(_BUFFER, TAB), hint="forget a buffer"),
        What(
            name="viewport",
            handler=viewport,
            parameters=(*_SIZE, RESET, TAB),
            aliases={"resize": {}, "set_viewport": {}, "resize_window": {}},
            hint="emulate a size",
        ),
        EMULATE,
        TRAFFIC,
        STORAGE,
    ),
    what_aliases=("action",),
    idempotent=True,
    open_world=False,
)
