"""A collection of JPEGs: legal ones give libjpeg-turbo's pixels (Pillow), damaged ones errors.

Files that Pillow cannot write are in `images/zoo` (see its make.py). Damage is applied here, byte
by byte, so that each test shows what is wrong with its file.
"""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from viewmark import imaging
from viewmark.errors import ImageCorrupt, ImageTooLarge, ImageUnsupported
from viewmark.imaging import Annotated, Mark, Surroundings, annotate

ZOO = Path(__file__).parents[1] / "images" / "zoo"
MARK = Mark("7", 5, 4, 20, 12)
NO_TEXT = Surroundings(text=())

# Files that are edited without decoding, with the size of their MCUs in px.
BY_BLOCKS = {
    "420": (16, 16),
    "422": (16, 8),
    "440": (8, 16),
    "444": (8, 8),
    "411": (32, 8),
    "410": (32, 16),
    "17x9": (16, 16),
    "blank": (16, 16),
    "fine": (16, 16),
    "optimised": (16, 16),
    "q100": (8, 8),
    "q5": (16, 16),
    "restart": (16, 16),
    "restart-444": (8, 8),
    "restart-uneven": (16, 16),
}
BY_PIXELS = (
    "cmyk",
    "coarse-luma",
    "coarse-luma-progressive",
    "grey",
    "large-units",
    "progressive",
    "progressive-grey",
    "red-green-blue",
    "restart-progressive",
    "separate",
    "separate-420",
    "thirds",
    "thirds-progressive",
    "two-scans",
    "uneven",
    "wide-steps",
)
REFUSED = {"arithmetic": "arithmetic"}


def file(name: str) -> bytes:
    return (ZOO / f"{name}.jpg").read_bytes()


def rgb(data: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(int)


def luma(data: bytes) -> np.ndarray:
    """Return the Y samples before colour conversion."""
    image = Image.open(io.BytesIO(data))
    image.draft("YCbCr", image.size)
    return np.asarray(image).astype(int)[..., 0]


def segment(data: bytes, marker: int, number: int = 0) -> tuple[int, int]:
    """Return the start and end of the number-th segment with this marker."""
    at = 2
    while True:
        end = at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if data[at + 1] == marker:
            if number == 0:
                return at, end
            number -= 1
        at = end


def put(data: bytes, at: int, new: bytes, length: int | None = None) -> bytes:
    """Return the file with `new` replacing the bytes at `at`."""
    return data[:at] + new + data[at + (len(new) if length is None else length) :]


def drawn(data: bytes) -> Annotated:
    return annotate(data, [MARK], quality=100, surroundings=NO_TEXT)


def touched(done: Annotated, unit: tuple[int, int], shape: tuple[int, ...]) -> np.ndarray:
    """Return a mask of the MCUs that may contain ink of the mark, and of their neighbours."""
    mask = np.zeros(shape[:2], bool)
    for x, y, width, height in (*done.placements, (5, 4, 20, 12)):
        # Lines and outlines extend by 3 px; smooth upsampling reads one more chroma sample.
        left, top = max(x - 3, 0) // unit[0] * unit[0] - 4, max(y - 3, 0) // unit[1] * unit[1] - 4
        right = (x + width + 3) // unit[0] * unit[0] + unit[0] + 4
        bottom = (y + height + 3) // unit[1] * unit[1] + unit[1] + 4
        mask[max(top, 0) : bottom, max(left, 0) : right] = True
    return mask


def test_every_file_of_the_zoo_is_sorted() -> None:
    known = {*BY_BLOCKS, *BY_PIXELS, *REFUSED, "1x1", "exif"}
    assert {path.stem for path in ZOO.glob("*.jpg")} == known


@pytest.mark.parametrize("name", BY_BLOCKS)
def test_what_is_followed_block_by_block_keeps_its_pixels_exactly(name: str) -> None:
    data = file(name)
    plain = annotate(data, [], quality=100)
    assert plain.untouched == 1
    assert (rgb(plain.image) == rgb(data)).all()
    done = drawn(data)
    assert 0 <= done.untouched < 1
    changed = (rgb(done.image) != rgb(data)).any(axis=2)
    assert changed.any()
    assert not (changed & ~touched(done, BY_BLOCKS[name], changed.shape)).any()


@pytest.mark.parametrize("name", [*BY_BLOCKS, *BY_PIXELS])
def test_both_routes_agree_within_the_quantisation(name: str) -> None:
    data = file(name)
    done = drawn(data)
    # Both routes lose the same at the same quality.
    picture = rgb(data).astype(np.uint8)
    pixels = annotate(picture, [MARK], quality=done.quality, surroundings=NO_TEXT)
    assert done.placements == pixels.placements
    # Only luma, because the pixel route always stores chroma at half resolution.
    assert np.abs(luma(done.image) - luma(pixels.image)).mean() < 3


@pytest.mark.parametrize("name", BY_PIXELS)
def test_what_is_decoded_whole_agrees_with_the_oracle(name: str) -> None:
    data = file(name)
    ours = rgb(imaging.encode(data, format="png"))
    # Decoders may round samples and upsampling steps differently.
    assert np.abs(ours - rgb(data)).max() <= 4
    assert drawn(data).untouched == 0


@pytest.mark.parametrize("name", REFUSED)
def test_legal_kinds_that_nothing_here_reads_are_named(name: str) -> None:
    with pytest.raises(ImageUnsupported, match=REFUSED[name]):
        drawn(file(name))


@pytest.mark.parametrize("subsampling", [0, 1, 2])
def test_all_sizes_up_to_a_unit_and_a_pixel_keep_their_pixels(subsampling: int) -> None:
    noise = np.random.default_rng(5).integers(0, 256, (17, 17, 3), np.uint8)
    for width in range(1, 18):
        for height in range(1, 18):
            out = io.BytesIO()
            picture = Image.fromarray(noise[:height, :width])
            picture.save(out, "JPEG", quality=85, subsampling=subsampling)
            data = out.getvalue()
            done = annotate(data, [], quality=100)
            assert done.untouched == 1
            assert (rgb(done.image) == rgb(data)).all(), (width, height)
            marked = annotate(data, [Mark("1", 0, 0, width, height)], quality=100)
            assert (marked.width, marked.height) == (width, height)
            assert rgb(marked.image).shape == (height, width, 3)


@pytest.mark.parametrize("name", ["420", "optimised", "restart", "separate"])
def test_a_scan_cut_anywhere_is_damage_or_whole(name: str) -> None:
    data, whole = file(name), drawn(file(name)).image
    start = segment(data, 0xDA)[1]
    for end in range(start, len(data)):
        try:
            # The rest may contain every block: then only the end is missing.
            assert drawn(data[:end]).image == whole
            assert end >= len(data) - 3
        except ImageCorrupt:
            assert end < len(data) - 2


@pytest.mark.parametrize("name", ["420", "progressive", "separate"])
def test_a_header_cut_anywhere_is_damage(name: str) -> None:
    data = file(name)
    for end in range(2, segment(data, 0xDA)[1]):
        with pytest.raises(ImageCorrupt):
            drawn(data[:end])


@pytest.mark.parametrize("name", [*BY_BLOCKS, "grey", "separate", "separate-420", "two-scans"])
def test_a_missing_end_is_forgiven(name: str) -> None:
    assert drawn(file(name)[:-2]).image == drawn(file(name)).image


@pytest.mark.parametrize("name", [*BY_BLOCKS, *BY_PIXELS])
def test_garbage_behind_the_end_is_forgiven(name: str) -> None:
    for garbage in (b"\0" * 64, b"\xff\xd8\xff\xc0 another picture", b"\xff" * 9):
        assert drawn(file(name) + garbage).image == drawn(file(name)).image


def test_fill_bytes_before_markers_change_nothing() -> None:
    data, whole = file("restart"), rgb(drawn(file("restart")).image)
    for marker in (0xDB, 0xC0, 0xC4, 0xDA):
        at = segment(data, marker)[0]
        assert (rgb(drawn(put(data, at, b"\xff\xff\xff", 0)).image) == whole).all()
    start = segment(data, 0xDA)[1]
    for marker in (b"\xff\xd0", b"\xff\xd9"):
        at = data.index(marker, start)
        assert (rgb(drawn(put(data, at, b"\xff\xff", 0)).image) == whole).all()


def test_segments_of_applications_come_through_in_order() -> None:
    data = file("420")
    extra = b"".join(
        b"\xff" + bytes([kind]) + (2 + len(body)).to_bytes(2, "big") + body
        for kind, body in ((0xE1, b"Exif\0\0"), (0xE2, b"x" * 9000), (0xED, b"8"), (0xFE, b"note"))
    )
    done = drawn(put(data, segment(data, 0xDB)[0], extra, 0))
    assert extra in done.image
    assert (rgb(done.image) == rgb(drawn(data).image)).all()


@pytest.mark.parametrize("marker", [0xC0, 0xC4, 0xDB, 0xDA, 0xE0])
@pytest.mark.parametrize("change", [-1, 1, -9, 9, 20_000])
def test_a_wrong_length_is_damage(marker: int, change: int) -> None:
    data = file("420")
    at, end = segment(data, marker)
    length = (end - at - 2 + change) % 65_536
    with pytest.raises(ImageCorrupt):
        drawn(put(data, at + 2, length.to_bytes(2, "big")))


@pytest.mark.parametrize("length", [0, 1])
def test_a_length_that_does_not_hold_itself_is_damage(length: int) -> None:
    with pytest.raises(ImageCorrupt):
        drawn(put(file("420"), segment(file("420"), 0xE0)[0] + 2, bytes([0, length])))


@pytest.mark.parametrize("size", [(0, 24), (40, 0), (0, 0)])
def test_a_size_of_zero_is_damage(size: tuple[int, int]) -> None:
    data = file("420")
    at = segment(data, 0xC0)[0] + 5
    width, height = size
    sizes = height.to_bytes(2, "big") + width.to_bytes(2, "big")
    with pytest.raises(ImageCorrupt):
        drawn(put(data, at, sizes))


@pytest.mark.parametrize("name", ["420", "grey", "progressive", "separate", "cmyk", "restart"])
def test_a_header_of_the_largest_size_costs_nothing(name: str) -> None:
    data = file(name)
    at = segment(data, 0xC2 if name == "progressive" else 0xC0)[0] + 5
    with pytest.raises(ImageTooLarge):
        drawn(put(data, at, b"\xff\xff\xff\xff"))
    # Within the pixel limit, but far more than so few bytes can encode.
    for sizes in ((8000, 8000), (65_535, 1000), (1000, 65_535)):
        height, width = (side.to_bytes(2, "big") for side in sizes)
        with pytest.raises(ImageCorrupt):
            drawn(put(data, at, height + width))


@pytest.mark.parametrize("name", ["420", "grey", "separate", "progressive", "restart"])
@pytest.mark.parametrize("marker", [0xC4, 0xDB])
def test_a_missing_table_is_damage(name: str, marker: int) -> None:
    data = file(name)
    at, end = segment(data, marker)
    with pytest.raises(ImageCorrupt):
        drawn(data[:at] + data[end:])


def test_tables_of_16_bits_give_the_pixels_of_those_of_8() -> None:
    data = file("420")
    wide = data
    for number in (0, 1):
        at, end = segment(wide, 0xDB, number)
        steps = b"".join(bytes([0, step]) for step in wide[at + 5 : end])
        wide = put(wide, at, b"\xff\xdb\0\x83" + bytes([0x10 | number]) + steps, end - at)
    assert (rgb(drawn(wide).image) == rgb(drawn(data).image)).all()
    # The byte budget requires coarser steps, which are written in 8 bits.
    limit = drawn(wide).base64_size - 60
    assert annotate(wide, [MARK], quality=100, max_base64=limit).base64_size <= limit


def test_a_step_of_zero_is_damage() -> None:
    data = file("420")
    with pytest.raises(ImageCorrupt):
        drawn(put(data, segment(data, 0xDB)[0] + 9, b"\0"))


def test_more_codes_than_their_lengths_allow_are_damage() -> None:
    data = file("420")
    at = segment(data, 0xC4)[0] + 5
    for counts in (b"\x03" + data[at + 1 : at + 16], b"\0" * 15 + b"\xff", b"\x02\x01"):
        with pytest.raises(ImageCorrupt):
            drawn(put(data, at, counts))


def test_symbols_that_no_picture_has_are_damage() -> None:
    # A DC difference of more than 15 bits; libjpeg rejects the table as well.
    data = file("420")
    with pytest.raises(ImageCorrupt):
        drawn(put(data, segment(data, 0xC4)[0] + 21, b"\x8d"))


def test_bits_that_are_no_code_are_damage() -> None:
    # The tables of a blank image have one code, the bit 0; the bit 1 is no code.
    data = file("blank")
    start = segment(data, 0xDA)[1]
    with pytest.raises(ImageCorrupt):
        drawn(put(data, start, b"\xfe\xfe"))


def one_block(*symbols: tuple[int, int, int]) -> bytes:
    """Return a greyscale image of 8x8 from (symbol, value bits, number of bits): DC first, then AC.

    Every symbol has itself as its code of 8 bits, so any symbol can be encoded.
    """
    counts = bytes(7) + b"\xff" + bytes(8)
    table = counts + bytes(range(255))
    low = bytes(7) + b"\x10" + bytes(8) + bytes(range(16))
    bits = "".join(f"{s:08b}" + (f"{value:0{size}b}" if size else "") for s, value, size in symbols)
    bits += "1" * (-len(bits) % 8)
    scan = bytes(int(bits[i : i + 8], 2) for i in range(0, len(bits), 8))

    def seg(marker: int, body: bytes) -> bytes:
        return bytes([0xFF, marker]) + (len(body) + 2).to_bytes(2, "big") + body

    return (
        b"\xff\xd8"
        + seg(0xDB, b"\0" + b"\x01" * 64)
        + seg(0xC0, b"\x08\0\x08\0\x08\x01\x01\x11\0")
        + seg(0xC4, b"\0" + low)
        + seg(0xC4, b"\x10" + table)
        + seg(0xDA, b"\x01\x01\0\0\x3f\0")
        + scan.replace(b"\xff", b"\xff\0")
        + b"\xff\xd9"
    )


def test_a_block_made_by_hand_is_read() -> None:
    data = one_block((4, 8, 4), (0, 0, 0))
    assert (rgb(annotate(data, [], quality=100).image) == rgb(data)).all()
    assert rgb(data)[0, 0, 0] == 129


def test_coefficients_beyond_the_block_are_damage() -> None:
    # Four runs of sixteen zeros and then a value: position 65 of 64.
    run = (0xF0, 0, 0)
    with pytest.raises(ImageCorrupt):
        drawn(one_block((0, 0, 0), run, run, run, run, (1, 1, 1)))


@pytest.mark.parametrize("symbol", [(12, 0xFFF, 12), (15, 0x7FFF, 15)])
def test_dc_values_beyond_the_range_are_damage(symbol: tuple[int, int, int]) -> None:
    with pytest.raises(ImageCorrupt):
        drawn(one_block(symbol, (0, 0, 0)))


@pytest.mark.parametrize("symbol", [0x0B, 0x0F, 0x10, 0xE0])
def test_ac_symbols_that_baseline_coding_lacks_are_damage(symbol: int) -> None:
    size = symbol & 15
    with pytest.raises(ImageCorrupt):
        drawn(one_block((0, 0, 0), (symbol, 1, size), (0, 0, 0)))


def test_the_largest_coefficients_are_clipped_as_the_oracle_does() -> None:
    data = one_block((11, 0x7FF, 11), *[(10, 0x3FF, 10)] * 63)
    ours = rgb(imaging.encode(data, format="png"))
    assert (np.abs(ours - rgb(data)) <= 1).mean() > 0.9
    assert drawn(data).untouched < 1


def test_a_number_of_lines_behind_the_scan_must_be_that_of_the_header() -> None:
    for name in ("420", "grey", "separate"):
        data = file(name)
        reply = put(data, len(data) - 2, b"\xff\xdc\0\x04\0\x18", 0)
        assert (rgb(drawn(reply).image) == rgb(drawn(data).image)).all()
        with pytest.raises(ImageCorrupt):
            drawn(put(data, len(data) - 2, b"\xff\xdc\0\x04\0\x17", 0))
        with pytest.raises(ImageCorrupt):
            drawn(put(data, segment(data, 0xDA)[0], b"\xff\xdc\0\x04\0\x18", 0))


def test_restart_markers_in_another_order_or_missing_are_damage() -> None:
    data = file("restart")
    start = segment(data, 0xDA)[1]
    at = data.index(b"\xff\xd0", start)
    for wrong in (put(data, at, b"\xff\xd3"), data[:at] + data[at + 2 :]):
        with pytest.raises(ImageCorrupt):
            drawn(wrong)


def test_twelve_bits_lossless_and_hierarchical_are_named() -> None:
    data = file("420")
    at = segment(data, 0xC0)[0]
    with pytest.raises(ImageUnsupported, match="12 bits"):
        drawn(put(data, at + 4, b"\x0c"))
    for process, word in ((0xC3, "lossless"), (0xC5, "hierarchical"), (0xC9, "arithmetic")):
        with pytest.raises(ImageUnsupported, match=word):
            drawn(put(data, at + 1, bytes([process])))


@pytest.mark.parametrize("name", ["separate", "separate-420", "two-scans"])
def test_a_component_without_scan_or_with_two_is_damage(name: str) -> None:
    data = file(name)
    first = segment(data, 0xDA)
    second = data.index(b"\xff\xda", first[1])
    missing = data[: first[0]] + data[second:]
    twice = data[:second] + data[first[0] :]
    for wrong in (missing, twice):
        with pytest.raises(ImageCorrupt):
            drawn(wrong)
