"""Scales an image for a model before it is sent, and maps the model's points back to the page.

This is needed because if the service scales an image itself, the model's coordinates refer to a
size that the caller does not know.
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
    """An observation whose image has the native size of one model family."""

    look: Observation | Screenshot
    """Source of the image, which may be larger."""
    rules: ModelRules
    base64: str = field(repr=False)
    """The image to send, as base64 text."""
    format: Format
    width: int
    height: int
    factor: float
    """Px of this image per px of the observation's image, at most 1."""
    tokens: int
    """Cost of the image in tokens, by the rules of the family."""

    def point(self, x: float, y: float) -> At:
        """Return the target for a point given by the model: `page.click(picture.point(x, y))`.

        Args:
            x: as given by the model: px of this image, or thousandths of its width if
                `rules.coordinates` says so (Gemini).
            y: the vertical coordinate in the same form.

        Returns:
            The point in px of the observation's image, so that an action can detect whether the
            page was scrolled since the observation.

        Raises:
            InvalidCoordinates: the point is outside of the image.
        """
        ends = (self.width, self.height)
        if self.rules.coordinates == "thousandths":
            ends = (1000, 1000)
        check_point(x, y, ends)
        size = _size_of(self.look)
        # A point on the right or bottom edge is moved into the last px, because actions require
        # coordinates below width and height.
        across, down = (
            min(value / end * side, side - 0.001)
            for value, end, side in zip((x, y), ends, size, strict=True)
        )
        return at(across, down, picture=self.look)

    def to_page(self, x: float, y: float) -> Point:
        """Convert a point given by the model to CSS px of the viewport.

        Raises:
            InvalidCoordinates: the point is outside of the image.
        """
        here = self.point(x, y)
        return self.look.to_page(here.x, here.y)


def _size_of(look: Observation | Screenshot) -> tuple[int, int]:
    info = look.image_info
    if info is None:
        raise InvalidOption("This observation has no picture.", hint="Observe with annotate=True.")
    return info.width, info.height


def describe(model: str | ModelRules) -> ModelRules:
    """Return the rules for a model: image sizes, tokens and numbers of images, with dated sources.

    Args:
        model: name of a model, with or without a provider's prefix, or of a family; `claude`,
            `openai` and `gemini` stand for the newest family of each provider.

    Raises:
        UnknownModel: no rules are known; the error lists the families.
    """
    return rules_of(model)


def tokens(
    what: Observation | Screenshot | ModelPicture | tuple[int, int], model: str | ModelRules
) -> int:
    """Return the estimated tokens of an image, by the published formula of the model's family.

    Args:
        what: an observation, a screenshot, a result of `prepare`, or width and height in px.
        model: see `describe`.

    Raises:
        UnknownModel: no rules are known for the model.
        InvalidOption: the observation has no image, or `what` is not a valid size.
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
    """Return an observation's image, shrunk to the size in which the model sees it.

    Marks have already been drawn, so they shrink with the image. To draw them for the smaller size,
    observe with `max_side=describe(model).long_edge`; in that case this function need not shrink
    the image.

    Args:
        look: an observation with an image, or a screenshot.
        model: see `describe`.
        pictures: number of images in the request; None: any number. Claude rejects requests with
            more than 20 images if any of them is longer than 2,000 px.
        max_base64: maximum characters of the image; if omitted, the limit of the provider's own
            service. Bedrock accepts 5,000,000.

    Raises:
        UnknownModel: no rules are known for the model.
        InvalidOption: the observation has no image.
        SizeLimitExceeded: no size fits `max_base64`.
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
