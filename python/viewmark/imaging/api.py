"""Annotates images; single stages are available too: place, encode, cover, probe, explain.

Validates arguments and converts them to the plain values that the Rust core accepts.
"""

from __future__ import annotations

import math
import os
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from typing import TYPE_CHECKING, Any

from viewmark import model_rules
from viewmark.defaults import MAX_BASE64, QUALITY
from viewmark.errors import InvalidOption, ViewmarkError
from viewmark.imaging.boxes import FlatMark, flat_marks
from viewmark.imaging.inputs import picture_of
from viewmark.imaging.options import (
    Boxes,
    Color,
    FloatBox,
    Format,
    Marks,
    Picture,
    Style,
    Surroundings,
    TokenModel,
    opacity_of,
    whole,
)
from viewmark.imaging.results import Annotated, Placed, Timings
from viewmark.native import core, raise_documented
from viewmark.unknown_options import checked

if TYPE_CHECKING:
    from viewmark.native import Around, FlatStyle


@checked
def annotate(
    image: Picture,
    marks: Marks | None = None,
    *,
    xywh: Boxes | None = None,
    xyxy: Boxes | None = None,
    labels: Sequence[object] | None = None,
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
    """Draw numbered marks on an image and encode it within a budget.

    As long as there is room, no badge overlaps another badge or leaves the image. The result does
    not depend on the order of the marks. If the budget is exceeded, first the quality and then the
    size is reduced; marks are always placed and drawn at the delivered size.

    Args:
        image: a JPEG or PNG file as bytes, base64 text, data URL or path (a `Path`, or text that
            ends in .png, .jpg or .jpeg); a PIL image; or a `uint8` array of shape (H, W) for gray,
            (H, W, 3) for RGB or (H, W, 4) for RGBA. An array is read in place, so no other thread
            may write to it during the call; gray or non-contiguous arrays are copied.
        marks: `Mark`s; mappings with named numbers (`x, y, width, height`; `left, top, right,
            bottom`; `x1, y1, x2, y2`) and optionally a `label`; `Detections` of supervision; an
            observation of BrowserGym (its set of marks, labelled by bid); or a
            `parsed_content_list` of OmniParser (labelled by list index).
        xywh: instead of marks, boxes (N, 4) of x, y, width, height in image px.
        xyxy: instead of marks, boxes (N, 4) of left, top, right, bottom in image px.
        labels: labels of boxes and detections; 1 to N if omitted.
        style: appearance of the marks.
        format: format of the result.
        quality: maximum JPEG quality, 1 to 100.
        max_base64: maximum number of base64 characters of the result.
        max_tokens: maximum number of tokens that the result costs a model; limits its size in px.
        token_model: the model, or the model family (`viewmark models`), for `max_tokens`.
        max_side: maximum side of the result in px.
        surroundings: text lines, obstacles and previous badges, as far as known.
        placed: badges placed in advance by `place` for this size; ignored if the image is scaled.

    Raises:
        NotAnImage, ImageCorrupt, ImageUnsupported, ImageTooLarge: the image cannot be used.
        InvalidMark: a mark has NaN, infinity or a negative size, or is not a mark, or the meaning
            of an array's numbers is not given.
        InvalidOption: an option is outside of its range.
        UnknownModel: no rules are known for `token_model`.
        SizeLimitExceeded: no size fits `max_base64`.
    """
    picture = picture_of(image)
    boxes = flat_marks(marks, xywh=xywh, xyxy=xyxy, labels=labels, size=lambda: _size_of(picture))
    edge = None if max_side is None else whole("max_side", max_side, 1, 65_535)
    if max_tokens is not None:
        with raise_documented():
            _, width, height = core.probe(picture)
        allowed = max(size_within((width, height), max_tokens=max_tokens, token_model=token_model))
        edge = allowed if edge is None else min(edge, allowed)
    with raise_documented():
        file, info = core.annotate(
            picture,
            boxes,
            style=flat_style(style),
            format=format,
            quality=whole("quality", quality, 1, 100),
            max_base64=whole("max_base64", max_base64, 1, 2**40),
            around=flat_around(surroundings),
            placements=None if placed is None else list(placed.raw),
            as_base64=isinstance(picture, str),
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
        labels=tuple(label for label, *_ in boxes),
        boxes=_scale(boxes, info["scale"]),
        untouched=info["untouched"],
        passes=info["passes"],
        timings=Timings(*info["timings"]),
        file=file,
    )


@checked
def annotate_many(
    items: Iterable[tuple[Picture, Marks] | Mapping[str, Any]],
    *,
    workers: int | None = None,
    on_progress: Callable[[int, int | None], object] | None = None,
    style: Style = Style(),
    format: Format = "jpeg",
    quality: int = QUALITY,
    max_base64: int = MAX_BASE64,
    max_tokens: int | None = None,
    token_model: TokenModel = "claude",
    max_side: int | None = None,
    surroundings: Surroundings | None = None,
) -> list[Annotated | ViewmarkError]:
    """Annotate several images in parallel, on several cores.

    The work runs in threads, because the Rust core releases the GIL. Only a few items are taken
    from the iterable ahead of the work, so a generator can open files one by one.

    Args:
        items: pairs of (image, marks), or mappings with arguments of `annotate`, such as
            `{"image": path, "xyxy": boxes, "format": "png"}`.
        workers: number of threads; the number of usable cores if omitted.
        on_progress: callback that runs in the calling thread; it gets the number of finished items
            and, if known, the total number.
        style: as for `annotate`; items can override this and the following options.
        format: see `annotate`.
        quality: see `annotate`.
        max_base64: see `annotate`.
        max_tokens: see `annotate`.
        token_model: see `annotate`.
        max_side: see `annotate`.
        surroundings: see `annotate`.

    Returns:
        One entry per item, in order: the result, or the `ViewmarkError` of that item.

    Raises:
        InvalidOption: the number of workers is out of range.
    """
    from concurrent.futures import Future, ThreadPoolExecutor

    options: dict[str, Any] = {
        "style": style,
        "format": format,
        "quality": quality,
        "max_base64": max_base64,
        "max_tokens": max_tokens,
        "token_model": token_model,
        "max_side": max_side,
        "surroundings": surroundings,
    }
    count = _cores() if workers is None else whole("workers", workers, 1, 1024)
    total = len(items) if isinstance(items, Sized) else None
    running: deque[Future[Annotated | ViewmarkError]] = deque()
    rows: list[Annotated | ViewmarkError] = []

    def take() -> None:
        rows.append(running.popleft().result())
        if on_progress is not None:
            on_progress(len(rows), total)

    with ThreadPoolExecutor(count) as pool:
        for item in items:
            if len(running) >= 2 * count:
                take()
            running.append(pool.submit(_row, item, options))
        while running:
            take()
    return rows


def _row(item: Any, options: dict[str, Any]) -> Annotated | ViewmarkError:
    try:
        if isinstance(item, Mapping):
            if "image" not in item:
                raise InvalidOption("An item has no image.", hint='Give {"image": ..., ...}.')
            return annotate(**{**options, **item})
        try:
            image, marks = item
        except (TypeError, ValueError):
            raise InvalidOption("An item is a pair of image and marks, or a mapping.") from None
        return annotate(image, marks, **options)
    except ViewmarkError as error:
        return error


def _scale(marks: Sequence[FlatMark], by: float) -> tuple[FloatBox, ...]:
    return tuple((x * by, y * by, width * by, height * by) for _, x, y, width, height, *_ in marks)


def _size_of(picture: Any) -> tuple[int, int]:
    """Return width and height in px; ignore Exif orientation, as OmniParser does."""
    if isinstance(picture, (bytes, str)):
        with raise_documented():
            _, width, height = core.probe(picture)
        return width, height
    return int(picture.shape[1]), int(picture.shape[0])


def _cores() -> int:
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable else os.cpu_count() or 1


def place(
    size: tuple[int, int],
    marks: Marks,
    *,
    style: Style = Style(),
    surroundings: Surroundings | None = None,
) -> Placed:
    """Place badges before the image exists, for example while the browser encodes it.

    Args:
        size: width and height of the future image in px.
        marks: as for `annotate`.
        style: as for `annotate`.
        surroundings: as for `annotate`; without `text`, badges avoid only each other and elements.

    Raises:
        InvalidMark, InvalidOption: as for `annotate`.
    """
    with raise_documented():
        raw = core.place(
            *_whole_size(size),
            flat_marks(marks),
            style=flat_style(style),
            around=flat_around(surroundings),
        )
    return Placed.of(raw)


def size_within(
    size: tuple[int, int], *, max_tokens: int, token_model: TokenModel = "claude"
) -> tuple[int, int]:
    """Return the size that `annotate` would give an image to cost at most `max_tokens`.

    Args:
        size: width and height of the image in px.
        max_tokens: as for `annotate`.
        token_model: as for `annotate`.

    Returns:
        Width and height in px; `size` itself if it fits.

    Raises:
        InvalidOption: an option is out of range, or even the smallest image costs more tokens.
        UnknownModel: no rules are known for `token_model`.
    """
    sides, limit = _whole_size(size), whole("max_tokens", max_tokens, 1, 2**40)
    return model_rules.size_within(sides, limit, token_model)


def _whole_size(size: tuple[int, int]) -> tuple[int, int]:
    return whole("width", size[0], 1, 65_535), whole("height", size[1], 1, 65_535)


def explain(
    image: Picture,
    marks: Marks,
    *,
    style: Style = Style(),
    surroundings: Surroundings | None = None,
) -> bytes:
    """Return a PNG that explains placement: the spots considered, their costs, the ink map.

    Each spot is a position that was considered for a badge, coloured from green (cost 0) through
    yellow to red (3,000 or more). The number beside a badge is the cost of its spot divided by 100.
    Ink, such as text, is blue, and obstacles are grey.

    Args:
        image: as for `annotate`.
        marks: as for `annotate`.
        style: as for `annotate`.
        surroundings: as for `annotate`.

    Raises:
        NotAnImage, ImageCorrupt, ImageUnsupported, ImageTooLarge: the image cannot be used.
        InvalidMark, InvalidOption: as for `annotate`.
    """
    with raise_documented():
        return core.explain(
            picture_of(image),
            flat_marks(marks),
            style=flat_style(style),
            around=flat_around(surroundings),
        )


def from_base64(text: str) -> bytes:
    """Decode base64 text.

    Raises:
        NotAnImage: the text is not base64.
    """
    with raise_documented():
        return core.from_base64(text)


def probe(image: Picture) -> tuple[Format, int, int]:
    """Return format, width and height (px) of a JPEG or PNG, read only from its header.

    Raises:
        NotAnImage, ImageCorrupt, ImageTooLarge: the header cannot be used.
    """
    with raise_documented():
        format, width, height = core.probe(picture_of(image))
    return ("png" if format == "png" else "jpeg"), width, height


def encode(image: Picture, *, format: Format = "jpeg", quality: int = QUALITY) -> bytes:
    """Encode an image without marks and without a budget.

    Raises:
        NotAnImage, ImageCorrupt, ImageUnsupported, ImageTooLarge: the image cannot be used.
        InvalidOption: the format is unknown, or the quality is outside of 1 to 100.
    """
    with raise_documented():
        return core.encode(
            picture_of(image), format=format, quality=whole("quality", quality, 1, 100)
        )


def compose(
    size: tuple[int, int],
    parts: Sequence[tuple[str, tuple[int, int, int, int], tuple[int, int]]],
    *,
    format: Format = "jpeg",
    quality: int = QUALITY,
) -> str:
    """Compose an image from parts of other images.

    Args:
        size: width and height of the new image in px; areas that no part covers are white.
        parts: for each part a JPEG or PNG file as base64 text, the box in that image (x, y, width,
            height), and the position of its top left corner in the new image (x, y).
        format: format of the result.
        quality: JPEG quality, 1 to 100.

    Returns:
        The file as base64 text.

    Raises:
        NotAnImage, ImageCorrupt, ImageUnsupported, ImageTooLarge: an image cannot be used.
        InvalidOption: a size or a box is impossible for an image.
    """
    with raise_documented():
        return core.compose(
            *_whole_size(size),
            list(parts),
            format=format,
            quality=whole("quality", quality, 1, 100),
        )


def prominence(image: bytes | str, boxes: Sequence[FloatBox]) -> list[int]:
    """Return the contrast of boxes with their surroundings: 0 to 255, in levels of a channel.

    A box has contrast if its content differs in colour from its background (gradients count as
    background), or if its background differs from the area outside of the box on three sides.
    Boxes outside of the image get 255.

    Args:
        image: a JPEG or PNG file as bytes or base64 text.
        boxes: x, y, width, height in image px.

    Raises:
        NotAnImage, ImageCorrupt, ImageUnsupported, ImageTooLarge: the image cannot be used.
    """
    if not boxes:
        return []
    with raise_documented():
        return core.prominence(picture_of(image), list(boxes))


def cover(
    image: bytes | str,
    boxes: Sequence[FloatBox],
    *,
    color: Color = "#7f7f7f",
    format: Format = "jpeg",
    quality: int = QUALITY,
) -> bytes | str:
    """Cover parts of an image with a flat colour; the result no longer contains their pixels.

    In a baseline JPEG only the affected blocks are encoded again. Other parts of the file, such as
    an Exif thumbnail, are kept unchanged.

    Args:
        image: a JPEG or PNG file as bytes or base64 text.
        boxes: x, y, width, height in image px; edges are rounded outwards.
        color: colour of the covers.
        format: format of the result.
        quality: quality of a JPEG that has to be re-encoded completely, 1 to 100.

    Returns:
        The file, as bytes if `image` is bytes, or as base64 text if `image` is text.

    Raises:
        NotAnImage, ImageCorrupt, ImageUnsupported, ImageTooLarge: the image cannot be used.
        InvalidOption: a box has NaN, infinity or a negative size, or an option is out of range.
    """
    outwards = []
    for x, y, width, height in boxes:
        if all(map(math.isfinite, (x, y, width, height))):
            left, top = math.floor(x), math.floor(y)
            right, bottom = math.ceil(x + width), math.ceil(y + height)
            outwards.append((float(left), float(top), float(right - left), float(bottom - top)))
        else:
            # invalid box: the check of all boxes below rejects it
            outwards.append((x, y, width, height))
    with raise_documented():
        return core.cover(
            picture_of(image),
            outwards,
            color=flat_color("color", color),
            format=format,
            quality=whole("quality", quality, 1, 100),
        )


def flat_around(known: Surroundings | None) -> Around:
    """Convert surroundings to a tuple for the Rust core; None gives default values."""
    around = known or Surroundings()
    text = None if around.text is None else list(around.text)
    return text, list(around.obstacles), list(around.previous), around.css_scale


def flat_style(style: Style) -> FlatStyle:
    """Convert a style to a tuple for the Rust core; raise `InvalidOption` if it is invalid."""
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
        opacity_of(style.opacity),
        None if style.palette is None else [flat_color("palette", c) for c in style.palette],
    )


def _color(name: str, value: Color | None) -> int | None:
    return None if value is None else flat_color(name, value)


def flat_color(name: str, value: Color) -> int:
    """Return a colour as 0xRRGGBB."""
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
