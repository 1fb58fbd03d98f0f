"""Options of a batch: browsers, rate limits, timeouts, and what is kept of a page."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, get_args, get_type_hints

from viewmark.errors import InvalidOption
from viewmark.support import MARKS, MAX_ANNOTATIONS, QUALITY, BrowserOptions, ContextOptions

Pictures = Literal["both", "clean", "marked"]

_RANGES: dict[str, tuple[float, float]] = {
    "browsers": (1, 64),
    "concurrency": (1, 256),
    "per_host": (1, 256),
    "host_interval": (0, 3600),
    "timeout": (0.1, 300),
    "retries": (0, 10),
    "retry_delay": (0, 3600),
    "recycle_after": (1, 1_000_000),
    "max_memory": (64 << 20, 1 << 40),
    "lookahead": (1, 100_000),
    "quality": (1, 100),
    "max_side": (100, 16_000),
    "shard_rows": (1, 100_000),
    "shard_bytes": (1 << 16, 1 << 34),
}

_CONTENT = (
    *("until", "settle", "target", "max_annotations", "include_occluded", "full_page"),
    *("pictures", "format", "quality", "max_side", "split", "drop_duplicates", "duplicate_bits"),
)


def _two_per_core() -> int:
    usable = getattr(os, "sched_getaffinity", None)
    return 2 * (len(usable(0)) if usable else os.cpu_count() or 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchOptions(ContextOptions):
    """All options of a batch; times are seconds.

    What pages begin with (`storage_state`, `extra_http_headers`, `user_agent`, `wait`,
    `navigation_timeout` and the like) is as for `viewmark.launch`.

    Raises:
        InvalidOption: a value out of range; the message has the range.
    """

    browsers: int = 1
    """Browsers to start; not used with `attach`."""
    attach: tuple[str, ...] = field(default=(), repr=False)
    """CDP addresses of browsers that run already; the pages are shared out over them."""
    concurrency: int = field(default_factory=_two_per_core)
    """Pages that are open at once, over all browsers."""
    per_host: int = 2
    """Pages of one host that are open at once."""
    host_interval: float = 0.0
    """Between the beginnings of two page views of one host."""
    timeout: float = 60.0
    """For one page view in all, the `prepare` hook with it."""
    until: Literal["commit", "dom", "load"] = "load"
    """Event that ends a navigation."""
    settle: bool = False
    """Wait (bounded) for fonts, images in view and a quiet layout before the observation."""
    retries: int = 2
    """Further attempts after an error that may pass."""
    retry_delay: float = 1.0
    """Before the first further attempt; doubled for each."""
    recycle_after: int = 300
    """Page views after which a browser that we started is restarted."""
    max_memory: int = 4 << 30
    """Bytes of one browser (resident, Linux only) above which it is started anew; one and a half
    times as much ends it at once, and the pages that are open in it are tried again."""
    block_private: bool = False
    """Keep the browsers from loopback, private and link-local addresses; not with `attach`."""
    allow_local: bool = False
    """Open `file:` and other addresses than `http:`, `https:`, `data:` and `about:`."""
    browser_args: tuple[str, ...] = ()
    """Further flags of Chromium."""
    profile: str | None = None
    """Profile of the one browser that is started: a name, or a folder (`viewmark.launch`)."""
    proxy: str | None = None
    attach_headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Sent when connecting to browsers of `attach`."""
    lookahead: int = 1000
    """Page views that are read ahead of the work, so that a slow host does not stop the others."""
    target: Literal["interactive", "all_visible"] = "interactive"
    """Elements that are marked."""
    max_annotations: int | Literal["auto"] = MARKS
    """Marks of a page view: 1 to 500, or `auto`."""
    include_occluded: bool = False
    full_page: bool = False
    """The whole page, not the viewport."""
    pictures: Pictures = "both"
    """Pictures to keep: without marks, with marks, or both."""
    format: Literal["jpeg", "png"] = "jpeg"
    quality: int = QUALITY
    max_side: int = 8_000
    """Image px; no side of a picture is longer."""
    split: bool = False
    """Share out the sites over `train` (80 %), `validation` and `test` (10 % each)."""
    drop_duplicates: bool = False
    """Keep no picture and no marks of a page that looks like an earlier one; its row names that
    one."""
    duplicate_bits: int = 10
    """Bits of 256 in which the perceptual hashes of two such pages differ at most, 0 to 15; of
    nearly blank pages fewer."""
    shard_rows: int = 500
    """Rows of a Parquet file."""
    shard_bytes: int = 256 << 20
    """Bytes of pictures and words at which a Parquet file is full."""

    def __post_init__(self) -> None:
        limits = dict(_RANGES)
        if self.max_annotations != "auto":
            limits["max_annotations"] = (1, MAX_ANNOTATIONS)
        for name, (low, high) in limits.items():
            value = getattr(self, name)
            is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
            if not is_number or not low <= value <= high:
                raise InvalidOption(
                    f"{name} is {low:,} to {high:,}, not {value!r:.40}.", param=name
                )
        for name in ("until", "target", "pictures", "format"):
            allowed = get_args(get_type_hints(type(self))[name])
            if getattr(self, name) not in allowed:
                raise InvalidOption(
                    f"{name} is one of {', '.join(allowed)}, not {getattr(self, name)!r:.40}.",
                    param=name,
                )
        if not 0 <= self.duplicate_bits <= 15:
            raise InvalidOption(f"duplicate_bits is 0 to 15, not {self.duplicate_bits!r:.40}.")
        if self.profile is not None and self.browsers > 1:
            raise InvalidOption("A profile is of one browser; give storage_state, or browsers=1.")
        for address in self.attach or (None,):
            self.browser_at(address).check()

    def browser_at(self, address: str | None) -> BrowserOptions:
        """One of the browsers: the one at that address, or one that is started."""
        own = {"attach": address, "args": self.browser_args, "output": None}
        names = {each.name for each in fields(BrowserOptions)} - own.keys()
        shared = {
            each.name: getattr(self, each.name) for each in fields(self) if each.name in names
        }
        return BrowserOptions(**shared | own)

    def content(self) -> dict[str, Any]:
        """The options that affect the contents of a row; a data set has one set of them."""
        return {name: getattr(self, name) for name in _CONTENT}
