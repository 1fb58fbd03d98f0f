"""Palettes with incomplete or too many colours; alpha values in any number."""

from __future__ import annotations

import struct
import zlib

import pytest

import viewmark
from viewmark.errors import ImageCorrupt

SIDE = 8


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def indexed(palette: bytes, alphas: bytes | None = None) -> bytes:
    """Return an 8x8 image of the first palette colour, with correct checksums for any palette."""
    header = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 3, 0, 0, 0)
    rows = (b"\0" + bytes(SIDE)) * SIDE
    transparency = b"" if alphas is None else chunk(b"tRNS", alphas)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"PLTE", palette)
        + transparency
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("length", [0, 1, 2, 4, 5, 49, 767, 769, 771, 3000])
@pytest.mark.parametrize("alphas", [None, b"\x80"])
def test_a_palette_that_is_none_is_refused(length: int, alphas: bytes | None) -> None:
    with pytest.raises(ImageCorrupt):
        viewmark.annotate(indexed(bytes(length), alphas), [], format="png")


@pytest.mark.parametrize(
    ("colours", "alphas"), [(1, None), (1, 1), (2, 1), (256, 256), (1, 2), (1, 300)]
)
def test_a_sound_palette_is_read(colours: int, alphas: int | None) -> None:
    given = indexed(bytes(3 * colours), None if alphas is None else bytes(alphas))
    assert viewmark.annotate(given, [], format="png").width == SIDE
