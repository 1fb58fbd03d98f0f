"""Verbs of mouse and keys: click, hover, drag, scroll, press, copy and paste."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from viewmark.defaults import DRAG_MOVES, REST_TIMEOUT, SCREEN
from viewmark.errors import InvalidOption
from viewmark.geometry import way_of
from viewmark.page.target import read
from viewmark.shell.printing import acted
from viewmark.shell.verb import TARGET, Reply, Verb, argument, number_pair, verbs_of

if TYPE_CHECKING:
    from types import SimpleNamespace

    from viewmark.shell.session import ShellSession

__all__ = ["ACTING"]


async def _click(session: ShellSession, args: SimpleNamespace) -> Reply:
    return await _press_answer(session, args, args.count)


async def _dblclick(session: ShellSession, args: SimpleNamespace) -> Reply:
    return await _press_answer(session, args, 2)


async def _press_answer(session: ShellSession, args: SimpleNamespace, count: int) -> Reply:
    page = await session.page()
    done = await page.click(
        args.target,
        button=args.button,
        count=count,
        modifiers=args.modifier,
        via=args.via,
        hold=args.hold,
        expect=args.expect,
        pointer=args.pointer,
        timeout=args.timeout,
    )
    return acted(session, page, done)


async def _hover(session: ShellSession, args: SimpleNamespace) -> Reply:
    page = await session.page()
    return acted(session, page, await page.hover(args.target, timeout=args.timeout))


async def _drag(session: ShellSession, args: SimpleNamespace) -> Reply:
    page = await session.page()
    if args.to is not None and args.by is not None:
        raise InvalidOption("drag needs one destination: TO, or --by DX,DY.")
    dx, dy = number_pair(args.by, "--by") if args.by is not None else (0.0, 0.0)
    done = await page.drag(
        args.target,
        args.to,
        dx=dx,
        dy=dy,
        steps=args.steps,
        modifiers=args.modifier,
        pointer=args.pointer,
        timeout=args.timeout,
    )
    return acted(session, page, done)


_WAYS = ("down", "up", "right", "left")


async def _scroll(session: ShellSession, args: SimpleNamespace) -> Reply:
    page = await session.page()
    where, inside = args.where, args.within
    if args.until is not None or args.until_selector is not None:
        done = await page.scroll_until(
            args.until,
            selector=args.until_selector,
            container=inside,
            up=where == "up",
        )
        return acted(session, page, done)
    if where in _WAYS:
        dx, dy = way_of(await page.viewport(), where, args.pixels)
        how = {"wheel": args.wheel, "pointer": args.pointer}
        done = await page.scroll(inside, dx=dx, dy=dy, **how)
    elif where in ("top", "bottom"):
        done = await page.scroll(inside, to_y=0 if where == "top" else 10_000_000)
    else:
        if read(where).point is not None:
            raise InvalidOption("scroll takes a way, top, bottom, or an element.")
        done = await page.scroll_to(where)
    return acted(session, page, done)


async def _press(session: ShellSession, args: SimpleNamespace) -> Reply:
    page = await session.page()
    return acted(session, page, await page.keypress(args.keys, target=args.on, repeat=args.repeat))


async def _mouse(session: ShellSession, args: SimpleNamespace) -> Reply:
    page = await session.page()
    if args.what == "move":
        return acted(session, page, await page.mouse_move(args.target))
    call = page.mouse_down if args.what == "down" else page.mouse_up
    return acted(session, page, await call(args.target, button=args.button))


async def _key(session: ShellSession, args: SimpleNamespace) -> Reply:
    page = await session.page()
    call = page.key_down if args.what == "down" else page.key_up
    return acted(session, page, await call(args.key))


async def _copy(session: ShellSession, args: SimpleNamespace) -> Reply:
    return await _clipboard(session, args, "copy")


async def _cut(session: ShellSession, args: SimpleNamespace) -> Reply:
    return await _clipboard(session, args, "cut")


async def _paste(session: ShellSession, args: SimpleNamespace) -> Reply:
    return await _clipboard(session, args, "paste", text=args.text)


async def _read_clipboard(session: ShellSession, args: SimpleNamespace) -> Reply:
    found = await (await session.page()).clipboard()
    return Reply(found.lines(), found.to_json())


async def _clipboard(session: ShellSession, args: SimpleNamespace, what: str, **more: Any) -> Reply:
    page = await session.page()
    return acted(session, page, await getattr(page, what)(args.target, **more))


_verb = verbs_of("mouse and keys", acts=True)
_BUTTON = argument("--button", choices=("left", "middle", "right"), default="left")
_MODIFIER = argument(
    "--modifier", action="append", default=[], metavar="KEY", help="held meanwhile: Shift, ..."
)
TIMEOUT = argument(
    "--timeout",
    type=float,
    default=REST_TIMEOUT,
    metavar="S",
    help="seconds until it must be at rest",
)
_POINTER = argument(
    "--pointer",
    choices=("auto", "mouse", "touch"),
    default="auto",
    help="auto: touch where a touch screen is emulated",
)
_MAYBE = argument("target", metavar="TARGET", nargs="?", help="what has the focus, if omitted")
_PRESS = (
    _BUTTON,
    _MODIFIER,
    argument("--via", action="append", default=[], metavar="TARGET", help="go over this first"),
    argument("--hold", type=float, default=0.0, metavar="S", help="seconds until the release"),
    argument(
        "--expect",
        metavar="WHAT",
        help="what must come of it: navigation, popup, download, dialog, file_chooser, or words",
    ),
    _POINTER,
    TIMEOUT,
)
ACTING = (
    _verb(
        "click",
        "click a target; says what was hit and what came of it",
        _click,
        TARGET,
        argument("--count", type=int, default=1, metavar="N", help="2 is a double click"),
        *_PRESS,
    ),
    _verb("dblclick", "click twice", _dblclick, TARGET, *_PRESS),
    _verb("hover", "move the mouse onto a target and leave it there", _hover, TARGET, TIMEOUT),
    _verb(
        "drag",
        "drag a target onto another one, or by so many px",
        _drag,
        TARGET,
        argument("to", metavar="TO", nargs="?"),
        argument("--by", metavar="DX,DY", help="CSS px instead of TO (--by=-40,0)"),
        argument("--steps", type=int, default=DRAG_MOVES, metavar="N", help="moves on the way"),
        _MODIFIER,
        _POINTER,
        TIMEOUT,
    ),
    _verb(
        "scroll",
        "scroll down, up, left, right, to top or bottom, to a target, or until words come",
        _scroll,
        argument("where", metavar="WHERE", nargs="?", default="down", help="default: down"),
        argument(
            "pixels",
            metavar="PX",
            nargs="?",
            type=float,
            help=f"default: {SCREEN:.0%} of the view".replace("%", " %%"),
        ),
        argument("--in", dest="within", metavar="TARGET", help="its container"),
        argument("--until", metavar="TEXT", help="scroll on until these words are there"),
        argument("--until-selector", metavar="CSS", help="likewise, an element"),
        argument("--wheel", action="store_true", help="turn a real wheel"),
        argument(
            "--pointer",
            choices=("auto", "mouse", "touch"),
            default="auto",
            help="touch: swipe with a finger",
        ),
    ),
    _verb(
        "press",
        "press keys: Enter, Control+A, Tab Tab Enter",
        _press,
        argument("keys", metavar="KEY", nargs="+"),
        argument("--on", metavar="TARGET", help="gets the focus first"),
        argument("--repeat", type=int, default=1, metavar="N"),
    ),
    _verb(
        "mouse",
        "move the mouse, or press and release a button by itself",
        _mouse,
        argument("what", choices=("move", "down", "up")),
        argument("target", metavar="TARGET", nargs="?"),
        _BUTTON,
    ),
    _verb(
        "key",
        "press a key and leave it down, or release it",
        _key,
        argument("what", choices=("down", "up")),
        argument("key", metavar="KEY"),
    ),
    _verb("copy", "copy a target's text, or what is selected", _copy, _MAYBE),
    _verb("cut", "copy and delete", _cut, _MAYBE),
    Verb(
        name="clipboard",
        group="mouse and keys",
        summary="what was copied last, by copy or by a page, and by whom",
        call=_read_clipboard,
    ),
    _verb(
        "paste",
        "paste what was copied, or a text",
        _paste,
        _MAYBE,
        argument("--text", kind="text", help="put into the clipboard first; - is stdin"),
    ),
)
