"""Compares two images box by box, and measures the contrast of text with its background."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from viewmark.imaging.inputs import picture_of
from viewmark.native import core, raise_documented

FloatBox = tuple[float, float, float, float]
"""A box: x, y, width, height in image px."""


@dataclass(frozen=True, slots=True)
class ChangedPixels:
    """Changed pixels in one box, excluding those in boxes inside of it."""

    compared: int
    """Number of pixels of the box that were compared, because they are inside both images."""
    changed: int
    """Number of pixels whose colour changed."""
    smoothed: int
    """Number of pixels that differ only by anti-aliasing; not counted in `changed`."""
    bounds: tuple[int, int, int, int] | None
    """Bounding box of all changed pixels, in the second image; None if there are none."""


@dataclass(frozen=True, slots=True)
class InkContrast:
    """The most common colour of a box, and the colour that contrasts most with it (`ink`)."""

    ground: int
    """The most common colour, as 0xRRGGBB."""
    ink: int
    ratio: float
    """Contrast ratio of the two colours, 1 to 21 (WCAG 2)."""
    flat: float
    """Share of the box that has the most common colour, 0 to 1; low in photographs."""


def difference(
    before: bytes | str,
    after: bytes | str,
    pairs: Sequence[tuple[FloatBox | None, FloatBox | None]],
    *,
    threshold: float = 0.1,
) -> tuple[list[ChangedPixels], ChangedPixels]:
    """Compare two images in each box, and outside of all boxes.

    A pixel belongs to the smallest box that contains it, and is compared only if it belongs to the
    same box in both images. Pixels of a box that exists in only one image are not compared.

    Args:
        before: a JPEG or PNG file as bytes or base64 text.
        after: another file, whose image has the same size.
        pairs: the position of each box in the first and in the second image.
        threshold: minimum difference in colour that counts, from 0 (any) to 1 (none).

    Raises:
        SizesDiffer: the images have different sizes.
        NotAnImage, ImageCorrupt, ImageUnsupported, ImageTooLarge: an image cannot be used.
        InvalidOption: the threshold is out of range, or there are more than 60,000 boxes.
    """
    with raise_documented():
        boxes, rest = core.difference(
            picture_of(before), picture_of(after), list(pairs), threshold=threshold
        )
    return [ChangedPixels(*each) for each in boxes], ChangedPixels(*rest)


def ink_contrast(image: bytes | str, boxes: Sequence[FloatBox]) -> list[InkContrast | None]:
    """Return the contrast of each box's content with its background; None outside of the image.

    Raises:
        NotAnImage, ImageCorrupt, ImageUnsupported, ImageTooLarge: the image cannot be used.
    """
    with raise_documented():
        found = core.ink_contrast(picture_of(image), list(boxes))
    return [None if each is None else InkContrast(*each) for each in found]
