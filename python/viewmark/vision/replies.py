"""Reads the response of a service (JSON or an SDK's object): its text and its token counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from viewmark.errors import ModelRequestFailed


@dataclass(frozen=True, slots=True)
class ModelReply:
    """The reply of a model."""

    text: str
    """The text; empty if the model only called tools."""
    input_tokens: int | None
    """Input tokens as counted by the service, including images; None if not reported."""
    output_tokens: int | None
    raw: Any = field(repr=False)
    """The unparsed response: a JSON object, or the SDK's object."""

    def __str__(self) -> str:
        return self.text


def read_reply(api: str, raw: Any) -> ModelReply:
    """Parse the response of a service.

    Raises:
        ModelRequestFailed: the response does not have the format of the service.
    """
    try:
        answer = raw if isinstance(raw, Mapping) else raw.model_dump(mode="json", by_alias=True)
        pieces, usage = _PARTS[api](answer)
        text = "".join(piece for piece in pieces if isinstance(piece, str))
    except (AttributeError, KeyError, IndexError, TypeError, ValueError) as error:
        raise ModelRequestFailed(
            f"The answer does not have the form of {api} ({type(error).__name__}).",
            hint="Check that the address speaks this API.",
        ) from None
    counts = [usage.get(name) if isinstance(usage, Mapping) else None for name in _COUNTS[api]]
    return ModelReply(text, counts[0], counts[1], raw)


def _responses(answer: Mapping[str, Any]) -> tuple[list[Any], Any]:
    said = [item for item in answer["output"] if item.get("type") == "message"]
    return [part.get("text") for item in said for part in item["content"]], answer.get("usage")


def _chat(answer: Mapping[str, Any]) -> tuple[list[Any], Any]:
    return [answer["choices"][0]["message"].get("content")], answer.get("usage")


def _anthropic(answer: Mapping[str, Any]) -> tuple[list[Any], Any]:
    said = [part.get("text") for part in answer["content"] if part.get("type") == "text"]
    return said, answer.get("usage")


def _gemini(answer: Mapping[str, Any]) -> tuple[list[Any], Any]:
    parts = answer["candidates"][0]["content"].get("parts") or []
    said = [part.get("text") for part in parts if not part.get("thought")]
    return said, answer.get("usageMetadata")


def _bedrock(answer: Mapping[str, Any]) -> tuple[list[Any], Any]:
    parts = answer["output"]["message"]["content"]
    return [part.get("text") for part in parts], answer.get("usage")


_PARTS = {
    "openai-responses": _responses,
    "openai-chat": _chat,
    "litellm": _chat,
    "anthropic": _anthropic,
    "gemini": _gemini,
    "bedrock-converse": _bedrock,
}
_COUNTS = {
    "openai-responses": ("input_tokens", "output_tokens"),
    "openai-chat": ("prompt_tokens", "completion_tokens"),
    "litellm": ("prompt_tokens", "completion_tokens"),
    "anthropic": ("input_tokens", "output_tokens"),
    "gemini": ("promptTokenCount", "candidatesTokenCount"),
    "bedrock-converse": ("inputTokens", "outputTokens"),
}
