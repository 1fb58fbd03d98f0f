"""Tools for the OpenAI Agents SDK: `FunctionTool`s with strict schemas and image outputs.

Written for openai-agents 0.24 (November 2026).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from viewmark.agents.tool import FunctionTool
from viewmark.agents.toolset import tools as tools_of
from viewmark.optional_modules import require_module


def tools(page: Any, *, only: Sequence[str] | None = None) -> list[Any]:
    """Return the tools as `agents.FunctionTool`s; options as for `viewmark.agents.tools`."""
    sdk = require_module("agents", "openai-agents")

    def made(tool: FunctionTool) -> Any:
        async def invoke(_: Any, arguments: str) -> Any:
            result = await tool.run(arguments)
            text = sdk.ToolOutputText(text=result.text)
            if result.data_url is None:
                return text
            return [text, sdk.ToolOutputImage(image_url=result.data_url)]

        return sdk.FunctionTool(
            name=tool.name,
            description=tool.description,
            params_json_schema=tool.strict_parameters,
            on_invoke_tool=invoke,
            strict_json_schema=True,
        )

    return [made(each) for each in tools_of(page, only=only)]
