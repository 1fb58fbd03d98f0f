"""Which part of a page `observe` takes a picture of: an element, a region, the whole page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewmark.defaults import PADDINGS
from viewmark.mcp.parameters import REF, SELECTOR
from viewmark.page import target
from viewmark.parameters.parameter import parameter, rare

if TYPE_CHECKING:
    from viewmark.mcp.tool import Call
    from viewmark.page.target import Area

__all__ = ["AREA", "ELEMENT_AREA", "FULL_PAGE", "area_of"]

FULL_PAGE = parameter("full_page", "boolean", default=False)
AREA = (
    REF,
    FULL_PAGE,
    rare("clip", "array", doc="x, y, width, height in CSS px of the page"),
    rare(
        "padding",
        "number",
        low=PADDINGS.low,
        high=PADDINGS.high,
        default=0.0,
        doc="CSS px around the element",
    ),
)
"""Of an annotated observation: what it shows instead of the viewport."""
ELEMENT_AREA = (*AREA, SELECTOR)
"""Of a plain picture, which may show what a selector names too."""


def area_of(call: Call) -> Area:
    """What the call wants to see.

    Raises:
        InvalidOption: more than one area.
    """
    args = call.args
    return target.area_of(
        full_page=args.get("full_page", False),
        clip=args.get("clip"),
        padding=float(args.get("padding", 0)),
        element=target.target_of(ref=args.get("ref"), selector=args.get("selector")),
    )
