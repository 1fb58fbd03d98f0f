"""A perceptual hash of an image: 256 bits that encode where brightness grows from left to right."""

from __future__ import annotations

import io

from viewmark.support import require_module

SIDE = 16
"""Number of rows of the perceptual hash, and of bits per row: 16 x 16 bits."""


def dhash(picture: bytes) -> bytes:
    """Return the 32-byte hash of a JPEG or PNG, a "difference hash" over 17 x 16 grey values.

    Raises:
        ExtraMissing: Pillow is not installed.
        OSError: the image cannot be read.
    """
    require_module("PIL.Image", "viewmark[batch]")
    from PIL import Image

    with Image.open(io.BytesIO(picture)) as image:
        image.draft("L", (SIDE * 8, SIDE * 8))  # faster: decodes a JPEG at a smaller scale
        grey = image.convert("L").resize((SIDE + 1, SIDE), Image.Resampling.BOX).tobytes()
    bits = 0
    for y in range(SIDE):
        line = grey[y * (SIDE + 1) : (y + 1) * (SIDE + 1)]
        for x in range(SIDE):
            bits = bits << 1 | (line[x] < line[x + 1])
    return bits.to_bytes(SIDE * SIDE // 8, "big")
