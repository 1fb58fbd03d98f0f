"""What a call does unless it says otherwise: one number each, for library, command line and MCP."""

from __future__ import annotations

from typing import Literal

__all__ = [
    "CAPTURE_TIMEOUT",
    "LAUNCH_TIMEOUT",
    "MARKS",
    "MAX_ANNOTATIONS",
    "MAX_BASE64",
    "NAVIGATION_TIMEOUT",
    "QUALITY",
    "WAIT_TIMEOUT",
]

QUALITY = 80
"""Of a JPEG, 1 to 100; the Rust half has the same."""
MAX_BASE64 = 500_000
"""Base64 characters of a finished picture; the Rust half has the same."""
MARKS: Literal["auto"] = "auto"
"""The most marks of an observation: all controls of a usual view (`viewmark.elements.cap`)."""
MAX_ANNOTATIONS = 500
"""Upper limit of a number of marks (annotated-screenshots R8)."""

NAVIGATION_TIMEOUT = 30.0
"""Seconds from the command to the end of loading."""
WAIT_TIMEOUT = 10.0
"""Seconds that a wait for something on a page may take."""
CAPTURE_TIMEOUT = 10.0
"""Seconds for a picture."""
LAUNCH_TIMEOUT = 30.0
"""Seconds until a browser that was started must be ready."""
