"""`configure emulate`: the device, place, language and network that a page believes in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from viewmark.errors import InvalidOption
from viewmark.mcp.content import Answer, compact
from viewmark.mcp.parameters import TAB
from viewmark.mcp.tool import Call, What
from viewmark.parameters.parameter import Parameter, parameter, rare

if TYPE_CHECKING:
    from viewmark.api.browsers import Page

__all__ = ["EMULATE", "RESET"]

RESET = parameter("reset", "boolean", default=False)
_NETWORK = (
    parameter("offline", "boolean"),
    rare("latency_ms", "number", doc="added to every request"),
    rare("download_kbps", "number"),
    rare("upload_kbps", "number"),
)
_BELIEFS = (
    parameter("color_scheme", "string", enum=("light", "dark")),
    rare("reduced_motion", "string", enum=("reduce", "no-preference")),
    rare("locale", "string", doc="such as de-DE"),
    rare("timezone_id", "string", doc="such as Europe/Berlin", aliases=("timezone",)),
    rare("user_agent", "string"),
    rare("platform", "string"),
    rare("has_touch", "boolean", aliases=("touch",)),
)
_PLACE = (
    parameter("latitude", "number", low=-90, high=90, doc="with longitude; allows geolocation"),
    parameter("longitude", "number", low=-180, high=180),
    rare("accuracy", "number", low=0, doc="metres"),
)
_PERMISSIONS = parameter("permissions", "array", doc="to grant: camera, clipboard-read, ...")
_DENIED = rare("denied", "array", doc="permissions to deny")
_ENVIRONMENT = parameter(
    "environment",
    "object",
    fields=(
        parameter("device", "string", doc="such as iPhone 15"),
        *_BELIEFS,
        *_PLACE,
        _PERMISSIONS,
        _DENIED,
        *_NETWORK,
    ),
)


async def emulate(call: Call) -> Answer:
    """Make a page believe in a device, a colour scheme, a place or a slow network."""
    page = (await call.state.tabs.tab(call.args.get("tab_id"))).page
    wanted = call.args.get("environment") or {}
    if not wanted and not call.args["reset"]:
        raise InvalidOption(
            "configure emulate needs `environment`, or reset: true.",
            hint="Such as environment: {device: iPhone 15}.",
            param="environment",
        )
    place = _place(wanted)
    if call.args["reset"]:
        await page.reset_emulation()
        await page.set_network_conditions()
        await page.reset_permissions()
    await _permit(page, wanted, place is not None)
    if "device" in wanted:
        await page.emulate_device(wanted["device"])
    beliefs = _settings_of(wanted, _BELIEFS) | ({} if place is None else {"geolocation": place})
    if beliefs:
        await page.emulate(**beliefs)
    if network := _settings_of(wanted, _NETWORK):
        await page.set_network_conditions(**network)
    facts: dict[str, Any] = {"reset": True} if call.args["reset"] else {}
    facts |= {"emulated": wanted} if wanted else {}
    return Answer(text=compact(facts | _next(wanted)))


_ON_LOAD = {"device", "has_touch", "user_agent", "locale", "platform"}
"""What a page asks for when it is loaded."""


def _next(wanted: dict[str, Any]) -> dict[str, str]:
    return {"next": "interact reload"} if _ON_LOAD & wanted.keys() else {}


def _place(wanted: dict[str, Any]) -> tuple[float, float] | tuple[float, float, float] | None:
    given = _settings_of(wanted, _PLACE)
    if not given:
        return None
    if not {"latitude", "longitude"} <= given.keys():
        raise InvalidOption(
            "A place needs latitude and longitude.", hint="Give both.", param="environment"
        )
    at = (given["latitude"], given["longitude"])
    return (*at, given["accuracy"]) if "accuracy" in given else at


async def _permit(page: Page, wanted: dict[str, Any], placed: bool) -> None:
    """Grant and deny first: names may be wrong, and then nothing is changed."""
    granted, denied = list(wanted.get("permissions", ())), wanted.get("denied", ())
    if placed and "geolocation" not in (*granted, *denied):
        granted.append("geolocation")
    if not granted and not denied:
        return
    if not page.url.startswith("http"):
        message = "Permissions are those of a site, and this tab shows none."
        raise InvalidOption(message, hint="Navigate to the page first.", param="environment")
    await page.set_permissions(granted)
    await page.set_permissions(denied, setting="denied")


def _settings_of(wanted: dict[str, Any], members: tuple[Parameter, ...]) -> dict[str, Any]:
    return {each.name: wanted[each.name] for each in members if each.name in wanted}


EMULATE = What(
    name="emulate",
    handler=emulate,
    parameters=(_ENVIRONMENT, RESET, TAB),
    aliases={"environment": {}, "device": {}, "permissions": {}, "geolocation": {}},
)
