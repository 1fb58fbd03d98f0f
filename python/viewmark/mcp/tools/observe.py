"""`observe`: page, screenshot, dom, accessibility, errors, logs, network, tabs."""

from __future__ import annotations

import asyncio
from dataclasses import asdict, fields, replace
from typing import TYPE_CHECKING, Any

from viewmark import imaging
from viewmark.browser.capture.screenshot import refuse_restricted
from viewmark.browser.discovery.accessibility import accessibility
from viewmark.browser.discovery.discover import discover
from viewmark.browser.discovery.dom_view import dom_view
from viewmark.browser.discovery.outline import outline
from viewmark.browser.telemetry import LEVELS
from viewmark.errors import InvalidOption, RateLimited, UnknownParameter
from viewmark.files import check_target, write_inside
from viewmark.mcp.content import TEXT_LIMIT, Answer, Picture, compact
from viewmark.mcp.parameters import DEFAULTS, OBSERVE, SHOWN_AS, Parameter
from viewmark.mcp.schema import checked
from viewmark.page.observation import PageInfo
from viewmark.page.observe import ObserveOptions, observe
from viewmark.page.screenshot import ScreenshotOptions, screenshot

if TYPE_CHECKING:
    from collections.abc import Callable

    from viewmark.browser.telemetry import ConsoleLine, Flood, PageFault, Request
    from viewmark.mcp.dispatcher import Dispatcher
    from viewmark.mcp.tabs import OpenTab
    from viewmark.page.observation import Observation
    from viewmark.ring_buffer import Page as RingPage

__all__ = ["annotation_options", "run", "style_of", "take_screenshot"]


async def run(dispatcher: Dispatcher, what: str, args: dict[str, Any], _progress: object) -> Answer:
    """Answer one call of `observe`."""
    if what == "tabs":
        return await _tabs(dispatcher, args)
    tab = await dispatcher.tabs.tab(args.get("tab_id"))
    dispatcher.tabs.check(tab)
    if what == "page":
        asked = args.get("annotate_screenshot")
        return await (_annotated if asked else _page)(dispatcher, tab, args)
    if what == "screenshot":
        return await take_screenshot(dispatcher, tab, args)
    if what == "dom":
        view = await dom_view(tab.page.browser_page, **_only(nodes=args.get("limit")))
        return Answer(text=compact(view.to_json()))
    if what == "accessibility":
        tree = await accessibility(tab.page.browser_page, limit=args.get("limit") or 300)
        as_lines = args.get("map_format") != "json"
        return Answer(text=tree.lines() if as_lines else compact(tree.to_json()))
    return _ring(tab, what, args)


def _only(**given: Any) -> dict[str, Any]:
    return {name: value for name, value in given.items() if value is not None}


async def _page(dispatcher: Dispatcher, tab: OpenTab, args: dict[str, Any]) -> Answer:
    """Facts about the page, without a picture; with `since` what changed on it."""
    _refuse_without_picture(args)
    if args.get("since"):
        options = annotation_options(args, dispatcher.picture_budget, None, picture=False)
        seen = await observe(tab.page.context, options)
        return _mapped(args, seen, seen.to_json())
    # No observation: it numbers nothing, so labels of the last one stay the newest.
    page = tab.page.browser_page
    refuse_restricted(page)
    found, about = await asyncio.gather(discover(page, max_annotations=1), outline(page))
    told = PageInfo(
        url=found.url, title=found.title, ready_state=found.ready_state, viewport=found.viewport
    )
    facts = told.to_json() | about.to_json() | {"interactive_elements": found.total_found}
    if found.incomplete:
        facts["incomplete"] = list(found.incomplete)
    if args.get("map_format") == "lines":
        lines = [f"{facts['title']}  {facts['url']}  {facts['readyState']}"]
        lines += [f"{'#' * h.level} {h.text}" for h in about.headings]
        lines += [
            f"form {f.name}".rstrip() + f": {', '.join(x.name for x in f.fields)}"
            for f in about.forms
        ]
        lines.append(f"{found.total_found} interactive elements in view")
        return Answer(text="\n".join(lines))
    return Answer(text=compact({"page": facts}))


_ELEMENTS = frozenset(
    {"annotation_target", "annotation_selector", "max_annotations", "include_occluded"}
)
_PICTURE = frozenset({"label_format", "style", "if_changed", *SHOWN_AS})
_REFS = frozenset({"stable_refs", "refresh_refs", "include_ref_history"})


def _refuse_without_picture(args: dict[str, Any]) -> None:
    """A parameter that would do nothing is told, not ignored; clients may send the defaults."""
    idle = _PICTURE if args.get("since") else _PICTURE | _ELEMENTS | _REFS
    for name, default in DEFAULTS.items():
        if name in idle and args.get(name, default) != default:
            raise InvalidOption(
                f"`{name}` has no effect without a picture.",
                hint="Add annotate_screenshot: true.",
                param=name,
            )


async def _annotated(dispatcher: Dispatcher, tab: OpenTab, args: dict[str, Any]) -> Answer:
    context = tab.page.context
    options = annotation_options(args, dispatcher.picture_budget, dispatcher.settings.max_tokens)
    options.check()
    old = context.look(args["if_changed"]) if args.get("if_changed") else None
    check_name(dispatcher, args)
    _claim(dispatcher)
    seen = await observe(context, options)
    told = seen.to_json()
    links = dispatcher.keep_pictures(seen)
    if old is not None and old.digest == context.look(seen.frame_id).digest:
        answer = _mapped(args, seen, told)
        unchanged = f"[Picture unchanged since {old.frame_id}]"
        return replace(answer, links=links, notes=(unchanged, *answer.notes))
    picture = _picture(dispatcher, args, seen)
    if picture.path is not None:
        told["image"]["path"] = picture.path
    return replace(_mapped(args, seen, told), links=links, picture=picture)


def _mapped(args: dict[str, Any], seen: Observation, told: dict[str, Any]) -> Answer:
    """The map as JSON, or as lines where that was asked for or nothing else would arrive."""
    if args.get("map_format") == "lines":
        return Answer(text=_map_lines(seen))
    text = compact(told)
    if len(text) <= TEXT_LIMIT:
        return Answer(text=text)
    note = "[The map is given as lines: as JSON it is above the limit of clients]"
    return Answer(text=_map_lines(seen), notes=(note,))


def annotation_options(
    args: dict[str, Any], max_base64: int, max_tokens: int | None, *, picture: bool = True
) -> ObserveOptions:
    """The options of an annotated observation; an object as `annotate_screenshot` overrides."""
    asked = args.get("annotate_screenshot")
    extra: dict[str, Any] = asked if isinstance(asked, dict) else {}
    known = _MEMBERS
    for name, value in extra.items():
        if name not in known:
            raise UnknownParameter(
                f"`annotate_screenshot` has no member `{name[:60]}`; "
                f"it has {', '.join(sorted(known))}.",
                param=f"annotate_screenshot.{name[:60]}",
            )
        if value is not None:
            checked(known[name], value, f"annotate_screenshot.{name}")

    def given(name: str, default: Any = None) -> Any:
        return extra[name] if name in extra else args.get(name, default)

    return ObserveOptions(
        annotate=picture,
        target=extra.get("target") or given("annotation_target", "interactive"),
        selector=extra.get("selector") or given("annotation_selector"),
        max_annotations=given("max_annotations", 50),
        label_format=given("label_format", "number"),
        style=style_of(given("style")),
        format=given("format", "jpeg"),
        quality=given("quality", 80),
        max_base64=given("max_base64") or max_base64,
        max_tokens=given("max_tokens") or max_tokens,
        scale=given("scale", "css"),
        include_occluded=given("include_occluded", False),
        settle=bool(given("settle", False)),
        stable_refs=given("stable_refs", True),
        refresh_refs=given("refresh_refs", False),
        include_ref_history=given("include_ref_history", False),
        since=given("since") or None,
    )


_OWN = {p.name: p for p in OBSERVE.parameters}
_MEMBERS = {
    name: parameter
    for name, parameter in _OWN.items()
    if name in _ELEMENTS | _PICTURE | _REFS | {"since"} and name != "save_to"
} | {
    "target": _OWN["annotation_target"],
    "selector": _OWN["annotation_selector"],
    "settle": Parameter(name="settle", kinds=("boolean",)),
}
"""What `annotate_screenshot` may hold: the options of the picture, with two shorter names."""


def style_of(given: dict[str, Any] | None) -> imaging.Style:
    """The look of the marks; camelCase names of the specification are accepted."""
    names = {f.name: f.name for f in fields(imaging.Style)}
    names |= {_camel(name): name for name in names}
    chosen: dict[str, Any] = {}
    for name, value in (given or {}).items():
        if name not in names:
            raise UnknownParameter(
                f"`style` has no member `{name[:60]}`; it has "
                f"{', '.join(f.name for f in fields(imaging.Style))}.",
                param=f"style.{name[:60]}",
            )
        chosen[names[name]] = tuple(value) if isinstance(value, list) else value
    return imaging.Style(**chosen)


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


def _map_lines(seen: Observation) -> str:
    page, image = seen.page, seen.image_info
    shown = f"  image {image.width}x{image.height} scale {image.scale:g}" if image else ""
    head = [
        f"{page.title}  {page.url}  {page.ready_state}",
        f"frame_id {seen.frame_id}{shown}  {len(seen)} of {seen.total_found} elements",
    ]
    if seen.gone and seen.changes is None and seen.has_refs:
        head.append(f"gone: {' '.join(seen.gone)}")
    if seen.layout_shifted:
        head.append(f"moving: {' '.join(map(str, seen.layout_shifted))}")
    return "\n".join([*head, seen.lines()])


def _picture(dispatcher: Dispatcher, args: dict[str, Any], seen: Observation) -> Picture:
    assert seen.base64 is not None
    assert seen.image_info is not None
    kind = seen.image_info.format
    name = args.get("save_to")
    if name is None and dispatcher.settings.images == "path":
        name = f"{seen.frame_id}.{'jpg' if kind == 'jpeg' else 'png'}"
    if name is not None:
        path = write_inside(dispatcher.settings.output, name, seen.image or b"")
        return Picture(base64="", format=kind, path=str(path))
    return Picture(base64=seen.base64, format=kind)


async def take_screenshot(dispatcher: Dispatcher, tab: OpenTab, args: dict[str, Any]) -> Answer:
    """A plain picture, after scrolling if asked; says the offset that it shows (FR-002, FR-003)."""
    context = tab.page.context
    old = context.look(args["if_changed"]) if args.get("if_changed") else None
    check_name(dispatcher, args)
    _claim(dispatcher)
    to = args.get("scroll") or {}
    shot = await screenshot(
        context,
        ScreenshotOptions(
            scroll_x=to.get("x"),
            scroll_y=to.get("y"),
            format=args.get("format", "jpeg"),
            quality=args.get("quality", 80),
            max_base64=args.get("max_base64") or dispatcher.picture_budget,
            max_tokens=args.get("max_tokens") or dispatcher.settings.max_tokens,
            scale=args.get("scale", "css"),
        ),
    )
    told = shot.to_json()
    if old is not None and old.digest == shot.digest:
        return Answer(text=compact(told), notes=(f"[Picture unchanged since {old.frame_id}]",))
    kind = shot.image_info.format
    name = args.get("save_to")
    if name is None and dispatcher.settings.images == "path":
        name = f"{shot.frame_id}.{'jpg' if kind == 'jpeg' else 'png'}"
    if name is None:
        return Answer(text=compact(told), picture=Picture(base64=shot.base64, format=kind))
    path = str(write_inside(dispatcher.settings.output, name, shot.image))
    told["image"]["path"] = path
    return Answer(text=compact(told), picture=Picture(base64="", format=kind, path=path))


def check_name(dispatcher: Dispatcher, args: dict[str, Any]) -> None:
    """Refuse a bad `save_to` before the picture is taken for nothing."""
    if args.get("save_to"):
        check_target(dispatcher.settings.output, args["save_to"])


def _claim(dispatcher: Dispatcher) -> None:
    refusal = dispatcher.bucket.take(dispatcher.clock())
    if refusal is not None:
        raise RateLimited(
            f"No picture now: {refusal.reason}.", next_allowed_in=refusal.next_allowed_in_ms
        )


async def _tabs(dispatcher: Dispatcher, args: dict[str, Any]) -> Answer:
    tabs = [
        {
            "tab_id": t.id,
            "url": t.url,
            "title": t.title,
            "current": t.id == dispatcher.tabs.current_id,
        }
        for t in await dispatcher.tabs.listed()
    ]
    if args.get("map_format") == "json":
        return Answer(text=compact({"tabs": tabs}))
    lines = [
        f"{'*' if t['current'] else ' '} {t['tab_id']}  {t['title']}  {t['url']}" for t in tabs
    ]
    return Answer(text="\n".join(lines) or "No tab is open.")


def _ring(tab: OpenTab, what: str, args: dict[str, Any]) -> Answer:
    options: dict[str, Any] = {"since": args.get("cursor", 0), "limit": args.get("limit") or 50}
    word = (args.get("filter") or "").lower()
    record = tab.telemetry
    if what == "errors":
        faults = record.faults.read(
            **options, keep=lambda f: word in f"{f.message} {f.url}".lower()
        )
        return _told(args, "error(s)", faults, _fault_line, record.flood)
    if what == "logs":
        least = LEVELS.index(args.get("min_level", "debug"))
        lines = record.console.read(
            **options,
            keep=lambda c: LEVELS.index(c.level) >= least and word in f"{c.text} {c.url}".lower(),
        )
        return _told(args, "console line(s)", lines, _console_line, record.flood)
    if what == "network":
        requests = record.requests.read(**options, keep=lambda r: word in r.url.lower())
        return _told(args, "request(s)", requests, _request_line, record.flood)
    raise InvalidOption(f"observe has no {what}.")


def _told(
    args: dict[str, Any],
    noun: str,
    page: RingPage[Any],
    line: Callable[[Any], str],
    flood: Flood | None,
) -> Answer:
    facts: dict[str, Any] = {
        "cursor": page.cursor,
        "lost": page.lost,
        "remaining": page.remaining,
    }
    if flood is not None:
        facts["flood"] = asdict(flood)
    if args.get("map_format") == "json":
        rows = [
            {n: getattr(e, n) for n in e.__slots__ if not n.startswith("_")} for e in page.entries
        ]
        return Answer(text=compact({"entries": rows} | facts))
    head = f"{len(page.entries)} {noun}, cursor {page.cursor}"
    head += f", {page.lost} older ones lost" if page.lost else ""
    head += f", {page.remaining} more" if page.remaining else ""
    head += f"; {flood}" if flood is not None else ""
    return Answer(text="\n".join([head, *map(line, page.entries)]))


def _fault_line(fault: PageFault) -> str:
    where = f" at {fault.url}:{fault.line}:{fault.column}" if fault.url else ""
    return f"{fault.kind}: {fault.message.splitlines()[0] if fault.message else ''}{where}"


def _console_line(entry: ConsoleLine) -> str:
    line = f":{entry.line}" if entry.line else ""
    where = f" ({entry.url}{line})" if entry.url else ""
    return f"{entry.level}: {entry.text}{where}"


def _request_line(request: Request) -> str:
    end = request.failure or str(request.status)
    return f"{request.method} {end} {request.duration_ms:.0f}ms {request.kind} {request.url}"
