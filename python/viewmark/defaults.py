"""Defaults and ranges of options, for all front ends.

Light to import, because the command line imports it before anything else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from viewmark.errors import InvalidOption


@dataclass(frozen=True, slots=True)
class Range:
    """Range of numbers for an option, for `Annotated` types of calls."""

    low: float
    high: float
    unit: str = ""
    above: bool = False
    """True if `low` itself is excluded."""
    whole: bool = False

    def __contains__(self, value: object) -> bool:
        kinds = int if self.whole else (int, float)
        if isinstance(value, bool) or not isinstance(value, kinds):
            return False
        return self.low <= value <= self.high and not (self.above and value == self.low)

    def check(self, name: str, value: object) -> None:
        """Raise an error for a number outside the range.

        Raises:
            InvalidOption: the number is outside the range, which the message states.
        """
        if value not in self:
            raise InvalidOption(f"{name} must be {self}, not {value!r:.40}.", param=name)

    def __str__(self) -> str:
        kind = f"above {self.low:g} and at most" if self.above else f"{self.low:g} to"
        return f"{kind} {_format_number(self.high)}{self.unit}"


def _format_number(number: float) -> str:
    return f"{number:g}" if number < 1e6 and number % 1 else f"{number:.0f}"


QUALITY = 80
"""Default JPEG quality; the Rust core has the same default."""
QUALITIES = Range(1, 100, whole=True)
MAX_BASE64 = 500_000
"""Maximum base64 length of a finished image, in characters; the same in the Rust core."""
SAFE_SIDE = 2_000
"""Maximum side of an image in image px, because models reject larger ones in long conversations."""
SIDES = Range(100, 16_000, " image px", whole=True)
SCALES = Range(0.05, 4)
"""Valid scales of a screenshot, in image px per CSS px."""
SCALE_FACTORS = Range(0.1, 10)
"""Valid device scale factors, in image px per CSS px."""
PORTS = Range(0, 65_535, whole=True)
"""Valid ports; 0 means any free port."""
PADDINGS = Range(0, 2_000, " CSS px")
MARKS: Literal["auto"] = "auto"
"""Default number of marks: all controls of a typical view (`viewmark.elements.cap`)."""
MAX_ANNOTATIONS = 500
"""Highest valid value for the maximum number of marks (annotated-screenshots R8)."""
UNMARKED = 5_000
"""Maximum number of elements in an observation that is only used by programs."""
MARK_COUNTS = Range(1, MAX_ANNOTATIONS, whole=True)
FRAMES = 100
"""Maximum number of frames of a page that are read."""

REST_TIMEOUT = 3.0
"""Default time that a target may take to stop moving, in seconds."""
REST_TIMEOUTS = Range(0, 60, " s", above=True)
EXPECT_TIMEOUT = 5.0
"""Default time within which the expected effect of a click must appear, in seconds."""
CLICKS = Range(1, 3, whole=True)
HOLDS = Range(0, 30, " s")
KEY_REPEATS = Range(1, 1_000, whole=True)
DRAG_MOVES = 10
"""Default number of mouse moves between the ends of a drag."""
DRAG_HOLD = 0.3
"""Seconds between press and first move, because many lists start a drag only after 250 ms."""
MOVES = Range(1, 200, whole=True)
SCREEN = 0.8
"""Share of the viewport by which a directional scroll moves, so that some content stays visible."""
SCROLLS = 500
"""Maximum number of scrolls in search of a target."""
SCROLLING = 30.0
"""Maximum time of scrolling in search of a target, in seconds."""
SCROLL_COUNTS = Range(1, 500, whole=True)

CHARACTERS = 20_000
"""Default length of a text of the page, in characters; about 5,000 tokens."""
READINGS = Range(2_500, 1_000_000, whole=True)
FINDINGS = 20
"""Default number of matches that a search returns."""
FINDING_COUNTS = Range(1, 200, whole=True)
RECORDS = 50
"""Default number of console, network or exception entries in one result."""
RECORD_COUNTS = Range(1, 500, whole=True)
PDF_PAGES = Range(1, 1_000, whole=True)
NODE_COUNTS = Range(1, 20_000, whole=True)

NAVIGATION_TIMEOUT = 30.0
"""Default time from the navigation command to the end of loading, in seconds."""
WAIT_TIMEOUT = 10.0
"""Default time to wait for something on a page, in seconds."""
TIMEOUTS = Range(0, 300, " s", above=True)
"""Valid timeouts of navigations, waits, scripts and tools."""
SCRIPT_TIMEOUT = 10.0
"""Default timeout of a script, in seconds."""
PAGE_TOOL_TIMEOUT = 30.0
"""Default timeout of a tool that a page offers, in seconds."""
CAPTURE_TIMEOUT = 10.0
"""Timeout of a screenshot, in seconds."""
LAUNCH_TIMEOUT = 30.0
"""Time within which a started browser must be ready, in seconds."""
