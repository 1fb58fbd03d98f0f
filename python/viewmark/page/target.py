"""The grammar of targets, shared by all front ends. No side effects.

A target is a number, a text, `at(x, y)` or `mark(3, of=...)`. Text that is copied from a result or
a screenshot is accepted as it is: `@save:`, `[3]`, `button "Save"`, a whole line of a map.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

from viewmark.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Sequence


FORMS = 'Give a number, "@ref", a selector, or viewmark.at(x, y).'
"""Hint that lists the valid forms of a target; errors quote it."""


class HasFrameId(Protocol):
    """An observation or a screenshot of a page."""

    @property
    def frame_id(self) -> str | None:
        """ID of the observation or screenshot."""
        ...


@dataclass(frozen=True, slots=True)
class At:
    """A point as a target; created by `at`."""

    x: float
    y: float
    picture: str | None = None
    """ID of the observation to whose screenshot the image px refer; None for the newest."""
    css: bool = False
    """True if x and y are CSS px of the viewport instead of image px."""


@dataclass(frozen=True, slots=True)
class MarkOf:
    """A numbered mark of an observation or drawing; created by `mark`."""

    number: int | str
    """Number of the mark, from 1; `"7[3,4]"` for a cell of the grid with number 7."""
    of: str
    """`frame_id` of the observation, or `correlation_id` of the drawing."""


Target: TypeAlias = int | str | At | MarkOf
"""Target of a call, in one of these forms:

- `3`: the number of a mark on the newest observation,
- `"@save"`: a ref,
- `"7[3,4]"`, `"@runs[3,4]"`, `"#runs[3,4]"`: row 3, column 4 of a grid,
- `"css=#save"`, or any other text: a selector, as returned by observations,
- `'button "Save"'`: the beginning of a line of a result,
- `"120,45"`, `"css:120,45"`: px of the newest screenshot, CSS px of the viewport,
- `viewmark.at(120, 45, picture=seen)`: px of the screenshot of an earlier observation,
- `viewmark.mark(3, of=seen)`: the number of a mark of an earlier observation, or of a drawing.
"""


@dataclass(frozen=True, slots=True)
class Around:
    """An element with a margin; created by `around`."""

    target: Target
    padding: float
    """Margin on each side, in CSS px."""


Area: TypeAlias = Literal["viewport", "page"] | tuple[float, float, float, float] | Around | Target
"""Area of a screenshot, in one of these forms:

- `"viewport"`: the viewport,
- `"page"`: the whole page, which is scrolled viewport by viewport and receives scroll events,
- `(x, y, width, height)`: a region, in CSS px of the page,
- a `Target` that is an element; `viewmark.around(target, 8)` adds a margin of 8 CSS px.
"""


def at(x: float, y: float, *, picture: HasFrameId | str | None = None, css: bool = False) -> At:
    """Return a point as a target.

    Args:
        x: px from the left edge of the screenshot, or of the viewport if there is none yet.
        y: px from the upper edge.
        picture: the observation or screenshot from which the point was read, or its `frame_id`;
            the newest screenshot of the page if omitted.
        css: True if x and y are CSS px of the viewport.

    Raises:
        InvalidOption: `picture` has no `frame_id`.
    """
    return At(x, y, None if picture is None else _id_of(picture, "picture"), css)


def mark(number: int | str, *, of: HasFrameId | str) -> MarkOf:
    """Return a numbered mark of an earlier observation, or of a drawing, as a target.

    Args:
        number: the number on the screenshot; `"7[3,4]"` for a cell of the grid with number 7.
        of: the observation or its `frame_id`; or the `correlation_id` of a drawing.

    Raises:
        InvalidOption: `of` has no `frame_id`.
    """
    return MarkOf(number, _id_of(of, "of"))


def around(target: Target, padding: float) -> Around:
    """Return an element with a margin, as the area of a screenshot.

    Args:
        target: the element; see `Target`.
        padding: CSS px on each side, 0 to 2,000.
    """
    return Around(target, padding)


def _id_of(seen: HasFrameId | str, param: str) -> str:
    found = seen if isinstance(seen, str) else getattr(seen, "frame_id", None)
    if not isinstance(found, str):
        raise InvalidOption(
            f"{param} is {seen!r:.40}, which has no frame_id.",
            hint="Give an observation, or the frame_id of one.",
            param=param,
        )
    return found


@dataclass(frozen=True, slots=True)
class Written:
    """A parsed target text; exactly one of the first four fields is set."""

    ref: str | None = None
    number: int | None = None
    selector: str | None = None
    point: At | None = None
    line: tuple[str, str] | None = None
    """Role and text from which the selector was made; the text may not be the element's name."""
    cell: tuple[int, int] | None = None
    """Row and column in the grid that the other fields identify."""


_NUMBER = re.compile(r"\[?\s*(\d{1,6})\s*\]?")
_REF = re.compile(r"(?:ref\s*[:=]\s*)?(@[^\s:;,]+)\s*[:;,.]?")
WORDS = r'"(?:[^"\\]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"'
"""Pattern of a JSON string, which may contain line breaks."""
_LINE = re.compile(rf"(?:[-*]\s+)?([a-z]+) ({WORDS})(?:\s.*)?", re.DOTALL)
"""Matches `button "Save"` at the start of a line, which is never valid CSS."""
_MARKED = re.compile(r"\[(\d{1,6})\]\s+(@[^\s:;,]+)?.*", re.DOTALL)
"""Matches `[3] @save button "Save"` at the start of a line of a map with marks."""
_REF_OF_LINE = re.compile(r"\s(@[^\s:;,]+)")
_CELL = re.compile(r"(.+?)\s*\[\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*\]", re.DOTALL)
"""Matches `@grid[3,4]`, `7[3,4]`, `#grid[3,4]`, which are neither valid CSS nor refs."""
_POINT = re.compile(r"(css:)?(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)")


def read(text: str) -> Written:
    """Parse the text of a target; see `Target`.

    Raises:
        InvalidOption: a row or column is below 1.
    """
    word = text.strip()
    if found := _REF.fullmatch(word):
        return Written(ref=found[1])
    if word.isascii() and (found := _NUMBER.fullmatch(word)) and ("[" in word) is ("]" in word):
        return Written(number=int(found[1]))
    if found := _MARKED.fullmatch(word):
        return Written(ref=found[2]) if found[2] else Written(number=int(found[1]))
    if found := _LINE.fullmatch(word):
        if ref := _REF_OF_LINE.match(word[found.end(2) :]):
            return Written(ref=ref[1])
        words = json.loads(found[2], strict=False)
        return Written(selector=f"role={found[1]}[name={found[2]}]", line=(found[1], words))
    if found := _POINT.fullmatch(word):
        return Written(point=At(float(found[2]), float(found[3]), css=found[1] is not None))
    if found := _CELL.fullmatch(word):
        row, column = int(found[2]), int(found[3])
        if row < 1 or column < 1:
            raise InvalidOption(
                f"{word[:80]!r}: rows and columns count from 1.",
                hint="Header rows count; the map tells which rows and columns there are.",
            )
        return replace(read(found[1]), cell=(row, column))
    # Text that begins with @ is always a ref, so that an unknown ref is reported as a ref.
    return Written(ref=word) if word.startswith("@") else Written(selector=text)


def target_of(
    *,
    ref: Any = None,
    label: Any = None,
    selector: Any = None,
    x: Any = None,
    y: Any = None,
    frame_id: str | None = None,
    coordinates: str = "image",
) -> Target | None:
    """Return the target given by the separate parameters of a message; None if none is set.

    `ref: "@save:"`, `selector: "@save"` and `selector: 'button "Save"'` are all accepted.

    Raises:
        InvalidOption: there are two targets, an incomplete point, or a ref without its @.
    """
    texts: dict[str, Any] = {"ref": ref, "label": label, "selector": selector}
    if isinstance(ref, str) and read(ref) == read(str(selector)):
        texts["selector"] = None
    named = [k for k, v in {**texts, "x, y": x if x is not None else y}.items() if v is not None]
    if len(named) > 1:
        raise InvalidOption(
            f"One target is needed, not {len(named)} ({' and '.join(named)}).",
            hint="Give one of ref, label, selector, or x and y.",
            param=named[1],
        )
    if coordinates not in ("image", "css"):
        raise InvalidOption(f"coordinates must be image or css, not {coordinates!r:.40}.")
    if not named:
        return None
    if named == ["x, y"]:
        return At(x, y, frame_id, coordinates == "css")
    kind, value = named[0], texts[named[0]]
    written = read(value) if isinstance(value, str) else Written(number=value)
    if kind == "ref" and (written.selector == value or not isinstance(value, str)):
        raise InvalidOption(f"A ref begins with @, such as '@submitBtn', not {value!r:.40}.")
    if kind == "label" and written.number is None:
        raise InvalidOption(f"A label is a number, not {value!r:.40}.", param="label")
    return value if frame_id is None or written.number is None else MarkOf(value, frame_id)


def area_of(
    *,
    full_page: bool = False,
    clip: Sequence[float] | None = None,
    element: Target | None = None,
    padding: float = 0.0,
) -> Area:
    """Return the area given by the separate parameters of a message.

    Raises:
        InvalidOption: more than one is set, or a padding is given without an element.
    """
    if (full_page, clip is not None, element is not None).count(True) > 1:
        raise InvalidOption("One area is needed: full_page, clip or an element.", param="full_page")
    if padding and element is None:
        raise InvalidOption("padding goes with an element.", param="padding")
    if element is not None:
        return Around(element, padding) if padding else element
    if clip is not None:
        if len(clip) != 4 or not (clip[2] >= 1 and clip[3] >= 1):
            raise InvalidOption(
                f"clip must be x, y, width, height in CSS px of the page, not {clip!r:.60}.",
                param="clip",
            )
        return tuple(clip)  # type: ignore[return-value]
    return "page" if full_page else "viewport"
