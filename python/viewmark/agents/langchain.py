"""Tools for LangChain and LangGraph: `StructuredTool`s whose results are content blocks.

Written for langchain-core 1.7 (November 2026).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from viewmark.agents.result import ToolResult
from viewmark.agents.tool import FunctionTool
from viewmark.agents.toolset import tools as tools_of
from viewmark.optional_modules import require_module


def tools(page: Any, *, only: Sequence[str] | None = None) -> list[Any]:
    """Return `langchain_core.tools.StructuredTool`s; options as for `viewmark.agents.tools`."""
    core = require_module("langchain_core.tools", "langchain-core")

    def made(tool: FunctionTool) -> Any:
        async def arun(**arguments: Any) -> Any:
            return _content(await tool.run(arguments))

        def run(**arguments: Any) -> Any:
            return _content(tool.run_sync(arguments))

        return core.StructuredTool(
            name=tool.name,
            description=tool.description,
            args_schema=tool.parameters,
            func=run,
            coroutine=arun,
        )

    return [made(each) for each in tools_of(page, only=only)]


def _content(result: ToolResult) -> Any:
    if result.image is None:
        return result.text
    picture = {"type": "image", "base64": result.image, "mime_type": result.media_type}
    return [{"type": "text", "text": result.text}, picture]
