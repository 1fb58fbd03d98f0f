"""Tools as plain JSON schemas, for programs that call a model's API directly.

definitions = viewmark.agents.json_tools.definitions(tools, "openai", strict=True)
result = await viewmark.agents.json_tools.call(tools, name, arguments)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from viewmark.agents.result import ToolResult, failure
from viewmark.agents.tool import FunctionTool
from viewmark.errors import InvalidOption, UnknownParameter

Shape = Literal["openai", "openai_chat", "anthropic", "gemini"]


def definitions(
    tools: Sequence[FunctionTool], shape: Shape = "openai", *, strict: bool = False
) -> list[dict[str, Any]]:
    """Return the tools as entries for an API request.

    Args:
        tools: the result of `viewmark.agents.tools`.
        shape: format of the API: `openai` (Responses), `openai_chat` (Chat Completions),
            `anthropic` (Messages), `gemini` (function declarations).
        strict: whether to make all parameters required and the optional ones nullable, and to set
            the API's strict flag, if it has one.

    Raises:
        InvalidOption: the shape is unknown.
    """
    return [_definition(each, shape, strict) for each in tools]


def _definition(tool: FunctionTool, shape: str, strict: bool) -> dict[str, Any]:
    schema = tool.strict_parameters if strict else tool.parameters
    entry: dict[str, Any] = {"name": tool.name, "description": tool.description}
    if shape in ("openai", "openai_chat"):
        entry |= {"parameters": schema, "strict": strict}
        return {"type": "function", **({"function": entry} if shape == "openai_chat" else entry)}
    if shape == "anthropic":
        return entry | {"input_schema": schema} | ({"strict": True} if strict else {})
    if shape == "gemini":
        return entry | {"parametersJsonSchema": schema}
    raise InvalidOption(
        f"shape is {shape!r:.40}.", hint="It may be openai, openai_chat, anthropic, gemini."
    )


async def call(
    tools: Sequence[FunctionTool], name: str, arguments: str | Mapping[str, Any] | None
) -> ToolResult:
    """Call the tool with this name; errors are reported in the result.

    Args:
        tools: the result of `viewmark.agents.tools`.
        name: tool name, as given by the model.
        arguments: JSON text or an object, as given by the model.
    """
    for each in tools:
        if each.name == name:
            return await each.run(arguments)
    known = ", ".join(each.name for each in tools)
    return failure(UnknownParameter(f"There is no tool {name!r:.40}.", hint=f"There are {known}."))
