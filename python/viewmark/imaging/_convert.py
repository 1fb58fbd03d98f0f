"""Validates arguments and converts them to the plain values that the Rust core takes."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from viewmark.errors import InvalidMark, InvalidOption, NotAnImage
from viewmark.imaging.options import Style, Surroundings

if TYPE_CHECKING:
    from viewmark.imaging.native import Around, FlatStyle
    from viewmark.imaging.options import Color

__all__ = ["flat_around", "flat_color", "flat_marks", "flat_picture", "flat_style", "whole"]


def flat_picture(image: Any) -> Any:
    """A picture as the Rust core reads it: bytes, text, or an array with contiguous pixels."""
    if isinstance(image, bytes | str):
        return image
    # Arrays are recognised by their protocol: numpy is never imported from here.
    if not hasattr(image, "__array_interface__"):
        kind = type(image).__name__
        raise NotAnImage(f"A picture must be bytes, base64 text or a uint8 array, not {kind}.")
    shape, dtype = tuple(image.shape), str(image.dtype)
    if dtype != "uint8" or len(shape) != 3 or shape[2] not in (3, 4):
        raise InvalidOption(
            f"The array has shape {shape} of {dtype}; it must be (H, W, 3) or (H, W, 4) of uint8.",
            shape=shape,
            dtype=dtype,
        )
    row, column, channel = image.strides
    side_by_side = channel == 1 and column == shape[2] and row >= column * shape[1]
    return image if side_by_side else image.copy(order="C")


def flat_around(known: Surroundings | None) -> Around:
    """Surroundings as a tuple; empty ones for None."""
    around = known or Surroundings()
    text = None if around.text is None else list(around.text)
    return text, list(around.obstacles), list(around.previous), around.css_scale


def flat_marks(marks: Any) -> list[tuple[str, float, float, float, float]]:
    """Label, x, y, width, height of every mark, or `InvalidMark`."""
    if hasattr(marks, "__array_interface__"):
        if marks.ndim != 2 or marks.shape[1] != 4:
            raise InvalidMark(
                f"Marks in an array must have shape (N, 4), not {tuple(marks.shape)}."
            )
        return [(str(n), *map(float, row)) for n, row in enumerate(marks.tolist(), 1)]  # type: ignore[misc]
    if not isinstance(marks, Iterable):
        raise InvalidMark(f"Marks must be a sequence of Mark, not {type(marks).__name__}.")
    found = []
    for index, mark in enumerate(marks):
        try:
            numbers = (float(mark.x), float(mark.y), float(mark.width), float(mark.height))
            found.append((str(mark.label), *numbers))
        except (AttributeError, TypeError, ValueError, OverflowError):
            raise InvalidMark(
                f"Mark {index} is not a Mark(label, x, y, width, height).", index=index
            ) from None
    return found


def flat_style(style: Style) -> FlatStyle:
    """A style with colours as numbers, or `InvalidOption`."""
    if not isinstance(style, Style):
        raise InvalidOption(f"style must be a viewmark.Style, not {type(style).__name__}.")
    return (
        _color("badge_color", style.badge_color),
        _color("badge_text_color", style.badge_text_color),
        None if style.badge_size is None else whole("badge_size", style.badge_size, 10, 48),
        style.font_weight,
        bool(style.show_bounding_box),
        _color("box_color", style.box_color),
        None if style.box_width is None else whole("box_width", style.box_width, 1, 16),
        style.box_style,
        _opacity(style.opacity),
        None if style.palette is None else [flat_color("palette", c) for c in style.palette],
    )


def _color(name: str, value: Color | None) -> int | None:
    return None if value is None else flat_color(name, value)


def flat_color(name: str, value: Color) -> int:
    """A colour as 0xRRGGBB."""
    try:
        if isinstance(value, str):
            digits = value.removeprefix("#")
            if len(digits) == 3:
                digits = "".join(2 * digit for digit in digits)
            if value.startswith("#") and len(digits) == 6:
                return int(digits, 16)
        else:
            red, green, blue = value
            return int.from_bytes(bytes((red, green, blue)), "big")
    except (TypeError, ValueError):
        pass
    raise InvalidOption(f'{name} is {value!r}; a colour is "#rrggbb" or three numbers 0 to 255.')


def _opacity(value: float) -> float:
    if not isinstance(value, int | float) or not math.isfinite(value) or not 0 <= value <= 1:
        raise InvalidOption(f"opacity is {value!r}; it must be from 0 to 1.")
    return float(value)


def whole(name: str, value: int, low: int, high: int) -> int:
    """A whole number within its range, or `InvalidOption`."""
    if isinstance(value, bool) or not hasattr(value, "__index__") or not low <= value <= high:
        raise InvalidOption(f"{name} is {value!r}; it must be a whole number from {low} to {high}.")
    return int(value)
