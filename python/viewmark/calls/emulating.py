"""Emulation for a page: viewport, device, location, language, colours, permissions, network."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from viewmark.api.browsers import Page
from viewmark.calls.answer import CallAnswer
from viewmark.calls.call import Invocation
from viewmark.errors import InvalidOption
from viewmark.page.emulate import devices as known_devices

BELIEFS = (
    *("color_scheme", "reduced_motion", "locale", "timezone_id", "user_agent", "platform"),
    "has_touch",
)
PLACE = ("latitude", "longitude", "accuracy")
NETWORK = ("offline", "latency_ms", "download_kbps", "upload_kbps")
_ON_LOAD = {"device", "has_touch", "user_agent", "locale", "platform"}
"""Settings that a page reads only while it loads."""


async def viewport(call: Invocation) -> CallAnswer:
    """Set the viewport size, restore the original size, or report the current size."""
    page, args = (await call.tab()).page, call.args
    names = ("width", "height", "device_scale_factor", "mobile")
    size = {name: args[name] for name in names if args.get(name) is not None}
    box = args.get("box")
    is_reset = args.get("reset") or box == "reset"
    if box is not None and not is_reset:
        size |= _size(box)
    if is_reset:
        if size and call.session.is_model:
            raise InvalidOption("`reset` takes no size.", hint="Give one of them.", param="reset")
        await page.reset_viewport()
    elif size:
        await page.set_viewport(**size)
    view = await page.viewport()
    facts: dict[str, Any] = {
        "width": view.width,
        "height": view.height,
        "device_scale_factor": view.device_scale_factor,
    }
    if call.session.is_model:
        return CallAnswer(text="", facts={"viewport": facts})
    facts |= {"scroll_x": view.scroll_x, "scroll_y": view.scroll_y}
    text = f"{view.width:g}x{view.height:g}, scale {view.device_scale_factor:g}"
    text += f", scrolled to {view.scroll_x:g},{view.scroll_y:g}"
    return CallAnswer(text=text, facts=facts)


def _size(text: str) -> dict[str, int]:
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise InvalidOption(f"{text!r:.40} is not WIDTHxHEIGHT, such as 390x844, or reset.")
    return {"width": int(width), "height": int(height)}


async def emulate(call: Invocation) -> CallAnswer:
    """Emulate a device, a colour scheme, a location, a slow network or other settings."""
    page, args, is_model = (await call.tab()).page, call.args, call.session.is_model
    wanted: dict[str, Any] = args.get("environment") or {}
    if is_model and not wanted and not args["reset"]:
        raise InvalidOption(
            "configure emulate needs `environment`, or reset: true.",
            hint="Such as environment: {device: iPhone 15}.",
            param="environment",
        )
    if not is_model:
        wanted = {n: v for n, v in args.items() if v is not None and n != "reset"}
    place = _place(wanted)
    if args.get("reset"):
        await page.reset_emulation()
        if is_model:
            await page.set_network_conditions()
            await page.reset_permissions()
    if is_model:
        await _permit(page, wanted, place is not None)
    if "device" in wanted:
        await page.emulate_device(wanted["device"])
    beliefs = _members(wanted, BELIEFS) | ({} if place is None else {"geolocation": place})
    if beliefs:
        await page.emulate(**beliefs)
    if network := _members(wanted, NETWORK):
        await page.set_network_conditions(**network)
    if not is_model:
        return _beliefs_of(page)
    facts: dict[str, Any] = {"reset": True} if args["reset"] else {}
    facts |= {"emulated": wanted} if wanted else {}
    facts |= {"next": "interact reload"} if _ON_LOAD & wanted.keys() else {}
    return CallAnswer(text="", facts=facts)


def _beliefs_of(page: Page) -> CallAnswer:
    """Return the settings that are emulated for the page."""
    names = [*BELIEFS, "geolocation"]
    values = {name: getattr(page.emulation, name) for name in names}
    facts = {name: value for name, value in values.items() if value is not None}
    lines = [f"{name} {value}" for name, value in facts.items()]
    return CallAnswer(text="\n".join(lines) or "nothing is emulated", facts=facts)


def _place(wanted: dict[str, Any]) -> tuple[float, ...] | None:
    if (at := wanted.get("geolocation")) is not None:
        return tuple(at)
    found = _members(wanted, PLACE)
    if not found:
        return None
    if not {"latitude", "longitude"} <= found.keys():
        raise InvalidOption(
            "A place needs latitude and longitude.", hint="Give both.", param="environment"
        )
    return tuple(found.values())


async def _permit(page: Page, wanted: dict[str, Any], placed: bool) -> None:
    """Set permissions before the other settings, because an invalid name must change nothing."""
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


def _members(wanted: dict[str, Any], names: Iterable[str]) -> dict[str, Any]:
    return {name: wanted[name] for name in names if name in wanted}


async def devices(call: Invocation) -> CallAnswer:
    """List the names that `emulate --device` accepts."""
    names = [each.name for each in known_devices()]
    return CallAnswer(text="\n".join(names), facts=names)


async def permit(call: Invocation) -> CallAnswer:
    """Set the permissions of an origin, or reset all permissions."""
    page, args = (await call.tab()).page, call.args
    if args.get("reset"):
        await page.reset_permissions()
        return CallAnswer(text="permissions are as they were", facts={})
    names: list[str] = args.get("names") or []
    setting: Any = args.get("setting") or "granted"
    await page.set_permissions(names, setting=setting, origin=args.get("origin"))
    return CallAnswer(text=f"{setting}: {' '.join(names)}", facts={setting: names})
