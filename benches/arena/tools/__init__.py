"""The tools of the arena, each at its defaults: start, call, stop, and what its answers cost."""

from __future__ import annotations

from arena.tools.base import Counts, Reply, Tool
from arena.tools.servers import NAMES, start, version

__all__ = ["NAMES", "Counts", "Reply", "Tool", "start", "version"]
