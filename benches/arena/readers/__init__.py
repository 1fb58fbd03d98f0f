"""Readers, one for each tool: all they know of a page is what the tool's results contain."""

from __future__ import annotations

from arena.readers.agent_browser import AgentBrowserReader
from arena.readers.base import Act, NotSeen, NotWritten, Reader
from arena.readers.browser_use import BrowserUseReader
from arena.readers.devtools import DevToolsReader
from arena.readers.playwright import PlaywrightReader
from arena.readers.viewmark import ViewmarkReader
from arena.readers.viewmark_shell import ViewmarkShellReader

__all__ = ["READERS", "Act", "NotSeen", "NotWritten", "Reader"]

READERS: dict[str, type[Reader]] = {
    "viewmark": ViewmarkReader,
    "viewmark shell": ViewmarkShellReader,
    "agent-browser": AgentBrowserReader,
    "Playwright MCP": PlaywrightReader,
    "Chrome DevTools MCP": DevToolsReader,
    "browser-use": BrowserUseReader,
}
