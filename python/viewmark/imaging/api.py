"""Annotates pictures, and offers each stage by itself: place, encode, cover, probe, explain."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Sequence

from viewmark import model_rules
from viewmark.defaults import MAX_BASE64, QUALITY
from viewmark.imaging._convert import (
    flat_around,
    flat_color,
    flat_marks,
    flat_picture,
    flat_style,
    whole,
)
from viewmark.imaging.native import core, documented
from viewmark.imaging.options import (
    Array,
    Color,
    FloatBox,
    Format,
    Mark,
    Style,
    Surroundings,
    TokenModel,
)
from viewmark.imaging.results import Annotated, Placed, Timings
from viewmark.unknown_options import checked

__all__ = [
    "annotate",
    "annotate_many",
    "cover",
    "encode",
    "explain",
    "from_base64",
    "place",
    "probe",
    "size_within",
]


@checked
def annotate(
    image: bytes | str | Array,
    marks: Sequence[Mark] | Array,
    *,
    style: Style = Style(),
    format: Format = "jpeg",
    quality: int = QUALITY,
    max_base64: int = MAX_BASE64,
    max_tokens: int | None = None,
    token_model: TokenModel = "claude",
    max_side: int | None = None,
    surroundings: Surroundings | None = None,
    placed: Placed | None = None,
) -> Annotated:
    """Draw numbered marks on a picture and encode it within a budget.

    No badge overlaps another and none leaves the picture while there is room at all; the result
    does not depend on the order of the marks. Above the budget the quality is lowered, then the
    size; marks are always placed and drawn at the delivered size.

    Args:
        image: a JPEG or PNG file as bytes or base64 text, or a `uint8` array of shape (H, W, 3) or
            (H, W, 4), RGB or RGBA. An array is read in place and must not be written to by
            another thread meanwhile; one whose pixels are not contiguous is copied first.
        marks: `Mark`s, or an array (N, 4) of x, y, width, height in image px, numbered 1 to N.
        style: how marks look.
        format: format of the result.
        quality: highest JPEG quality, 1 to 100.
        max_base64: highest number of base64 characters of the result.
        max_tokens: highest number of tokens that it may cost a model; limits its size in pixels.
        token_model: the model, or the family of models (`viewmark models`), that counts.
        max_side: no side of the result is longer, px.
        surroundings: text lines, obstacles and previous badges, as far as known.
        placed: badges placed ahead by `place` for this size; ignored if the picture is scaled.

    Raises:
        NotAnImage, ImageCorrupt, ImageUnsupported, ImageTooLarge: the picture cannot be used.
        InvalidMark: a mark with NaN, infinity or a negative size, or not a mark.
        InvalidOption: an option outside its range.
        UnknownModel: no rules are known for `token_model`.
        SizeLimitExceeded: nothing fits `max_base64`.
    """
    picture = flat_picture(image)
    edge = None if max_side is None else whole("max_side", max_side, 1, 65_535)
    if max_tokens is not None:
        with documented():
            _, width, height = core.probe(picture)
        allowed = max(size_within((width, height), max_tokens=max_tokens, token_model=token_model))
        edge = allowed if edge is None else min(edge, allowed)
    with documented():
        file, info = core.annotate(
            picture,
            flat_marks(marks),
            style=flat_style(style),
            format=format,
            quality=whole("quality", quality, 1, 100),
            max_base64=whole("max_base64", max_base64, 1, 2**40),
            around=flat_around(surroundings),
            placements=None if placed is None else list(placed.raw),
            as_base64=isinstance(image, str),
            **({} if edge is None else {"max_edge": edge}),
        )
    done = Placed.of(info["placements"])
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


@checked
def annotate_many(
    pictures: Iterable[tuple[bytes | str | Array, Sequence[Mark] | Array]],
    *,
    workers: int | None = None,
    style: Style = Style(),
    format: Format = "jpeg",
    quality: int = QUALITY,
    max_base64: int = MAX_BASE64,
    max_tokens: int | None = None,
    token_model: TokenModel = "claude",
    max_side: int | None = None,
    surroundings: Surroundings | None = None,
) -> list[Annotated]:
    """Annotate several pictures in parallel, on several cores.

    Args:
        pictures: pairs of (image, marks), each as for `annotate`.
        workers: number of threads; the number of usable cores if omitted.
        style: as for `annotate`; this and the following apply to all pictures.
        format: see `annotate`.
        quality: see `annotate`.
        max_base64: see `annotate`.
        max_tokens: see `annotate`.
        token_model: see `annotate`.
        max_side: see `annotate`.
        surroundings: see `annotate`.

    Returns:
        The results in the order of the pictures.

    Raises:
        ViewmarkError: the error of the first picture that fails.
    """
    from concurrent.futures import ThreadPoolExecutor

    if workers is not None:
        workers = whole("workers", workers, 1, 1024)
    with ThreadPoolExecutor(workers or _cores()) as pool:
        return list(
            pool.map(
                lambda job: annotate(
                    job[0],
                    job[1],
                    style=style,
                    format=format,
                    quality=quality,
                    max_base64=max_base64,
                    max_tokens=max_tokens,
                    token_model=token_model,
                    max_side=max_side,
                    surroundings=surroundings,
                ),
                pictures,
            )
        )


def _cores() -> int:
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable else os.cpu_count() or 1


def place(
    size: tuple[int, int],
    marks: Sequence[Mark] | Array,
    *,
    style: Style = Style(),
    surroundings: Surroundings | None = None,
) -> Placed:
    """Place badges before the picture exists, for instance while the browser encodes it.

    Args:
        size: width and height of the picture to come, in px.
        marks: as for `annotate`.
        style: as for `annotate`.
        surroundings: as for `annotate`; without `text`, badges avoid only each other and elements.

    Raises:
        InvalidMark, InvalidOption: as `annotate`.
    """
    with documented():
        raw = core.place(
            whole("width", size[0], 1, 65_535),
            whole("height", size[1], 1, 65_535),
            flat_marks(marks),
            style=flat_style(style),
            around=flat_around(surroundings),
        )
    return Placed.of(raw)


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
        UnknownModel: no rules are known for `token_model`.
    """
    width, height = whole("width", size[0], 1, 65_535), whole("height", size[1], 1, 65_535)
    limit = whole("max_tokens", max_tokens, 1, 2**40)
    return model_rules.size_within((width, height), limit, token_model)


def explain(
    image: bytes | str | Array,
    marks: Sequence[Mark] | Array,
    *,
    style: Style = Style(),
    surroundings: Surroundings | None = None,
) -> bytes:
    """A PNG that explains placement: the spots considered, their costs, the ink map.

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
    with documented():
        return core.explain(
            flat_picture(image),
            flat_marks(marks),
            style=flat_style(style),
            around=flat_around(surroundings),
        )


def from_base64(text: str) -> bytes:
    """Decode base64 text.

    Raises:
        NotAnImage: the text is not base64.
    """
    with documented():
        return core.from_base64(text)


def probe(image: bytes | str) -> tuple[Format, int, int]:
    """Format, width and height (px) of a JPEG or PNG, from its header alone.

    Raises:
        NotAnImage, ImageCorrupt, ImageTooLarge: the header cannot be used.
    """
    with documented():
        format, width, height = core.probe(flat_picture(image))
    return ("png" if format == "png" else "jpeg"), width, height


def encode(image: bytes | str | Array, *, format: Format = "jpeg", quality: int = QUALITY) -> bytes:
    """Encode a picture without marks and without a budget.

    Raises:
        NotAnImage, ImageCorrupt, ImageUnsupported, ImageTooLarge: the picture cannot be used.
        InvalidOption: an unknown format or a quality outside 1 to 100.
    """
    with documented():
        return core.encode(
            flat_picture(image), format=format, quality=whole("quality", quality, 1, 100)
        )


def cover(
    image: bytes | str,
    boxes: Sequence[FloatBox],
    *,
    color: Color = "#7f7f7f",
    format: Format = "jpeg",
    quality: int = QUALITY,
) -> bytes | str:
    """Cover parts of a picture with a flat colour; their pixels are gone from the result.

    In a baseline JPEG only the blocks concerned are encoded again. Other parts of the file, such as
    an Exif thumbnail, are kept as they are.

    Args:
        image: a JPEG or PNG file as bytes or base64 text.
        boxes: x, y, width, height in image px; edges are rounded outwards.
        color: of the cover.
        format: format of the result.
        quality: of a JPEG that has to be encoded as a whole, 1 to 100.

    Returns:
        The file: bytes for bytes, base64 text for text.

    Raises:
        NotAnImage, ImageCorrupt, ImageUnsupported, ImageTooLarge: the picture cannot be used.
        InvalidOption: a box with NaN, infinity or a negative size, or an option out of range.
    """
    outwards = []
    for x, y, width, height in boxes:
        if all(map(math.isfinite, (x, y, width, height))):
            left, top = math.floor(x), math.floor(y)
            right, bottom = math.ceil(x + width), math.ceil(y + height)
            outwards.append((float(left), float(top), float(right - left), float(bottom - top)))
        else:
            outwards.append((x, y, width, height))  # refused where all boxes are checked
    with documented():
        return core.cover(
            flat_picture(image),
            outwards,
            color=flat_color("color", color),
            format=format,
            quality=whole("quality", quality, 1, 100),
        )
