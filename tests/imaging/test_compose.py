"""Images composed of parts of others."""

from __future__ import annotations

import base64
import io

import pytest
from pictures import opened
from PIL import Image

from viewmark import imaging
from viewmark.errors import InvalidOption, NotAnImage


def _file(color: tuple[int, int, int], size: tuple[int, int] = (20, 10)) -> str:
    out = io.BytesIO()
    Image.new("RGB", size, color).save(out, "PNG")
    return base64.b64encode(out.getvalue()).decode()


def test_parts_lie_where_they_are_put_and_the_rest_is_white() -> None:
    red, blue = _file((255, 0, 0)), _file((0, 0, 255))
    parts = [(red, (0, 0, 20, 5), (0, 0)), (blue, (5, 2, 10, 8), (20, 5))]
    picture = opened(imaging.compose((40, 20), parts, format="png"))
    assert picture.size == (40, 20)
    spots = {(0, 0): (255, 0, 0), (19, 4): (255, 0, 0), (20, 5): (0, 0, 255), (29, 12): (0, 0, 255)}
    spots |= {(0, 5): (255,) * 3, (30, 12): (255,) * 3, (29, 13): (255,) * 3}
    assert {at: picture.getpixel(at) for at in spots} == spots


def test_what_lies_outside_of_either_picture_is_left_out() -> None:
    parts = [
        (_file((255, 0, 0)), (15, 5, 500, 500), (36, 18)),
        (_file((1, 1, 1)), (99, 99, 5, 5), (0, 0)),
    ]
    parts += [(_file((0, 255, 0)), (0, 0, 5, 5), (60_000, 60_000))]
    picture = opened(imaging.compose((40, 20), parts, format="png"))
    assert picture.getpixel((39, 19)) == (255, 0, 0)
    assert picture.getpixel((35, 19)) == (255, 255, 255)


def test_a_jpeg_comes_out_as_asked() -> None:
    made = imaging.compose((16, 16), [(_file((255, 0, 0)), (0, 0, 16, 10), (0, 0))], quality=90)
    assert imaging.probe(made) == ("jpeg", 16, 16)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(NotAnImage):
        imaging.compose((5, 5), [("aGVsbG8=", (0, 0, 5, 5), (0, 0))])
    with pytest.raises(InvalidOption):
        imaging.compose((0, 5), [])
    with pytest.raises(InvalidOption):
        imaging.compose((5, 5), [(_file((0, 0, 0)), (0, 0, -5, 5), (0, 0))])
