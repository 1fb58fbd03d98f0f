"""How a call of `interact` names its target: on the page, in a picture, or in a drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from viewmark.drawmode.target import drawn_target, is_drawing
from viewmark.errors import InvalidOption
from viewmark.mcp.parameters import parameter, rare
from viewmark.page.target_words import named_by, target_words
from viewmark.page.targets import resolve_target

if TYPE_CHECKING:
    from viewmark.mcp.tool import Call
    from viewmark.page.targets import Target
    from viewmark.session.tabs import OpenTab

__all__ = ["AIM", "LABEL", "SELECTOR", "TARGET", "names_element", "place_of", "target_of"]

SELECTOR = parameter(
    "selector",
    "string",
    doc='CSS, or role=button[name="Save"]',
    aliases=("css", "css_selector"),
)
LABEL = parameter(
    "label",
    "integer",
    low=1,
    doc="number on the newest picture, or on frame_id's",
    aliases=("index", "mark"),
)
AIM = (
    parameter(
        "ref",
        "string",
        doc="@name from a map; the surest",
        prefix="@",
        aliases=("uid", "element_ref", "start_ref", "source", "from_ref"),
    ),
    LABEL,
    SELECTOR,
    parameter("x", "number", doc="with y: pixel of the picture"),
    parameter("y", "number"),
    parameter("frame_id", "string", doc="observation of label or x,y; default newest"),
    rare(
        "coordinates",
        "string",
        enum=("image", "css"),
        default="image",
        doc="css: x, y are CSS px of the viewport",
    ),
)
"""Parameters that name a target."""
TARGET = rare("target", "string", also=("integer",), unlisted=True, doc="ref, label or selector")
"""One of them in one word, as `fill_form` has it."""


def place_of(text: Any) -> Any:
    """A target in one text: ref, label or selector; no selector is a number."""
    if not isinstance(text, str):
        return text
    ((_, named),) = target_words(text).items()
    return named


def aim_of(call: Call) -> dict[str, Any]:
    """The parameters of a call that name its target."""
    aim = {each.name: call.args[each.name] for each in AIM if each.name in call.args}
    if "target" in call.args:
        named = place_of(call.args["target"])
        is_ref = isinstance(named, str) and named.strip().startswith("@")
        kind = "label" if isinstance(named, int) else "ref" if is_ref else "selector"
        if aim.setdefault(kind, named) != named:
            told = f"`target` is {named!r:.60} and `{kind}` is {aim[kind]!r:.60}."
            raise InvalidOption(told, hint="Give one of them.", param="target")
    return named_by(aim)


def names_element(call: Call) -> bool:
    """Whether the call names an element, rather than a point or nothing."""
    return not aim_of(call).keys().isdisjoint({"ref", "label", "selector"})


def target_of(call: Call, tab: OpenTab) -> Target | None:
    """What the call is aimed at; `label` with a drawing as `frame_id` is a mark of that drawing.

    So is a bare one where that drawing was told since the last look.

    Raises:
        CorrelationExpired: no such drawing any more.
        ElementNotFound: nothing of that name, or nothing lies under that mark.
        InvalidCoordinates: a point outside of its picture, or of a picture of another tab.
        InvalidOption: several targets, or a part of one.
        RefStale: the observation `frame_id` is not remembered any more.
        TabNotFound: the mark was drawn on another tab.
    """
    aim = aim_of(call)
    label = aim.get("label")
    drawing = aim.get("frame_id") or tab.page.context.drawn
    if isinstance(label, int) and is_drawing(drawing):
        found = drawn_target(call.state.draw_mode, str(drawing), label, page_id=tab.id)
        aim = {k: v for k, v in aim.items() if k not in ("label", "frame_id")} | found
    return resolve_target(tab.page.context, **aim)
