"""Input of a batch: how pages are shown (views), and their keys, sites and splits."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from itertools import product
from typing import Any, Literal
from urllib.parse import urlsplit

from viewmark import Device, devices
from viewmark.errors import InvalidOption
from viewmark.support import near_words

SPLITS = (("train", 0.8), ("validation", 0.1), ("test", 0.1))
"""Names and shares of the splits of a data set; each site belongs to one split."""
_SPAN = 2**32


@dataclass(frozen=True, slots=True, kw_only=True)
class PageView:
    """How a page is shown in a batch; one page in two views gives two rows.

    Raises:
        InvalidOption: the size or scale is impossible, or the device is unknown.
    """

    width: int = 1280
    """Width of the viewport in CSS px."""
    height: int = 720
    device_scale_factor: float = 1.0
    """Image px per CSS px."""
    color_scheme: Literal["light", "dark", "no-preference"] | None = None
    """`prefers-color-scheme`; None: the browser's own."""
    locale: str | None = None
    """Locale such as `de-DE`; None: the browser's own."""
    device: str | None = None
    """A name from `viewmark.devices()`, whose size and scale then apply."""

    def __post_init__(self) -> None:
        if self.device is not None:
            found = _device(self.device)
            object.__setattr__(self, "device", found.name)
            object.__setattr__(self, "width", found.width)
            object.__setattr__(self, "height", found.height)
            object.__setattr__(self, "device_scale_factor", float(found.device_scale_factor))
        if not (1 <= self.width <= 10_000 and 1 <= self.height <= 10_000):
            raise InvalidOption(
                f"A viewport has 1 to 10,000 CSS px a side, not {self.width}x{self.height}."
            )
        if not 0.1 <= self.device_scale_factor <= 10:
            raise InvalidOption(
                f"device_scale_factor is 0.1 to 10, not {self.device_scale_factor!r:.40}."
            )

    @property
    def name(self) -> str:
        """A unique name of the view, such as `1280x720@2-dark-de-DE`."""
        size = f"{self.width}x{self.height}@{self.device_scale_factor:g}"
        more = (self.device, self.color_scheme, self.locale)
        return "-".join([size, *(each.replace(" ", "_") for each in more if each)])


def views_of(
    *,
    viewports: Sequence[tuple[int, int]] = ((1280, 720),),
    scales: Sequence[float] = (1.0,),
    color_schemes: Sequence[Literal["light", "dark", "no-preference"] | None] = (None,),
    locales: Sequence[str | None] = (None,),
    devices: Sequence[str] = (),
) -> tuple[PageView, ...]:
    """Return a view for each combination of values, without duplicates.

    If devices are given, they replace the viewports and scales.

    Raises:
        InvalidOption: as for `PageView`.
    """
    sizes = [
        PageView(width=width, height=height, device_scale_factor=scale)
        for (width, height), scale in product(viewports, scales)
    ]
    if devices:
        sizes = [PageView(device=name) for name in devices]
    found = [
        replace(size, color_scheme=scheme, locale=locale)
        for size, scheme, locale in product(sizes, color_schemes, locales)
    ]
    return tuple(dict.fromkeys(found))


@dataclass(slots=True)
class PageTask:
    """A page view that is still to be done."""

    url: str = field(repr=False)
    view: PageView
    key: str
    attempts: int = 0
    """Number of attempts so far."""
    reasons: tuple[str, ...] = ()
    """Error codes of the attempts that were retried."""
    refusal: str = ""
    """The reason why the URL must not be opened; empty if it may be opened."""


class Shard(dict[str, Any]):
    """A record of a written Parquet file: `name`, `split`, `rows`, `bytes`, `sha256`."""

    @classmethod
    def read(cls, line: str) -> Shard:
        """Parse a line of JSON.

        Raises:
            ValueError: the line does not describe a file.
        """
        record = json.loads(line)
        kinds = {"name": str, "split": str, "rows": int, "bytes": int, "sha256": str}
        if not isinstance(record, dict) or any(type(record.get(k)) is not kinds[k] for k in kinds):
            raise ValueError("it does not tell name, split, rows, bytes and sha256")
        if re.fullmatch(r"[\w-]+\.parquet", record["name"]) is None:
            raise ValueError(f"{record['name']!r:.80} is no name of its files")
        return cls(record)


def key_of(url: str, view: PageView) -> str:
    """Return the key of a page view: 20 hexadecimal digits, the same on every machine."""
    text = f"{url}\n{view.name}".encode("utf-8", "surrogatepass")
    return blake2b(text, digest_size=10).hexdigest()


def host_of(url: str) -> str:
    """Return host and port of a URL, for rate limits; empty if the URL has no host."""
    try:
        return urlsplit(url).netloc.rpartition("@")[2].lower()
    except ValueError:
        return ""


def site_of(url: str) -> str:
    """Return the host without `www.`, or the scheme of a URL without a host."""
    try:
        parts = urlsplit(url)
        return (parts.hostname or parts.scheme or "").removeprefix("www.")
    except ValueError:
        return ""


def split_of(site: str) -> str:
    """Return the split that a site belongs to; all pages of a site are in one split."""
    place = int.from_bytes(blake2b(site.encode("utf-8", "replace"), digest_size=4).digest(), "big")
    upto = 0.0
    for name, share in SPLITS:
        upto += share
        if place < upto * _SPAN:
            return name
    return SPLITS[-1][0]


def _device(name: str) -> Device:
    """Return the device with this name, ignoring case."""
    known = {each.name.lower(): each for each in devices()}
    found = known.get(str(name).strip().lower())
    if found is None:
        near = near_words(name, (each.name for each in devices()), cutoff=0.4)
        hint = f"Did you mean {near[0]!r}? " if near else ""
        raise InvalidOption(
            f"There is no device {name!r:.60}.",
            hint=f"{hint}There are {', '.join(each.name for each in devices())}.",
            param="device",
        )
    return found
