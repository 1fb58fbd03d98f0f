"""Formats an observation as text: the page, the screenshot, and a line for each element.

Library, MCP, shell, command line, agents and models all use this format. No side effects.

    Orders  http://shop.test/  complete
    frame_id f_EIdEKzLL7-T5  image 1280x720 scale 1  2 of 2 elements
    [1] @ebe977f link "Orders"
    [2] @e2afafd textbox "Search" = "tea"
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewmark.text import cut_address

if TYPE_CHECKING:
    from viewmark.page.observation import Observation


def observation_text(
    seen: Observation,
    *,
    frame_id: bool = True,
    gone: bool = False,
    picture: tuple[int, int] | None = None,
) -> str:
    """Return an observation as a multi-line text.

    Args:
        seen: the observation.
        frame_id: include the ID to pass to calls; False if numbers always refer to the newest.
        gone: include refs of the previous observation whose elements are gone.
        picture: size in image px of the screenshot sent along, if it is not that of `seen`;
            (0, 0) if no screenshot is sent.
    """
    page, view = seen.page, seen.page.viewport
    facts = [f"frame_id {seen.frame_id}"] if frame_id else []
    info = seen.image_info
    if info is not None and picture is None:
        facts.append(f"image {info.width}x{info.height} scale {info.scale:g}")
    elif picture is not None and all(picture):
        facts.append(f"image {picture[0]}x{picture[1]}")
    else:
        facts.append(f"viewport {view.width:g}x{view.height:g}")
    if view.scroll_x or view.scroll_y:
        facts.append(f"scrolled to x={view.scroll_x:g} y={view.scroll_y:g}")
    facts.append(f"{len(seen)} of {seen.total_found} elements")
    rows = [
        f"{page.title or '(no title)'}  {cut_address(page.url)}  {page.state}",
        "  ".join(facts),
    ]
    if gone and seen.gone and seen.changes is None and seen.has_refs:
        rows.append(f"gone: {' '.join(seen.gone)}")
    if seen.layout_shifted:
        rows.append(f"moving: {' '.join(map(str, seen.layout_shifted))}")
    return "\n".join([*rows, *filter(None, [seen.lines()])])
