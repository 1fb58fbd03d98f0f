"""Observes a page: marks and their map, facts about the page, plain screenshots, files."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from viewmark import imaging
from viewmark.calls.answer import CallAnswer, Picture
from viewmark.calls.call import Invocation
from viewmark.errors import InvalidOption
from viewmark.files import check_target, write_inside
from viewmark.page import target
from viewmark.page.observation import Observation
from viewmark.page.observation_text import observation_text
from viewmark.page.observe import observe
from viewmark.page.observe_options import ObserveOptions, PictureOptions
from viewmark.page.screenshot import screenshot
from viewmark.page.target import Area
from viewmark.session.tabs import OpenTab
from viewmark.text import compact

MAP_LIMIT = 45_000
"""Maximum length of a map as JSON, in characters; clients move longer results to a file."""
_SAME = (
    *("quality", "format", "max_side", "scale", "label_format", "max_annotations"),
    *("within", "exclude"),
)
_PICTURE = ("format", "quality", "max_base64", "max_tokens", "max_side", "scale")
_ELEMENTS = (
    *("annotation_target", "annotation_selector", "within", "exclude", "max_annotations"),
    *("include_occluded", "refs", "include_ref_history"),
)
"""Options that affect which elements are listed, so that lists made with other values differ."""


def picture_format(name: str) -> Any:
    """Return the image format for a file name.

    Raises:
        InvalidOption: the file extension is not .jpg, .jpeg or .png.
    """
    ending = Path(name).suffix.lower()
    if ending not in (".jpg", ".jpeg", ".png") and name != "-":
        raise InvalidOption(f"{name[-80:]!r} does not end in .jpg, .jpeg or .png.")
    return "png" if ending == ".png" else "jpeg"


async def look(call: Invocation) -> CallAnswer:
    """Return the elements in view as lines; also used for `--look` after an action."""
    tab, args, session = await call.tab(), call.args, call.session
    if args.get("since") == "last":
        args["since"] = session.observations.get(tab.id)
    if args.get("annotation_selector"):
        args["annotation_target"] = "custom"
    elif args.get("all"):
        args["annotation_target"] = "all_visible"
    if (name := args.get("save_to")) is not None:
        args["format"] = picture_format(name)
    seen = await observe(tab.page.context, _observe_options(call, picture=name is not None))
    session.observations[tab.id] = seen.frame_id
    answer = CallAnswer(text=observation_text(seen), facts=seen.to_json())
    if seen.image is None or name is None:
        return answer
    answer.facts["image"]["path"] = name
    blob = session.write(name, seen.image)
    return replace(answer, text=f"{answer.text}\npicture {name}", blob=blob)


async def shot(call: Invocation) -> CallAnswer:
    """Write a plain screenshot of the viewport, an element or the whole page to a file."""
    args, name = call.args, call.needed("file")
    element = args.get("target")
    if element is not None and target.read(element).point is not None:
        raise InvalidOption("A point has no picture.", hint="Name an element, or give --clip.")
    options = {n: args[n] for n in _PICTURE if args.get(n) is not None}
    options |= {"format": picture_format(name), "area": _area(call, element)}
    made = await (await call.tab()).page.screenshot(**options)
    facts, info = made.to_json(), made.image_info
    facts["image"]["path"] = name
    notes = "".join(f"\nincomplete: {reason}" for reason in made.incomplete)
    blob = call.session.write(name, made.image)
    return CallAnswer(text=f"{name}  {info.width}x{info.height}{notes}", facts=facts, blob=blob)


def _area(call: Invocation, element: Any = None) -> Area:
    """Return the area given by the call.

    Raises:
        InvalidOption: more than one area is given.
    """
    args = call.args
    return target.area_of(
        full_page=bool(args.get("full_page")),
        clip=args.get("clip"),
        padding=float(args.get("padding") or 0),
        element=element or target.target_of(ref=args.get("ref"), selector=args.get("selector")),
    )


def check_name(call: Invocation) -> None:
    """Raise an error for an invalid `save_to` before the screenshot is taken."""
    if name := call.args.get("save_to"):
        check_target(call.session.output, name)


def picture(call: Invocation, frame_id: str, base64: str, kind: str, image: bytes) -> Picture:
    """Return an image inline, or write it to a file, as the call and the settings require."""
    settings, name = call.session.settings, call.args.get("save_to")
    if name is None and settings.images == "path":
        name = f"{frame_id}.{'jpg' if kind == 'jpeg' else 'png'}"
    if name is None:
        return Picture(base64=base64, format=kind)
    return Picture(base64="", format=kind, path=str(write_inside(settings.output, name, image)))


async def take_screenshot(call: Invocation) -> CallAnswer:
    """Take a plain screenshot, after scrolling if requested; report the scroll offset."""
    args, session = call.args, call.session
    context = (await call.tab()).page.context
    earlier = args.get("if_changed")
    digest = context.look(earlier).digest if earlier else None
    check_name(call)
    session.claim_picture()
    options = {n: args[n] for n in _PICTURE if args.get(n) is not None}
    options |= _budgets(call, args.get)
    to = args.get("scroll") or {}
    taken = await screenshot(
        context,
        PictureOptions(**options, area=_area(call)),
        scroll_to=(to.get("x"), to.get("y")) if to else None,
    )
    facts = taken.to_json()
    if digest is not None and digest == taken.digest:
        return CallAnswer(text="", facts=facts, notes=(_unchanged(call),))
    made = picture(call, taken.frame_id, taken.base64, taken.image_info.format, taken.image)
    if made.path is not None:
        facts["image"]["path"] = made.path
    return CallAnswer(text="", facts=facts, picture=made)


def _budgets(call: Invocation, chosen: Callable[..., Any]) -> dict[str, Any]:
    session = call.session
    return {
        "max_base64": chosen("max_base64") or session.picture_budget,
        "max_tokens": chosen("max_tokens") or session.token_budget,
    }


def _unchanged(call: Invocation) -> str:
    """Return the note that replaces an unchanged screenshot."""
    return f"[Picture unchanged since {call.args['if_changed']}]"


def wants_marks(args: dict[str, Any]) -> bool:
    """Return True if the call requests a screenshot with marks."""
    marked = args.get("annotate")
    return bool(marked) and not (isinstance(marked, dict) and marked.get("enabled") is False)


async def observe_page(call: Invocation) -> CallAnswer:
    """Return page facts, elements with a screenshot, or changes since an earlier observation."""
    tab = await call.tab()
    if wants_marks(call.args):
        return await _annotate(call, tab)
    _refuse_without_picture(call)
    if call.args.get("since"):
        seen = await observe(tab.page.context, _observe_options(call, picture=False))
        return _map_content(call, seen)
    about = await tab.page.outline()
    as_lines = call.args.get("answer") == "lines"
    text = about.lines() if as_lines else compact({"page": about.to_json()})
    return CallAnswer(text=text)


async def _annotate(call: Invocation, tab: OpenTab) -> CallAnswer:
    session, options = call.session, _observe_options(call)
    options.check()
    check_name(call)
    session.claim_picture()
    seen = await observe(tab.page.context, options)
    if seen.base64 is None or seen.image_info is None:
        answer = _map_content(call, seen)
        notes = (_unchanged(call),) if seen.picture_error is None else ()
        return replace(answer, notes=(*notes, *answer.notes))
    links = session.pictures.add(seen)
    made = picture(call, seen.frame_id, seen.base64, seen.image_info.format, seen.image or b"")
    return replace(_map_content(call, seen, path=made.path), links=links, picture=made)


def _map_content(call: Invocation, seen: Observation, *, path: str | None = None) -> CallAnswer:
    """Return the map as lines, or as JSON if JSON was requested and is not too long.

    Args:
        call: the invocation.
        seen: the observation.
        path: path of the file with the screenshot; None if no file was written.
    """
    as_json = call.args.get("answer") == "json"
    facts = seen.to_json() if as_json or call.session.settings.structured != "off" else None
    if facts is not None and path is not None:
        facts["image"]["path"] = path
    answer = CallAnswer(text=observation_text(seen, gone=True), facts=facts)
    if not as_json or len(text := compact(facts)) <= MAP_LIMIT:
        return replace(answer, text=text) if as_json else answer
    note = "[The map is given as lines: as JSON it is above the limit of clients]"
    return replace(answer, notes=(note,))


def _refuse_without_picture(call: Invocation) -> None:
    """Reject options that have no effect without a screenshot, unless they have default values.

    Default values are allowed because some clients always send them.

    Raises:
        InvalidOption: the call contains such an option.
    """
    heard = ("annotate", "since", "answer", *(_ELEMENTS if call.args.get("since") else ()))
    for each in call.call.for_models:
        if each.name not in heard and call.args.get(each.name, each.default) != each.default:
            raise InvalidOption(
                f"`{each.name}` has no effect without a picture.",
                hint="Add annotate: true.",
                param=each.name,
            )


def _observe_options(call: Invocation, *, picture: bool = True) -> ObserveOptions:
    """Return the options of an observation; members of `annotate` take precedence."""
    marked = call.args.get("annotate")
    inner: dict[str, Any] = dict(marked) if isinstance(marked, dict) else {}
    if inner.get("use_stable_refs"):
        inner.setdefault("label_format", "ref")

    def chosen(name: str, default: Any = None) -> Any:
        return inner[name] if name in inner else call.args.get(name, default)

    same = {name: value for name in _SAME if (value := chosen(name)) is not None}
    include: Any = ("occluded", "ref_history")
    return ObserveOptions(
        annotate=picture,
        target=inner.get("target") or chosen("annotation_target", "interactive"),
        selector=inner.get("selector") or chosen("annotation_selector"),
        style=style_of(chosen("style")),
        include=tuple(each for each in include if chosen(f"include_{each}")),
        settle=bool(chosen("settle")),
        refs=chosen("refs", "stable"),
        since=chosen("since") or None,
        if_changed=call.args.get("if_changed") or None,
        area=_area(call),
        **_budgets(call, chosen),
        **same,
    )


_FONT = re.compile(r"(?:(normal|bold|[1-9]00) +)?([0-9]{1,3})px(?: +(.+))?", re.IGNORECASE)
_FAMILIES = ("sans-serif", "system-ui", "arial", "helvetica")


def _font(font: str) -> dict[str, Any]:
    """Return weight and size of the badges for a font in CSS notation.

    Raises:
        InvalidOption: the notation is invalid, or badges do not support the font family.
    """
    found = _FONT.fullmatch(font.strip())
    families = (found[3] or "sans-serif").lower().split(",") if found else []
    if found is None or families[-1].strip(" \"'") not in _FAMILIES:
        raise InvalidOption(
            f"`style.badge_font` is {font!r:.60}; allowed is weight, size in px, and sans-serif.",
            hint="Such as bold 12px sans-serif; or give font_weight and badge_size.",
            param="style.badge_font",
        )
    weight = (found[1] or "bold").lower()
    heavy = weight == "bold" or (weight.isdecimal() and int(weight) >= 600)
    # A badge with digits of 12 px is 20 px high; other sizes keep this ratio.
    size = min(48, max(10, round(int(found[2]) * 20 / 12)))
    return {"font_weight": "bold" if heavy else "normal", "badge_size": size}


def style_of(members: dict[str, Any] | None) -> imaging.Style:
    """Return the style of the marks."""
    chosen: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in (members or {}).items()
    }
    if "badge_font" in chosen:
        chosen = _font(chosen.pop("badge_font")) | chosen
    return imaging.Style(**chosen)
