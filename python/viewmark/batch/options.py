"""Options of a batch: browsers, rate limits, timeouts, and which data of a page is kept."""

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
    """All options of a batch; times are in seconds.

    Options that apply when a page is opened (`storage_state`, `extra_http_headers`, `user_agent`,
    `wait`, `navigation_timeout` and others) are the same as for `viewmark.launch`.

    Raises:
        InvalidOption: a value is out of range; the message gives the range.
    """

    browsers: int = 1
    """Number of browsers to start; not used with `attach`."""
    attach: tuple[str, ...] = field(default=(), repr=False)
    """CDP URLs of running browsers, among which the pages are distributed."""
    concurrency: int = field(default_factory=_two_per_core)
    """Maximum number of pages open at the same time, in all browsers."""
    per_host: int = 2
    """Maximum number of pages of one host open at the same time."""
    host_interval: float = 0.0
    """Minimum time between the starts of two page views of one host."""
    timeout: float = 60.0
    """Timeout of one page view, including the `prepare` hook."""
    until: Literal["commit", "dom", "load"] = "load"
    """Event at which a navigation counts as finished."""
    settle: bool = False
    """Wait (bounded) for fonts, images in view and a stable layout before the observation."""
    retries: int = 2
    """Maximum number of retries after an error that may be temporary."""
    retry_delay: float = 1.0
    """Delay before the first retry; doubled for each further retry."""
    recycle_after: int = 300
    """Number of page views after which a browser that we started is restarted."""
    max_memory: int = 4 << 30
    """Private memory of one browser in bytes (Linux only) above which it is restarted. At one and a
    half times this amount it is closed at once, and the pages open in it are retried."""
    block_private: bool = False
    """Block connections to loopback, private and link-local addresses; not available with `attach`.
    """
    allow_local: bool = False
    """Allow `file:` and other URLs besides `http:`, `https:`, `data:` and `about:`."""
    browser_args: tuple[str, ...] = ()
    """Additional Chromium flags."""
    profile: str | None = None
    """Profile of the single browser that is started: a name or a folder (`viewmark.launch`)."""
    proxy: str | None = None
    attach_headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Headers sent when connecting to the browsers of `attach`."""
    lookahead: int = 1000
    """Number of page views read ahead, so that a slow host does not block other hosts."""
    target: Literal["interactive", "all_visible"] = "interactive"
    """Which elements get marks: those that a user can operate, or all visible ones."""
    max_annotations: int | Literal["auto"] = MARKS
    """Maximum number of marks per page view: 1 to 500, or `auto`."""
    include_occluded: bool = False
    full_page: bool = False
    """Whether to capture the whole page instead of the viewport."""
    pictures: Pictures = "both"
    """Which images to keep: without marks, with marks, or both."""
    format: Literal["jpeg", "png"] = "jpeg"
    quality: int = QUALITY
    max_side: int = 8_000
    """Maximum side of an image, in image px."""
    split: bool = False
    """Assign the sites to `train` (80 %), `validation` and `test` (10 % each)."""
    drop_duplicates: bool = False
    """Keep neither image nor marks of a page that looks like an earlier page; its row refers to the
    earlier one."""
    duplicate_bits: int = 10
    """Maximum number of differing bits, 0 to 15 of 256, at which two perceptual hashes count as the
    same page. For nearly blank pages the maximum is lower.
    """
    shard_rows: int = 500
    """Maximum number of rows in a Parquet file."""
    shard_bytes: int = 256 << 20
    """Total size of images and text, in bytes, at which a Parquet file is full."""

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
        """Return the options to attach to the browser at a URL, or to start one if it is None."""
        own = {"attach": address, "args": self.browser_args, "output": None}
        names = {each.name for each in fields(BrowserOptions)} - own.keys()
        shared = {
            each.name: getattr(self, each.name) for each in fields(self) if each.name in names
        }
        return BrowserOptions(**shared | own)

    def content(self) -> dict[str, Any]:
        """Return the options that affect the content of rows, and are thus fixed for a data set."""
        return {name: getattr(self, name) for name in _CONTENT}
