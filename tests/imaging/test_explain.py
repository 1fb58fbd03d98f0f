"""The image that explains a placement (`viewmark annotate --explain`)."""

import numpy as np
import pytest

from viewmark import imaging
from viewmark.errors import InvalidMark, InvalidOption, NotAnImage


def page() -> np.ndarray:
    return np.full((120, 240, 3), 255, dtype=np.uint8)


MARKS = [imaging.Mark("1", 60, 50, 80, 24), imaging.Mark("2", 150, 50, 60, 24)]


def test_the_explanation_is_a_png_of_the_size_of_the_picture() -> None:
    assert imaging.probe(imaging.explain(page(), MARKS)) == ("png", 240, 120)


def test_it_shows_more_with_ink_and_obstacles_than_without() -> None:
    bare = imaging.explain(page(), MARKS)
    around = imaging.Surroundings(text=[(60, 30, 80, 16)], obstacles=[(10, 80, 40, 20)])
    assert imaging.explain(page(), MARKS, surroundings=around) != bare


def test_it_is_the_same_every_time() -> None:
    assert imaging.explain(page(), MARKS) == imaging.explain(page(), list(MARKS))


def test_what_cannot_be_explained_has_a_documented_error() -> None:
    with pytest.raises(NotAnImage):
        imaging.explain(b"not a picture", MARKS)
    with pytest.raises(InvalidMark):
        imaging.explain(page(), [imaging.Mark("1", float("nan"), 0, 1, 1)])
    with pytest.raises(InvalidOption):
        imaging.explain(page(), MARKS, style=imaging.Style(badge_size=500))
