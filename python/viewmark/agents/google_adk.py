"""Tools for Google's Agent Development Kit: `BaseTool`s with JSON schemas; images are `Part`s.

Written for google-adk 2.13 (November 2026).
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any

from viewmark.agents.tool import FunctionTool
from viewmark.agents.toolset import tools as tools_of
from viewmark.optional_modules import require_module


def tools(page: Any, *, only: Sequence[str] | None = None) -> list[Any]:
    """Return `google.adk.tools.base_tool.BaseTool`s; options as for `viewmark.agents.tools`."""
    base = require_module("google.adk.tools.base_tool", "google-adk").BaseTool
    types = require_module("google.genai.types", "google-genai")

    class ViewmarkTool(base):  # type: ignore[misc, valid-type]
        def __init__(self, tool: FunctionTool) -> None:
            super().__init__(name=tool.name, description=tool.description)
            self._tool = tool

        def _get_declaration(self) -> Any:
            return types.FunctionDeclaration(
                name=self.name,
                description=self.description,
                parameters_json_schema=self._tool.parameters,
            )

        async def run_async(self, *, args: dict[str, Any], tool_context: Any) -> Any:
            result = await self._tool.run(args)
            said: dict[str, Any] = {"error" if result.failed else "result": result.text}
            if result.image is not None:
                data = base64.b64decode(result.image)
                # ADK moves `Part`s that a result contains into the parts of the function response.
                said["picture"] = types.Part.from_bytes(data=data, mime_type=result.media_type)
            return said

    return [ViewmarkTool(each) for each in tools_of(page, only=only)]
