"""How `observe` takes and delivers pictures: their parameters, `save_to`, and plain screenshots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from viewmark.defaults import QUALITY, SAFE_SIDE
from viewmark.files import check_target, write_inside
from viewmark.mcp.content import Answer, Picture, compact
from viewmark.mcp.parameters import SCROLL_TO, of
from viewmark.mcp.tool import Call, What
from viewmark.mcp.tools.observe.area import ELEMENT_AREA, area_of
from viewmark.page.observe_options import PictureOptions
from viewmark.page.screenshot import screenshot
from viewmark.parameters.parameter import parameter, rare

if TYPE_CHECKING:
    from viewmark.page.context import PageContext

__all__ = [
    "DELIVERY",
    "IF_CHANGED",
    "SAVE_TO",
    "SCREENSHOT",
    "check_name",
    "picture",
    "take_screenshot",
]

SAVE_TO = parameter(
    "save_to",
    "string",
    doc="file in the output folder",
    aliases=("filename", "file_name", "path"),
)
DELIVERY = (
    of("observe", "quality", rare=True),
    rare("format", "string", enum=("jpeg", "png"), default="jpeg", aliases=("type",)),
    rare("max_base64", "integer", low=2000, high=20_000_000, doc="budget in base64 characters"),
    rare("max_tokens", "integer", low=50, high=100_000, doc="budget in tokens"),
    of("observe", "scale", rare=True, doc="image px per CSS px"),
    of("observe", "max_side", rare=True, doc="image px"),
    SAVE_TO,
)
"""Parameters that only say how a picture is delivered."""
IF_CHANGED = rare("if_changed", "string", doc="frame_id: no picture if it looks the same")


def check_name(call: Call) -> None:
    """Refuse a bad `save_to` before the picture is taken for nothing."""
    if name := call.args.get("save_to"):
        check_target(call.state.settings.output, name)


def picture(call: Call, frame_id: str, base64: str, kind: str, image: bytes) -> Picture:
    """A picture as the call and the settings want it: bytes, or a file and its path."""
    settings = call.state.settings
    name = call.args.get("save_to")
    if name is None and settings.images == "path":
        name = f"{frame_id}.{'jpg' if kind == 'jpeg' else 'png'}"
    if name is None:
        return Picture(base64=base64, format=kind)
    return Picture(base64="", format=kind, path=str(write_inside(settings.output, name, image)))


def same_as(context: PageContext, args: dict[str, Any]) -> int | None:
    """The digest of the picture that `if_changed` names; RefStale if it is not remembered."""
    return context.look(args["if_changed"]).digest if args.get("if_changed") else None


def unchanged(args: dict[str, Any]) -> str:
    """The note that stands where an unchanged picture would."""
    return f"[Picture unchanged since {args['if_changed']}]"


async def take_screenshot(call: Call) -> Answer:
    """A plain picture, after scrolling if asked; says the offset that it shows."""
    context, args, state = (await call.tab()).page.context, call.args, call.state
    digest = same_as(context, args)
    check_name(call)
    state.claim_picture()
    to = args.get("scroll") or {}
    shot = await screenshot(
        context,
        PictureOptions(
            format=args.get("format", "jpeg"),
            quality=args.get("quality", QUALITY),
            max_base64=args.get("max_base64") or state.picture_budget,
            max_tokens=args.get("max_tokens") or state.settings.max_tokens,
            max_side=args.get("max_side", SAFE_SIDE),
            scale=args.get("scale", "css"),
            area=area_of(call),
        ),
        scroll_to=(to.get("x"), to.get("y")) if to else None,
    )
    facts = shot.to_json()
    if digest is not None and digest == shot.digest:
        return Answer(text=compact(facts), notes=(unchanged(args),))
    made = picture(call, shot.frame_id, shot.base64, shot.image_info.format, shot.image)
    if made.path is not None:
        facts["image"]["path"] = made.path
    return Answer(text=compact(facts), picture=made)


SCREENSHOT = What(
    name="screenshot",
    handler=take_screenshot,
    parameters=(*ELEMENT_AREA, *DELIVERY, IF_CHANGED, SCROLL_TO),
    aliases={"take_screenshot": {}, "picture": {}, "image": {}},
    hint="plain picture of the viewport, an element or the full_page",
)
