"""Treatment of pictures by families of vision models: size, tokens, number of pictures.

The figures and their sources are in `model_rules.json`, dated; the formulas are here. Nothing here
asks a service: a count is an estimate by published rules.
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
"""Provider -> its own service in the data."""

SMALLEST_EDGE = 64
"""Image px of the long edge below which no budget is tried."""


@dataclass(frozen=True, slots=True)
class RuleSource:
    """Source of a figure."""

    says: str
    url: str = field(repr=False)
    date: str
    """Date of the source, as far as known: a day or a year."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRules:
    """Rules of one family of models."""

    family: str
    provider: Literal["anthropic", "openai", "google"]
    title: str
    """The models in words."""
    models: tuple[str, ...]
    """Patterns of model names, as `fnmatch` reads them."""
    coordinates: Literal["pixels", "thousandths"]
    """Unit of points in the model's answers: px of the picture it sees, or thousandths of its width
    and height."""
    max_side: int
    """Longest side of a picture, px; longer ones are refused."""
    max_images: int
    """Most pictures of one request."""
    many_above: int | None
    """Number of pictures in a request above which `many_side` holds; None: there is none."""
    many_side: int | None
    sources: tuple[RuleSource, ...]
    disagreement: str
    """Where sources differ, and which of them is followed; empty if they do not."""
    checked: str
    """Day on which the sources were read."""
    count: Mapping[str, Any] = field(repr=False)
    """The formula's kind and its figures, as in the data."""

    @property
    def long_edge(self) -> int | None:
        """Longest edge that the model sees, px; None if its tokens do not depend on the size."""
        found: int | None = self.count.get("long_edge")
        return found

    @property
    def max_base64(self) -> int:
        """Most base64 characters of one picture that the family's own service takes."""
        return int(api_limits(_SERVICE[self.provider])["max_base64"])

    @property
    def max_request(self) -> int:
        """Most bytes of one request that the family's own service takes."""
        return int(api_limits(_SERVICE[self.provider])["max_request"])

    def seen(self, size: Size) -> Size:
        """The size in which the model sees a picture of `size` px, after the service scaled it."""
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
        """Tokens of a picture of `size` px."""
        if self.count["kind"] == "flat":
            return int(self.count["tokens"])
        width, height = self.seen(size)
        cells = self._cells(width, height)
        if self.count["kind"] == "patches":
            return int(-(-cells * self.count["percent"] // 100))
        return int(self.count.get("base", 0) + self.count["each"] * cells)

    def fitted(self, size: Size, *, pictures: int | None = None) -> Size:
        """The size to send, so that the service scales nothing and its coordinates are ours.

        Args:
            size: of the picture there is, px.
            pictures: in the request; None: any number, so that a conversation can grow.
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
        if self.count["shrink"] == "whole":  # OpenAI's: whole patches along the tighter side
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
    """Both sides scaled and rounded, halves upwards, as in the pixel core."""
    return max(1, math.floor(width * factor + 0.5)), max(1, math.floor(height * factor + 0.5))


def _within(width: int, height: int, long_edge: int) -> Size:
    longest = max(width, height)
    return (width, height) if longest <= long_edge else _times(width, height, long_edge / longest)


def _largest(size: Size, fits: Any, *, least: int) -> Size:
    """The largest size of the same ratio that fits; with a long edge of `least` if none does."""
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
    """All families, in the order of the data."""
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
    """The day on which the sources were read last."""
    return str(_data()["checked"])


def api_limits(api: str) -> Mapping[str, Any]:
    """`max_request` (bytes), `max_base64` (characters of a picture) and sources of a service."""
    found: Mapping[str, Any] = _data()["apis"][api]
    return found


def rules_of(model: str | ModelRules) -> ModelRules:
    """The rules for a model.

    Args:
        model: its name as the service has it, also behind a provider's prefix
            (`anthropic/claude-opus-5-5`, `us.anthropic.claude-...`); or the name of a family; or
            `claude`, `openai`, `gemini` for the newest family of each.

    Raises:
        UnknownModel: no family has it; the hint lists the families.
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
    # "provider/region.vendor.model:version": what is behind the last prefix is the model.
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
    """The largest size of the same ratio that costs at most `limit` tokens; `size` if that does.

    Raises:
        UnknownModel: as `rules_of`.
        InvalidOption: the smallest picture costs more.
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
