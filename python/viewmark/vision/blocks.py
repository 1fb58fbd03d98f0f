"""Converts an observation to content blocks (plain dicts) in the format of each service.

Formats: OpenAI's Responses and Chat Completions, Anthropic's Messages, Gemini's `generateContent`
(REST), Bedrock's Converse, LiteLLM (same as Chat Completions). The image comes before its text, as
Anthropic recommends.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable
from typing import Any, Literal, TypeAlias, get_args

from viewmark.errors import InvalidOption
from viewmark.page.observation import Observation
from viewmark.page.observation_text import observation_text
from viewmark.page.screenshot import Screenshot
from viewmark.vision.picture import ModelPicture

Api: TypeAlias = Literal[
    "openai-responses", "openai-chat", "anthropic", "gemini", "bedrock-converse", "litellm"
]
Detail: TypeAlias = Literal["auto", "low", "high", "original"]
Block: TypeAlias = dict[str, Any]
"""A content block, ready for JSON; for Bedrock it contains bytes, as its SDK requires."""
Look: TypeAlias = Observation | Screenshot | ModelPicture


def blocks(look: Look, api: Api, *, text: bool = True, detail: Detail | None = None) -> list[Block]:
    """Return the content blocks of an observation: its image and its text.

    Args:
        look: an observation, a screenshot, or a result of `prepare`.
        api: format of the blocks.
        text: whether to include a text block with the page, the image size and one line per mark.
        detail: OpenAI's and LiteLLM's `detail` of the image; not sent if omitted.

    Raises:
        InvalidOption: the format or detail is unknown, or there is neither an image nor text.
    """
    check_api(api)
    if detail is not None and detail not in get_args(Detail):
        raise InvalidOption(f"detail must be auto, low, high or original, not {detail!r:.40}.")
    made = []
    base = look.base64
    if base is not None:
        made.append(_PICTURES[api](_format_of(look), base, detail))
    if text:
        made.append(_text(api, words(look)))
    if not made:
        raise InvalidOption("This observation has no picture.", hint="Observe with annotate=True.")
    return made


def words(look: Look, *, picture: bool = True) -> str:
    """Return an observation's text: the page, the image size if an image is sent, and the marks."""
    source = look.look if isinstance(look, ModelPicture) else look
    size = None
    if not picture:
        size = (0, 0)
    elif isinstance(look, ModelPicture):
        size = (look.width, look.height)
    if isinstance(source, Observation):
        return observation_text(source, frame_id=False, picture=size)
    info = source.image_info
    width, height = (info.width, info.height) if size is None else size
    return f"{source.url}\nimage {width}x{height}" if width else source.url


def message(api: Api, role: Literal["user", "assistant"], content: list[Block]) -> Block:
    """Return one message of a conversation."""
    if api == "gemini":
        return {"role": "model" if role == "assistant" else role, "parts": content}
    return {"role": role, "content": content}


def text_block(api: Api, role: Literal["user", "assistant"], text: str) -> Block:
    """Return a text block for a message with this role."""
    if api == "openai-responses" and role == "assistant":
        return {"type": "output_text", "text": text}
    return _text(api, text)


def check_api(api: object) -> None:
    """Reject an unknown format.

    Raises:
        InvalidOption: the format is unknown; the message lists the known formats.
    """
    if api not in _PICTURES:
        raise InvalidOption(f"api must be one of {', '.join(_PICTURES)}, not {api!r:.40}.")


def _format_of(look: Look) -> str:
    if isinstance(look, ModelPicture):
        return look.format
    info = look.image_info
    return info.format if info is not None else "jpeg"


def _text(api: Api, text: str) -> Block:
    if api in ("gemini", "bedrock-converse"):
        return {"text": text}
    return {"type": "input_text" if api == "openai-responses" else "text", "text": text}


def _url(format: str, base64: str) -> str:
    return f"data:image/{format};base64,{base64}"


def _responses(format: str, base64: str, detail: str | None) -> Block:
    more = {} if detail is None else {"detail": detail}
    return {"type": "input_image", "image_url": _url(format, base64)} | more


def _chat(format: str, base64: str, detail: str | None) -> Block:
    more = {} if detail is None else {"detail": detail}
    return {"type": "image_url", "image_url": {"url": _url(format, base64)} | more}


def _anthropic(format: str, base64: str, _: str | None) -> Block:
    source = {"type": "base64", "media_type": f"image/{format}", "data": base64}
    return {"type": "image", "source": source}


def _gemini(format: str, base64: str, _: str | None) -> Block:
    return {"inlineData": {"mimeType": f"image/{format}", "data": base64}}


def _bedrock(format: str, base64: str, _: str | None) -> Block:
    return {"image": {"format": format, "source": {"bytes": b64decode(base64)}}}


_PICTURES: dict[str, Callable[[str, str, str | None], Block]] = {
    "openai-responses": _responses,
    "openai-chat": _chat,
    "anthropic": _anthropic,
    "gemini": _gemini,
    "bedrock-converse": _bedrock,
    "litellm": _chat,
}
