"""Which part of a page `observe` takes a picture of: an element, a region, the whole page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewmark.mcp.parameters import REF, SELECTOR, of
from viewmark.page.area import Area
from viewmark.page.target import target_of
from viewmark.page.targets import resolve_or_none
from viewmark.parameters.parameter import rare

if TYPE_CHECKING:
    from viewmark.mcp.tool import Call
    from viewmark.page.context import PageContext

__all__ = ["AREA", "ELEMENT_AREA", "FULL_PAGE", "area_of"]

FULL_PAGE = of("observe", "full_page")
AREA = (
    REF,
    FULL_PAGE,
    rare("clip", "array", doc="x, y, width, height in CSS px of the page"),
    of("observe", "padding", rare=True, doc="CSS px around the element"),
)
"""Of an annotated observation: what it shows instead of the viewport."""
ELEMENT_AREA = (*AREA, SELECTOR)
"""Of a plain picture, which may show what a selector names too."""


def area_of(call: Call, context: PageContext) -> Area:
    """What the call wants to see.

    Raises:
        InvalidOption: more than one area, or numbers that no region has.
        RefStale, ElementNotFound: the element is not there any more.
    """
    args = call.args
    clip = args.get("clip")
    element = target_of(ref=args.get("ref"), selector=args.get("selector"))
    return Area(
        full_page=args.get("full_page", False),
        clip=None if clip is None else tuple(clip),
        padding=float(args.get("padding", 0)),
        target=resolve_or_none(context, element),
    )
