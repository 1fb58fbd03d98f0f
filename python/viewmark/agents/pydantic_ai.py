"""Tools for pydantic-ai: `Tool`s with viewmark's schemas; images are returned as `BinaryContent`.

Written for pydantic-ai 2.68 (November 2026).
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any

from viewmark.agents.tool import FunctionTool
from viewmark.agents.toolset import tools as tools_of
from viewmark.optional_modules import require_module


def tools(page: Any, *, only: Sequence[str] | None = None) -> list[Any]:
    """Return the tools as `pydantic_ai.Tool`s; options as for `viewmark.agents.tools`."""
    sdk = require_module("pydantic_ai", "pydantic-ai-slim")

    def made(tool: FunctionTool) -> Any:
        async def run(**arguments: Any) -> Any:
            result = await tool.run(arguments)
            if result.image is None:
                return result.text
            data = base64.b64decode(result.image)
            return [result.text, sdk.BinaryContent(data=data, media_type=result.media_type)]

        return sdk.Tool.from_schema(
            run, name=tool.name, description=tool.description, json_schema=tool.parameters
        )

    return [made(each) for each in tools_of(page, only=only)]
