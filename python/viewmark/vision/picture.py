"""Sizes a picture for a model before it is sent, and maps the model's points back.

If a service scales a picture itself, the model's coordinates refer to a size that the caller does
not know.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from viewmark import imaging
from viewmark.defaults import QUALITY
from viewmark.errors import InvalidOption
from viewmark.geometry import Point
from viewmark.imaging import Format
from viewmark.model_rules import ModelRules, rules_of
from viewmark.page.observation import Observation, check_point
from viewmark.page.screenshot import Screenshot
from viewmark.page.target import At, at


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelPicture:
    """An observation whose picture has the native size of one family of models."""

    look: Observation | Screenshot
    """Source of the picture, which may be larger."""
    rules: ModelRules
    base64: str = field(repr=False)
    """The picture to send, as base64 text."""
    format: Format
    width: int
    height: int
    factor: float
    """Px of this picture per px of the observation's picture, at most 1."""
    tokens: int
    """Cost of the picture by the rules of the family."""

    def point(self, x: float, y: float) -> At:
        """The target that the model named by a point: `page.click(picture.point(x, y))`.

        Args:
            x: as the model answers: px of this picture, or thousandths of its width where
                `rules.coordinates` says so (Gemini).
            y: the same, downwards.

        Returns:
            The point in px of the look's picture, by which a page that was scrolled since then is
            noticed.

        Raises:
            InvalidCoordinates: a point outside of the picture.
        """
        ends = (self.width, self.height)
        if self.rules.coordinates == "thousandths":
            ends = (1000, 1000)
        check_point(x, y, ends)
        size = _size_of(self.look)
        # The far edge counts as the last px, because actions require points below the width and
        # height.
        across, down = (
            min(value / end * side, side - 0.001)
            for value, end, side in zip((x, y), ends, size, strict=True)
        )
        return at(across, down, picture=self.look)

    def to_page(self, x: float, y: float) -> Point:
        """The same point in CSS px of the viewport.

        Raises:
            InvalidCoordinates: a point outside of the picture.
        """
        here = self.point(x, y)
        return self.look.to_page(here.x, here.y)


def _size_of(look: Observation | Screenshot) -> tuple[int, int]:
    info = look.image_info
    if info is None:
        raise InvalidOption("This observation has no picture.", hint="Observe with annotate=True.")
    return info.width, info.height


def describe(model: str | ModelRules) -> ModelRules:
    """The rules for a model: sizes, tokens, numbers of pictures, with sources and their dates.

    Args:
        model: its name, also behind a provider's prefix; the name of a family; or `claude`,
            `openai`, `gemini` for the newest family of each.

    Raises:
        UnknownModel: no rules are known; the error lists the families.
    """
    return rules_of(model)


def tokens(
    what: Observation | Screenshot | ModelPicture | tuple[int, int], model: str | ModelRules
) -> int:
    """Tokens that a picture costs a model, by the family's published formula: an estimate.

    Args:
        what: a look, or width and height in px.
        model: see `describe`.

    Raises:
        UnknownModel: no rules are known for the model.
        InvalidOption: an observation without a picture, or not a size.
    """
    rules = rules_of(model)
    if isinstance(what, ModelPicture):
        return rules.tokens((what.width, what.height))
    return rules.tokens(_size_of(what) if isinstance(what, (Observation, Screenshot)) else what)


def prepare(
    look: Observation | Screenshot,
    model: str | ModelRules,
    *,
    pictures: int | None = None,
    max_base64: int | None = None,
) -> ModelPicture:
    """Shrink an observation's picture to the size in which the model sees it.

    Marks are drawn already, so they shrink with it. To have them drawn for the smaller size,
    observe with `max_side=describe(model).long_edge`; then nothing is left to do here.

    Args:
        look: an observation with a picture, or a screenshot.
        model: see `describe`.
        pictures: how many there are in the request; None: any number. Claude refuses requests with
            more than 20 if one is longer than 2,000 px.
        max_base64: most characters that the picture may take; the limit of the provider's own
            service if omitted. Bedrock takes 5,000,000.

    Raises:
        UnknownModel: no rules are known for the model.
        InvalidOption: an observation without a picture.
        SizeLimitExceeded: nothing fits `max_base64`.
    """
    rules, size = rules_of(model), _size_of(look)
    wanted = rules.fitted(size, pictures=pictures)
    limit = rules.max_base64 if max_base64 is None else min(rules.max_base64, max_base64)
    info, text = look.image_info, look.base64
    assert info is not None
    assert text is not None
    format: Format = "png" if info.format == "png" else "jpeg"
    width, height = size
    if wanted != size or len(text) > limit:
        made = imaging.annotate(
            text,
            [],
            format=format,
            quality=info.quality or QUALITY,
            max_base64=limit,
            max_side=max(wanted),
        )
        text, width, height = made.base64, made.width, made.height
    return ModelPicture(
        look=look,
        rules=rules,
        base64=text,
        format=format,
        width=width,
        height=height,
        factor=width / size[0],
        tokens=rules.tokens((width, height)),
    )
