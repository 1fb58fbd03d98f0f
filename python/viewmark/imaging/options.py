"""Input types of imaging: marks, their style, and their surroundings."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any, Literal, Protocol, TypeAlias, runtime_checkable

from viewmark.errors import InvalidOption

MarkState: TypeAlias = Literal["focused", "hovered", "disabled"]
Format: TypeAlias = Literal["jpeg", "png"]
TokenModel: TypeAlias = str
"""Name of a model or model family (`viewmark models`); `claude`, `openai` and `gemini` stand for
each provider's newest family.
"""
Color: TypeAlias = str | tuple[int, int, int]
FloatBox: TypeAlias = tuple[float, float, float, float]


@runtime_checkable
class Array(Protocol):
    """A NumPy array; NumPy itself is not imported here."""

    @property
    def __array_interface__(self) -> dict[str, Any]:
        """NumPy's protocol: shape, number type and memory address."""
        ...


@runtime_checkable
class PilImage(Protocol):
    """A PIL image; Pillow itself is imported only if one is given."""

    @property
    def mode(self) -> str:
        """The pixel format."""
        ...

    def tobytes(self) -> bytes:
        """Return the pixel data."""
        ...


Picture: TypeAlias = bytes | str | PathLike[str] | Array | PilImage
"""A JPEG or PNG file as bytes, base64 text, data URL or path (a `Path`, or text that ends in .png,
.jpg, .jpeg); a `uint8` array (H, W) gray, (H, W, 3) RGB or (H, W, 4) RGBA; or a PIL image."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One element to mark, in image px of the input picture.

    The rectangle may lie partly or completely outside of the image; a width or height of 0 counts
    as one pixel. NaN, infinity and negative sizes are rejected with `InvalidMark`.
    """

    label: str
    """Text on the badge: a number, a ref, or both; truncated with an ellipsis if too long."""
    x: float
    y: float
    width: float
    height: float
    hint: str | None = None
    """How the element can be used, such as `clickable`; kept for the caller, not drawn."""
    state: MarkState | None = None
    """`focused`: an inverted badge and a thicker line; `hovered` (under the pointer): a thicker
    line; `disabled`: a grey badge and a dashed line."""


Marks: TypeAlias = Sequence[Mark | Mapping[str, Any]] | Mapping[str, Any] | Any
"""`Mark`s; mappings with named numbers; `Detections` of supervision; an observation of BrowserGym
or its `extra_element_properties`; a `parsed_content_list` of OmniParser."""
Boxes: TypeAlias = Array | Sequence[Sequence[float]]
"""An array (N, 4), or rows of four numbers, in image px."""


@dataclass(frozen=True, slots=True)
class Style:
    """The style of marks. The default is legible on any background at the size that models see.

    Colours are `"#rgb"`, `"#rrggbb"` or three numbers from 0 to 255. `None` selects a value
    automatically: colours so that neighbours differ and labels have a contrast of at least 4.5:1,
    and sizes by image scale and density of marks.
    """

    badge_color: Color | None = None
    badge_text_color: Color | None = None
    badge_size: int | None = None
    """Height of a badge, 10 to 48 px."""
    font_weight: Literal["normal", "bold"] = "bold"
    show_bounding_box: bool = True
    box_color: Color | None = None
    """Colour of the boxes; `None`: the colour of the badge."""
    box_width: int | None = None
    """Line width of the boxes, 1 to 16 px."""
    box_style: Literal["solid", "dashed", "corners"] = "solid"
    opacity: float = 1.0
    """Opacity of boxes and leader lines, 0 to 1; badges stay opaque."""
    palette: tuple[Color, ...] | None = None
    """1 to 64 fill colours to choose from; `None`: eight dark colours safe for colour blindness."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Areas that badges should avoid, in image px of the input. All are optional."""

    text: Sequence[FloatBox] | None = None
    """Lines of text that badges should not cover; `None`: detected in the image."""
    obstacles: Sequence[FloatBox] = ()
    """Controls without a mark, which badges should not cover either."""
    previous: Sequence[tuple[str, FloatBox]] = ()
    """Badges on the previous image of the same page, with labels; kept in place if possible."""
    css_scale: float | None = None
    """Image px per CSS px; badges are 16 CSS px high unless the style specifies otherwise."""


def whole(name: str, value: int, low: int, high: int) -> int:
    """Return a whole number within its range; raise `InvalidOption` for other values."""
    if isinstance(value, bool) or not hasattr(value, "__index__") or not low <= value <= high:
        raise InvalidOption(f"{name} is {value!r}; it must be a whole number from {low} to {high}.")
    return int(value)


def opacity_of(value: float) -> float:
    """Return an opacity from 0 to 1; raise `InvalidOption` for other values."""
    if not isinstance(value, int | float) or not math.isfinite(value) or not 0 <= value <= 1:
        raise InvalidOption(f"opacity is {value!r}; it must be from 0 to 1.")
    return float(value)
