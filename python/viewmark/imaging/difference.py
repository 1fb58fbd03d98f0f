"""Compares pictures: changed pixels by box, and the contrast of text with its background."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from viewmark.imaging.inputs import picture_of
from viewmark.native import core, raise_documented

FloatBox = tuple[float, float, float, float]
"""x, y, width, height in image px."""


@dataclass(frozen=True, slots=True)
class ChangedPixels:
    """Changed pixels in one box, without those in boxes inside of it."""

    compared: int
    """Pixels of the box that are inside both pictures."""
    changed: int
    """Pixels whose colour changed."""
    smoothed: int
    """Pixels that differ only by anti-aliasing; not counted in `changed`."""
    bounds: tuple[int, int, int, int] | None
    """Bounding box of all changed pixels, in the second picture."""


@dataclass(frozen=True, slots=True)
class InkContrast:
    """The commonest colour of a box, and the colour with the greatest contrast to it (`ink`)."""

    ground: int
    """0xRRGGBB."""
    ink: int
    ratio: float
    """Contrast of the two, 1 to 21 (WCAG 2)."""
    flat: float
    """Share of the box that has the commonest colour, 0 to 1: low on photographs."""


def difference(
    before: bytes | str,
    after: bytes | str,
    pairs: Sequence[tuple[FloatBox | None, FloatBox | None]],
    *,
    threshold: float = 0.1,
) -> tuple[list[ChangedPixels], ChangedPixels]:
    """Compare two pictures in each box, and outside all of them.

    A pixel belongs to the smallest box that contains it. It is compared if it belongs to the same
    box in both pictures; pixels of a box that is in only one picture are not compared.

    Args:
        before: a JPEG or PNG file as bytes or base64 text.
        after: another file, whose picture has the same size.
        pairs: the position of each box in the first and in the second picture.
        threshold: from 0 (any difference of colours counts) to 1 (none counts).

    Raises:
        SizesDiffer: the pictures have different sizes.
        NotAnImage, ImageCorrupt, ImageUnsupported, ImageTooLarge: a picture cannot be used.
        InvalidOption: another threshold, or more than 60,000 boxes.
    """
    with raise_documented():
        boxes, rest = core.difference(
            picture_of(before), picture_of(after), list(pairs), threshold=threshold
        )
    return [ChangedPixels(*each) for each in boxes], ChangedPixels(*rest)


def ink_contrast(image: bytes | str, boxes: Sequence[FloatBox]) -> list[InkContrast | None]:
    """Contrast of the drawing in each box with its ground; None outside of the picture.

    Raises:
        NotAnImage, ImageCorrupt, ImageUnsupported, ImageTooLarge: the picture cannot be used.
    """
    with raise_documented():
        found = core.ink_contrast(picture_of(image), list(boxes))
    return [None if each is None else InkContrast(*each) for each in found]
