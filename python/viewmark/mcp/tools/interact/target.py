"""How a call of `interact` names its target: on the page, in a picture, or in a drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewmark.errors import InvalidOption
from viewmark.page.target import At, target_of
from viewmark.parameters.parameter import parameter, rare

if TYPE_CHECKING:
    from viewmark.mcp.tool import Call
    from viewmark.page.target import Target

__all__ = ["AIM", "LABEL", "SELECTOR", "TARGET", "aim_of", "names_element"]

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


def aim_of(call: Call) -> Target | None:
    """The target that the parameters of a call name.

    Raises:
        InvalidOption: several targets, or a part of one.
    """
    aim = {each.name: call.args[each.name] for each in AIM if each.name in call.args}
    if "target" not in call.args:
        return target_of(**aim)
    target = call.args["target"]
    for kind in ("ref", "label", "selector"):
        if (other := aim.pop(kind, None)) is not None and str(other) != str(target):
            message = f"`target` is {target!r:.60} and `{kind}` is {other!r:.60}."
            raise InvalidOption(message, hint="Give one of them.", param="target")
    return target_of(**aim, selector=target)


def names_element(call: Call) -> bool:
    """Whether the call names an element, rather than a point or nothing."""
    return not isinstance(aim_of(call), At | None)
