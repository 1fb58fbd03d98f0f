"""Result types: an annotated image, or badge positions computed before the image exists."""

from __future__ import annotations

import io
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from viewmark import native
from viewmark.errors import ExtraMissing
from viewmark.files import write_atomic
from viewmark.html import view as html
from viewmark.imaging.options import FloatBox, Format


class Box(NamedTuple):
    """A rectangle of whole image pixels; `width` and `height` are 0 if nothing was drawn."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Placed:
    """The positions of badges, computed by `place` before the image exists."""

    boxes: tuple[Box, ...]
    """The badge of every mark, in order; an empty box for marks without a badge."""
    notes: tuple[str, ...]
    """Outcome for every mark: `placed`; `moved`, with a line to the element; `shrunk`; `dropped`
    because there is no room for the badge; or `outside` of the image, so that nothing is drawn."""
    raw: tuple[native.Placement, ...] = field(repr=False)

    @classmethod
    def of(cls, raw: Sequence[native.Placement]) -> Placed:
        """Create the result from placements returned by the Rust core."""
        boxes = tuple(Box(*badge) if badge else Box(0, 0, 0, 0) for badge, *_ in raw)
        return cls(boxes, tuple(note for *_, note in raw), tuple(raw))


class Timings(NamedTuple):
    """Milliseconds of each stage, measured in the core."""

    decode: float
    place: float
    encode: float


def _optional(module: str, package: str) -> Any:
    try:
        return import_module(module)
    except ImportError:
        raise ExtraMissing(
            f"{package} is needed for that and is not installed.",
            hint=f"Install it: pip install {package}.",
        ) from None


@dataclass(frozen=True)
class Annotated:
    """An annotated image, with facts about its file and marks."""

    format: Format
    width: int
    height: int
    quality: int
    """JPEG quality of the nearest standard quantisation table, 1 to 100; 100 for PNG."""
    scale: float
    """Delivered px per input px, at most 1."""
    base64_size: int
    """Length of `base64`."""
    placements: tuple[Box, ...]
    """The badge drawn for every mark, in order, in px of the delivered image; an empty box for
    marks without a badge."""
    notes: tuple[str, ...]
    """Outcome for every mark; see `Placed.notes`."""
    labels: tuple[str, ...] = field(repr=False)
    """Text on the badge of every mark."""
    boxes: tuple[FloatBox, ...] = field(repr=False)
    """x, y, width, height of every mark in px of the delivered image."""
    untouched: float
    """Share of the image, 0 to 1, whose blocks are bit-identical to those of the input."""
    passes: int
    """Number of attempts (planned or encoded files) until a file was within the size budget."""
    timings: Timings
    file: bytes | str = field(repr=False)
    """The encoded file: bytes, or base64 text if the input was base64 text."""

    @cached_property
    def image(self) -> bytes:
        """The file as bytes."""
        return self.file if isinstance(self.file, bytes) else native.core.from_base64(self.file)

    def to_json(self) -> dict[str, Any]:
        """Return size, format and placements as JSON data, without the image itself."""
        return {
            "width": self.width,
            "height": self.height,
            "scale": self.scale,
            "quality": self.quality if self.format == "jpeg" else None,
            "format": self.format,
            "base64_size": self.base64_size,
            "placements": [list(box) for box in self.placements],
            "notes": list(self.notes),
        }

    def to_pil(self) -> Any:
        """Return the image as a PIL image, decoded from the file.

        Raises:
            ExtraMissing: Pillow is not installed.
        """
        image = _optional("PIL.Image", "pillow").open(io.BytesIO(self.image))
        image.load()
        return image

    def to_array(self) -> Any:
        """Return the image as a NumPy array (H, W, 3) of RGB, decoded from the file.

        A JPEG has already lost detail; use `format="png"` to get the exact pixels.

        Raises:
            ExtraMissing: NumPy or Pillow is not installed.
        """
        numpy = _optional("numpy", "numpy")
        return numpy.asarray(self.to_pil().convert("RGB")).copy()

    @cached_property
    def base64(self) -> str:
        """The file as base64 text."""
        return self.file if isinstance(self.file, str) else native.core.to_base64(self.file)

    def save(self, path: str | Path) -> Path:
        """Write the image to a file.

        Raises:
            PathNotAllowed, FileNotWritten: the path is not a plain file, or is not writable; no
                partial file remains.
        """
        write_atomic(path, self.image)
        return Path(path)

    def to_html(self, path: str | Path) -> Path:
        """Write a self-contained page that links image and marks to each other; needs no network.

        Raises:
            PathNotAllowed, FileNotWritten: the path is not a plain file, or is not writable; no
                partial file remains.
        """
        return html.write(path, self._view(), key=self._key)

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        """Return the image, and the image with a table as HTML, for Jupyter notebooks."""
        return {
            "text/plain": repr(self),
            "text/html": html.fragment(self._view(), key=self._key),
            f"image/{self.format}": self.base64,
        }

    @property
    def _key(self) -> str:
        return f"a{zlib.crc32(self.image):08x}"

    def _view(self) -> html.View:
        return html.View(
            title="Annotated picture",
            notes=(f"{self.width} x {self.height} px, {len(self.labels)} marks",),
            base64=self.base64,
            format=self.format,
            size=(self.width, self.height),
            columns=("mark", "badge", "x", "y", "width", "height"),
            rows=tuple(
                html.ViewRow(cells=(label, note, *(f"{side:.0f}" for side in box)), box=box)
                for label, note, box in zip(self.labels, self.notes, self.boxes, strict=True)
            ),
        )
