"""Pictures with numbered marks: bytes or pixels in, a finished file out. Pure and thread-safe.

Knows image pixels and labels; has never heard of a page or an element. The interpreter's lock is
released for the whole of every call, so the async face of any function here is `asyncio.to_thread`.
"""

from viewmark.imaging.api import (
    annotate,
    annotate_many,
    cover,
    encode,
    explain,
    from_base64,
    place,
    probe,
    size_within,
)
from viewmark.imaging.options import Format, Mark, Style, Surroundings, TokenModel
from viewmark.imaging.results import Annotated, Box, Placed, Timings

__all__ = [
    "Annotated",
    "Box",
    "Format",
    "Mark",
    "Placed",
    "Style",
    "Surroundings",
    "Timings",
    "TokenModel",
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
