"""Sends request bodies through official SDKs (imported when used) or a caller's function.

A body is the JSON object that the service's HTTP API accepts, including `model`.
"""

from __future__ import annotations

import inspect
from base64 import b64decode
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any, TypeAlias

from viewmark.errors import ExtraMissing, InvalidOption
from viewmark.vision.blocks import Api, Block, check_api

Send: TypeAlias = Callable[[dict[str, Any]], Awaitable[Any]]
"""Async function that sends one request body, with its own retries, and returns the response as a
JSON object.
"""

_MADE_BY = {
    "openai": ("openai", "AsyncOpenAI"),
    "anthropic": ("anthropic", "AsyncAnthropic"),
    "google": ("google.genai", "Client"),
}
"""Module and class of each SDK's client, keyed by the client name that callers pass."""


def sender(client: Any, api: Api | None) -> tuple[Api, Send, Any]:
    """Return the format, the function that sends requests, and the client behind it.

    Args:
        client: `openai`, `anthropic` or `google` (the SDK reads the API key from the environment);
            an async client of one of these SDKs; or an async function that sends a body.
        api: format of the bodies; required for a function. For OpenAI's SDK it selects one of two
            formats.

    Raises:
        ExtraMissing: the SDK is not installed.
        InvalidOption: the client is not async, or does not support the format.
    """
    if api is not None:
        check_api(api)
    if isinstance(client, str):
        client = _made(client)
    calls = _calls_of(client)
    if calls:
        chosen = api or next(iter(calls))
        if chosen not in calls:
            raise InvalidOption(f"This client speaks {' and '.join(calls)}, not {chosen}.")
        create = calls[chosen]
        if not inspect.iscoroutinefunction(inspect.unwrap(create)):
            raise InvalidOption(
                "This client blocks; a request could not be cancelled.",
                hint="Pass the asynchronous client of the SDK (AsyncOpenAI, AsyncAnthropic).",
            )

        async def send(body: dict[str, Any]) -> Any:
            return await create(**body)

        return chosen, send, client
    if callable(client):
        if api is None:
            raise InvalidOption("A function that sends needs api=, the form of its bodies.")
        return api, client, None
    raise InvalidOption(
        f"A client is a name, an SDK's client or an async function, not {type(client).__name__}.",
        hint="Pass openai.AsyncOpenAI(), anthropic.AsyncAnthropic() or google.genai.Client().",
    )


def _calls_of(client: Any) -> dict[Api, Callable[..., Any]]:
    """Return an SDK client's request methods, keyed by format; empty for other clients."""
    vendor = type(client).__module__.partition(".")[0]
    if vendor == "openai" and hasattr(client, "responses"):
        return {
            "openai-responses": client.responses.create,
            "openai-chat": client.chat.completions.create,
        }
    if vendor == "anthropic" and hasattr(client, "messages"):
        return {"anthropic": client.messages.create}
    if vendor == "google" and hasattr(client, "aio"):
        return {"gemini": _gemini(client)}
    return {}


def body_of(
    api: Api, model: str, system: str, messages: list[Block], max_output: int
) -> dict[str, Any]:
    """Return the body of a request."""
    if api == "openai-responses":
        body: dict[str, Any] = {"input": messages, "max_output_tokens": max_output}
        return {"model": model} | ({"instructions": system} if system else {}) | body
    if api in ("openai-chat", "litellm"):
        head = [{"role": "system", "content": system}] if system else []
        limit = "max_completion_tokens" if api == "openai-chat" else "max_tokens"
        return {"model": model, "messages": [*head, *messages], limit: max_output}
    if api == "anthropic":
        body = {"model": model, "max_tokens": max_output, "messages": messages}
        return body | ({"system": system} if system else {})
    if api == "gemini":
        body = {"model": model, "contents": messages}
        body["generationConfig"] = {"maxOutputTokens": max_output}
        return body | ({"systemInstruction": {"parts": [{"text": system}]}} if system else {})
    body = {"modelId": model, "messages": messages, "inferenceConfig": {"maxTokens": max_output}}
    return body | ({"system": [{"text": system}]} if system else {})


def known_secrets(client: Any) -> list[str]:
    """Return the API keys stored in an SDK's client, so that they can be redacted in messages."""
    inner = getattr(client, "_api_client", None)
    held = [getattr(each, "api_key", None) for each in (client, inner)]
    held.append(getattr(client, "auth_token", None))
    return [key for key in held if isinstance(key, str) and len(key) >= 4]


def _made(name: str) -> Any:
    if name not in _MADE_BY:
        raise InvalidOption(f"client must be one of {', '.join(_MADE_BY)}, not {name!r:.40}.")
    module, cls = _MADE_BY[name]
    try:
        return getattr(import_module(module), cls)()
    except ImportError:
        raise ExtraMissing(
            f"The SDK of {name} is not installed.",
            hint=f'Install it: pip install "viewmark[{name}]"',
        ) from None
    except Exception as error:  # each SDK raises its own error for a missing API key
        problem = f"{type(error).__name__}: {error}"[:200]
    raise InvalidOption(
        f"The client of {name} cannot be made: {problem}.",
        hint="Set the key in the environment variable that its documentation names.",
    )


def _gemini(client: Any) -> Any:
    """Return the method that sends a body through Google's SDK.

    The SDK takes bytes instead of base64, and options in `config`.
    """

    async def create(**body: Any) -> Any:
        contents = [
            {"role": each["role"], "parts": [_raw(part) for part in each["parts"]]}
            for each in body.pop("contents")
        ]
        config = dict(body.pop("generationConfig", {}))
        if "systemInstruction" in body:
            config["systemInstruction"] = body.pop("systemInstruction")
        model = body.pop("model")
        config |= body
        return await client.aio.models.generate_content(
            model=model, contents=contents, config=config
        )

    return create


def _raw(part: Block) -> Block:
    data = part.get("inlineData")
    return {"inlineData": data | {"data": b64decode(data["data"])}} if data else part
