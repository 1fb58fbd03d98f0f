"""Google's Agent Development Kit with a scripted model."""

from __future__ import annotations

import asyncio
from typing import Any

from google.adk.models.base_llm import BaseLlm
from google.adk.models.llm_response import LlmResponse
from google.genai import types
from script import ANSWER, Script, drive

script = Script()


class Scripted(BaseLlm):
    async def generate_content_async(self, llm_request: Any, stream: bool = False) -> Any:
        said = [
            part.function_response
            for content in llm_request.contents
            for part in content.parts
            if part.function_response is not None
        ]
        script.results = ["".join(map(str, each.response.values())) for each in said]
        script.pictures = sum(bool(each.parts) for each in said)
        call = script.next()
        if call is None:
            part = types.Part(text=ANSWER)
        else:
            part = types.Part(function_call=types.FunctionCall(name=call[0], args=call[1]))
        yield LlmResponse(content=types.Content(role="model", parts=[part]))


asyncio.run(drive("google-adk", "google-adk", Scripted(model="scripted"), script))
