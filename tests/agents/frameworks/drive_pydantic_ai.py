"""pydantic-ai with a scripted model."""

from __future__ import annotations

import asyncio
from typing import Any

from pydantic_ai import BinaryContent
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import FunctionModel
from script import ANSWER, Script, drive

script = Script()


def answer(messages: Any, info: Any) -> ModelResponse:
    said = [part for each in messages for part in each.parts if isinstance(part, ToolReturnPart)]
    contents = [each.content if isinstance(each.content, list) else [each.content] for each in said]
    script.results = ["".join(p for p in parts if isinstance(p, str)) for parts in contents]
    script.pictures = sum(isinstance(p, BinaryContent) for parts in contents for p in parts)
    call = script.next()
    if call is None:
        return ModelResponse(parts=[TextPart(ANSWER)])
    return ModelResponse(parts=[ToolCallPart(call[0], call[1])])


asyncio.run(drive("pydantic-ai", "pydantic-ai-slim", FunctionModel(answer), script))
