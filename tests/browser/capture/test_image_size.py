from __future__ import annotations

import base64
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from viewmark.browser.capture.image_size import image_size
from viewmark.errors import ScreenshotFailed


def picture(format, size, **options):
    out = io.BytesIO()
    Image.new("RGB", size, (9, 99, 199)).save(out, format, **options)
    return base64.b64encode(out.getvalue()).decode()


@pytest.mark.parametrize("size", [(1, 1), (640, 360), (1281, 717), (4000, 3)])
@pytest.mark.parametrize(
    ("format", "options"),
    [
        ("png", {}),
        ("jpeg", {}),
        ("jpeg", {"progressive": True}),
        ("jpeg", {"exif": b"Exif\0\0" + b"x" * 60_000}),
    ],
)
def test_the_size_is_read_from_the_first_bytes(format, options, size):
    assert image_size(picture(format, size, **options)) == size


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A",
        "====",
        "not base64 ä",
        base64.b64encode(b"GIF89a" * 20).decode(),
        "/9j/",
        "/9j/4A==",
    ],
)
def test_what_is_no_picture_is_an_error(text):
    with pytest.raises(ScreenshotFailed):
        image_size(text)


@given(st.binary(max_size=200), st.sampled_from([b"", b"\xff\xd8", b"\x89PNG\r\n\x1a\n"]))
def test_any_bytes_give_a_size_or_the_documented_error(data, start):
    try:
        width, height = image_size(base64.b64encode(start + data).decode())
    except ScreenshotFailed:
        return
    assert width > 0
    assert height > 0


@given(st.integers(0, 700))
def test_a_picture_that_breaks_off_gives_its_size_or_the_documented_error(length):
    try:
        size = image_size(picture("jpeg", (77, 33))[:length])
    except ScreenshotFailed:
        return
    assert size == (77, 33)
