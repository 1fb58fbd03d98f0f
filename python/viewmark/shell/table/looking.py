"""Verbs that read the page: look, snapshot, text, dom, find, get, shot, eval."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from viewmark.defaults import (
    CHARACTERS,
    FINDINGS,
    MARKS,
    MAX_BASE64,
    PAGE_TOOL_TIMEOUT,
    PDF_PAGES,
    QUALITY,
    SCRIPT_TIMEOUT,
)
from viewmark.errors import InvalidOption
from viewmark.page.observation_text import observation_text
from viewmark.page.target import area_of, read
from viewmark.shell.verb import (
    Reply,
    argument,
    clip_of,
    marks_of,
    picture_format,
    verbs_of,
)
from viewmark.text import cut_address

if TYPE_CHECKING:
    from types import SimpleNamespace

    from viewmark.page.reading import PageText
    from viewmark.shell.session import ShellSession

__all__ = ["LOOKING", "look"]


async def look(session: ShellSession, args: SimpleNamespace) -> Reply:
    """The elements in view as lines; also what `--look` shows after an action."""
    page = await session.page()
    tab_id = str(session.tabs.current_id)
    since = session.observations.get(tab_id) if args.since == "last" else args.since
    options: dict[str, Any] = {}
    if args.picture is not None:
        options = {
            "annotate": True,
            "format": picture_format(args.picture),
            "quality": args.quality,
            "max_base64": args.max_base64,
            "scale": _scale(args.scale),
            "label_format": args.labels,
        }
    target = "custom" if args.selector else "all_visible" if args.all else "interactive"
    seen = await page.observe(
        since=since,
        target=target,  # type: ignore[arg-type]
        selector=args.selector,
        within=args.within,
        max_annotations=args.max,
        include=("occluded",) if args.occluded else (),
        settle=args.settle,
        **options,
    )
    session.observations[tab_id] = seen.frame_id
    text, facts, blob = observation_text(seen), seen.to_json(), None
    if seen.image is not None and args.picture is not None:
        blob = session.write(args.picture, seen.image)
        facts["image"]["path"] = args.picture
        text += f"\npicture {args.picture}"
    return Reply(text, facts, blob)


def _scale(text: str) -> Any:
    return text if text in ("css", "device") else float(text)


async def _snapshot(session: ShellSession, args: SimpleNamespace) -> Reply:
    return await _read(session, args, "snapshot")


async def _text(session: ShellSession, args: SimpleNamespace) -> Reply:
    return await _read(session, args, "text")


async def _dom(session: ShellSession, args: SimpleNamespace) -> Reply:
    return await _read(session, args, "dom")


async def _accessibility(session: ShellSession, args: SimpleNamespace) -> Reply:
    return await _read(session, args, "accessibility")


async def _read(session: ShellSession, args: SimpleNamespace, form: str) -> Reply:
    page = await session.page()
    key = f"{form} {session.tabs.current_id}"
    since = session.observations.get(key) if args.since == "last" else args.since
    if args.cursor is not None:
        part = await page.read_on(args.cursor, characters=args.characters)
        return _reading(session, key, part)
    is_tree = form in ("dom", "accessibility")
    options = {"nodes": args.nodes} if is_tree else {"target": args.target}
    found: PageText = await getattr(page, form)(
        **options,
        characters=args.characters,
        since=since,
    )
    return _reading(session, key, found)


def _reading(session: ShellSession, key: str, found: PageText) -> Reply:
    session.observations[key] = found.frame_id
    return Reply(
        f"{found.title}  {cut_address(found.url)}\n{found.lines()}".rstrip(), found.to_json()
    )


async def _pdf(session: ShellSession, args: SimpleNamespace) -> Reply:
    page = await session.page()
    password = None if args.password is None else args.password.rstrip("\r\n")
    found = await page.read_pdf(args.file, first=args.first, pages=args.pages, password=password)
    return Reply(found.lines(), found.to_json())


async def _find(session: ShellSession, args: SimpleNamespace) -> Reply:
    page = await session.page()
    found = await page.find(args.words, role=args.role, name=args.name, limit=args.limit)
    return Reply(found.lines(), found.to_json())


async def _get(session: ShellSession, args: SimpleNamespace) -> Reply:
    page = await session.page()
    if args.what in ("url", "title"):
        there = await session.where(page, "get")
        value = there.url if args.what == "url" else there.title
        return Reply(value, {"what": args.what, "value": value})
    if args.target is None:
        raise InvalidOption(f"get {args.what} needs a target.", hint="Such as @ref.")
    found = await page.get(args.target, args.what, args.name, secrets=args.secrets)
    return Reply(plain(found.value), found.to_json())


def plain(value: Any) -> str:
    """A value for people: texts as they are, all else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


async def _shot(session: ShellSession, args: SimpleNamespace) -> Reply:

    page = await session.page()
    if args.target is not None and read(args.target).point is not None:
        raise InvalidOption("A point has no picture.", hint="Name an element, or give --clip.")
    shot = await page.screenshot(
        format=picture_format(args.file),
        quality=args.quality,
        max_base64=args.max_base64,
        scale=_scale(args.scale),
        area=area_of(
            full_page=args.full_page, clip=args.clip, element=args.target, padding=args.padding
        ),
    )
    blob = session.write(args.file, shot.image)
    info, facts = shot.image_info, shot.to_json()
    facts["image"]["path"] = args.file
    notes = "".join(f"\nincomplete: {reason}" for reason in shot.incomplete)
    return Reply(f"{args.file}  {info.width}x{info.height}{notes}", facts, blob)


async def _eval(session: ShellSession, args: SimpleNamespace) -> Reply:
    page = await session.page()
    world: Any = "isolated" if args.isolated else "page"
    found = await page.evaluate(args.script, world=world, timeout=args.timeout)
    return Reply(plain(found.value), found.to_json())


async def _tools(session: ShellSession, args: SimpleNamespace) -> Reply:
    page = await session.page()
    if args.call is None:
        found = await page.tools()
        return Reply(found.lines(), found.to_json())
    done = await page.call_tool(
        args.call, _input(args.input), frame=args.frame, timeout=args.timeout
    )
    facts = done.to_json()
    text = f"{done.tool}: {done.status}" + (f", {facts['next']}" if "next" in facts else "")
    return Reply(text if done.output is None else f"{text}\n{plain(done.output)}", facts)


def _input(text: str) -> dict[str, Any]:
    """The input of a tool.

    Raises:
        InvalidOption: it is not a JSON object.
    """
    try:
        given = json.loads(text)
    except ValueError:
        given = None
    if not isinstance(given, dict):
        raise InvalidOption("The input of a tool is a JSON object.", hint="Such as '{\"a\": 1}'.")
    return given


_verb = verbs_of("reading")
_PICTURE = (
    argument("--quality", type=int, default=QUALITY, metavar="N", help="of a JPEG, 1 to 100"),
    argument("--max-base64", type=int, default=MAX_BASE64, metavar="N", help="size limit"),
    argument("--scale", default="css", help="image px per CSS px: css, device or a number"),
)
_SINCE = argument(
    "--since",
    nargs="?",
    const="last",
    metavar="FRAME",
    help="only what changed since the last one, or since that frame_id",
)
_ELEMENT = argument("target", metavar="TARGET", nargs="?", help="only this element")
_NODES = argument("--nodes", type=int, metavar="N", help="at most so many are read")
_READING = (
    argument(
        "--characters",
        type=int,
        default=CHARACTERS,
        metavar="N",
        help=f"about so many at most (default: {CHARACTERS})",
    ),
    _SINCE,
    argument("--cursor", metavar="C", help="go on where an earlier answer ended"),
)
_RAW = argument(
    "--raw",
    action="store_true",
    help="as it is; else what a terminal would obey or hide is written as \\u001b",
)
LOOKING = (
    _verb(
        "look",
        "what one can act on in view, a line each: number, @ref, role, name",
        look,
        argument(
            "--picture",
            kind="output",
            metavar="FILE",
            help="also the picture with marks (.jpg, .png)",
        ),
        _SINCE,
        argument("--all", action="store_true", help="all that is visible"),
        argument("--selector", metavar="CSS", help="what matches this"),
        argument("--within", metavar="TARGET", help="only what is inside: @ref or CSS"),
        argument("--max", type=marks_of, default=MARKS, metavar="N", help="1 to 500, or auto"),
        argument("--occluded", action="store_true", help="what others cover, too"),
        argument("--settle", action="store_true", help="wait for fonts and a quiet layout"),
        argument("--labels", choices=("number", "ref", "both"), default="number"),
        *_PICTURE,
    ),
    _verb(
        "snapshot",
        "the whole page as an outline with refs, beyond the view too",
        _snapshot,
        _ELEMENT,
        *_READING,
    ),
    _verb("text", "what a person can read, as Markdown with refs", _text, _ELEMENT, *_READING),
    _verb(
        "pdf",
        "the PDF that the page shows, or a file: lines and links with their boxes in pt",
        _pdf,
        argument("file", metavar="FILE", nargs="?", kind="input", help="instead of the page's"),
        argument("--first", type=int, default=1, metavar="N", help="page to begin with"),
        argument(
            "--pages", type=int, default=int(PDF_PAGES.high), metavar="N", help="so many at most"
        ),
        argument("--password", kind="text", metavar="P", help="of an encrypted one; - is stdin"),
    ),
    _verb("dom", "the rendered DOM with refs and what is in view", _dom, *_READING, _NODES),
    _verb(
        "accessibility",
        "what assistive technology is told of the page, with refs",
        _accessibility,
        *_READING,
        _NODES,
    ),
    _verb(
        "find",
        "find words, or elements by role and name, on the whole page",
        _find,
        argument("words", metavar="WORDS", nargs="?"),
        argument("--role", help="button, link, heading, ..."),
        argument("--name", help="a part of the accessible name"),
        argument("--limit", type=int, default=FINDINGS, metavar="N"),
    ),
    _verb(
        "get",
        "one thing of an element: text, value, attribute, style, html, box; or url, title",
        _get,
        argument(
            "what",
            choices=("text", "value", "attribute", "style", "html", "box", "url", "title"),
        ),
        argument("target", metavar="TARGET", nargs="?"),
        argument("name", metavar="NAME", nargs="?", help="of the attribute or style"),
        argument("--secrets", action="store_true", help="also of a secret field"),
        _RAW,
    ),
    _verb(
        "shot",
        "a plain picture of the view, an element or the page, into a file",
        _shot,
        argument("file", metavar="FILE", kind="output", help=".jpg or .png; - is stdout"),
        argument("target", metavar="TARGET", nargs="?", help="only this element"),
        argument("--full-page", action="store_true", help="the whole page"),
        argument("--clip", type=clip_of, metavar="X,Y,W,H", help="a region, CSS px of the page"),
        argument("--padding", type=float, default=0.0, metavar="PX", help="around the element"),
        *_PICTURE,
    ),
    _verb(
        "eval",
        "run a script in the page; prints its result",
        _eval,
        argument(
            "script", metavar="SCRIPT", kind="text", help="expression or function; - is stdin"
        ),
        argument("--isolated", action="store_true", help="out of the page's sight"),
        _RAW,
        argument("--timeout", type=float, default=SCRIPT_TIMEOUT, metavar="S"),
    ),
    _verb(
        "page-tools",
        "the tools that the page offers to agents (WebMCP); with --call, call one",
        _tools,
        argument("--call", metavar="NAME", help="call this one"),
        argument(
            "--input", kind="text", default="{}", metavar="JSON", help="its input; - is stdin"
        ),
        argument("--frame", metavar="PATH", help="of its frame, where several have the name"),
        argument("--timeout", type=float, default=PAGE_TOOL_TIMEOUT, metavar="S"),
    ),
)
