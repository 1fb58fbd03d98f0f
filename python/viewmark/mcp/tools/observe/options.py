"""Parameters of annotated observations, and the options that they mean."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal

from viewmark import imaging
from viewmark.defaults import MARKS, QUALITY, SAFE_SIDE
from viewmark.errors import InvalidOption
from viewmark.mcp.parameters import of
from viewmark.mcp.tools.observe.area import AREA, area_of
from viewmark.mcp.tools.observe.pictures import DELIVERY, IF_CHANGED
from viewmark.page.observe_options import Included, ObserveOptions
from viewmark.parameters.parameter import parameter, rare

if TYPE_CHECKING:
    from collections.abc import Callable

    from viewmark.mcp.tool import Call

__all__ = [
    "ANNOTATE",
    "MARKED",
    "SINCE",
    "observe_options",
    "refuse_without_picture",
    "wants_marks",
]

_TARGETS = ("interactive", "all_visible", "custom")
_ELEMENTS = (
    of("observe", "target", called="annotation_target"),
    parameter("annotation_selector", "string", doc="CSS, with custom"),
    parameter("within", "string", "integer", doc="mark only what is inside: ref, CSS, number"),
    of("observe", "max_annotations", aliases=("max_labels", "max_elements")),
    rare("include_occluded", "boolean", default=False, doc="mark covered elements too"),
)
"""What is listed."""
_STYLE = (
    parameter("badge_color", "string", also=("array",)),
    parameter("badge_text_color", "string", also=("array",)),
    parameter("badge_size", "integer"),
    parameter("badge_font", "string", doc="such as bold 12px sans-serif"),
    parameter("font_weight", "string", enum=("normal", "bold")),
    parameter("show_bounding_box", "boolean"),
    parameter("box_color", "string", also=("array",)),
    parameter("box_width", "integer"),
    parameter("box_style", "string", enum=("solid", "dashed", "corners")),
    parameter("opacity", "number"),
    parameter("palette", "array"),
)
"""Members of `style`; their ranges are those of `imaging.Style`."""
_LOOK = (
    of("observe", "label_format", rare=True),
    rare("style", "object", fields=_STYLE, doc="colors as #rrggbb"),
)
"""How marks look."""
_REFS = (
    rare("stable_refs", "boolean", default=True, doc="false: labels only"),
    rare("refresh_refs", "boolean", default=False, doc="forget the refs of before"),
    rare("include_ref_history", "boolean", default=False),
)
"""How elements are named."""
SINCE = parameter("since", "string", doc="frame_id: tell only what changed since then")

_OPTIONS = (*_ELEMENTS, *_LOOK, *DELIVERY, *_REFS, SINCE, IF_CHANGED)
_MEMBERS = (
    *(each for each in _OPTIONS if each.name != "save_to"),
    parameter("target", "string", enum=_TARGETS),
    parameter("selector", "string"),
    parameter("settle", "boolean"),
    parameter("enabled", "boolean"),
    parameter("use_stable_refs", "boolean"),
)
"""What `annotate_screenshot` may hold: the options of the picture, and names that the
specifications have for them."""

MARKED = parameter(
    "annotate_screenshot", "boolean", also=("object",), default=False, fields=_MEMBERS
)
ANNOTATE = (
    MARKED,
    *_OPTIONS,
    *AREA,
)
"""Parameters of an observation with numbered marks."""

_PICTURE_ONLY = (*_LOOK, IF_CHANGED, *DELIVERY, *AREA)
"""Parameters without effect where there is no picture."""


def wants_marks(args: dict[str, Any]) -> bool:
    """Whether the call asks for a picture with marks."""
    asked = args.get("annotate_screenshot")
    return bool(asked) and not (isinstance(asked, dict) and asked.get("enabled") is False)


def refuse_without_picture(args: dict[str, Any]) -> None:
    """A parameter that would do nothing is an error; clients may send the defaults.

    Raises:
        InvalidOption: there is one.
    """
    idle = _PICTURE_ONLY if args.get("since") else (*_PICTURE_ONLY, *_ELEMENTS, *_REFS)
    for each in idle:
        if args.get(each.name, each.default) != each.default:
            raise InvalidOption(
                f"`{each.name}` has no effect without a picture.",
                hint="Add annotate_screenshot: true.",
                param=each.name,
            )


def observe_options(call: Call, *, picture: bool = True) -> ObserveOptions:
    """The options of an annotated observation; an object as `annotate_screenshot` overrides."""
    args = call.args
    asked = args.get("annotate_screenshot")
    extra: dict[str, Any] = asked if isinstance(asked, dict) else {}
    if extra.get("use_stable_refs") and "label_format" not in extra:
        extra = extra | {"label_format": "ref"}

    def given(name: str, default: Any = None) -> Any:
        return extra[name] if name in extra else args.get(name, default)

    return ObserveOptions(
        annotate=picture,
        target=extra.get("target") or given("annotation_target", "interactive"),
        selector=extra.get("selector") or given("annotation_selector"),
        within=given("within") or None,
        max_annotations=given("max_annotations", MARKS),
        label_format=given("label_format", "number"),
        style=style_of(given("style")),
        format=given("format", "jpeg"),
        quality=given("quality", QUALITY),
        max_base64=given("max_base64") or call.state.picture_budget,
        max_tokens=given("max_tokens") or call.state.settings.max_tokens,
        max_side=given("max_side", SAFE_SIDE),
        scale=given("scale", "css"),
        include=_include_of(given),
        settle=bool(given("settle", False)),
        refs=_refs(given),
        since=given("since") or None,
        if_changed=call.args.get("if_changed") or None,
        area=area_of(call),
    )


def _include_of(value: Callable[..., Any]) -> tuple[Included, ...]:
    named = (("include_occluded", "occluded"), ("include_ref_history", "ref_history"))
    return tuple(name for option, name in named if value(option))  # type: ignore[misc]


def _refs(value: Callable[..., Any]) -> Literal["stable", "fresh", "none"]:
    """How elements are named, of the options that the specifications have for it.

    Raises:
        InvalidOption: options that go with refs, without refs.
    """
    if value("stable_refs", True):
        return "fresh" if value("refresh_refs") else "stable"
    labels = value("label_format", "number") == "number"
    if not labels or any(map(value, ("refresh_refs", "include_ref_history", "since"))):
        raise InvalidOption(
            "With stable_refs false elements have labels only: no label_format but number, no "
            "refresh_refs, include_ref_history or since.",
            param="stable_refs",
        )
    return "none"


_FONT = re.compile(r"(?:(normal|bold|[1-9]00) +)?([0-9]{1,3})px(?: +(.+))?", re.IGNORECASE)
_FAMILIES = ("sans-serif", "system-ui", "arial", "helvetica")


def _font(font: str) -> dict[str, Any]:
    """Weight and size of the badges from a font as CSS writes it.

    Raises:
        InvalidOption: another form, or a family that badges are not drawn in.
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
    # A badge is as much higher than its digits as 20 px is than 12.
    size = min(48, max(10, round(int(found[2]) * 20 / 12)))
    return {"font_weight": "bold" if heavy else "normal", "badge_size": size}


def style_of(given: dict[str, Any] | None) -> imaging.Style:
    """The look of the marks."""
    chosen: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in (given or {}).items()
    }
    if "badge_font" in chosen:
        chosen = _font(chosen.pop("badge_font")) | chosen
    return imaging.Style(**chosen)
