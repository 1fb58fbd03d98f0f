"""Style of an element: colours, font, border, covering element, and complete text.

Styles are read only for comparisons and audits. All values come from a page and are untrusted, so
malformed members are omitted.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any

from viewmark.elements.scroller import Scroller
from viewmark.elements.words import list_of, words
from viewmark.geometry import Bounds

Color = tuple[int, int, int]
"""Red, green and blue, 0..255."""

WORDS_LIMIT = 2000
LONGEST_LINE = 1e6
_TEXT = {
    "color": 80,
    "image": 300,
    "decoration": 80,
    "border": 400,
    "radius": 120,
    "shadow": 300,
    "opacity": 20,
    "stays": 10,
}
_SPACES = re.compile(r"(oklch|oklab|color(?=\(srgb ))\(([^()]{1,120})\)")
_CLEAR_SHADOW = re.compile(
    r"(?:^|, )(?:rgba\(\d+, \d+, \d+, 0\)(?: -?[\d.]+px){4}"
    r"|rgba?\([\d., ]+\)(?: 0px){4})(?: inset)?"
)
"""Matches an invisible shadow, which has no colour or no size."""
_RGB = re.compile(r"rgba?\((\d{1,3}), (\d{1,3}), (\d{1,3})(?:, ([\d.]{1,10}))?\)")


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementStyle:
    """Computed styles of an element, as the browser writes them."""

    color: str = ""
    layers: tuple[str, ...] = ()
    """Background colours behind the text, from the element's own down to the first opaque one."""
    picture: bool = False
    """True if one of the background layers is an image or a gradient."""
    image: str = ""
    """Computed value of the element's `background-image`."""
    faint: bool = False
    """True if opacity, blending or a filter changes the element's colours."""
    font: tuple[str, str, str, str] = ("", "", "", "")
    """Font family, size, weight and style."""
    decoration: str = ""
    border: str = ""
    radius: str = ""
    shadow: str = ""
    opacity: str = ""
    cover: tuple[str, str] | None = None
    """Role and name of the element that covers its center; None if it is not covered."""
    words: str = ""
    """Visible text without field values, at most 2,000 characters."""
    line: float = 0.0
    """Width of the first text in its font, summed over all lines, in CSS px."""
    probe: float = 0.0
    """Width of sample letters in its font, in CSS px; this identifies the font that was used."""
    reach: Bounds | None = None
    """Box of the first text if it overflows, in CSS px of the frame; else None."""
    box: Bounds | None = None
    """Complete box, including parts out of view, in CSS px of the frame."""
    clip: Bounds | None = None
    """Box of the innermost ancestor that scrolls or hides overflow; without one, of the window."""
    stays: str = ""
    """`fixed` or `sticky` if the element or an ancestor has this position; else empty."""
    scroller: Scroller | None = None
    """Innermost scroll container inside the page; None if only the page itself scrolls."""
    is_inline: bool = False
    clipped: bool = False
    """True if the content is wider than the element and is clipped."""

    @classmethod
    def from_wire(cls, value: object) -> ElementStyle | None:
        """Validate a record from a page script or a file; None if it is invalid."""
        if not isinstance(value, dict):
            return None
        texts = {name: plain_colors(words(value.get(name), limit)) for name, limit in _TEXT.items()}
        texts["shadow"] = _CLEAR_SHADOW.sub("", texts["shadow"]).removeprefix(", ") or "none"
        cover = value.get("cover")
        parts = [words(part, 200) for part in list_of(value.get("font"), 5)]
        return cls(
            **texts,
            layers=tuple(plain_colors(words(e, 80)) for e in list_of(value.get("layers"), 12)),
            picture=value.get("picture") is True,
            faint=value.get("faint") is True,
            font=(parts[0], parts[1], parts[2], parts[3]) if len(parts) == 4 else ("",) * 4,
            cover=(words(cover.get("role"), 40), words(cover.get("name"), 100))
            if isinstance(cover, dict)
            else None,
            words=words(value.get("words"), WORDS_LIMIT),
            line=_length(value.get("line")),
            probe=_length(value.get("probe")),
            reach=Bounds.from_edges(value.get("reach")),
            box=Bounds.from_edges(value.get("box")),
            clip=Bounds.from_edges(value.get("clip")),
            scroller=Scroller.from_wire(value.get("scroller")),
            is_inline=value.get("isInline") is True,
            clipped=value.get("clipped") is True,
        )

    def to_json(self) -> dict[str, Any]:
        """Return the form that `from_wire` accepts, without empty members."""
        row: dict[str, Any] = {name: getattr(self, name) for name in _TEXT}
        row |= {"layers": list(self.layers), "font": list(self.font), "words": self.words}
        row |= {"line": self.line or False, "probe": self.probe or False}
        row |= {"picture": self.picture, "faint": self.faint}
        row |= {"isInline": self.is_inline, "clipped": self.clipped}
        if self.cover is not None:
            row["cover"] = {"role": self.cover[0], "name": self.cover[1]}
        for name, box in (("reach", self.reach), ("box", self.box), ("clip", self.clip)):
            if box is not None:
                row[name] = list(box.edges)
        if self.scroller is not None:
            row["scroller"] = self.scroller.to_json()
        return {name: value for name, value in row.items() if value not in ("", False, [])}

    @property
    def size(self) -> float:
        """Font size in CSS px; 0 if unknown."""
        found = re.fullmatch(r"([\d.]{1,12})px", self.font[1])
        return float(found[1]) if found else 0.0

    @property
    def is_bold(self) -> bool:
        """True if the font weight is 700 or more."""
        return self.font[2].isdigit() and int(self.font[2]) >= 700

    @property
    def background(self) -> Color | None:
        """The colour behind the text; None if an image, blending or an unknown colour is used."""
        if self.picture or self.faint:
            return None
        below: tuple[float, float, float] = (255.0, 255.0, 255.0)  # the canvas of the page
        for layer in reversed(self.layers):
            found = parsed_color(layer)
            if found is None:
                return None
            below = _over(found, below)
        return _whole(below)

    @property
    def foreground(self) -> Color | None:
        """The colour of the text, blended with its background; None if unknown."""
        found, behind = parsed_color(self.color), self.background
        if found is None or behind is None:
            return None
        return _whole(_over(found, behind))


def _length(value: object) -> float:
    return float(value) if isinstance(value, (int, float)) and 0 < value < LONGEST_LINE else 0.0


def plain_colors(text: str) -> str:
    """Rewrite colours in `oklch()`, `oklab()` and `color(srgb)` as `rgb()`.

    Authors write the same colour in different notations, and computed styles keep the notation.
    Colours outside sRGB are clipped; colours in other colour spaces are not changed.
    """
    return _SPACES.sub(_as_rgb, text) if "ok" in text or "color(" in text else text


def _as_rgb(found: re.Match[str]) -> str:
    space, inner = found[1], found[2].replace("srgb ", "").replace("none", "0")
    body, _, alpha = inner.partition("/")
    try:
        a, b, c = (float(part) for part in body.split())
        opacity = float(alpha or 1)
    except ValueError:
        return found[0]
    if space == "color":
        channels = (a, b, c)
    else:
        if space == "oklch":
            b, c = b * math.cos(math.radians(c)), b * math.sin(math.radians(c))
        channels = _of_oklab(a, b, c)
    levels = ", ".join(str(round(255 * min(1.0, max(0.0, each)))) for each in channels)
    return f"rgb({levels})" if opacity >= 1 else f"rgba({levels}, {opacity:g})"


def _of_oklab(light: float, a: float, b: float) -> tuple[float, float, float]:
    """Convert OKLab to sRGB; values in gamut are 0 to 1 (CSS Color 4, 10.4 and its appendix)."""
    x = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    y = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    z = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    red = 4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z
    green = -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z
    blue = -0.0041960863 * x - 0.7034186147 * y + 1.7076147010 * z

    def encode(value: float) -> float:
        return 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055

    return encode(red), encode(green), encode(blue)


def parsed_color(text: str) -> tuple[int, int, int, float] | None:
    """Parse `rgb()` or `rgba()`: red, green, blue (0..255), alpha (0..1); None if invalid."""
    found = _RGB.fullmatch(text)
    if found is None:
        return None
    red, green, blue = (min(255, int(each)) for each in found.groups()[:3])
    try:
        alpha = 1.0 if found[4] is None else min(1.0, float(found[4]))
    except ValueError:
        return None
    return red, green, blue, alpha


def contrast(a: Color, b: Color) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2.2, relative luminance)."""
    light, dark = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: Color) -> float:
    def linear(value: int) -> float:
        share = value / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(each) for each in color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _over(
    above: tuple[int, int, int, float], below: tuple[float, float, float]
) -> tuple[float, float, float]:
    alpha = above[3]
    red, green, blue = (a * alpha + b * (1 - alpha) for a, b in zip(above, below, strict=False))
    return (red, green, blue)


def _whole(color: tuple[float, float, float]) -> Color:
    red, green, blue = (round(each) for each in color)
    return (red, green, blue)
