"""Verbs of what the page is made to believe: size, device, place, colours, permissions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from viewmark.errors import InvalidOption
from viewmark.shell.verb import Argument, Reply, argument, number_pair, verbs_of

if TYPE_CHECKING:
    from types import SimpleNamespace

    from viewmark.shell.session import ShellSession

__all__ = ["EMULATING"]

_NAMES = ("user_agent", "platform", "locale", "timezone_id", "color_scheme", "reduced_motion")


async def _viewport(session: ShellSession, args: SimpleNamespace) -> Reply:
    page = (await session.tab_to_go()).page
    if args.box == "reset":
        await page.reset_viewport()
    elif args.box is not None or args.scale is not None or args.mobile is not None:
        width, height = _size(args.box) if args.box is not None else (None, None)
        await page.set_viewport(
            width=width, height=height, device_scale_factor=args.scale, mobile=args.mobile
        )
    view = await page.viewport()
    facts = {
        "width": view.width,
        "height": view.height,
        "device_scale_factor": view.device_scale_factor,
        "scroll_x": view.scroll_x,
        "scroll_y": view.scroll_y,
    }
    text = f"{view.width:g}x{view.height:g}, scale {view.device_scale_factor:g}"
    return Reply(f"{text}, scrolled to {view.scroll_x:g},{view.scroll_y:g}", facts)


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise InvalidOption(f"{text!r:.40} is not WIDTHxHEIGHT, such as 390x844, or reset.")
    return int(width), int(height)


async def _emulate(session: ShellSession, args: SimpleNamespace) -> Reply:
    page = (await session.tab_to_go()).page
    if args.reset:
        await page.reset_emulation()
    if args.device is not None:
        await page.emulate_device(args.device)
    changes: dict[str, Any] = {name: getattr(args, name) for name in _NAMES}
    changes["has_touch"] = args.touch
    if args.geolocation is not None:
        changes["geolocation"] = number_pair(args.geolocation, "--geolocation")
    chosen = {name: value for name, value in changes.items() if value is not None}
    if chosen:
        await page.emulate(**chosen)
    now = page.emulation
    names = (*_NAMES, "geolocation", "has_touch")
    facts = {n: getattr(now, n) for n in names if getattr(now, n) is not None}
    lines = [f"{name} {value}" for name, value in facts.items()]
    return Reply("\n".join(lines) or "nothing is emulated", facts)


async def _devices(session: ShellSession, args: SimpleNamespace) -> Reply:
    names = session.devices()
    return Reply("\n".join(names), names)


async def _permit(session: ShellSession, args: SimpleNamespace) -> Reply:
    page = (await session.tab_to_go()).page
    if args.reset:
        await page.reset_permissions()
        return Reply("permissions are as they were", {})
    await page.set_permissions(args.names, setting=args.setting, origin=args.origin)
    return Reply(f"{args.setting}: {' '.join(args.names)}", {args.setting: args.names})


_verb = verbs_of("the world around the page", starts=True)


def _flag(name: str, help: str) -> Argument:
    """`--name` and `--no-name`; None if neither is given."""
    import argparse

    return argument(name, action=argparse.BooleanOptionalAction, default=None, help=help)


EMULATING = (
    _verb(
        "viewport",
        "the size of the page; without arguments what it is",
        _viewport,
        argument("box", metavar="WxH|reset", nargs="?"),
        argument("--scale", type=float, metavar="N", help="image px per CSS px"),
        _flag("--mobile", "whether <meta name=viewport> counts"),
    ),
    _verb(
        "emulate",
        "make the page believe it; without options what it believes now",
        _emulate,
        argument("--device", metavar="NAME", help="see: viewmark devices"),
        argument("--color-scheme", choices=("light", "dark", "no-preference")),
        argument("--reduced-motion", choices=("reduce", "no-preference")),
        argument("--locale", metavar="de-DE"),
        argument("--timezone", dest="timezone_id", metavar="Europe/Berlin"),
        argument("--geolocation", metavar="LAT,LON", help="with: viewmark permit geolocation"),
        argument("--user-agent", metavar="TEXT"),
        argument("--platform", metavar="TEXT"),
        _flag("--touch", "whether there is a touch screen"),
        argument("--reset", action="store_true", help="undo all of it first, the viewport too"),
    ),
    _verb("devices", "names for emulate --device", _devices),
    _verb(
        "permit",
        "decide what the page's origin may: geolocation, notifications, camera, ...",
        _permit,
        argument("names", metavar="NAME", nargs="*"),
        argument("--setting", choices=("granted", "denied", "prompt"), default="granted"),
        argument("--origin", metavar="ORIGIN", help="the page's own if omitted"),
        argument("--reset", action="store_true", help="forget all such decisions"),
    ),
)
