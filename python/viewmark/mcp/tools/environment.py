"""`configure emulate` and `storage`: the device a page believes in, and what the browser keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from viewmark.errors import InvalidOption
from viewmark.files import check_target
from viewmark.mcp.content import Answer, compact
from viewmark.mcp.parameters import TAB, Parameter, parameter
from viewmark.mcp.tool import Call, What

if TYPE_CHECKING:
    from pathlib import Path

    from viewmark.api.browsers import Page

__all__ = ["EMULATE", "RESET", "STORAGE"]

RESET = parameter("reset", "boolean", default=False)
_NETWORK = (
    parameter("offline", "boolean"),
    parameter("latency_ms", "number"),
)
_BELIEFS = (
    parameter("color_scheme", "string", enum=("light", "dark")),
    parameter("locale", "string"),
    parameter("timezone_id", "string"),
    parameter("user_agent", "string"),
)
_ENVIRONMENT = parameter(
    "environment",
    "object",
    fields=(parameter("device", "string", doc="such as iPhone 15"), *_BELIEFS, *_NETWORK),
)


async def emulate(call: Call) -> Answer:
    """Make a page believe in a device, a colour scheme, a place or a slow network."""
    page = (await call.state.tabs.tab(call.args.get("tab_id"))).page
    wanted = call.args.get("environment") or {}
    if not wanted and not call.args["reset"]:
        raise InvalidOption(
            "configure emulate needs `environment`, or reset: true.", param="environment"
        )
    if call.args["reset"]:
        await page.reset_emulation()
        await page.set_network_conditions()
    if "device" in wanted:
        await page.emulate_device(wanted["device"])
    if beliefs := _given(wanted, _BELIEFS):
        await page.emulate(**beliefs)
    if network := _given(wanted, _NETWORK):
        await page.set_network_conditions(**network)
    return Answer(text=compact({"emulated": wanted, "next": "interact reload"}))


def _given(wanted: dict[str, Any], members: tuple[Parameter, ...]) -> dict[str, Any]:
    return {each.name: wanted[each.name] for each in members if each.name in wanted}


async def storage(call: Call) -> Answer:
    """Cookies of the page without values; log-ins kept in a file of the output folder, and back."""
    page = (await call.tab()).page
    task = call.args["task"]
    if task == "cookies":
        rows = [each.to_json() for each in await page.cookies()]
        return Answer(text=compact({"cookies": rows}))
    if task == "clear":
        return Answer(text=compact({"cleared": (await page.clear_storage()).to_json()}))
    return Answer(text=compact(await _in_file(page, task, _file(call))))


async def _in_file(page: Page, task: str, file: Path) -> dict[str, Any]:
    if task == "save":
        file.parent.mkdir(parents=True, exist_ok=True)
        saved = await page.save_storage_state(file)
        return {"saved": saved.to_json(), "file": file.name}
    return {"loaded": (await page.load_storage_state(file)).to_json(), "next": "interact reload"}


def _file(call: Call) -> Path:
    file = check_target(call.state.settings.output, call.needed("file"))
    if call.args["task"] == "load" and not file.is_file():
        told = f"There is no file {file.name!r:.80} in the output folder."
        raise InvalidOption(told, param="file")
    return file


_TASK = parameter("task", "string", enum=("cookies", "save", "load", "clear"), default="cookies")
_FILE = parameter("file", "string", doc="in the output folder, for save and load")

EMULATE = What(name="emulate", handler=emulate, parameters=(_ENVIRONMENT, RESET, TAB))
STORAGE = What(
    name="storage",
    handler=storage,
    parameters=(_TASK, _FILE, TAB),
    aliases={"cookies": {"task": "cookies"}},
    hint="cookies without values; save or load log-ins",
)
