"""Tools for smolagents: `Tool`s that block, and a step callback that shows their pictures.

A tool of smolagents gives a model text only; pictures reach it as `observations_images` of a step,
which `show_pictures` sets. Looked up in smolagents 1.26 (November 2026).
"""

from __future__ import annotations

import base64
import io
from collections.abc import Callable, Sequence
from typing import Any

from viewmark.agents.tool import FunctionTool
from viewmark.agents.toolset import tools as tools_of
from viewmark.optional_modules import require_module


def tools(page: Any, *, only: Sequence[str] | None = None) -> list[Any]:
    """The tools as `smolagents.Tool`; options as `viewmark.agents.tools`.

    An agent of smolagents blocks: give a page of `viewmark.sync`, or run the agent by
    `asyncio.to_thread`.
    """
    sdk = require_module("smolagents", "smolagents")

    class ViewmarkTool(sdk.Tool):  # type: ignore[misc, name-defined]
        skip_forward_signature_validation = True
        output_type = "string"

        def __init__(self, tool: FunctionTool) -> None:
            self.name, self.description = tool.name, tool.description
            self.inputs = _inputs(tool.parameters)
            self.picture: str | None = None
            self._tool = tool
            super().__init__()

        def forward(self, **arguments: Any) -> str:
            result = self._tool.run_sync(arguments)
            self.picture = result.image
            return result.text

    return [ViewmarkTool(each) for each in tools_of(page, only=only)]


def show_pictures(tools: Sequence[Any]) -> Callable[..., None]:
    """A step callback that shows the model the newest picture of these tools, and no older one.

    Args:
        tools: what `tools` gave; for `ToolCallingAgent(tools=tools, step_callbacks=[...])`.
    """

    def shown(step: Any, agent: Any = None) -> None:
        taken = [each.picture for each in tools if getattr(each, "picture", None) is not None]
        if not taken or not hasattr(step, "observations_images"):
            return
        for each in agent.memory.steps if agent is not None else ():
            if getattr(each, "observations_images", None):
                each.observations_images = None
        image = require_module("PIL.Image", "pillow")
        step.observations_images = [image.open(io.BytesIO(base64.b64decode(p))) for p in taken]
        for each in tools:
            each.picture = None

    return shown


def _inputs(schema: dict[str, Any]) -> dict[str, Any]:
    """The inputs in the words of smolagents; it checks kinds, and our own check is finer."""
    needed_names = schema["required"]
    return {
        name: {
            "type": "any" if name not in needed_names or "anyOf" in each else each["type"],
            "description": each.get("description", name),
        }
        | ({} if name in needed_names else {"nullable": True})
        for name, each in schema["properties"].items()
    }
