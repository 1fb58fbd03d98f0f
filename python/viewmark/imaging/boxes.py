"""Converts boxes of other libraries to marks: named arrays, mappings, detections, observations.

The parameter name of an array (`xywh=` or `xyxy=`) defines the meaning of its numbers, because four
unnamed numbers are ambiguous. Labels are taken from the other library, so that both use the same
labels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, get_args

from viewmark.errors import InvalidMark
from viewmark.imaging.options import MarkState

FlatMark = tuple[str, float, float, float, float] | tuple[str, float, float, float, float, str]
"""A mark in the form that the core accepts, a plain tuple: label, x, y, width, height, and
optionally a state."""
Size = Callable[[], tuple[int, int]]
"""Function that returns the image's width and height; needed for boxes given as fractions."""

_EDGES = (
    ("x", "y", "width", "height"),
    ("x", "y", "w", "h"),
    ("left", "top", "width", "height"),
)
_CORNERS = (
    ("left", "top", "right", "bottom"),
    ("x1", "y1", "x2", "y2"),
    ("x0", "y0", "x1", "y1"),
    ("xmin", "ymin", "xmax", "ymax"),
    ("x_min", "y_min", "x_max", "y_max"),
)
_NAMED = "x, y, width, height; left, top, right, bottom; or x1, y1, x2, y2"


def flat_marks(
    marks: Any = None,
    *,
    xywh: Any = None,
    xyxy: Any = None,
    labels: Sequence[Any] | None = None,
    size: Size | None = None,
) -> list[FlatMark]:
    """Return label, x, y, width, height of every mark, and its state if it has one.

    Args:
        marks: `Mark`s, mappings with named numbers, `Detections` of supervision, an observation of
            BrowserGym, or a parsed list of OmniParser.
        xywh: instead of marks, an array (N, 4) of x, y, width, height.
        xyxy: instead of marks, an array (N, 4) of left, top, right, bottom.
        labels: badge texts for arrays and detections; 1 to N if omitted.
        size: function that returns the image's size in px, for boxes given as fractions of the
            image.

    Raises:
        InvalidMark: the input has none of these forms; the message names the mark and the reason.
    """
    is_given = [each is not None for each in (marks, xywh, xyxy)]
    if sum(is_given) != 1:
        raise InvalidMark(
            f"Give marks, xywh= or xyxy=, not {sum(is_given)} of them.",
            hint="An array is named by what its numbers are: xywh= or xyxy=.",
        )
    if xywh is not None:
        return _label_marks(_rows(xywh, "xywh"), labels)
    if xyxy is not None:
        return _label_marks(_from_corners(_rows(xyxy, "xyxy")), labels)
    if hasattr(marks, "xyxy") and hasattr(marks, "class_id"):
        return _label_marks(_from_corners(_rows(marks.xyxy, "xyxy")), labels)
    if labels is not None:
        raise InvalidMark("These marks have labels of their own.", hint="Leave labels= out.")
    if hasattr(marks, "__array_interface__"):
        raise InvalidMark(
            "An array of boxes must be named by what its numbers are.",
            hint="Give xywh=array for x, y, width, height, or xyxy=array for corners.",
        )
    if isinstance(marks, Mapping):
        return _browsergym(marks)
    if not isinstance(marks, Iterable) or isinstance(marks, (str, bytes)):
        raise InvalidMark(f"Marks must be a sequence of Mark, not {type(marks).__name__}.")
    rows = list(marks)
    if rows and all(isinstance(each, Mapping) and "bbox" in each for each in rows):
        return _omniparser(rows, size)
    return [_mark(index, each) for index, each in enumerate(rows)]


def _rows(boxes: Any, name: str) -> list[tuple[float, float, float, float]]:
    rows = boxes.tolist() if hasattr(boxes, "tolist") else boxes
    shape = getattr(boxes, "shape", None)
    if shape is not None and (len(shape) != 2 or shape[1] != 4) and tuple(shape) != (0,):
        raise InvalidMark(f"{name} must have shape (N, 4), not {tuple(shape)}.")
    if not isinstance(rows, (list, tuple)):
        raise InvalidMark(f"{name} must be rows of four numbers, not {type(boxes).__name__}.")
    out = []
    for index, row in enumerate(rows):
        try:
            a, b, c, d = (float(each) for each in row)
        except (TypeError, ValueError, OverflowError):
            raise InvalidMark(f"Row {index} of {name} is not four numbers.", index=index) from None
        out.append((a, b, c, d))
    return out


def _from_corners(
    rows: list[tuple[float, float, float, float]],
) -> list[tuple[float, float, float, float]]:
    for index, (left, top, right, bottom) in enumerate(rows):
        if right < left or bottom < top:
            raise InvalidMark(
                f"Row {index} of xyxy ends before it begins: {left:g}, {top:g}, {right:g}, "
                f"{bottom:g}.",
                hint="If these are x, y, width, height, name them xywh.",
                index=index,
            )
    return [(left, top, right - left, bottom - top) for left, top, right, bottom in rows]


def _label_marks(
    rows: list[tuple[float, float, float, float]], labels: Sequence[Any] | None
) -> list[FlatMark]:
    if labels is not None and len(labels) != len(rows):
        raise InvalidMark(f"There are {len(labels)} labels for {len(rows)} boxes.")
    names = range(1, len(rows) + 1) if labels is None else labels
    return [(str(name), *row) for name, row in zip(names, rows, strict=True)]


def _mark(index: int, mark: Any) -> FlatMark:
    if isinstance(mark, Mapping):
        return _stated_box(
            index, str(mark.get("label", index + 1)), _box_by_names(index, mark), _state(mark)
        )
    try:
        numbers = (float(mark.x), float(mark.y), float(mark.width), float(mark.height))
        return _stated_box(index, str(mark.label), numbers, getattr(mark, "state", None))
    except (AttributeError, TypeError, ValueError, OverflowError):
        raise InvalidMark(
            f"Mark {index} is neither a Mark(label, x, y, width, height) nor names {_NAMED}.",
            index=index,
        ) from None


def _state(mark: Mapping[Any, Any]) -> Any:
    """Return the state of a mark, given as a mark or as a row of an observation.

    For a mark this is its `state` member; for a row it is derived from the `disabled` flag and the
    `focused` member of `state`.
    """
    state = mark.get("state")
    if isinstance(state, Mapping):
        state = "focused" if state.get("focused") is True else None
    return "disabled" if state is None and mark.get("disabled") is True else state


def _stated_box(
    index: int, label: str, numbers: tuple[float, float, float, float], state: Any
) -> FlatMark:
    if state is None:
        return (label, *numbers)
    if state not in get_args(MarkState):
        known = ", ".join(map(repr, get_args(MarkState)))
        raise InvalidMark(
            f"The state of mark {index} is {state!r:.40}; it is {known} or None.", index=index
        )
    return (label, *numbers, state)


def _box_by_names(index: int, mark: Mapping[Any, Any]) -> tuple[float, float, float, float]:
    box = mark["bounds"] if isinstance(mark.get("bounds"), Mapping) else mark
    for names, are_corners in ((_EDGES, False), (_CORNERS, True)):
        for keys in names:
            if all(key in box for key in keys):
                ((a, b, c, d),) = _rows([[box[key] for key in keys]], f"mark {index}")
                return _from_corners([(a, b, c, d)])[0] if are_corners else (a, b, c, d)
    raise InvalidMark(f"Mark {index} does not name its numbers; it needs {_NAMED}.", index=index)


def _browsergym(observation: Mapping[Any, Any]) -> list[FlatMark]:
    """Return the marks of a BrowserGym observation or its element properties, labelled by bid."""
    found = observation.get("extra_element_properties", observation)
    if not isinstance(found, Mapping) or not all(
        isinstance(each, Mapping) and "bbox" in each for each in found.values()
    ):
        raise InvalidMark(
            "A mapping of marks must be an observation of BrowserGym.",
            hint="It has extra_element_properties, with a bbox for each bid.",
        )
    chosen = [(str(bid), each) for bid, each in found.items() if each.get("set_of_marks", True)]
    drawn = [(bid, each["bbox"]) for bid, each in chosen if each["bbox"] is not None]
    rows = _rows([box for _, box in drawn], "bbox")
    return [(bid, *row) for (bid, _), row in zip(drawn, rows, strict=True)]


def _omniparser(rows: list[Mapping[Any, Any]], size: Size | None) -> list[FlatMark]:
    """Return the marks of a `parsed_content_list`, labelled by index and converted to px.

    OmniParser gives the corners as fractions of the image size.
    """
    if not all({"type", "content"} <= each.keys() for each in rows):
        raise InvalidMark(
            "A bbox alone does not say what its numbers are.", hint=f"Name them: {_NAMED}."
        )
    boxes = _from_corners(_rows([each["bbox"] for each in rows], "bbox"))
    if any(number > 1.001 for x, y, w, h in boxes for number in (x, y, x + w, y + h)):
        raise InvalidMark(
            "A list of OmniParser has boxes in parts of the picture, from 0 to 1.",
            hint="Give boxes in px as xyxy= or xywh=.",
        )
    if size is None:
        raise InvalidMark("Boxes in parts of a picture need a picture of known size.")
    width, height = size()
    return [
        (str(index), x * width, y * height, w * width, h * height)
        for index, (x, y, w, h) in enumerate(boxes)
    ]
