"""Converts image inputs: paths, data URLs, PIL images, and arrays with any number of channels.

Arrays and PIL images are recognised by their protocol; NumPy and Pillow are imported only if such
an image is given. Nothing is guessed: ambiguous input is rejected.
"""

from __future__ import annotations

import io
from importlib import import_module
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from viewmark.errors import InvalidOption, NotAnImage

_ENDINGS = (".png", ".jpg", ".jpeg")
_PIL_MODES = frozenset({"1", "L", "LA", "P", "PA", "RGB", "RGBA", "RGBX", "CMYK", "YCbCr", "LAB"})
_LAYOUTS = "(H, W), (H, W, 1), (H, W, 3) or (H, W, 4) of uint8: gray, RGB or RGBA"


def picture_of(image: Any) -> Any:
    """Convert an image for the Rust core: to bytes, base64 text, or an array (H, W, 3 or 4).

    Raises:
        NotAnImage: the value is not an image, or the file cannot be read.
        InvalidOption: the pixel format is not supported; the message explains how to convert it.
    """
    if isinstance(image, str):
        return _text(image)
    if isinstance(image, (bytearray, memoryview)):
        return bytes(image)
    if isinstance(image, PathLike):
        return _file(Path(fspath(image)))
    if hasattr(image, "mode") and hasattr(image, "tobytes") and hasattr(image, "convert"):
        return _pil(image)
    if hasattr(image, "__array_interface__"):
        return _pixels(image)
    if not isinstance(image, bytes):
        raise NotAnImage(
            "A picture is bytes, base64 text, a data URL, a path, a PIL image or a uint8 array, "
            f"not {type(image).__name__}."
        )
    return image


def _text(text: str) -> Any:
    """Return the image given as text, which is base64, a data URL or a path.

    A text with a dot or a colon cannot be base64.
    """
    if text[:5].lower() == "data:":
        head, comma, data = text.partition(",")
        if not comma or not head.lower().endswith(";base64"):
            raise NotAnImage("A data URL of a picture must have ';base64,' in it.")
        return data
    if text.lower().endswith(_ENDINGS) and len(text) < 4096:
        return _file(Path(text))
    return text


def _file(path: Path) -> bytes:
    try:
        if not path.is_file():
            raise NotAnImage(f"{str(path)[:200]!r} is not a file.")
        return path.read_bytes()
    except OSError as error:
        raise NotAnImage(f"{str(path)[:200]!r} cannot be read: {error.strerror}.") from None


def _pil(image: Any) -> Any:
    mode = str(image.mode)
    if mode not in _PIL_MODES:
        raise InvalidOption(
            f"A PIL image of mode {mode!r:.20} has more than 8 bits per channel, or none.",
            hint="Convert it to 8 bits as you want to see it, then image.convert('RGB').",
        )
    see_through = "A" in mode or "transparency" in getattr(image, "info", {})
    plain = image if mode in ("RGB", "RGBA") else image.convert("RGBA" if see_through else "RGB")
    try:
        made: Any = import_module("numpy").asarray(plain)
    except ImportError:
        file = io.BytesIO()
        plain.save(file, "PNG", compress_level=1)
        return file.getvalue()
    return _pixels(made)


def _pixels(array: Any) -> Any:
    shape, kind = tuple(array.shape), str(array.dtype)
    if kind != "uint8":
        scaled = "(array * 255).round().astype('uint8') if it is 0 to 1"
        made = "array.astype('uint8') * 255" if kind == "bool" else scaled
        raise InvalidOption(
            f"The array has numbers of kind {kind}; it must be {_LAYOUTS}.",
            hint=f"Make it so: {made}.",
            shape=shape,
            dtype=kind,
        )
    is_gray = len(shape) == 2 or (len(shape) == 3 and shape[2] == 1)
    if is_gray and 0 not in shape:
        return import_module("numpy").repeat(array.reshape(*shape[:2], 1), 3, axis=2)
    if len(shape) != 3 or shape[2] not in (3, 4):
        first = " Channels come last: array.transpose(1, 2, 0)." if _channels_first(shape) else ""
        raise InvalidOption(
            f"The array has shape {shape}; it must be {_LAYOUTS}.{first}", shape=shape, dtype=kind
        )
    row, column, channel = array.strides
    side_by_side = channel == 1 and column == shape[2] and row >= column * shape[1]
    return array if side_by_side else array.copy(order="C")


def _channels_first(shape: tuple[int, ...]) -> bool:
    return len(shape) == 3 and shape[0] in (1, 3, 4)
