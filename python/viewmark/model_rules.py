"""Rules of vision model families for images: size, tokens, number of images.

The figures and their dated sources are in `model_rules.json`; the formulas are in this module. No
service is called: token counts are estimates by published rules.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import Any, Literal, TypeAlias

from viewmark.errors import InvalidOption, UnknownModel

Size: TypeAlias = tuple[int, int]

_SERVICE = {"anthropic": "anthropic", "openai": "openai", "google": "gemini"}
"""Name of the provider's own API service, keyed by provider as named in the data."""

SMALLEST_EDGE = 64
"""Minimum long edge to which an image is reduced to meet a token limit, in image px."""


@dataclass(frozen=True, slots=True)
class RuleSource:
    """Source of one or more figures in the rules of a model family."""

    says: str
    url: str = field(repr=False)
    date: str
    """Date of the source, as precise as known: a day or a year."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRules:
    """Rules of one family of models."""

    family: str
    provider: Literal["anthropic", "openai", "google"]
    title: str
    """Display name of the models."""
    models: tuple[str, ...]
    """Patterns of model names, in `fnmatch` syntax."""
    coordinates: Literal["pixels", "thousandths"]
    """Unit of points in the model's responses: px of the image as the model sees it, or thousandths
    of its width and height."""
    max_side: int
    """Maximum side of an image in px; larger images are rejected."""
    max_images: int
    """Maximum number of images in one request."""
    many_above: int | None
    """Number of images in a request above which the limit `many_side` applies; None if there is no
    such limit."""
    many_side: int | None
    sources: tuple[RuleSource, ...]
    disagreement: str
    """Description of how sources differ, and which one is followed; empty if they agree."""
    checked: str
    """Date on which the sources were last checked."""
    count: Mapping[str, Any] = field(repr=False)
    """Kind and parameters of the token formula, as in `model_rules.json`."""

    @property
    def long_edge(self) -> int | None:
        """Maximum edge that the model sees, in px; None if the size does not affect tokens."""
        found: int | None = self.count.get("long_edge")
        return found

    @property
    def max_base64(self) -> int:
        """Maximum base64 length of one image for the family's own service, in characters."""
        return int(api_limits(_SERVICE[self.provider])["max_base64"])

    @property
    def max_request(self) -> int:
        """Maximum size of one request to the family's own service, in bytes."""
        return int(api_limits(_SERVICE[self.provider])["max_request"])

    def seen(self, size: Size) -> Size:
        """Return the size of an image as the model sees it, after the service scaled it."""
        width, height = _whole(size)
        if self.count["kind"] == "flat":
            return width, height
        width, height = _within(width, height, self.count["long_edge"])
        short = self.count.get("short_edge")
        if short and min(width, height) > short:
            width, height = _times(width, height, short / min(width, height))
        if (
            self.count["kind"] == "patches"
            and self._cells(width, height) > self.count["max_patches"]
        ):
            return self._fewer_patches(width, height)
        return width, height

    def tokens(self, size: Size) -> int:
        """Return the number of tokens for an image of `size` px."""
        if self.count["kind"] == "flat":
            return int(self.count["tokens"])
        width, height = self.seen(size)
        cells = self._cells(width, height)
        if self.count["kind"] == "patches":
            return int(-(-cells * self.count["percent"] // 100))
        return int(self.count.get("base", 0) + self.count["each"] * cells)

    def fitted(self, size: Size, *, pictures: int | None = None) -> Size:
        """Return the size to send, so that the service does not scale the image.

        Args:
            size: size of the original image, in px.
            pictures: number of images in the request; None for any number, so that a conversation
                can grow.
        """
        width, height = self.seen(_within(*_whole(size), self.max_side))
        if self.many_above is not None and (pictures is None or pictures > self.many_above):
            width, height = _within(width, height, self.many_side or self.max_side)
        return width, height

    def _cells(self, width: int, height: int) -> int:
        rule = self.count
        if rule["kind"] == "crops":
            if max(width, height) <= rule["small"]:
                return 1
            side = math.floor(min(width, height) / rule["divisor"])
            cell = min(max(side, rule["least"]), rule["most"])
        else:
            cell = rule["patch"] if rule["kind"] == "patches" else rule["tile"]
        return int(-(-width // cell) * -(-height // cell))

    def _fewer_patches(self, width: int, height: int) -> Size:
        patch, most = self.count["patch"], self.count["max_patches"]
        # OpenAI: fit a whole number of patches along the side that limits the size
        if self.count["shrink"] == "whole":
            factor = math.sqrt(patch * patch * most / (width * height))
            across, down = width * factor / patch, height * factor / patch
            factor *= min(max(1, math.floor(across)) / across, max(1, math.floor(down)) / down)
            size = max(1, int(width * factor)), max(1, int(height * factor))
            if self._cells(*size) <= most:
                return size
        return _largest((width, height), lambda size: self._cells(*size) <= most, least=1)


def _whole(size: Size) -> Size:
    try:
        width, height = size
        if isinstance(width, bool) or isinstance(height, bool):
            raise TypeError
        if not (1 <= width <= 65_535 and 1 <= height <= 65_535):
            raise ValueError
        if int(width) != width or int(height) != height:
            raise ValueError
    except (TypeError, ValueError):
        message = f"The size of a picture is two whole numbers from 1 to 65,535, not {size!r:.60}."
        raise InvalidOption(message) from None
    return int(width), int(height)


def _times(width: int, height: int, factor: float) -> Size:
    """Scale and round both sides; halves are rounded up, as in the Rust core."""
    return max(1, math.floor(width * factor + 0.5)), max(1, math.floor(height * factor + 0.5))


def _within(width: int, height: int, long_edge: int) -> Size:
    longest = max(width, height)
    return (width, height) if longest <= long_edge else _times(width, height, long_edge / longest)


def _largest(size: Size, fits: Any, *, least: int) -> Size:
    """Return the largest size of this ratio that fits; the long edge is at least `least`."""
    longest = max(size)
    good, bad = min(least, longest), longest + 1
    while bad - good > 1:
        middle = (good + bad) // 2
        if fits(_times(*size, middle / longest)):
            good = middle
        else:
            bad = middle
    return _times(*size, good / longest)


@cache
def _data() -> Any:
    return json.loads(files("viewmark").joinpath("model_rules.json").read_text("utf-8"))


@cache
def families() -> tuple[ModelRules, ...]:
    """Return the rules of all model families, in the order of `model_rules.json`."""
    made = []
    for each in _data()["families"]:
        service = api_limits(_SERVICE[each["provider"]])
        own = {key: each[key] for key in each if key not in ("models", "sources", "disagreement")}
        both = (each["disagreement"], service["disagreement"])
        made.append(
            ModelRules(
                **own,
                models=tuple(each["models"]),
                sources=tuple(RuleSource(**s) for s in (*each["sources"], *service["sources"])),
                disagreement=" ".join(filter(None, both)),
                checked=_data()["checked"],
            )
        )
    return tuple(made)


def checked_on() -> str:
    """Return the date on which the sources were last checked."""
    return str(_data()["checked"])


def api_limits(api: str) -> Mapping[str, Any]:
    """Return the limits of a service: `max_request` (bytes), `max_base64` (characters), sources."""
    found: Mapping[str, Any] = _data()["apis"][api]
    return found


def rules_of(model: str | ModelRules) -> ModelRules:
    """Return the rules for a model.

    Args:
        model: the service's name for the model, also with a provider's prefix
            (`anthropic/claude-opus-5-5`, `us.anthropic.claude-...`); or the name of a family; or
            `claude`, `openai`, `gemini` for the newest family of each.

    Raises:
        UnknownModel: the model belongs to no family; the hint lists the families.
    """
    if isinstance(model, ModelRules):
        return model
    if not isinstance(model, str):
        raise InvalidOption(f"A model is a name, not {model!r:.40}.")
    name = model.strip().lower()
    name = _data()["aliases"].get(name, name)
    for each in families():
        if name == each.family:
            return each
    # In "provider/region.vendor.model:version", the model follows the last prefix.
    bare = name.rpartition("/")[2]
    for vendor in ("anthropic.", "openai.", "google."):
        bare = bare.rpartition(vendor)[2]
    for each in families():
        if any(fnmatchcase(bare, pattern) for pattern in each.models):
            return each
    known = ", ".join(each.family for each in families())
    raise UnknownModel(
        f"No rules are known for the model {model!r:.60}.",
        hint=f"Name the family that counts as it does: {known}.",
        families=[each.family for each in families()],
    )


def size_within(size: Size, limit: int, model: str | ModelRules) -> Size:
    """Return the largest size of the same ratio that costs at most `limit` tokens.

    Raises:
        UnknownModel: as for `rules_of`.
        InvalidOption: even the smallest image costs more.
    """
    rules = rules_of(model)
    if rules.tokens(size) <= limit:
        return size
    best = _largest(size, lambda each: rules.tokens(each) <= limit, least=SMALLEST_EDGE)
    least = rules.tokens(best)
    if least > limit:
        raise InvalidOption(
            f"max_tokens is {limit}; a picture costs at least {least} for {rules.family}.",
            param="max_tokens",
        )
    return best
