"""Draws numbered marks on pictures: image bytes or pixels in, an encoded file out.

Pure and thread-safe. Works in image pixels and labels, without pages or elements. Every call
releases the interpreter's lock (GIL), so `asyncio.to_thread` makes any function here asynchronous.
"""

from viewmark.imaging.api import (
    annotate,
    annotate_many,
    compose,
    cover,
    encode,
    explain,
    from_base64,
    place,
    probe,
    prominence,
    size_within,
)
from viewmark.imaging.options import Format, Mark, MarkState, Style, Surroundings, TokenModel
from viewmark.imaging.results import Annotated, Box, Placed, Timings

__all__ = [
    "Annotated",
    "Box",
    "Format",
    "Mark",
    "MarkState",
    "Placed",
    "Style",
    "Surroundings",
    "Timings",
    "TokenModel",
    "annotate",
    "annotate_many",
    "compose",
    "cover",
    "encode",
    "explain",
    "from_base64",
    "place",
    "probe",
    "prominence",
    "size_within",
]
