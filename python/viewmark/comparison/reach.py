"""What only one of two looks may list: of that nobody knows whether it came, went or stood there.

An ordinary look lists what one can act on and cuts that at a number; a checkpoint lists everything
in view, which of a box that scrolls is a part.
"""

from __future__ import annotations

from collections.abc import Sequence

from viewmark.comparison.checkpoint import Checkpoint, Entry
from viewmark.comparison.scrolled import ScrolledBoxes
from viewmark.geometry import Bounds


class Reach:
    """Both looks, and how much each does not hold of the other."""

    def __init__(self, before: Checkpoint, after: Checkpoint) -> None:
        self._before = before
        self._after = after
        self._unknown: dict[int, int] = {id(before): 0, id(after): 0}
        self.scrolled = ScrolledBoxes(before, after)
        """Boxes of the page of which both looks show another part."""

    def pick_gone(self, items: Sequence[tuple[Entry, Bounds]]) -> list[tuple[Entry, Bounds]]:
        """Those of the first look that the second would list if they were there."""
        return self._pick(items, of=self._before, to=self._after)

    def pick_new(self, items: Sequence[tuple[Entry, Bounds]]) -> list[tuple[Entry, Bounds]]:
        """Those of the second look that the first would list if they had been there."""
        return self._pick(items, of=self._after, to=self._before)

    def _pick(
        self, items: Sequence[tuple[Entry, Bounds]], *, of: Checkpoint, to: Checkpoint
    ) -> list[tuple[Entry, Bounds]]:
        is_cut = to.total_found > len(to.entries)
        known = [item for item in items if not is_cut and to.scope.holds(item[0].element, of.scope)]
        self._unknown[id(to)] += len(items) - len(known)
        return [item for item in known if self.scrolled.shows(item[0], to)]

    def notes(self) -> list[str]:
        """What was not compared, and why."""
        sides = ((self._before, "first", "second"), (self._after, "second", "first"))
        lines = self.scrolled.notes()
        if both := self._before.scope.describe_gaps(of=self._after.scope):
            lines.append(f"Both looks listed {both}: what changed of that is not told.")
        both_lists = (self._before.entries, self._after.entries)
        if all(both_lists) and not all(any(each.style for each in one) for one in both_lists):
            lines.append("Colours and fonts were not compared: a look has no styles.")
        for each, name, other in sides:
            if left := each.total_found - len(each.entries):
                lines.append(f"{name}: {left} more elements are on the page and were not compared.")
            count, lack = self._unknown[id(each)], each.scope.describe_gaps()
            if count and lack:
                lines.append(f"{name}: listed {lack}; {count} of the {other} were not compared.")
        return lines
