"""The scripted player: for each task the shortest honest sequence of calls, by tool or for all.

Honest means: what is acted on is found by the words of the goal in that tool's own answers to this
try (`Reader.at`, `words`), or seen in a picture that was taken in it (`sight.py`, or a point that
a person read off such a picture, which then stands in the script). Selectors and programs of one's
own are used only where no other tool of that server does the thing.
"""

from __future__ import annotations

from arena.scripts import day, environment, more, puzzles, twelve
from arena.scripts.table import GENERAL, LOST, OWN, of

__all__ = ["GENERAL", "LOST", "OWN", "day", "environment", "more", "of", "puzzles", "twelve"]
