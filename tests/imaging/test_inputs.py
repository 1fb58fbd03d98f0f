"""Images and boxes of other libraries are converted exactly or rejected, never guessed."""

from __future__ import annotations

import base64
import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import viewmark
from viewmark import annotate, annotate_many, imaging
from viewmark.errors import InvalidMark, InvalidOption, NotAnImage, ViewmarkError
from viewmark.imaging import Annotated, Mark
from viewmark.imaging.boxes import flat_marks

SIZE = (320, 200)
MARKS = [Mark("1", 20, 30, 60, 24), Mark("2", 150, 90, 80, 40)]
XYWH = [[20, 30, 60, 24], [150, 90, 80, 40]]
XYXY = [[20, 30, 80, 54], [150, 90, 230, 130]]


def picture(mode: str = "RGB") -> Image.Image:
    rows = np.linspace(40, 220, SIZE[1]).astype(np.uint8)
    return Image.fromarray(np.repeat(rows[:, None], SIZE[0], 1), "L").convert(mode)


def encoded(kind: str) -> bytes:
    file = io.BytesIO()
    picture().save(file, kind)
    return file.getvalue()


PNG, JPEG = encoded("PNG"), encoded("JPEG")
EXPECTED = annotate(PNG, MARKS, format="png").image


def test_a_picture_is_the_same_in_every_form(tmp_path: Path) -> None:
    path = tmp_path / "a.b.png"
    path.write_bytes(PNG)
    text = base64.b64encode(PNG).decode()
    gray = np.asarray(picture("L"))
    forms: list[Any] = [
        *(bytearray(PNG), memoryview(PNG), path, str(path), text, f"data:image/png;base64,{text}"),
        *(gray, gray[:, :, None], np.asarray(picture()), np.asarray(picture("RGBA"))),
        *(picture(), picture("L"), picture("RGBA"), picture("P")),
    ]
    for form in forms:
        assert annotate(form, MARKS, format="png").image == EXPECTED, type(form)


def test_a_black_and_white_or_see_through_pil_image_is_shown_as_it_looks() -> None:
    bits = picture("1")
    given = annotate(bits, [], format="png").to_array()
    assert (given == np.asarray(bits.convert("RGB"))).all()
    clear = Image.new("RGBA", (64, 48), (255, 0, 0, 0))
    assert (annotate(clear, [], format="png").to_array() == 255).all()


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        (np.zeros((9, 9, 3), np.float32), InvalidOption, r"255\)\.round"),
        (np.zeros((9, 9), bool), InvalidOption, "bool"),
        (np.zeros((9, 9), np.uint16), InvalidOption, "uint16"),
        (np.zeros((3, 90, 90), np.uint8), InvalidOption, "Channels come last"),
        (np.zeros((9, 9, 2), np.uint8), InvalidOption, "gray, RGB or RGBA"),
        (Image.new("I", (9, 9)), InvalidOption, "more than 8 bits"),
        (Image.new("F", (9, 9)), InvalidOption, "more than 8 bits"),
        ("nowhere/at.all.png", NotAnImage, "is not a file"),
        (Path("/"), NotAnImage, "is not a file"),
        ("data:image/png,abc", NotAnImage, ";base64,"),
        (None, NotAnImage, "NoneType"),
        (object(), NotAnImage, "object"),
    ],
)
def test_other_pixels_are_refused_with_the_way_out(
    given: Any, error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        annotate(given, [])


class Detections:
    """Like supervision's class: corners among other fields."""

    def __init__(self) -> None:
        self.xyxy = np.array(XYXY, np.float32)
        self.class_id = np.array([4, 7])
        self.confidence = np.array([0.9, 0.8])


@pytest.mark.parametrize(
    "given",
    [
        {"xywh": np.array(XYWH)},
        {"xywh": XYWH},
        {"xyxy": np.array(XYXY, np.float64)},
        {"xyxy": tuple(map(tuple, XYXY))},
        {"marks": Detections()},
        {"marks": [dict(zip(("x", "y", "width", "height"), row, strict=True)) for row in XYWH]},
        {"marks": [dict(zip(("x1", "y1", "x2", "y2"), row, strict=True)) for row in XYXY]},
        {"marks": [dict(zip(("left", "top", "right", "bottom"), r, strict=True)) for r in XYXY]},
        {"marks": [{"bounds": dict(zip(("x", "y", "w", "h"), r, strict=True))} for r in XYWH]},
    ],
)
def test_boxes_are_the_same_in_every_form(given: dict[str, Any]) -> None:
    assert annotate(PNG, format="png", **given).image == EXPECTED


def test_labels_of_boxes_can_be_chosen() -> None:
    named = annotate(PNG, xyxy=XYXY, labels=["a", "b"], format="png").image
    same = [Mark(n, m.x, m.y, m.width, m.height) for n, m in zip("ab", MARKS, strict=True)]
    assert named == annotate(PNG, same, format="png").image


def test_an_observation_of_browsergym_is_labelled_by_its_bids() -> None:
    properties = {
        "a12": {"visibility": 1.0, "bbox": XYWH[0], "clickable": True, "set_of_marks": True},
        "a13": {"visibility": 0.0, "bbox": None, "clickable": False, "set_of_marks": False},
        "14": {"visibility": 1.0, "bbox": XYWH[1], "clickable": True, "set_of_marks": True},
        "15": {"visibility": 1.0, "bbox": XYWH[1], "clickable": False, "set_of_marks": False},
    }
    observation = {"screenshot": np.asarray(picture()), "extra_element_properties": properties}
    expected = [("a12", *map(float, XYWH[0])), ("14", *map(float, XYWH[1]))]
    assert flat_marks(observation) == expected
    assert flat_marks(properties) == expected
    done = annotate(observation["screenshot"], observation)
    assert len(done.placements) == 2


def test_a_list_of_omniparser_has_its_boxes_in_parts_of_the_picture() -> None:
    parts = [[x0 / 320, y0 / 200, x1 / 320, y1 / 200] for x0, y0, x1, y1 in XYXY]
    found = [
        {"type": "icon", "bbox": box, "interactivity": True, "content": "x", "source": "yolo"}
        for box in parts
    ]
    for form in (PNG, np.asarray(picture()), base64.b64encode(JPEG).decode()):
        assert len(annotate(form, found).placements) == 2
    rows = flat_marks(found, size=lambda: SIZE)
    assert [row[0] for row in rows] == ["0", "1"]
    assert np.allclose([row[1:] for row in rows], XYWH)
    with pytest.raises(InvalidMark, match="from 0 to 1"):
        annotate(PNG, [found[0] | {"bbox": XYXY[0]}])


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "not 0 of them"),
        ({"marks": MARKS, "xyxy": XYXY}, "not 2 of them"),
        ({"marks": np.array(XYWH)}, "must be named"),
        ({"xyxy": XYWH}, "ends before it begins"),
        ({"xywh": np.zeros((3, 5))}, r"shape \(N, 4\)"),
        ({"xywh": [[1, 2, 3]]}, "not four numbers"),
        ({"xywh": 7}, "rows of four"),
        ({"xywh": XYWH, "labels": ["a"]}, "1 labels for 2"),
        ({"marks": MARKS, "labels": ["a", "b"]}, "labels of their own"),
        ({"marks": [{"bbox": XYWH[0]}]}, "does not say what its numbers are"),
        ({"marks": [{"a": 1}]}, "does not name its numbers"),
        ({"marks": {"annotations": []}}, "BrowserGym"),
        ({"marks": "boxes"}, "sequence of Mark"),
        ({"marks": [(1, 2, 3, 4)]}, "neither a Mark"),
        ({"xywh": [[1, 2, float("nan"), 4]]}, "."),
    ],
)
def test_boxes_that_could_mean_two_things_are_refused(given: dict[str, Any], words: str) -> None:
    with pytest.raises(InvalidMark, match=words):
        annotate(PNG, **given)


def test_results_are_bytes_text_arrays_or_pil_images() -> None:
    done = annotate(PNG, MARKS, format="png")
    assert base64.b64decode(done.base64) == done.image
    array = done.to_array()
    assert (array.shape, array.dtype) == ((200, 320, 3), np.uint8)
    assert done.to_pil().size == SIZE
    assert (np.asarray(done.to_pil().convert("RGB")) == array).all()
    array[0] = 0  # the caller owns the array
    assert annotate(array, [], format="png").to_array()[0].max() == 0


def test_many_are_annotated_in_order_with_an_error_for_each_that_fails(tmp_path: Path) -> None:
    path = tmp_path / "one.png"
    path.write_bytes(PNG)
    items: list[Any] = [
        (PNG, MARKS),
        (b"", MARKS),
        {"image": path, "xyxy": XYXY},
        {"xyxy": XYXY},
        7,
        {"image": PNG, "marks": [], "colour": 1},
        {"image": PNG, "marks": MARKS, "format": "jpeg"},
    ] * 5
    told: list[tuple[int, int | None]] = []
    rows = annotate_many(items, workers=3, format="png", on_progress=lambda *n: told.append(n))
    kinds = [type(each).__name__ for each in rows[:7]]
    assert kinds[::2] == ["Annotated", "Annotated", "InvalidOption", "Annotated"]
    assert kinds[1::2] == ["NotAnImage", "InvalidOption", "InvalidOption"]
    assert [type(each) for each in rows] == [type(each) for each in rows[:7]] * 5
    assert [each.image for each in rows[:3:2] if isinstance(each, Annotated)] == [EXPECTED] * 2
    assert told == [(n + 1, 35) for n in range(35)]
    assert [each for each in rows if not isinstance(each, (Annotated, ViewmarkError))] == []


def test_items_of_a_generator_are_taken_as_the_work_goes_on() -> None:
    taken: list[int] = []
    done: list[tuple[int, int]] = []

    def items() -> Any:
        for number in range(40):
            taken.append(number)
            yield PNG, MARKS

    rows = annotate_many(
        items(), workers=2, on_progress=lambda n, total: done.append((n, len(taken)))
    )
    assert len(rows) == 40
    assert max(ahead - n for n, ahead in done) <= 5
    assert annotate_many([]) == []
    with pytest.raises(InvalidOption, match="workers"):
        annotate_many([], workers=0)


def test_neither_numpy_nor_pillow_is_imported_without_need() -> None:
    import subprocess
    import sys

    code = (
        "import sys, viewmark; viewmark.annotate(sys.stdin.buffer.read(), xywh=[[1, 2, 30, 40]]);"
        "print([name for name in ('numpy', 'PIL') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], input=PNG, capture_output=True, check=True)
    assert done.stdout.strip() == b"[]"


def test_the_calls_are_at_the_top() -> None:
    assert viewmark.annotate_many is imaging.annotate_many
