"""The OpenAI Agents SDK with a scripted model."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from agents import Model, ModelResponse, Usage, set_tracing_disabled
from openai.types.responses import (
    ResponseFunctionToolCall,
    ResponseOutputMessage,
    ResponseOutputText,
)
from script import ANSWER, Script, drive


class Scripted(Model):
    def __init__(self, script: Script) -> None:
        self.script = script

    async def get_response(
        self, system_instructions: Any, input: Any, *args: Any, **options: Any
    ) -> ModelResponse:
        outputs = [
            each["output"]
            for each in (input if isinstance(input, list) else [])
            if each.get("type") == "function_call_output"
        ]
        self.script.results = [_text(each) for each in outputs]
        self.script.pictures = sum(
            part["type"] == "input_image" and part["image_url"].startswith("data:image/jpeg")
            for each in outputs
            if isinstance(each, list)
            for part in each
        )
        return ModelResponse(output=[self._item()], usage=Usage(), response_id=None)

    def _item(self) -> Any:
        call = self.script.next()
        if call is None:
            text = ResponseOutputText(type="output_text", text=ANSWER, annotations=[])
            return ResponseOutputMessage(
                id="m", type="message", role="assistant", status="completed", content=[text]
            )
        return ResponseFunctionToolCall(
            type="function_call",
            call_id=f"c{len(self.script.results)}",
            name=call[0],
            arguments=json.dumps(call[1]),
        )

    def stream_response(self, *args: Any, **options: Any) -> Any:
        raise NotImplementedError


def _text(output: Any) -> str:
    if isinstance(output, str):
        return output
    return "".join(part.get("text", "") for part in output)


set_tracing_disabled(True)
script = Script()
asyncio.run(drive("openai-agents", "openai-agents", Scripted(script), script))
