"""LangChain and LangGraph with a scripted model."""

from __future__ import annotations

import asyncio
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from script import ANSWER, Script, drive

script = Script()


class Scripted(BaseChatModel):
    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Any, **options: Any) -> Any:
        assert {"look", "click", "type"} <= {each.name for each in tools}
        return self

    def _generate(self, messages: Any, *args: Any, **options: Any) -> ChatResult:
        said = [each for each in messages if isinstance(each, ToolMessage)]
        script.results = [each.text for each in said]
        script.pictures = sum(
            part["type"] == "image" for each in said for part in each.content_blocks
        )
        call = script.next()
        message = AIMessage(ANSWER)
        if call is not None:
            name = f"c{len(said)}"
            message = AIMessage("", tool_calls=[{"name": call[0], "args": call[1], "id": name}])
        return ChatResult(generations=[ChatGeneration(message=message)])


asyncio.run(drive("langchain", "langchain", Scripted(), script))
