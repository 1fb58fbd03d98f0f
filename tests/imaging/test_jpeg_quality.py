"""The requested quality, checked with libjpeg-turbo (Pillow).

`tests/rust/quality.rs` tests all pairs of qualities; these are the qualities that other programs
report.
"""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from viewmark.imaging import Annotated, Surroundings, annotate

GIVEN = (100, 99, 95, 80, 50)
ASKED = (100, 99, 90, 80, 50, 10)


def picture(w: int, h: int) -> Image.Image:
    """Draw a small page: gradients, lines of dark stems, noise."""
    rng = np.random.default_rng(5)
    y, x = np.mgrid[0:h, 0:w]
    pixels = np.stack([x * 255 / w, 40 + y * 180 / h, 120 + 60 * np.sin(x / 30 + y / 50)], axis=2)
    stems = (y % 18 < 9) & ((x * 7 + y // 18 * 5) % 11 < 3) & (x < w * 0.6)
    pixels[stems] = (30, 30, 60)
    pixels += rng.normal(0, 6, pixels.shape) * (x > w * 0.7)[:, :, None]
    return Image.fromarray(pixels.clip(0, 255).astype(np.uint8))


def saved(image: Image.Image, quality: int, subsampling: int = 2) -> bytes:
    out = io.BytesIO()
    image.save(out, "JPEG", quality=quality, subsampling=subsampling, optimize=True)
    return out.getvalue()


def tables(data: bytes) -> dict[int, list[int]]:
    return Image.open(io.BytesIO(data)).quantization  # type: ignore[attr-defined,no-any-return]


def error(data: bytes, image: Image.Image) -> float:
    made = np.asarray(Image.open(io.BytesIO(data)).convert("RGB"), np.int16)
    return float(np.abs(made - np.asarray(image, np.int16)).mean())


def delivered(data: bytes, quality: int, max_base64: int = 1 << 30) -> Annotated:
    plain = Surroundings(text=[])
    return annotate(data, [], quality=quality, max_base64=max_base64, surroundings=plain)


@pytest.mark.parametrize("subsampling", [0, 1, 2], ids=["4:4:4", "4:2:2", "4:2:0"])
def test_what_is_delivered_has_the_tables_that_libjpeg_writes_for_that_quality(
    subsampling: int,
) -> None:
    image = picture(320, 200)
    for given in GIVEN:
        data = saved(image, given, subsampling)
        for asked in ASKED:
            done, lower = delivered(data, asked), min(given, asked)
            wanted = saved(image, lower, subsampling)
            assert done.quality == lower, (given, asked)
            assert tables(done.image) == tables(wanted), (given, asked)
            again = saved(Image.open(io.BytesIO(data)), lower, subsampling)
            assert error(done.image, image) <= error(again, image) * 1.1 + 0.1, (given, asked)
            if asked < given:
                assert 0.7 < len(done.image) / len(again) < 1.15, (given, asked)


def test_a_budget_makes_the_finest_file_smaller_as_it_does_a_usual_one() -> None:
    image = picture(1280, 720)
    made = {given: delivered(saved(image, given), 100, 60_000) for given in (100, 99, 95)}
    usual = made[95]
    for given, done in made.items():
        assert done.base64_size <= 60_000
        assert abs(done.scale / usual.scale - 1) < 0.12, given
        assert abs(done.quality - usual.quality) <= 12, given
        assert done.quality >= 28, given
