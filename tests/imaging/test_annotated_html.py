"""HTML views of an annotated image: a page, or the output of a notebook cell."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import viewmark

PICTURE = np.full((100, 200, 3), 255, np.uint8)


def test_picture_and_marks_point_at_each_other(tmp_path: Path) -> None:
    marks = [
        viewmark.Mark("<b>1", 20, 20, 60, 30),
        viewmark.Mark("2", 150, 60, 100, 90),  # partly outside the image
        viewmark.Mark("3", 500, 500, 10, 10),  # outside
    ]
    made = viewmark.annotate(PICTURE, marks, max_side=100)
    assert made.labels == ("<b>1", "2", "3")
    assert made.boxes[0] == (10, 10, 30, 15), "in pixels of the delivered picture"
    text = made.to_html(tmp_path / "made.html").read_text()
    assert "<b>" not in text
    assert "&lt;b&gt;1" in text
    assert "left:10.000%;top:20.000%;width:30.000%;height:30.000%" in text
    assert "left:75.000%;top:60.000%;width:25.000%;height:40.000%" in text, "cut at the edge"
    assert text.count("<tr id=") == 3
    assert set(made._repr_mimebundle_()) == {"text/plain", "text/html", "image/jpeg"}
    assert made.save(tmp_path / "made.jpg").read_bytes() == made.image
