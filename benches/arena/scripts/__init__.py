"""The scripted player: the shortest fair sequence of calls for each task, by tool or for all.

A sequence is fair if it finds elements by the text of the goal in that tool's results of the same
try (`Reader.at`, `words`), or in an image of that try (`sight.py`, or a point that a human read
from such an image and noted in the script). Selectors and custom code are used only if no other
tool of that server has the same effect.
"""

from __future__ import annotations

from arena.scripts import day, environment, more, puzzles, twelve
from arena.scripts.table import GENERAL, LOST, OWN, of

__all__ = ["GENERAL", "LOST", "OWN", "day", "environment", "more", "of", "puzzles", "twelve"]
