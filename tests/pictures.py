"""Decodes the images in results."""

from __future__ import annotations

import base64
import io

from PIL import Image

__all__ = ["opened"]


def opened(data: str | bytes | None) -> Image.Image:
    """Decode an image, given as base64 or bytes."""
    assert data is not None, "no picture came"
    raw = base64.b64decode(data) if isinstance(data, str) else data
    return Image.open(io.BytesIO(raw)).convert("RGB")
