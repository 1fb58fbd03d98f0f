"""smolagents with a scripted model."""

from __future__ import annotations

import asyncio
import re
from typing import Any

from script import ANSWER, Script, drive
from smolagents.models import (
    ChatMessage,
    ChatMessageToolCall,
    ChatMessageToolCallFunction,
    MessageRole,
    Model,
)

script = Script()


class Scripted(Model):
    def generate(self, messages: Any, *args: Any, **options: Any) -> ChatMessage:
        parts = [
            part
            for each in messages
            if each.role in (MessageRole.TOOL_RESPONSE, "tool-response")
            for part in each.content
        ]
        said = [part["text"] for part in parts if part["type"] == "text"]
        script.results = [re.sub(r"^Observation:\s*", "", each) for each in said]
        shown = [p for each in messages for p in each.content if p["type"] == "image"]
        script.pictures += len(shown)
        call = script.next() or ("final_answer", {"answer": ANSWER})
        function = ChatMessageToolCallFunction(name=call[0], arguments=call[1])
        wanted = ChatMessageToolCall(id=f"c{len(said)}", type="function", function=function)
        return ChatMessage(role=MessageRole.ASSISTANT, content="", tool_calls=[wanted])


asyncio.run(drive("smolagents", "smolagents", Scripted(model_id="scripted"), script))
