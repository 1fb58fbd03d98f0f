"""Unusual but legal JPEGs: contents of segments, component ids, tables.

Files that libjpeg-turbo (Pillow) reads give the same pixels. The browser reads every output file,
as does Pillow, without a warning. Files for which libjpeg-turbo gives a warning are rejected.
"""

from __future__ import annotations

import base64
import io
import warnings
from collections.abc import Awaitable, Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageOps

from viewmark import imaging
from viewmark.browser.page_target import PageTarget
from viewmark.errors import ImageCorrupt
from viewmark.imaging import Mark, Surroundings, annotate

ZOO = Path(__file__).parents[1] / "images" / "zoo"
MARK = Mark("7", 5, 4, 20, 12)


def file(name: str) -> bytes:
    return (ZOO / f"{name}.jpg").read_bytes()


def segment(marker: int, body: bytes) -> bytes:
    return bytes([0xFF, marker]) + (len(body) + 2).to_bytes(2, "big") + body


def find(data: bytes, marker: int) -> tuple[int, int]:
    """Return the start and end of the first segment with this marker."""
    at = 2
    while True:
        end = at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if data[at + 1] == marker:
            return at, end
        at = end


def without(data: bytes, marker: int) -> bytes:
    at, end = find(data, marker)
    return data[:at] + data[end:]


def first(data: bytes, *segments: bytes) -> bytes:
    """Return the file with these segments at the start."""
    return data[:2] + b"".join(segments) + data[2:]


def before(data: bytes, marker: int, new: bytes) -> bytes:
    at = find(data, marker)[0]
    return data[:at] + new + data[at:]


def named(data: bytes, names: bytes) -> bytes:
    """Return the file with other ids of its three components."""
    out = bytearray(data)
    frame, scan = find(data, 0xC0)[0], find(data, 0xDA)[0]
    for index, name in enumerate(names):
        out[frame + 10 + 3 * index] = out[scan + 5 + 2 * index] = name
    return bytes(out)


def adobe(transform: int) -> bytes:
    return segment(0xEE, b"Adobe\0d\0\0\0\0" + bytes([transform]))


PLAIN, FULL, PROGRESSIVE = file("420"), file("444"), file("progressive")
BARE = without(PLAIN, 0xE0)
"""Without JFIF, so that the file does not declare its colour space."""

XMP = b"http://ns.adobe.com/xap/1.0/\0"
JUNK: dict[str, bytes] = {
    "a JFIF segment without its numbers": first(BARE, segment(0xE0, b"JFIF")),
    "a JFIF segment without its density": first(BARE, segment(0xE0, b"JFIF\0\x01\x01")),
    "an empty APP0": first(BARE, segment(0xE0, b"")),
    "an APP0 of an AVI file": first(BARE, segment(0xE0, b"AVI1\0\0\0")),
    "a JFIF extension": before(PLAIN, 0xDB, segment(0xE0, b"JFXX\0\x10abc")),
    "XMP that ends in its name": first(PLAIN, segment(0xE1, XMP[:9])),
    "XMP that is only its name": first(PLAIN, segment(0xE1, XMP)),
    "extended XMP without its header": first(
        PLAIN, segment(0xE1, b"http://ns.adobe.com/xmp/extension/\0abc")
    ),
    "Exif without a directory": first(PLAIN, segment(0xE1, b"Exif\0\0")),
    "Exif of nonsense": first(PLAIN, segment(0xE1, b"Exif\0\0junkjunk")),
    "a colour profile without its numbers": first(PLAIN, segment(0xE2, b"ICC_PROFILE\0\x01")),
    "the second part of a colour profile": first(
        PLAIN, segment(0xE2, b"ICC_PROFILE\0\x02\x03" + b"junk" * 9)
    ),
    "an index of more pictures": first(PLAIN, segment(0xE2, b"MPF\0II*\0")),
    "a map of brightness": first(PLAIN, segment(0xE2, b"urn:iso:std:iso:ts:21496:-1\0\0\0\0\0")),
    "a Photoshop resource cut short": first(
        PLAIN, segment(0xED, b"Photoshop 3.0\x008BIM\x04\x04\0\0\0\xff\xff\xff")
    ),
    "comments with markers": first(
        PLAIN, segment(0xFE, b"\xff\xd9\xff\xda\xff"), segment(0xFE, b"")
    ),
    "every kind of application segment": first(
        PLAIN, *(segment(kind, bytes(range(255))) for kind in range(0xE3, 0xEE))
    ),
    "a table that nobody uses": before(PLAIN, 0xDA, segment(0xDB, b"\x03" + b"\x01" * 64)),
    "tables of arithmetic coding": before(PLAIN, 0xDA, segment(0xCC, b"\0\x10")),
    "a restart marker in the header": before(PLAIN, 0xDA, b"\xff\xd3"),
    "another picture behind it": PLAIN + FULL,
    "a progressive picture before another": PROGRESSIVE + FULL,
    "a longer Adobe segment": first(BARE, segment(0xEE, b"Adobe\0d\0\0\0\0\x01more")),
    "a shorter Adobe segment": first(BARE, segment(0xEE, b"Adobe\0d\0\0\0\0")),
    "bits behind the last block": PLAIN[:-2] + b"abc" + PLAIN[-2:],
    "a restart interval larger than the picture": before(PLAIN, 0xDA, segment(0xDD, b"\xff\xff")),
    "no restart interval, said aloud": before(PLAIN, 0xDA, segment(0xDD, b"\0\0")),
    "the process of extended files": PLAIN.replace(b"\xff\xc0", b"\xff\xc1"),
}
COLORS: dict[str, bytes] = {
    f"{title}, {how}": make(data)
    for title, data in (("half", PLAIN), ("full", FULL))
    for how, make in {
        "Adobe says RGB": lambda data: first(without(data, 0xE0), adobe(0)),
        "Adobe says YCbCr": lambda data: first(without(data, 0xE0), adobe(1)),
        "Adobe says YCCK": lambda data: first(without(data, 0xE0), adobe(2)),
        "Adobe says what nobody knows": lambda data: first(without(data, 0xE0), adobe(77)),
        "Adobe says RGB after JFIF": lambda data: before(data, 0xDB, adobe(0)),
        "Adobe says RGB before JFIF": lambda data: first(data, adobe(0)),
        "Adobe changes its mind": lambda data: first(without(data, 0xE0), adobe(1), adobe(0)),
        "nobody says anything": lambda data: without(data, 0xE0),
        "names R, G, B": lambda data: named(without(data, 0xE0), b"RGB"),
        "names R, G, B and JFIF": lambda data: named(data, b"RGB"),
        "names R, G, B, Adobe says YCbCr": lambda data: named(
            first(without(data, 0xE0), adobe(1)), b"RGB"
        ),
        "names R, G, B, Adobe says YCCK": lambda data: named(
            first(without(data, 0xE0), adobe(2)), b"RGB"
        ),
        "names r, g, b": lambda data: named(without(data, 0xE0), b"rgb"),
        "names 0, 1, 2": lambda data: named(without(data, 0xE0), bytes([0, 1, 2])),
        "three times the same name": lambda data: named(data, b"\1\1\1"),
    }.items()
}
INKS = {
    "inks without Adobe": without(file("cmyk"), 0xEE),
    **{
        f"inks, Adobe says {transform}": first(without(file("cmyk"), 0xEE), adobe(transform))
        for transform in (0, 1, 2)
    },
    "progressive, Adobe says RGB": first(without(PROGRESSIVE, 0xE0), adobe(0)),
    "progressive, Adobe says YCCK": first(without(PROGRESSIVE, 0xE0), adobe(2)),
}
ALL = {**JUNK, **COLORS, **INKS}


def rgb(data: bytes) -> np.ndarray:
    """Decode with Pillow; fail on a warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(int)


def oracle(data: bytes) -> np.ndarray:
    """Decode with libjpeg-turbo, without Pillow's interpretation of segments."""
    clean = data
    for start in (b"JFIF", b"MPF", b"ICC_PROFILE\0\x01"):
        at = data.find(start)
        if at > 0 and (start != b"JFIF" or data[at - 1] < 16):
            clean = data[: at - 4] + data[at - 2 + int.from_bytes(data[at - 2 : at], "big") :]
    return rgb(clean)


@pytest.mark.parametrize("title", ALL)
def test_it_is_read_as_libjpeg_turbo_reads_it(title: str) -> None:
    data = ALL[title]
    ours = rgb(imaging.encode(data, format="png"))
    assert np.abs(ours - oracle(data)).max() <= 4


@pytest.mark.parametrize("title", ALL)
def test_pillow_reads_what_comes_out_without_a_warning(title: str) -> None:
    data = ALL[title]
    plain = annotate(data, [], quality=100)
    if plain.untouched == 1:
        assert (rgb(plain.image) == oracle(data)).all()
    for quality in (100, 40):
        done = annotate(data, [MARK], quality=quality, surroundings=Surroundings(text=()))
        assert rgb(done.image).shape == (done.height, done.width, 3)


@pytest.mark.parametrize(
    "title",
    [
        title
        for title in (*JUNK, *COLORS)
        if not any(word in title for word in ("RGB", "R, G, B", "mind", "progressive", "extended"))
    ],
)
def test_it_is_still_followed_block_by_block(title: str) -> None:
    assert annotate(ALL[title], [], quality=100).untouched == 1


async def test_the_browser_reads_what_comes_out(
    page_of: Callable[[str], Awaitable[PageTarget]],
) -> None:
    page = await page_of("<body>")
    sources = {**ALL, **{path.stem: path.read_bytes() for path in ZOO.glob("*.jpg")}}
    del sources["arithmetic"]
    done = {
        title: annotate(data, [MARK], quality=100, surroundings=Surroundings(text=()))
        for title, data in sources.items()
    }
    pixels = await page.call(
        None,
        """async texts => {
            const read = async text => {
                const bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
                const options = {colorSpaceConversion: 'none'};
                const blob = new Blob([bytes], {type: 'image/jpeg'});
                const bitmap = await createImageBitmap(blob, options);
                const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
                const context = canvas.getContext('2d');
                context.drawImage(bitmap, 0, 0);
                const {data} = context.getImageData(0, 0, bitmap.width, bitmap.height);
                return btoa(String.fromCharCode(...data));
            };
            return Promise.all(texts.map(text => read(text).catch(error => String(error))));
        }""",
        [base64.b64encode(picture.image).decode() for picture in done.values()],
    )
    for (title, picture), seen in zip(done.items(), pixels, strict=True):
        assert "Error" not in seen, (title, seen)
        shape = (picture.height, picture.width, 4)
        seen = np.frombuffer(base64.b64decode(seen), np.uint8).reshape(shape)[..., :3]
        # Both use libjpeg-turbo, but the browser uses SIMD code with other rounding.
        assert np.abs(seen.astype(int) - rgb(picture.image)).max() <= 4, title


def test_a_file_that_lacks_a_huffman_table_is_damaged() -> None:
    """Motion JPEG omits the tables of T.81, K.3, but its frames are not JPEG files."""
    none = PLAIN
    while b"\xff\xc4" in none:
        none = without(none, 0xC4)
    progressive = PROGRESSIVE
    while b"\xff\xc4" in progressive:
        at = progressive.index(b"\xff\xc4")
        length = int.from_bytes(progressive[at + 2 : at + 4], "big")
        progressive = progressive[:at] + progressive[at + 2 + length :]
    for broken in (none, without(PLAIN, 0xC4), progressive):
        with pytest.raises(ImageCorrupt):
            annotate(broken, [])


@pytest.mark.parametrize(
    "data",
    [
        before(PLAIN, 0xDB, b"abc"),
        PLAIN[: find(PLAIN, 0xDA)[1] - 2] + b"\0" + PLAIN[find(PLAIN, 0xDA)[1] - 1 :],
        PLAIN[: find(PLAIN, 0xDA)[1] - 1] + b"\1" + PLAIN[find(PLAIN, 0xDA)[1] :],
        b"\xff\xd8" + PLAIN,
        PROGRESSIVE[:-2],
        PROGRESSIVE[:-60],
    ],
    ids=[
        "bytes between segments",
        "half a spectrum",
        "half the bits",
        "two starts",
        "no end",
        "cut",
    ],
)
def test_what_libjpeg_turbo_only_warns_of_is_damage(data: bytes) -> None:
    with pytest.raises(ImageCorrupt):
        annotate(data, [MARK])
    with pytest.raises(ImageCorrupt):
        imaging.encode(data, format="png")


@pytest.mark.parametrize("orientation", range(10))
@pytest.mark.parametrize("name", ["420", "grey", "progressive"])
def test_pictures_of_cameras_come_out_upright(name: str, orientation: int) -> None:
    tag = b"\x01\x12\0\x03\0\0\0\x01\0" + bytes([orientation]) + b"\0\0"
    exif = segment(0xE1, b"Exif\0\0MM\0*\0\0\0\x08\0\x01" + tag + b"\0" * 4)
    data = first(file(name), exif)
    upright = ImageOps.exif_transpose(Image.open(io.BytesIO(data))).convert("RGB")
    assert imaging.probe(data)[1:3] == upright.size
    ours = rgb(imaging.encode(data, format="png"))
    assert np.abs(ours - np.asarray(upright).astype(int)).max() <= 4
    done = annotate(data, [MARK], surroundings=Surroundings(text=()))
    assert (done.width, done.height) == upright.size
    # Readers must not rotate it again.
    assert ImageOps.exif_transpose(Image.open(io.BytesIO(done.image))).size == upright.size
