"""Tools for smolagents: blocking `Tool`s, and a step callback that shows their images.

A smolagents tool can return only text to the model. Images reach the model as `observations_images`
of a step, which `show_pictures` sets. Written for smolagents 1.26 (November 2026).
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
    """Return the tools as `smolagents.Tool`s; options as for `viewmark.agents.tools`.

    A smolagents agent blocks its thread: pass a page of `viewmark.sync`, or run the agent with
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
    """Return a step callback that shows the model only the newest images of these tools.

    Args:
        tools: the result of `tools`, which the agent also gets:
            `ToolCallingAgent(tools=tools, step_callbacks=[show_pictures(tools)])`.
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
    """Return the inputs in smolagents' format, which has only types; viewmark checks the rest."""
    needed_names = schema["required"]
    return {
        name: {
            "type": "any" if name not in needed_names or "anyOf" in each else each["type"],
            "description": each.get("description", name),
        }
        | ({} if name in needed_names else {"nullable": True})
        for name, each in schema["properties"].items()
    }
