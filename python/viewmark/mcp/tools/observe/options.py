"""Parameters of annotated observations, and the options that they mean."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from viewmark import imaging
from viewmark.errors import InvalidOption, UnknownParameter
from viewmark.mcp.parameters import Parameter, parameter
from viewmark.mcp.schema import checked
from viewmark.mcp.tools.observe.pictures import DELIVERY, IF_CHANGED
from viewmark.page.observe import ObserveOptions

if TYPE_CHECKING:
    from viewmark.mcp.tool import Call

__all__ = ["ANNOTATE", "observe_options", "refuse_without_picture"]

_TARGETS = ("interactive", "all_visible", "custom")
_ELEMENTS = (
    parameter("annotation_target", "string", enum=_TARGETS, default="interactive"),
    parameter("annotation_selector", "string", doc="CSS, with custom"),
    parameter("max_annotations", "integer", low=1, high=100, default=50),
    parameter("include_occluded", "boolean", default=False),
)
"""What is listed."""
_LOOK = (
    parameter("label_format", "string", enum=("number", "ref", "both"), default="number"),
    parameter("style", "object", doc="badge_color, box_color, box_style, opacity, ..."),
)
"""How marks look."""
_REFS = (
    parameter("stable_refs", "boolean", default=True),
    parameter("refresh_refs", "boolean", default=False),
    parameter("include_ref_history", "boolean", default=False),
)
"""How elements are named."""
_SINCE = parameter("since", "string", doc="frame_id: tell only what changed since then")

ANNOTATE = (
    parameter("annotate_screenshot", "boolean", "object", default=False),
    *_ELEMENTS,
    *_LOOK,
    *DELIVERY,
    *_REFS,
    _SINCE,
    IF_CHANGED,
)
"""Parameters of an observation with numbered marks."""

_PICTURE_ONLY = (*_LOOK, IF_CHANGED, *DELIVERY)
"""Parameters without effect where there is no picture."""

_MEMBERS: dict[str, Parameter] = {
    each.name: each
    for each in (
        *(p for p in ANNOTATE if p.name not in ("annotate_screenshot", "save_to")),
        parameter("target", "string", enum=_TARGETS, default="interactive"),
        parameter("selector", "string"),
        parameter("settle", "boolean"),
    )
}
"""What `annotate_screenshot` may hold: the options of the picture, with two shorter names."""


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
    for name, value in extra.items():
        if name not in _MEMBERS:
            raise UnknownParameter(
                f"`annotate_screenshot` has no member `{name[:60]}`; "
                f"it has {', '.join(sorted(_MEMBERS))}.",
                param=f"annotate_screenshot.{name[:60]}",
            )
        if value is not None:
            checked(_MEMBERS[name], value, f"annotate_screenshot.{name}")

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
        max_base64=given("max_base64") or call.state.picture_budget,
        max_tokens=given("max_tokens") or call.state.settings.max_tokens,
        scale=given("scale", "css"),
        include_occluded=given("include_occluded", False),
        settle=bool(given("settle", False)),
        stable_refs=given("stable_refs", True),
        refresh_refs=given("refresh_refs", False),
        include_ref_history=given("include_ref_history", False),
        since=given("since") or None,
    )


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
