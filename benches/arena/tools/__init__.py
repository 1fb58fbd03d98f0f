"""The tools of the arena with their default settings: start, call, stop, and cost of results."""

from __future__ import annotations

from arena.tools.base import Counts, Reply, Tool
from arena.tools.servers import NAMES, start, version

__all__ = ["NAMES", "Counts", "Reply", "Tool", "start", "version"]
