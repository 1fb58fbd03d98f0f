"""Options of observations and screenshots: content and presentation, each defined once.

`Page.observe` and `Page.screenshot` accept these options as keyword arguments
(`unknown_options.takes`), and their docstrings document each of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias, get_args

from viewmark import imaging
from viewmark.browser.capture.screenshot import SMALLEST_SCALE, Scale, known_factor
from viewmark.browser.page_target import PageTarget
from viewmark.defaults import (
    MARKS,
    MAX_BASE64,
    QUALITIES,
    QUALITY,
    SAFE_SIDE,
    SCALES,
    SIDES,
    UNMARKED,
)
from viewmark.elements.cap import Cap, MaxAnnotations, cap_of
from viewmark.errors import InvalidOption
from viewmark.geometry import Viewport
from viewmark.imaging import Format, Style, TokenModel
from viewmark.page.target import Area, Target

MAX_SIDE = 65_535
"""Maximum side of a JPEG, in image px."""

AnnotationTarget: TypeAlias = Literal["interactive", "all_visible", "custom"]
LabelFormat: TypeAlias = Literal["number", "ref", "both"]
Included: TypeAlias = Literal["occluded", "ref_history", "backend_node_ids", "styles"]
Refs: TypeAlias = Literal["stable", "fresh", "none"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureOptions:
    """Content and size limits of a screenshot."""

    format: Format = "jpeg"
    quality: Annotated[int, QUALITIES] = QUALITY
    max_base64: int = MAX_BASE64
    max_tokens: int | None = None
    token_model: TokenModel = "claude"
    max_side: Annotated[int, SIDES] = SAFE_SIDE
    scale: Literal["css", "device"] | Annotated[float, SCALES] = "css"
    area: Area = "viewport"

    def scale_of(self, page: PageTarget, view: Viewport) -> Scale:
        """Return the scale of the capture: `scale`, or less if the size limits require this.

        Raises:
            InvalidOption: a size limit is out of range.
        """
        scale = self._number(page, view)
        if scale is None or scale not in SCALES:
            return self.scale
        size = (round(view.width * scale), round(view.height * scale))
        if min(size) < 1 or max(size) > MAX_SIDE:
            return self.scale
        fitted = self.fitted(size)
        if fitted == size:
            return self.scale
        wanted = max(fitted) / max(view.width, view.height)
        # Subtract half a px, because the browser rounds the side and no later step reduces it.
        most = (self.max_side - 0.5) / max(view.width, view.height)
        return max(min(wanted, most), SMALLEST_SCALE)

    def _number(self, page: PageTarget, view: Viewport) -> float | None:
        """Return `scale` as image px per CSS px; None if unknown or if the value is invalid."""
        if self.scale == "css":
            return 1.0
        if self.scale == "device":
            return known_factor(page, view)
        return None if isinstance(self.scale, (str, bool)) else self.scale

    def fitted(self, size: tuple[int, int]) -> tuple[int, int]:
        """Return the largest allowed size for a screenshot of `size` px."""
        if self.max_tokens is not None:
            budget, model = self.max_tokens, self.token_model
            size = imaging.size_within(size, max_tokens=budget, token_model=model)
        longest = max(size)
        if longest <= self.max_side:
            return size
        width, height = (max(1, side * self.max_side // longest) for side in size)
        return width, height


@dataclass(frozen=True, slots=True, kw_only=True)
class ObserveOptions(PictureOptions):
    """Options of an observation."""

    annotate: bool = False
    target: AnnotationTarget = "interactive"
    selector: str | None = None
    within: Target | None = None
    exclude: str | None = None
    max_annotations: MaxAnnotations = MARKS
    label_format: LabelFormat = "number"
    style: Style = Style()  # frozen
    include: Sequence[Included] = ()
    settle: bool = False
    refs: Refs = "stable"
    since: str | None = None
    if_changed: str | None = None

    @property
    def cap(self) -> Cap:
        """Maximum number or length of the listed elements."""
        return cap_of(self.max_annotations)

    @property
    def draws_marks(self) -> bool:
        """True if the returned screenshot has marks; if not, it is the capture itself."""
        return True

    def check(self) -> None:
        """Raise an error for invalid options.

        Raises:
            InvalidOption: an option is out of range; the message names the valid values.
        """
        cap_of(self.max_annotations)
        if self.area != "viewport" and not self.annotate:
            raise InvalidOption(
                "An area is looked at with a picture.",
                hint="Set annotate, or use snapshot() or text(), which read the whole page.",
                param="annotate",
            )
        is_list = not isinstance(self.include, str)
        if not is_list or any(each not in get_args(Included) for each in self.include):
            raise InvalidOption(
                f"include is a list of {', '.join(get_args(Included))}, not {self.include!r:.60}.",
                hint=f"Write include=[{self.include!r:.40}]." if not is_list else "",
                param="include",
            )
        in_refs = self.label_format != "number" or "ref_history" in self.include
        if self.refs == "none" and (in_refs or self.since is not None):
            raise InvalidOption(
                "With refs none elements have labels only: no label_format but number, no "
                "ref_history and no since.",
                param="refs",
            )
        if self.target == "custom" and not self.selector:
            raise InvalidOption(
                "target is custom, so it needs a selector.",
                hint="Give a CSS selector as well.",
                param="selector",
            )
        if self.target != "custom" and self.selector is not None:
            raise InvalidOption(
                f"A selector goes with target custom, not with {self.target}.",
                hint="Leave the selector out, or set target to custom.",
                param="selector",
            )


class UnmarkedOptions(ObserveOptions):
    """Options for internal observations: marks are listed but not drawn, with a high limit."""

    @property
    def cap(self) -> Cap:
        """A limit that is higher than any user would need."""
        return Cap(UNMARKED)

    @property
    def draws_marks(self) -> bool:
        """Always False, because no marks are drawn."""
        return False
