"""Validates arguments and converts them to the plain values that the Rust core takes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from viewmark.errors import InvalidOption
from viewmark.imaging.options import Color, Style, Surroundings

if TYPE_CHECKING:
    from viewmark.native import Around, FlatStyle


def flat_around(known: Surroundings | None) -> Around:
    """Surroundings as a tuple; empty ones for None."""
    around = known or Surroundings()
    text = None if around.text is None else list(around.text)
    return text, list(around.obstacles), list(around.previous), around.css_scale


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
