"""Tools for agent frameworks, and adapters for computer-use models, over one page.

    tools = viewmark.agents.tools(page, framework="langchain")

A framework is imported only when its tools are created.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from viewmark.agents import (
    computer,
    google_adk,
    json_tools,
    langchain,
    openai_agents,
    pydantic_ai,
    smolagents,
)
from viewmark.agents.actions import ACTIONS
from viewmark.agents.page_screenshot import PageScreenShotTool, PageScreenshotTool
from viewmark.agents.result import ToolResult
from viewmark.agents.tool import FunctionTool
from viewmark.agents.toolset import Framework, tools

__all__ = [
    "ACTIONS",
    "tools",
    "Framework",
    "PageScreenShotTool",
    "PageScreenshotTool",
    "FunctionTool",
    "ToolResult",
    "computer",
    "google_adk",
    "json_tools",
    "langchain",
    "openai_agents",
    "pydantic_ai",
    "smolagents",
]


def __getattr__(name: str) -> Any:
    """Import adapters on first use (PEP 562)."""
    if name in ("PageScreenshotTool", "PageScreenShotTool"):
        return getattr(import_module("viewmark.agents.page_screenshot"), name)
    if name in __all__:
        return import_module(f"viewmark.agents.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
