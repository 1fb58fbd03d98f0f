"""Says what failed at single elements of a reading (`js/page/faults.js`): they are left out."""

from __future__ import annotations

from viewmark.browser import wire
from viewmark.elements.model import words


def faults_note(reported: object, where: str = "") -> list[str]:
    """One sentence for what a frame's script tells of its faults, or none.

    Args:
        reported: `{count, first}`, or nothing.
        where: ` in FRAME`, for a frame that is not the main one.
    """
    faults = wire.record(reported)
    count = min(wire.whole(faults.get("count")), 10**6)
    if count <= 0:
        return []
    times = "once" if count == 1 else f"{count} times"
    return [
        f"Reading an element{where} failed {times} ({words(faults.get('first'), 120)}): "
        "what it and all in it show may be missing."
    ]
