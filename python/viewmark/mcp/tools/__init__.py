"""The five tools; each is a list of what it can do."""

from __future__ import annotations

from viewmark.mcp.tools.analyze import ANALYZE
from viewmark.mcp.tools.configure import CONFIGURE
from viewmark.mcp.tools.generate import GENERATE
from viewmark.mcp.tools.interact import INTERACT
from viewmark.mcp.tools.observe import OBSERVE

__all__ = ["ANALYZE", "CONFIGURE", "GENERATE", "INTERACT", "OBSERVE", "TOOLS"]

TOOLS = (OBSERVE, INTERACT, ANALYZE, CONFIGURE, GENERATE)
"""In the order in which clients see them."""
