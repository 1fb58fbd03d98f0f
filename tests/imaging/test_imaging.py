"""The pixel core from Python. Files are checked with Pillow, which uses libjpeg-turbo."""

from __future__ import annotations

import base64
import io
import math
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageOps

from viewmark import _core, imaging, model_rules
from viewmark.errors import (
    ImageCorrupt,
    ImageError,
    ImageTooLarge,
    ImageUnsupported,
    InvalidMark,
    InvalidOption,
    NotAnImage,
    SizeLimitExceeded,
    UnknownModel,
    table,
)
from viewmark.imaging import (
    Box,
    Mark,
    Style,
    Surroundings,
    annotate,
    probe,
    size_within,
)

ZOO = Path(__file__).parents[1] / "images" / "zoo"
REFUSED = ("arithmetic.jpg", "thirds.jpg")  # see test_jpeg_zoo
FILES = sorted(
    p.name for p in ZOO.iterdir() if p.suffix in (".jpg", ".png") and p.name not in REFUSED
)
BASELINE = ["420", "422", "444", "restart", "optimised", "q100", "q5", "17x9"]
NO_TEXT = Surroundings(text=())


def page(width: int = 640, height: int = 400) -> Image.Image:
    """Draw rows of text, buttons and a dark card."""
    image = Image.new("RGB", (width, height), "white")
    draw = ImageDraw.Draw(image)
    draw.rectangle([width // 2, 0, width, height // 3], fill="#223")
    for row in range(10, height - 30, 34):
        draw.rectangle([12, row, 120, row + 22], outline="#889", fill="#eef")
        draw.text((24, row + 5), f"Button {row}", fill="black")
        draw.text((150, row + 5), "lorem ipsum dolor sit amet consetetur " * 3, fill="#456")
    return image


def marks_of(image: Image.Image) -> list[Mark]:
    return [
        Mark(str(n), 12, row, 109, 23) for n, row in enumerate(range(10, image.height - 30, 34), 1)
    ]


def file_of(image: Image.Image, kind: str = "JPEG", **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def rgb(data: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(int)


def luma(data: bytes) -> np.ndarray:
    """Return the Y samples before colour conversion."""
    image = Image.open(io.BytesIO(data))
    image.draft("YCbCr", image.size)
    return np.asarray(image).astype(int)[..., 0]


JPEG = file_of(page(), quality=80)
PNG = file_of(page(), "PNG")
MARKS = marks_of(page())


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("format", ["jpeg", "png"])
def test_every_kind_of_picture_is_annotated(name: str, format: imaging.Format) -> None:
    data = (ZOO / name).read_bytes()
    done = annotate(data, [Mark("1", 2, 2, 20, 8)], format=format)
    opened = Image.open(io.BytesIO(done.image))
    opened.load()
    upright = ImageOps.exif_transpose(Image.open(io.BytesIO(data)))
    assert opened.size == (done.width, done.height) == upright.size
    assert opened.format == format.upper()
    assert done.base64 == base64.b64encode(done.image).decode()
    assert done.base64_size == len(done.base64)


@pytest.mark.parametrize("name", BASELINE)
def test_without_marks_a_baseline_jpeg_keeps_every_pixel(name: str) -> None:
    data = (ZOO / f"{name}.jpg").read_bytes()
    done = annotate(data, [], quality=100)
    assert done.untouched == 1.0
    assert (rgb(done.image) == rgb(data)).all()


def test_outside_the_ink_a_jpeg_keeps_every_sample() -> None:
    done = annotate(JPEG, MARKS[:3], surroundings=NO_TEXT)
    changed = luma(done.image) != luma(JPEG)
    allowed = np.zeros_like(changed)
    boxes = [*done.placements, *(Box(12, int(m.y), 109, 23) for m in MARKS[:3])]
    for x, y, width, height in boxes:
        # Whole blocks of 8x8, and a pixel for the line's outer edge.
        left, top = (x - 2) // 8 * 8, (y - 2) // 8 * 8
        allowed[max(top, 0) : (y + height + 9) // 8 * 8, left : (x + width + 9) // 8 * 8] = True
    assert changed.any()
    assert not (changed & ~allowed).any()
    assert 0.5 < done.untouched < 1


@pytest.mark.parametrize("subsampling", [0, 1, 2])
def test_both_routes_draw_the_same_marks(subsampling: int) -> None:
    jpeg = file_of(page(), quality=80, subsampling=subsampling)
    blocks = annotate(jpeg, MARKS, surroundings=NO_TEXT)
    pixels = annotate(rgb(jpeg).astype(np.uint8), MARKS, surroundings=NO_TEXT)
    assert blocks.placements == pixels.placements
    assert blocks.untouched > 0
    assert pixels.untouched == 0
    difference = np.abs(luma(blocks.image) - luma(pixels.image))
    # The pixel route quantizes the whole image once more, with steps of 3 to 24.
    assert difference.mean() < 2.5
    assert np.quantile(difference, 0.99) <= 24


def test_badges_are_where_the_answer_says_and_show_their_number() -> None:
    done = annotate(PNG, MARKS, format="png", max_base64=5_000_000)
    drawn, plain = rgb(done.image), rgb(PNG)
    for x, y, width, height in done.placements:
        inside = drawn[y : y + height, x : x + width].reshape(-1, 3).sum(axis=1)
        assert (inside > 600).any(), "light digits"
        assert (inside < 400).any(), "dark fill"
    outside = np.ones(drawn.shape[:2], bool)
    for x, y, width, height in [*done.placements, *(Box(12, int(m.y), 109, 23) for m in MARKS)]:
        outside[y - 2 : y + height + 2, x - 2 : x + width + 2] = False
    assert (drawn[outside] == plain[outside]).all()


@pytest.mark.parametrize("name", [n for n in FILES if n.endswith(".png") and "16" not in n])
def test_png_pixels_are_those_of_the_oracle_over_white(name: str) -> None:
    data = (ZOO / name).read_bytes()
    image = Image.open(io.BytesIO(data)).convert("RGBA")
    white = Image.new("RGBA", image.size, "white")
    expected = np.asarray(Image.alpha_composite(white, image).convert("RGB")).astype(int)
    assert np.abs(rgb(imaging.encode(data, format="png")) - expected).max() <= 1


@pytest.mark.parametrize("name", ["420", "progressive", "grey", "restart", "444"])
def test_decoded_jpegs_agree_with_the_oracle(name: str) -> None:
    data = (ZOO / f"{name}.jpg").read_bytes()
    ours = rgb(imaging.encode(data, format="png"))
    # Decoders may round and upsample colour differently.
    assert np.abs(ours - rgb(data)).mean() < 2


def test_arrays_give_the_picture_of_the_file() -> None:
    array = np.asarray(page())
    alpha = np.asarray(page().convert("RGBA"))
    from_file = annotate(PNG, MARKS)
    for source in (array, alpha, np.asfortranarray(array), array[::1]):
        assert annotate(source, MARKS).image == from_file.image


def test_views_of_arrays_are_read_in_place_or_copied_alike() -> None:
    whole = np.asarray(page())
    for view in (whole[50:300, 40:500], whole[::-1], whole[:, ::2], whole[:, :, ::-1]):
        assert annotate(view, MARKS[:2]).image == annotate(view.copy(order="C"), MARKS[:2]).image


def test_base64_text_in_gives_the_same_file() -> None:
    text = base64.b64encode(JPEG).decode()
    done = annotate(text, MARKS)
    assert isinstance(done.file, str)
    assert done.image == annotate(JPEG, MARKS).image


def test_the_order_of_marks_does_not_matter() -> None:
    forward, backward = annotate(JPEG, MARKS), annotate(JPEG, MARKS[::-1])
    assert forward.placements == backward.placements[::-1]
    assert forward.image == backward.image or forward.base64_size == backward.base64_size


def test_placing_ahead_gives_the_same_picture() -> None:
    around = Surroundings(text=[(150, 10, 400, 14)], css_scale=1.0)
    placed = imaging.place((640, 400), MARKS, surroundings=around)
    ahead = annotate(JPEG, MARKS, surroundings=around, placed=placed)
    assert ahead.image == annotate(JPEG, MARKS, surroundings=around).image
    assert ahead.placements == placed.boxes


def test_badges_neither_overlap_nor_leave_the_picture() -> None:
    many = [Mark(str(n), n % 20 * 32, n // 20 * 40, 30, 30) for n in range(200)]
    done = annotate(JPEG, many)
    covered = np.zeros((done.height, done.width), int)
    for x, y, width, height in done.placements:
        assert min(x, y) >= 0
        assert (x + width, y + height) <= (done.width, y + height)
        assert y + height <= done.height
        covered[y : y + height, x : x + width] += 1
    assert covered.max() == 1


def test_odd_marks_have_a_defined_result() -> None:
    odd = [
        Mark("zero", 100, 100, 0, 0),
        Mark("outside", 5000, 5000, 10, 10),
        Mark("before", -500, -500, 10, 10),
        Mark("far", 1e300, -1e300, 1, 1),
        Mark("huge", -1e6, -1e6, 2e6, 2e6),
        Mark("n" * 300, 200, 200, 50, 20),
        Mark("", 300, 300, 50, 20),
        Mark("ünï\x00🙂", 400, 300, 50, 20),
    ]
    done = annotate(JPEG, odd)
    assert len(done.placements) == len(odd)
    assert [done.notes[i] for i in (1, 2, 3)] == ["outside"] * 3
    assert done.placements[1] == Box(0, 0, 0, 0)
    assert done.placements[0].width > 0


def test_ten_thousand_marks_end_in_a_picture() -> None:
    many = [Mark(str(n), n % 100 * 6, n // 100 * 4, 5, 3) for n in range(10_000)]
    done = annotate(JPEG, many, max_base64=5_000_000)
    assert len(done.placements) == 10_000


@pytest.mark.parametrize(
    ("mark", "index"),
    [
        (Mark("a", math.nan, 0, 1, 1), 1),
        (Mark("a", 0, math.inf, 1, 1), 1),
        (Mark("a", 0, 0, -1, 1), 1),
        (Mark("a", 0, 0, 1, -math.inf), 1),
        (("a", 0, 0, 1, 1), 1),
        (Mark("a", "x", 0, 1, 1), 1),  # type: ignore[arg-type]
    ],
)
def test_impossible_marks_are_named(mark: Mark, index: int) -> None:
    with pytest.raises(InvalidMark) as caught:
        annotate(JPEG, [MARKS[0], mark])
    assert caught.value.data["index"] == index


@pytest.mark.parametrize(
    ("image", "error"),
    [
        (b"", NotAnImage),
        (b"GIF89a" + bytes(100), NotAnImage),
        ("not base64 !", NotAnImage),
        (None, NotAnImage),
        (JPEG[: len(JPEG) // 2], ImageCorrupt),
        (JPEG[:300], ImageCorrupt),
        (PNG[: len(PNG) // 2], ImageCorrupt),
        (b"\xff\xd8\xff\xd9", ImageCorrupt),
        (b"\x89PNG\r\n\x1a\n", ImageCorrupt),
        (np.zeros((4, 0), np.uint8), InvalidOption),
        (np.zeros((4, 4, 2), np.uint8), InvalidOption),
        (np.zeros((4, 4, 3), np.float32), InvalidOption),
        (np.zeros((0, 4, 3), np.uint8), InvalidOption),
    ],
)
def test_what_is_no_picture_is_a_documented_error(image: object, error: type[Exception]) -> None:
    with pytest.raises(error):
        annotate(image, MARKS)  # type: ignore[arg-type]


def patched_size(data: bytes, width: int, height: int) -> bytes:
    """Return a JPEG whose frame header declares another size."""
    at = data.index(b"\xff\xc0") + 5
    return data[:at] + height.to_bytes(2, "big") + width.to_bytes(2, "big") + data[at + 4 :]


def test_headers_that_announce_too_much_cost_nothing() -> None:
    with pytest.raises(ImageTooLarge) as caught:
        annotate(patched_size(JPEG, 65_535, 65_535), [])
    assert caught.value.data["limit"] == 1 << 26
    # Within the limit, but with far more pixels than its bytes can encode.
    with pytest.raises(ImageCorrupt):
        annotate(patched_size(JPEG, 8_000, 8_000), [])
    bomb = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (60_000).to_bytes(4, "big") * 2
    with pytest.raises(ImageTooLarge):
        annotate(bomb + bytes(40), [])


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        (b"\xff\xc0\x00\x11\x08", b"\xff\xc0\x00\x11\x0c", ImageUnsupported),  # 12 bits
        (b"\xff\xc0", b"\xff\xc9", ImageUnsupported),  # arithmetic coding
        (b"\xff\xc0", b"\xff\xc3", ImageUnsupported),  # lossless
        (b"\xff\xc0", b"\xff\xc5", ImageUnsupported),  # hierarchical
        (b"\xff\xc4\x00\xb5", b"\xff\xef\x00\xb5", ImageCorrupt),  # AC tables missing
        (b"\xff\xdb", b"\xff\xef", ImageCorrupt),  # quantisation tables missing
    ],
)
def test_legal_but_foreign_and_broken_headers(
    old: bytes, new: bytes, error: type[Exception]
) -> None:
    with pytest.raises(error):
        annotate(JPEG.replace(old, new), MARKS)


def test_a_missing_end_and_garbage_behind_it_are_forgiven() -> None:
    whole = annotate(JPEG, MARKS).image
    assert annotate(JPEG[:-2], MARKS).image == whole
    assert annotate(JPEG + b"garbage" * 9, MARKS).image == whole


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_damage_gives_a_picture_or_a_documented_error(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(FILES))
    content = bytearray((ZOO / name).read_bytes())
    for at in data.draw(st.lists(st.integers(0, len(content) - 1), max_size=6)):
        content[at] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(1, len(content)))
    try:
        annotate(bytes(content[:cut]), [Mark("1", 1, 1, 9, 9)])
    except ImageError as error:
        assert table()[error.code] is type(error)


@pytest.mark.parametrize("source", [JPEG, PNG], ids=["jpeg", "png"])
@pytest.mark.parametrize("share", [0.9, 0.7, 0.5, 0.3, 0.1])
def test_a_budget_that_binds_is_used_and_never_exceeded(source: bytes, share: float) -> None:
    free = annotate(source, MARKS)
    limit = int(free.base64_size * share)
    done = annotate(source, MARKS, max_base64=limit)
    assert 0.9 * limit <= done.base64_size <= limit
    assert done.quality < free.quality or done.scale < 1
    assert (done.width, done.height) == Image.open(io.BytesIO(done.image)).size
    assert done.width == round(640 * done.scale)


def test_the_answer_says_how_many_files_the_budget_took() -> None:
    for source in (JPEG, PNG):
        free = annotate(source, MARKS)
        assert free.passes == 1
        assert annotate(source, MARKS, max_base64=free.base64_size).passes == 1
        assert annotate(source, MARKS, max_base64=free.base64_size // 8).passes >= 1


def test_a_png_budget_takes_a_palette_before_it_scales() -> None:
    noisy = np.asarray(page()).copy()
    noisy[200:, 320:] ^= np.random.default_rng(1).integers(0, 64, (200, 320, 3), np.uint8)
    free = annotate(noisy, MARKS, format="png", max_base64=10_000_000)
    done = annotate(noisy, MARKS, format="png", max_base64=free.base64_size // 2)
    assert done.scale == 1.0
    assert Image.open(io.BytesIO(done.image)).mode == "P"
    smaller = annotate(noisy, MARKS, format="png", max_base64=free.base64_size // 20)
    assert smaller.scale < 1
    assert smaller.base64_size <= free.base64_size // 20


def test_an_impossible_budget_says_how_much_it_needs() -> None:
    with pytest.raises(SizeLimitExceeded) as caught:
        annotate(JPEG, MARKS, max_base64=100)
    assert caught.value.data["limit"] == 100
    assert caught.value.data["smallest"] > 100


@pytest.mark.parametrize("shape", [(3000, 1, 3), (1, 3000, 3), (2, 65, 3)])
def test_the_search_for_a_size_ends_for_thin_pictures(shape: tuple[int, int, int]) -> None:
    with pytest.raises(SizeLimitExceeded):
        annotate(np.zeros(shape, np.uint8), [], max_base64=400)


def test_quality_is_a_ceiling_also_for_files_of_higher_quality() -> None:
    fine = file_of(page(), quality=95)
    assert annotate(fine, MARKS, quality=95, max_base64=10**7).untouched > 0
    coarse = annotate(fine, MARKS, quality=40, max_base64=10**7)
    assert coarse.quality <= 41
    assert coarse.scale == 1.0
    assert coarse.base64_size < len(fine)


def test_tokens_decide_the_size_by_the_family_named() -> None:
    for model, limit in (("claude", 200), ("gpt-6-astra", 200), ("gpt-4o", 300)):
        done = annotate(JPEG, MARKS, max_tokens=limit, token_model=model)
        size = (done.width, done.height)
        assert done.scale < 1
        assert model_rules.rules_of(model).tokens(size) <= limit
        assert size == size_within(probe(JPEG)[1:], max_tokens=limit, token_model=model)
    assert annotate(JPEG, MARKS, max_tokens=1120, token_model="gemini").scale == 1
    with pytest.raises(InvalidOption, match="costs at least 1120"):
        annotate(JPEG, MARKS, max_tokens=1119, token_model="gemini")
    with pytest.raises(UnknownModel, match="parrot"):
        annotate(JPEG, MARKS, max_tokens=100, token_model="parrot")


def test_no_side_is_longer_than_asked_and_the_stricter_limit_holds() -> None:
    width, height = probe(JPEG)[1:]
    assert (annotate(JPEG, MARKS, max_side=9000).width) == width
    for image in (JPEG, PNG, np.asarray(page())):
        done = annotate(image, MARKS, max_side=200)
        assert max(done.width, done.height) == 200
    tokens = annotate(JPEG, MARKS, max_tokens=50)
    both = annotate(JPEG, MARKS, max_tokens=50, max_side=8000)
    assert (both.width, both.height) == (tokens.width, tokens.height)
    assert height < width
    for wrong in (0, -1, 1.5, True, "x"):
        with pytest.raises(InvalidOption, match="max_side"):
            annotate(JPEG, MARKS, max_side=wrong)  # type: ignore[arg-type]


def test_marks_are_drawn_at_the_delivered_size() -> None:
    done = annotate(PNG, MARKS[:2], max_tokens=100)
    assert done.scale < 0.6
    # A badge drawn before scaling would be this small; one drawn afterwards keeps its height.
    assert all(box.height >= 12 for box in done.placements)


@pytest.mark.parametrize(
    "options",
    [
        {"quality": 0},
        {"quality": 101},
        {"quality": "80"},
        {"quality": True},
        {"max_base64": 0},
        {"format": "webp"},
        {"style": Style(badge_size=9)},
        {"style": Style(box_width=17)},
        {"style": Style(opacity=math.nan)},
        {"style": Style(opacity=2)},
        {"style": Style(badge_color="red")},
        {"style": Style(badge_color=(1, 2, 256))},
        {"style": Style(palette=())},
        {"style": Style(box_style="wavy")},  # type: ignore[arg-type]
        {"surroundings": Surroundings(text=[(1, 2, 3)])},  # type: ignore[list-item]
        {"surroundings": Surroundings(css_scale="x")},  # type: ignore[arg-type]
    ],
)
def test_options_outside_their_range_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(InvalidOption):
        annotate(JPEG, MARKS, **options)  # type: ignore[arg-type]


def test_styles_change_the_picture() -> None:
    default = annotate(PNG, MARKS[:1], format="png").image
    for style in (
        Style(badge_color="#123456"),
        Style(badge_color=(200, 30, 30), badge_text_color="#fff"),
        Style(badge_size=30),
        Style(show_bounding_box=False),
        Style(box_style="dashed", box_width=3, opacity=0.5),
        Style(box_style="corners", font_weight="normal"),
        Style(palette=("#000", "#102030")),
    ):
        assert annotate(PNG, MARKS[:1], format="png", style=style).image != default


def test_explaining_gives_a_picture_of_the_same_size() -> None:
    explained = Image.open(io.BytesIO(imaging.explain(JPEG, MARKS[:3])))
    assert (explained.format, explained.size) == ("PNG", (640, 400))


def test_probe_reads_the_header_alone() -> None:
    assert imaging.probe(JPEG) == ("jpeg", 640, 400)
    assert imaging.probe(PNG[:40]) == ("png", 640, 400)
    assert imaging.probe(base64.b64encode(JPEG).decode()) == ("jpeg", 640, 400)


def test_threads_give_the_same_files() -> None:
    alone = annotate(JPEG, MARKS).image
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda _: annotate(JPEG, MARKS).image, range(40)))
    assert set(together) == {alone}


def test_every_native_error_has_a_class() -> None:
    codes = {"not_an_image", "image_corrupt", "image_unsupported", "image_too_large"}
    codes |= {"invalid_mark", "invalid_option", "size_limit_exceeded"}
    assert codes <= set(table())
    with pytest.raises(_core.CoreError) as caught:
        _core.probe(b"nothing")
    assert caught.value.args[0] == "not_an_image"


def test_importing_it_loads_neither_numpy_nor_asyncio() -> None:
    # The interpreter itself imports numpy at its start only if a .pth file requests that.
    script = (
        "import sys, viewmark.imaging;"
        "print([m for m in ('numpy','asyncio','websockets','cdp_socket') if m in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
