"""Emulates device and user settings of a page, and the size of its viewport."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

from viewmark.browser.emulation.metrics import (
    Metrics,
    chosen_metrics,
    metrics_of,
    override_metrics,
    redraw,
    reset_metrics,
)
from viewmark.browser.emulation.overrides import Overrides
from viewmark.browser.page_lock import turn
from viewmark.browser.page_target import PageTarget
from viewmark.browser.script_files import script
from viewmark.defaults import SCALE_FACTORS, Range
from viewmark.errors import InvalidOption, ViewmarkError
from viewmark.geometry import Viewport
from viewmark.page.context import PageContext
from viewmark.text import did_you_mean
from viewmark.unknown_options import checked, takes

ColorScheme = Literal["light", "dark", "no-preference"]
ReducedMotion = Literal["reduce", "no-preference"]
_LOCALE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|\d{3}))?")
_INTL_ACCEPTS = script("single/intl_accepts")


@dataclass(frozen=True, slots=True, kw_only=True)
class Emulate:
    """Requested emulation settings; None leaves a setting unchanged."""

    user_agent: str | None = None
    """The `User-Agent` of requests and of `navigator`; client hints are then omitted."""
    platform: str | None = None
    """`navigator.platform`."""
    locale: str | None = None
    """Language of requests and `navigator`, and format of dates and numbers, such as `de-DE`."""
    timezone_id: str | None = None
    """IANA name, such as "Europe/Berlin"."""
    geolocation: tuple[float, float] | tuple[float, float, float] | None = None
    """Latitude and longitude in degrees, and the accuracy in metres (10 if omitted). The page
    receives the position only with the permission `geolocation`."""
    has_touch: bool | None = None
    """Whether a touch screen is emulated."""
    color_scheme: ColorScheme | None = None
    """`prefers-color-scheme`."""
    reduced_motion: ReducedMotion | None = None
    """`prefers-reduced-motion`."""


LENGTHS = Range(1, 10_000, " CSS px", whole=True)
"""Valid widths and heights of a viewport."""


class Emulation:
    """Size and device emulation; a mixin of `Page`."""

    context: PageContext

    async def viewport(self) -> Viewport:
        """Return the current viewport: size and scroll offset in CSS px, and scale factor."""
        return await self.context.page.viewport()

    @checked
    async def set_viewport(
        self,
        *,
        width: Annotated[int, LENGTHS] | None = None,
        height: Annotated[int, LENGTHS] | None = None,
        device_scale_factor: Annotated[float, SCALE_FACTORS] | None = None,
        mobile: bool | None = None,
    ) -> Viewport:
        """Set the size of the viewport; an omitted option stays unchanged.

        Args:
            width: CSS px, 1 to 10,000.
            height: CSS px, 1 to 10,000.
            device_scale_factor: image px per CSS px, 0.1 to 10.
            mobile: whether `<meta name=viewport>` applies, and scrollbars overlay the page.

        Raises:
            InvalidOption: a value is out of range; nothing was changed.
            PageBusy: an action on the page did not end in time.
        """
        page = self.context.page
        async with turn(page, "viewport"):  # the target of a running action must not move
            before, now = metrics_of(page), await page.viewport()
            before = before or Metrics(
                width=max(1, round(now.width)), height=max(1, round(now.height))
            )
            wanted: dict[str, Any] = {
                "width": width,
                "height": height,
                "device_scale_factor": device_scale_factor,
                "mobile": mobile,
            }
            chosen = {name: value for name, value in wanted.items() if value is not None}
            await override_metrics(page, replace(before, **chosen))
            await redraw(page)
            return await page.viewport()

    async def reset_viewport(self) -> Viewport:
        """Restore the size with which the page was opened; return that viewport."""
        page = self.context.page
        async with turn(page, "viewport"):
            await reset_metrics(page)
            await redraw(page)
            return await page.viewport()

    @checked
    async def emulate_device(self, name: str) -> None:
        """Emulate size, touch and user agent of a device; some settings need a reload of the page.

        The rendering engine remains Chromium, whatever the user agent claims.

        Args:
            name: a name of the table `viewmark.devices()`, such as `iPhone 15`, in any case.

        Raises:
            InvalidOption: there is no such device; the hint names the nearest.
        """
        device = device_named(name)
        agent = device.user_agent
        if "{chrome}" in agent:
            version = await self.context.page.session.send("Browser.getVersion")
            major = re.search(r"/(\d+)", str(version.get("product")))
            agent = agent.replace("{chrome}", major[1] if major else "140")
        await self.set_viewport(
            width=device.width,
            height=device.height,
            device_scale_factor=device.device_scale_factor,
            mobile=device.mobile,
        )
        request = Emulate(user_agent=agent, platform=device.platform, has_touch=device.mobile)
        await apply_emulation(self.context, request)

    @takes(Emulate)
    async def emulate(self, options: Emulate) -> None:  # noqa: D417
        """Emulate user and device settings, also in cross-site frames; omitted ones do not change.

        Args:
            user_agent: `User-Agent` of requests and of `navigator`; omits client hints.
            platform: `navigator.platform`.
            locale: language of requests, and format of dates and numbers, such as `de-DE`.
            timezone_id: IANA name, such as "Europe/Berlin".
            geolocation: latitude and longitude in degrees, and the accuracy in metres (10 if
                omitted); the page needs the permission `geolocation` (`set_permissions`).
            has_touch: whether a touch screen is emulated; pages detect that when they load.
            color_scheme: `prefers-color-scheme`.
            reduced_motion: `prefers-reduced-motion`.

        Raises:
            InvalidOption: the browser does not accept a value; nothing was changed.
        """
        await apply_emulation(self.context, options)

    @property
    def emulation(self) -> Emulate:
        """Settings made by `emulate` and `emulate_device`; None in fields that are not emulated."""
        return self.context.page.state.of(Emulate)

    async def reset_emulation(self) -> None:
        """Undo `emulate`, `emulate_device` and `set_viewport`."""
        page, overrides = self.context.page, Overrides.of(self.context.page)
        async with turn(page, "emulation"):
            for topic, undo in _UNDO.items():
                await overrides.drop(topic, undo)
            page.state.drop(Emulate)
            await reset_metrics(page)
            await redraw(page)
        if (first := page.state.of(FirstEmulation).emulate) != Emulate():
            await apply_emulation(self.context, first)


async def apply_emulation(context: PageContext, request: Emulate) -> None:
    """Apply an emulation. Most settings affect a loaded page at once, others after a reload."""
    page = context.page
    await _check(page, request)
    before = page.state.of(Emulate)
    changed = {
        each.name: value
        for each in fields(request)
        if (value := getattr(request, each.name)) is not None
    }
    after = replace(before, **changed)
    overrides = Overrides.of(page)
    async with turn(page, "emulation"):  # the target of a running action must not move
        known, put = _commands(before), list[str]()
        try:
            for topic, commands in _commands(after).items():
                if commands != known.get(topic):
                    put.append(topic)
                    await overrides.put(topic, commands)
        except ViewmarkError:
            for topic in put:  # roll back, so that either all settings apply or none
                with contextlib.suppress(ViewmarkError):
                    if topic in known:
                        await overrides.put(topic, known[topic])
                    else:
                        await overrides.drop(topic, _UNDO[topic])
            raise
        page.state.put(after)
        if put:
            await redraw(page)


@dataclass(slots=True)
class FirstEmulation:
    """Emulation with which a tab was opened, and which a reset restores."""

    emulate: Emulate = Emulate()


async def begin_emulation(context: PageContext, request: Emulate) -> None:
    """Apply an emulation when a tab opens, and keep it so that a reset can restore it."""
    context.page.state.of(FirstEmulation).emulate = request
    await apply_emulation(context, request)


async def inherit_emulation(page: PageTarget, opener: PageTarget) -> None:
    """Apply the emulation and the viewport size of the opener page to a new tab.

    Requests that were sent before viewmark attached to the tab lack the emulation; a reload of the
    tab repeats them.
    """
    size = chosen_metrics(opener)
    if size is not None:
        await override_metrics(page, size)
    believed = opener.state.of(Emulate)
    if believed != Emulate():
        await apply_emulation(PageContext(page), believed)


def _media(values: Mapping[str, str]) -> list[tuple[str, dict[str, Any]]]:
    """Return the command for emulated media features; empty values restore the defaults."""
    features = [{"name": name, "value": value} for name, value in values.items()]
    return [("Emulation.setEmulatedMedia", {"features": features})]


_UNDO: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "agent": [("Emulation.setUserAgentOverride", {"userAgent": ""})],
    "locale": [("Emulation.setLocaleOverride", {})],
    "timezone": [("Emulation.setTimezoneOverride", {"timezoneId": ""})],
    "geolocation": [("Emulation.clearGeolocationOverride", {})],
    "touch": [("Emulation.setTouchEmulationEnabled", {"enabled": False})],
    "media": _media({"prefers-color-scheme": "", "prefers-reduced-motion": ""}),
}


def _commands(wanted: Emulate) -> dict[str, list[tuple[str, dict[str, Any]]]]:
    """Return the CDP commands of a requested emulation, keyed by topic."""
    made: dict[str, list[tuple[str, dict[str, Any]]]] = {}
    if wanted.user_agent is not None or wanted.platform is not None or wanted.locale is not None:
        agent: dict[str, Any] = {"userAgent": wanted.user_agent or ""}
        if wanted.platform:
            agent["platform"] = wanted.platform
        if wanted.locale is not None:
            agent["acceptLanguage"] = wanted.locale
        made["agent"] = [("Emulation.setUserAgentOverride", agent)]
    if wanted.locale is not None:
        made["locale"] = [("Emulation.setLocaleOverride", {"locale": wanted.locale})]
    if wanted.timezone_id is not None:
        zone = {"timezoneId": wanted.timezone_id}
        made["timezone"] = [("Emulation.setTimezoneOverride", zone)]
    if wanted.geolocation is not None:
        latitude, longitude, accuracy = (*wanted.geolocation, 10.0)[:3]
        place = {"latitude": latitude, "longitude": longitude, "accuracy": accuracy}
        made["geolocation"] = [("Emulation.setGeolocationOverride", place)]
    if wanted.has_touch is not None:
        touch: dict[str, Any] = {"enabled": wanted.has_touch}
        touch |= {"maxTouchPoints": 5} if wanted.has_touch else {}
        made["touch"] = [("Emulation.setTouchEmulationEnabled", touch)]
    features = {
        "prefers-color-scheme": wanted.color_scheme,
        "prefers-reduced-motion": wanted.reduced_motion,
    }
    if chosen := {name: value for name, value in features.items() if value is not None}:
        made["media"] = _media(chosen)
    return made


async def _check(page: PageTarget, request: Emulate) -> None:
    for name in ("user_agent", "platform"):
        text = getattr(request, name)
        if text is not None and not re.fullmatch(r"[\x20-\x7e]{0,1000}", str(text)):
            message = f"{name} must be at most 1,000 printable ASCII characters."
            raise InvalidOption(message, param=name)
    locale = request.locale
    is_locale = locale is None or (
        _LOCALE.fullmatch(str(locale))
        and await page.call(None, _INTL_ACCEPTS, locale, "UTC") is True
    )
    if not is_locale:
        message = (
            f"locale must be a language that the browser has, such as de-DE, not {locale!r:.40}."
        )
        raise InvalidOption(message, param="locale")
    if request.geolocation is not None:
        _check_place(request.geolocation)
    zone = request.timezone_id
    # The browser accepts an unknown time zone and silently keeps the former one.
    if zone is not None and await page.call(None, _INTL_ACCEPTS, "en", str(zone)) is not True:
        message = f"The browser knows no time zone {zone!r:.60}."
        hint = "Give a name of the IANA database, such as Europe/Berlin or UTC."
        raise InvalidOption(message, hint=hint, param="timezone_id")


def _check_place(place: tuple[float, ...]) -> None:
    limits = ((-90.0, 90.0), (-180.0, 180.0), (0.0, 1e7))
    numbers = isinstance(place, (tuple, list)) and len(place) in (2, 3)
    is_place = numbers and all(
        isinstance(value, (int, float)) and not isinstance(value, bool) and low <= value <= high
        for value, (low, high) in zip(place, limits, strict=False)
    )
    if not is_place:
        raise InvalidOption(
            "geolocation must be latitude (-90 to 90), longitude (-180 to 180) and, if wanted, "
            f"accuracy in metres, not {place!r:.60}.",
            param="geolocation",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """A named device. Safari devices are emulated in Chromium, so the rendering may differ."""

    name: str
    width: int
    """Width of the whole screen in portrait orientation, in CSS px."""
    height: int
    device_scale_factor: float
    """Image px per CSS px."""
    mobile: bool
    """Whether `<meta name=viewport>` applies; if so, the device has a touch screen."""
    user_agent: str
    """`User-Agent`, with `{chrome}` for the browser's major version; empty: the browser's own."""
    platform: str
    """`navigator.platform`; empty: the browser's own."""

    def to_json(self) -> dict[str, Any]:
        """Return the data as a JSON-serializable dictionary."""
        return asdict(self)


@cache
def devices() -> tuple[Device, ...]:
    """Return all devices that `emulate_device` accepts."""
    table: dict[str, Any] = json.loads(Path(__file__).with_name("devices.json").read_bytes())
    return tuple(
        Device(
            name=name,
            width=row["width"],
            height=row["height"],
            device_scale_factor=float(row["scale"]),
            **table["kinds"][row["kind"]],
        )
        for name, row in table["devices"].items()
    )


def device_named(name: str) -> Device:
    """Return the device with that name, ignoring case.

    Raises:
        InvalidOption: there is no such device; the hint names the most similar one.
    """
    known = {each.name.lower(): each for each in devices()}
    found = known.get(str(name).strip().lower())
    if found is None:
        names = [each.name for each in devices()]
        hint = f"{did_you_mean(name, names, cutoff=0.4)} There are {', '.join(names)}.".strip()
        raise InvalidOption(f"There is no device {name!r:.60}.", hint=hint, param="device")
    return found
