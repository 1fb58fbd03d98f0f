"""Observations without a browser, with an image of any size and any lines."""

from __future__ import annotations

import numpy as np

from viewmark import imaging
from viewmark.elements.model import Element
from viewmark.geometry import Bounds, Viewport
from viewmark.page.observation import Annotation, ImageInfo, Observation, PageInfo

BOX = Bounds(0, 0, 10, 10)


def look(
    width: int = 640,
    height: int = 360,
    *,
    names: tuple[str, ...] = ("Save",),
    scale: float = 1.0,
    format: imaging.Format = "jpeg",
    frame_id: str = "f1",
    picture: bool = True,
) -> Observation:
    """Return an observation; each height gives different pixels."""
    text = None
    if picture:
        pixels = np.full((height, width, 3), height % 256, np.uint8)
        pixels[:: max(1, height // 7)] = 255 - height % 256
        text = imaging.annotate(pixels, [], format=format, max_base64=10**8).base64
    view = Viewport(width / scale, height / scale, 0, 0, scale)
    info = ImageInfo(
        width=width,
        height=height,
        scale=scale,
        format=format,
        quality=80 if format == "jpeg" else None,
        base64_size=len(text or ""),
    )
    element = {"tag": "button", "role": "button", "text": "", "selector": "", "bounds": BOX}
    return Observation(
        frame_id=frame_id,
        page=PageInfo(url="http://x.test/", title="A page", ready_state="complete", viewport=view),
        annotations=tuple(
            Annotation(
                label=index,
                badge_text=str(index),
                ref=f"@e{index}",
                stability="new",
                element=Element(name=name, hint="clickable", **element),  # type: ignore[arg-type]
            )
            for index, name in enumerate(names, 1)
        ),
        total_found=len(names),
        base64=text,
        image_info=info if picture else None,
    )
