"""Draw the glyph atlas `atlas.bin` that the Rust core embeds.

Why an atlas: hinted glyphs read best at 10 to 16 px, and no Rust rasteriser hints; drawing them
once, offline, costs nothing at run time. FreeType's interpreter 35 snaps stems to whole pixels
in both directions (40, the default, only vertically), so that digits have sharp edges.

    python rust/core/assets/make_atlas.py [FOLDER WITH DejaVuSans.ttf AND DejaVuSans-Bold.ttf]

Needs Pillow and DejaVu 2.37 (Debian: fonts-dejavu-core). The result is the same on every run.

Layout, all integers little-endian:
    4 bytes   b"VMA1"
    u8, u8    number of faces, number of glyphs in each
    faces     u8 weight (0 normal, 1 bold), u8 em, u8 height of a digit
    records   per face, per glyph: u24 offset into the coverage, u8 width, u8 height,
              i8 left (from the pen), i8 top (rows from the baseline up to the first), u8 advance
    coverage  8-bit, row by row
"""

from __future__ import annotations

import os
import struct
import sys
from pathlib import Path

# Read when the library is loaded, hence before the import of Pillow.
os.environ["FREETYPE_PROPERTIES"] = "truetype:interpreter-version=35"

from PIL import ImageFont

FILES = {0: "DejaVuSans.ttf", 1: "DejaVuSans-Bold.ttf"}
EMS = (8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 24, 28, 32, 40)
#: Printable ASCII, the sign for "cut here", and the sign for every other character.
GLYPHS = [chr(code) for code in range(0x20, 0x7F)] + ["\u2026", "\u25af"]


def main(fonts: Path) -> None:
    """Write `atlas.bin` beside this file from the fonts in a folder."""
    faces, records, coverage = b"", b"", bytearray()
    for weight, name in FILES.items():
        for em in EMS:
            font = ImageFont.truetype(str(fonts / name), em, layout_engine=ImageFont.Layout.BASIC)
            top = font.getmask2("0", mode="L", anchor="ls")
            faces += struct.pack("<BBB", weight, em, -top[1][1])
            for glyph in GLYPHS:
                mask, (left, first_row) = font.getmask2(glyph, mode="L", anchor="ls")
                width, height = mask.size
                data = bytes(mask)
                advance = round(font.getlength(glyph))
                offset = struct.pack("<I", len(coverage))[:3]
                records += offset + struct.pack("<BBbbB", width, height, left, -first_row, advance)
                coverage += data
    count = len(FILES) * len(EMS)
    out = Path(__file__).with_name("atlas.bin")
    out.write_bytes(b"VMA1" + struct.pack("<BB", count, len(GLYPHS)) + faces + records + coverage)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/fonts/truetype/dejavu"))
