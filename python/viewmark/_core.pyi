"""The Rust core: pure functions on pictures, each of which releases the interpreter's lock.

A panic in it becomes `CoreError` with the code `internal_error` and the place in the sources.

Pictures are the bytes of a JPEG or PNG file, the same as base64 text, or a uint8 array of shape
(H, W, 3) or (H, W, 4) with contiguous pixels. Marks and rectangles are in its px.
"""

from typing import Any, Literal, TypeAlias, TypedDict, type_check_only

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "CoreError",
    "__version__",
    "_panic",
    "annotate",
    "compose",
    "cover",
    "difference",
    "encode",
    "explain",
    "from_base64",
    "ink_contrast",
    "place",
    "probe",
    "prominence",
    "to_base64",
]

__version__: str

_Picture: TypeAlias = bytes | str | NDArray[np.uint8]
_FloatBox: TypeAlias = tuple[float, float, float, float]
"""x, y, width, height."""
_IntBox: TypeAlias = tuple[int, int, int, int]
_Mark: TypeAlias = (
    tuple[str, float, float, float, float] | tuple[str, float, float, float, float, str]
)
"""Label, x, y, width, height, and a state if it has one: focused, disabled."""
_Style: TypeAlias = tuple[
    int | None,  # badge colour, 0xRRGGBB as all colours here
    int | None,  # label colour
    int | None,  # badge height
    str,  # font weight: normal, bold
    bool,  # draw boxes
    int | None,  # box colour
    int | None,  # box line width
    str,  # box style: solid, dashed, corners
    float,  # opacity of boxes
    list[int] | None,  # palette
]
_Around: TypeAlias = tuple[
    list[_FloatBox] | None,  # lines of text; None: look for them
    list[_FloatBox],  # obstacles
    list[tuple[str, _FloatBox]],  # previous badges by label
    float | None,  # image px per CSS px
]
_Placement: TypeAlias = tuple[_IntBox | None, _IntBox | None, int, str]
"""Badge; leader line (x, y, x, y); colour 0xRRGGBB; note."""
_Changed: TypeAlias = tuple[int, int, int, _IntBox | None]
"""Pixels of a box, those changed, those smoothed; what holds the changed ones."""

@type_check_only
class Info(TypedDict):
    format: Literal["jpeg", "png"]
    width: int
    height: int
    quality: int
    scale: float
    base64_size: int
    placements: list[_Placement]
    untouched: float
    passes: int
    timings: tuple[float, float, float]
    """Milliseconds to decode, place, encode."""

class CoreError(Exception):
    """A failure with arguments (code, message, data)."""

    args: tuple[str, str, dict[str, Any]]

def annotate(
    image: _Picture,
    marks: list[_Mark],
    *,
    style: _Style,
    around: _Around,
    format: str,
    quality: int,
    max_base64: int,
    max_edge: int | None = None,
    placements: list[_Placement] | None = None,
    as_base64: bool = False,
) -> tuple[bytes | str, Info]:
    """Decode, place, draw, encode within the budget. The file is text if `as_base64`."""

def place(
    width: int,
    height: int,
    marks: list[_Mark],
    *,
    style: _Style,
    around: _Around,
) -> list[_Placement]:
    """Place badges without a picture."""

def explain(
    image: _Picture,
    marks: list[_Mark],
    *,
    style: _Style,
    around: _Around,
) -> bytes:
    """A PNG that shows what placement considered: spots, their costs, the ink map."""

def probe(image: _Picture) -> tuple[str, int, int]:
    """Format ("jpeg", "png", "pixels"), width and height, from the header alone."""

def encode(image: _Picture, *, format: str, quality: int) -> bytes:
    """Encode pixels as they are."""

def cover(
    image: _Picture, boxes: list[_FloatBox], *, color: int, format: str, quality: int
) -> bytes | str:
    """The picture with a flat colour (0xRRGGBB) over boxes; text if it came as text."""

def compose(
    width: int,
    height: int,
    parts: list[tuple[str, _IntBox, tuple[int, int]]],
    *,
    format: str,
    quality: int,
) -> str:
    """A picture put together from parts of others: base64 text, box in it, where that goes."""

def prominence(image: _Picture, boxes: list[_FloatBox]) -> list[int]:
    """How much each box stands out from what is around it, 0 to 255; 255 outside of the picture."""

def difference(
    before: _Picture,
    after: _Picture,
    pairs: list[tuple[_FloatBox | None, _FloatBox | None]],
    *,
    threshold: float,
) -> tuple[list[_Changed], _Changed]:
    """What changed in each box, and outside of all: pixels, changed, smoothed, bounds."""

def ink_contrast(
    image: _Picture, boxes: list[_FloatBox]
) -> list[tuple[int, int, float, float] | None]:
    """Ground, ink (0xRRGGBB), contrast and share of the ground of each box; None outside."""

def to_base64(data: bytes) -> str:
    """Base64 text (RFC 4648) of some bytes."""

def from_base64(text: str) -> bytes:
    """The bytes of base64 text."""

def _panic(detached: bool) -> None:
    """Panic on purpose, with or without the lock: what the net below is tested with."""
