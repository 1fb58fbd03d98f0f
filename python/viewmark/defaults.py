"""Defaults and ranges of options, for all faces.

Light, for the command line reads it before anything else is imported.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from viewmark.errors import InvalidOption


@dataclass(frozen=True, slots=True)
class Range:
    """Range of numbers for an option; part of `Annotated` types of calls."""

    low: float
    high: float
    unit: str = ""
    above: bool = False
    """Whether `low` itself is too small."""
    whole: bool = False

    def __contains__(self, value: object) -> bool:
        kinds = int if self.whole else (int, float)
        if isinstance(value, bool) or not isinstance(value, kinds):
            return False
        return self.low <= value <= self.high and not (self.above and value == self.low)

    def check(self, name: str, value: object) -> None:
        """Refuse numbers outside.

        Raises:
            InvalidOption: with the range.
        """
        if value not in self:
            raise InvalidOption(f"{name} must be {self}, not {value!r:.40}.", param=name)

    def __str__(self) -> str:
        kind = f"above {self.low:g} and at most" if self.above else f"{self.low:g} to"
        return f"{kind} {_format_number(self.high)}{self.unit}"


def _format_number(number: float) -> str:
    return f"{number:g}" if number < 1e6 and number % 1 else f"{number:.0f}"


QUALITY = 80
"""Quality of a JPEG; the Rust half has the same."""
QUALITIES = Range(1, 100, whole=True)
MAX_BASE64 = 500_000
"""Base64 characters of a finished picture; the Rust half has the same."""
SAFE_SIDE = 2_000
"""Longest side of a picture, image px: models refuse longer ones in long conversations."""
SIDES = Range(100, 16_000, " image px", whole=True)
SCALES = Range(0.05, 4)
"""Image px per CSS px."""
SCALE_FACTORS = Range(0.1, 10)
"""Image px per CSS px that a device has."""
PORTS = Range(0, 65_535, whole=True)
"""0: any that is free."""
PADDINGS = Range(0, 2_000, " CSS px")
MARKS: Literal["auto"] = "auto"
"""The most marks of an observation: all controls of a usual view (`viewmark.elements.cap`)."""
MAX_ANNOTATIONS = 500
"""Upper limit of a number of marks (annotated-screenshots R8)."""
UNMARKED = 5_000
"""Elements of an observation for a program alone."""
MARK_COUNTS = Range(1, MAX_ANNOTATIONS, whole=True)
FRAMES = 100
"""Frames of a page that are read."""

REST_TIMEOUT = 3.0
"""Seconds that a target may take to come to rest."""
REST_TIMEOUTS = Range(0, 60, " s", above=True)
EXPECT_TIMEOUT = 5.0
"""Seconds within which the expected effect of a click must appear."""
CLICKS = Range(1, 3, whole=True)
HOLDS = Range(0, 30, " s")
KEY_REPEATS = Range(1, 1_000, whole=True)
DRAG_MOVES = 10
"""Moves of the mouse between the ends of a drag."""
DRAG_HOLD = 0.3
"""Seconds between the press and the first move: many lists drag only what was held for 250 ms."""
MOVES = Range(1, 200, whole=True)
SCREEN = 0.8
"""Share of the view that a scroll by a direction covers: some of it stays in sight."""
SCROLLS = 500
"""How often it is scrolled on for something that is not there yet."""
SCROLLING = 30.0
"""Seconds in which it is scrolled on."""
SCROLL_COUNTS = Range(1, 500, whole=True)

CHARACTERS = 20_000
"""Characters of a reading; some 5,000 tokens."""
READINGS = Range(2_500, 1_000_000, whole=True)
FINDINGS = 20
"""Places that a search returns."""
FINDING_COUNTS = Range(1, 200, whole=True)
RECORDS = 50
"""Entries of the console, the network and the faults in one answer."""
RECORD_COUNTS = Range(1, 500, whole=True)
PDF_PAGES = Range(1, 1_000, whole=True)
NODE_COUNTS = Range(1, 20_000, whole=True)

NAVIGATION_TIMEOUT = 30.0
"""Seconds from the command to the end of loading."""
WAIT_TIMEOUT = 10.0
"""Seconds that a wait for something on a page may take."""
TIMEOUTS = Range(0, 300, " s", above=True)
"""Range of time limits of navigations, waits, scripts and tools."""
SCRIPT_TIMEOUT = 10.0
"""Seconds that a script may take."""
PAGE_TOOL_TIMEOUT = 30.0
"""Seconds that a tool of the page may take."""
CAPTURE_TIMEOUT = 10.0
"""Seconds for a picture."""
LAUNCH_TIMEOUT = 30.0
"""Seconds until a browser that was started must be ready."""
