"""Pictures with numbered marks: bytes or pixels in, a finished file out. Pure and thread-safe.

The only importer of the native half (`viewmark._core`). Knows image pixels and labels; has never
heard of a page or an element. The interpreter's lock is released for the whole of every call, so
the async face of any function here is `asyncio.to_thread`.
"""

from __future__ import annotations

import math
import os
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from viewmark import _core
from viewmark.errors import InvalidMark, InvalidOption, NotAnImage, ViewmarkError, table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "Annotated",
    "Box",
    "Mark",
    "Placed",
    "Style",
    "Surroundings",
    "Timings",
    "annotate",
    "annotate_many",
    "encode",
    "explain",
    "from_base64",
    "place",
    "probe",
    "size_within",
]

Format: TypeAlias = Literal["jpeg", "png"]
TokenModel: TypeAlias = Literal["claude", "openai", "gemini"]
Color: TypeAlias = "str | tuple[int, int, int]"
FloatBox: TypeAlias = tuple[float, float, float, float]


class Box(NamedTuple):
    """A rectangle of whole image pixels; `width` and `height` are 0 if nothing was drawn."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Mark:
    """One element to mark, in image px of the input picture.

    The rectangle may lie partly or wholly outside the picture; a width or height of 0 counts as
    one pixel. NaN, infinity and negative sizes are refused with `InvalidMark`.
    """

    label: str
    """Text on the badge: a number, a ref, or both. Longer than fits, it is cut with a sign."""
    x: float
    y: float
    width: float
    height: float
    hint: str | None = None
    """What kind of element it is; carried for the caller, not drawn."""


@dataclass(frozen=True, slots=True)
class Style:
    """How marks look. The default reads on light and dark ground at the size that models see.

    Colours are `"#rgb"`, `"#rrggbb"` or three numbers from 0 to 255. `None` chooses: colours so
    that neighbours differ and labels contrast at least 4.5:1, sizes by picture scale and density.
    """

    badge_color: Color | None = None
    badge_text_color: Color | None = None
    badge_size: int | None = None
    """Height of a badge, 10 to 48 px."""
    font_weight: Literal["normal", "bold"] = "bold"
    show_bounding_box: bool = True
    box_color: Color | None = None
    """`None`: the badge's colour."""
    box_width: int | None = None
    """Width of the box's line, 1 to 16 px."""
    box_style: Literal["solid", "dashed", "corners"] = "solid"
    opacity: float = 1.0
    """Of boxes and leader lines, 0 to 1; badges stay opaque."""
    palette: tuple[Color, ...] | None = None
    """1 to 64 fills to choose from; `None`: eight dark ones, safe for colour-blind people."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is known about the picture besides its marks, in image px of the input. All optional."""

    text: Sequence[FloatBox] | None = None
    """Lines of text that badges should not cover; `None`: found in the picture itself."""
    obstacles: Sequence[FloatBox] = ()
    """Controls without a mark that badges should not cover either."""
    previous: Sequence[tuple[str, FloatBox]] = ()
    """Badges of the previous picture of the same page, by label: they stay where they can."""
    css_scale: float | None = None
    """Image pixels per CSS pixel; badges are 16 CSS pixels high unless the style says otherwise."""


@dataclass(frozen=True, slots=True)
class Placed:
    """Where the badges of some marks go, computed ahead of the picture by `place`."""

    boxes: tuple[Box, ...]
    """The badge of every mark, in order; empty boxes for those without one."""
    notes: tuple[str, ...]
    """What became of every mark: placed, moved (a line leads back), shrunk, dropped (no room for
    the badge), outside (of the picture: nothing drawn)."""
    raw: tuple[_core._Placement, ...] = field(repr=False)


class Timings(NamedTuple):
    """Milliseconds of each stage, measured inside."""

    decode: float
    place: float
    encode: float


@dataclass(frozen=True)
class Annotated:
    """An annotated picture and what was done to it."""

    format: Format
    width: int
    height: int
    quality: int
    """Of a JPEG: that of the standard table nearest to the one used. 100 for PNG."""
    scale: float
    """Delivered pixels per input pixel, at most 1."""
    base64_size: int
    """Length of `base64`."""
    placements: tuple[Box, ...]
    """The drawn badge of every mark, in order, in pixels of the delivered picture; an empty box for
    a mark without one."""
    notes: tuple[str, ...]
    """What became of every mark; see `Placed.notes`."""
    untouched: float
    """Share of the picture, 0 to 1, whose blocks are bit for bit those of the input."""
    passes: int
    """Files that were planned or made until one kept the budget; 1 if the first did."""
    timings: Timings
    file: bytes | str = field(repr=False)
    """The file as it was made: bytes, or base64 text if the input was that."""

    @cached_property
    def data(self) -> bytes:
        """The bytes of the file."""
        return self.file if isinstance(self.file, bytes) else _core.from_base64(self.file)

    @cached_property
    def base64(self) -> str:
        """The file as base64 text."""
        return self.file if isinstance(self.file, str) else _core.to_base64(self.file)


def annotate(
    image: bytes | str | NDArray[np.uint8],
    marks: Sequence[Mark] | NDArray[np.floating[Any]],
    *,
    style: Style = Style(),
    format: Format = "jpeg",
    quality: int = 80,
    max_base64: int = 500_000,
    max_tokens: int | None = None,
    token_model: TokenModel = "claude",
    surroundings: Surroundings | None = None,
    placed: Placed | None = None,
) -> Annotated:
    """Draw numbered marks on a picture and encode it within a budget.

    No badge overlaps another and none leaves the picture while there is room at all; the answer is
    the same whatever the order of the marks. Above the budget the quality is lowered, then the
    size; marks are always placed and drawn at the delivered size.

    Args:
        image: a JPEG or PNG file as bytes or base64 text, or a `uint8` array of shape (H, W, 3) or
            (H, W, 4), RGB or RGBA. An array is read in place and must not be written to by
            another thread meanwhile; one whose pixels do not lie side by side is copied first.
        marks: `Mark`s, or an array (N, 4) of x, y, width, height in image px, numbered 1 to N.
        style: how marks look.
        format: kind of file to make.
        quality: JPEG quality that is not exceeded, 1 to 100.
        max_base64: most characters of base64 text that the picture may take.
        max_tokens: most tokens that it may cost a model; decides the size.
        token_model: the family that counts: `"claude"` w*h/750, `"openai"` 512 px tiles,
            `"gemini"` 768 px tiles.
        surroundings: what else is known about the picture.
        placed: badges placed ahead by `place` for this size; ignored if the picture is scaled.

    Raises:
        NotAnImage, ImageCorrupt, ImageUnsupported, ImageTooLarge: the picture cannot be used.
        InvalidMark: a mark with NaN, infinity or a negative size, or no mark at all.
        InvalidOption: an option outside its range.
        SizeLimitExceeded: nothing fits `max_base64`.
    """
    with _documented():
        file, info = _core.annotate(
            _picture(image),
            _marks(marks),
            style=_style(style),
            format=format,
            quality=_whole("quality", quality, 1, 100),
            max_base64=_whole("max_base64", max_base64, 1, 2**40),
            max_tokens=None
            if max_tokens is None
            else (token_model, _whole("max_tokens", max_tokens, 1, 2**40)),
            around=_around(surroundings),
            placements=None if placed is None else list(placed.raw),
            as_base64=isinstance(image, str),
        )
    done = _placed(info["placements"])
    return Annotated(
        format=info["format"],
        width=info["width"],
        height=info["height"],
        quality=info["quality"],
        scale=info["scale"],
        base64_size=info["base64_size"],
        placements=done.boxes,
        notes=done.notes,
        untouched=info["untouched"],
        passes=info["passes"],
        timings=Timings(*info["timings"]),
        file=file,
    )


def annotate_many(
    pictures: Iterable[tuple[Any, Any]], *, workers: int | None = None, **options: Any
) -> list[Annotated]:
    """Annotate several pictures at once, on several cores.

    Args:
        pictures: pairs of (image, marks), each as for `annotate`.
        workers: threads; as many as the process may use cores if omitted.
        **options: the options of `annotate`, the same for all pictures.

    Returns:
        The results in the order of the pictures.

    Raises:
        ViewmarkError: that of the first picture that fails.
    """
    from concurrent.futures import ThreadPoolExecutor

    if workers is not None:
        workers = _whole("workers", workers, 1, 1024)
    with ThreadPoolExecutor(workers or _cores()) as pool:
        return list(pool.map(lambda job: annotate(job[0], job[1], **options), pictures))


def _cores() -> int:
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable else os.cpu_count() or 1


def place(
    size: tuple[int, int],
    marks: Sequence[Mark] | NDArray[np.floating[Any]],
    *,
    style: Style = Style(),
    surroundings: Surroundings | None = None,
) -> Placed:
    """Place badges without a picture, for instance while the browser still encodes it.

    Args:
        size: width and height of the picture to come, in px.
        marks: as for `annotate`.
        style: as for `annotate`.
        surroundings: as for `annotate`; without `text`, badges avoid only each other and elements.

    Raises:
        InvalidMark, InvalidOption: as `annotate`.
    """
    with _documented():
        raw = _core.place(
            _whole("width", size[0], 1, 65_535),
            _whole("height", size[1], 1, 65_535),
            _marks(marks),
            style=_style(style),
            around=_around(surroundings),
        )
    return _placed(raw)


def size_within(
    size: tuple[int, int], *, max_tokens: int, token_model: TokenModel = "claude"
) -> tuple[int, int]:
    """The size that `annotate` would give a picture so that it costs at most `max_tokens`.

    Args:
        size: width and height of the picture in px.
        max_tokens: as for `annotate`.
        token_model: as for `annotate`.

    Returns:
        Width and height in px; `size` itself if that fits.

    Raises:
        InvalidOption: an option outside its range, or less than the smallest picture costs.
    """
    with _documented():
        return _core.size_within(
            _whole("width", size[0], 1, 65_535),
            _whole("height", size[1], 1, 65_535),
            (token_model, _whole("max_tokens", max_tokens, 1, 2**40)),
        )


def explain(
    image: bytes | str | NDArray[np.uint8],
    marks: Sequence[Mark] | NDArray[np.floating[Any]],
    *,
    style: Style = Style(),
    surroundings: Surroundings | None = None,
) -> bytes:
    """A PNG for people who tune placement: the spots considered, their costs, the ink map.

    Spots go from green (cost 0) over yellow to red (3,000 and more); the number beside a badge is
    its spot's cost in hundreds; ink is blue, obstacles are grey.

    Args:
        image: as for `annotate`.
        marks: as for `annotate`.
        style: as for `annotate`.
        surroundings: as for `annotate`.

    Raises:
        NotAnImage, ImageCorrupt, ImageUnsupported, ImageTooLarge: the picture cannot be used.
        InvalidMark, InvalidOption: as for `annotate`.
    """
    with _documented():
        return _core.explain(
            _picture(image),
            _marks(marks),
            style=_style(style),
            around=_around(surroundings),
        )


def from_base64(text: str) -> bytes:
    """The bytes that base64 text stands for.

    Raises:
        NotAnImage: it is no base64.
    """
    with _documented():
        return _core.from_base64(text)


def probe(image: bytes | str) -> tuple[Format, int, int]:
    """Format, width and height (px) of a JPEG or PNG, from its header alone.

    Raises:
        NotAnImage, ImageCorrupt, ImageTooLarge: the header cannot be used.
    """
    with _documented():
        format, width, height = _core.probe(_picture(image))
    return ("png" if format == "png" else "jpeg"), width, height


def encode(
    image: bytes | str | NDArray[np.uint8], *, format: Format = "jpeg", quality: int = 80
) -> bytes:
    """Encode a picture as it is: no marks, no budget.

    Raises:
        NotAnImage, ImageCorrupt, ImageUnsupported, ImageTooLarge: the picture cannot be used.
        InvalidOption: an unknown format or a quality outside 1 to 100.
    """
    with _documented():
        return _core.encode(
            _picture(image), format=format, quality=_whole("quality", quality, 1, 100)
        )


@contextmanager
def _documented() -> Iterator[None]:
    """Turn the native half's one exception into the documented class of its code."""
    try:
        yield
    except _core.CoreError as error:
        code, message, data = error.args
        raise table().get(code, ViewmarkError)(message, **data) from None
    except (TypeError, ValueError, OverflowError) as error:
        # The types of the signature are checked at the seam.
        raise InvalidOption(f"A value is of the wrong type: {error}.") from None


def _placed(raw: Sequence[_core._Placement]) -> Placed:
    boxes = tuple(Box(*badge) if badge else Box(0, 0, 0, 0) for badge, *_ in raw)
    return Placed(boxes, tuple(note for *_, note in raw), tuple(raw))


def _picture(image: Any) -> Any:
    """What the native half can read: bytes, text, or an array whose pixels lie side by side."""
    if isinstance(image, bytes | str):
        return image
    # Arrays are recognised by their protocol: numpy is never imported from here.
    if not hasattr(image, "__array_interface__"):
        kind = type(image).__name__
        raise NotAnImage(f"A picture is bytes, base64 text or a uint8 array, not {kind}.")
    shape, dtype = tuple(image.shape), str(image.dtype)
    if dtype != "uint8" or len(shape) != 3 or shape[2] not in (3, 4):
        raise InvalidOption(
            f"The array has shape {shape} and type {dtype}; it is (H, W, 3) or (H, W, 4) of uint8.",
            shape=shape,
            dtype=dtype,
        )
    row, column, channel = image.strides
    side_by_side = channel == 1 and column == shape[2] and row >= column * shape[1]
    return image if side_by_side else image.copy(order="C")


def _around(known: Surroundings | None) -> _core._Around:
    around = known or Surroundings()
    text = None if around.text is None else list(around.text)
    return text, list(around.obstacles), list(around.previous), around.css_scale


def _marks(marks: Any) -> list[tuple[str, float, float, float, float]]:
    if hasattr(marks, "__array_interface__"):
        if marks.ndim != 2 or marks.shape[1] != 4:
            raise InvalidMark(f"An array of marks has shape (N, 4), not {tuple(marks.shape)}.")
        return [(str(n), *map(float, row)) for n, row in enumerate(marks.tolist(), 1)]  # type: ignore[misc]
    found = []
    for index, mark in enumerate(marks):
        try:
            numbers = (float(mark.x), float(mark.y), float(mark.width), float(mark.height))
            found.append((str(mark.label), *numbers))
        except (AttributeError, TypeError, ValueError, OverflowError):
            raise InvalidMark(
                f"Mark {index} is no Mark(label, x, y, width, height).", index=index
            ) from None
    return found


def _style(style: Style) -> _core._Style:
    return (
        _color("badge_color", style.badge_color),
        _color("badge_text_color", style.badge_text_color),
        None if style.badge_size is None else _whole("badge_size", style.badge_size, 10, 48),
        style.font_weight,
        bool(style.show_bounding_box),
        _color("box_color", style.box_color),
        None if style.box_width is None else _whole("box_width", style.box_width, 1, 16),
        style.box_style,
        _opacity(style.opacity),
        None if style.palette is None else [_rgb("palette", c) for c in style.palette],
    )


def _color(name: str, value: Color | None) -> int | None:
    return None if value is None else _rgb(name, value)


def _rgb(name: str, value: Color) -> int:
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
        raise InvalidOption(f"opacity is {value!r}; it lies in 0 to 1.")
    return float(value)


def _whole(name: str, value: int, low: int, high: int) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__") or not low <= value <= high:
        raise InvalidOption(f"{name} is {value!r}; it is a whole number from {low} to {high}.")
    return int(value)
