"""Asks a model about pages; each image is deleted after its request and retries.

Requirements: coordinate-screenshot-tool FR-012, FR-013, SC-004; retries are done by the SDK.
"""

from __future__ import annotations

import asyncio
import re
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

from viewmark.errors import InvalidOption, ModelRequestFailed, ViewmarkError
from viewmark.model_rules import ModelRules, rules_of
from viewmark.screenshot_slot import ScreenshotSlot
from viewmark.text import one_line
from viewmark.vision.blocks import Api, Look
from viewmark.vision.clients import body_of, known_secrets, sender
from viewmark.vision.history import History
from viewmark.vision.picture import ModelPicture, prepare
from viewmark.vision.replies import ModelReply, read_reply

_KEY = re.compile(r"\b(?:sk-|AIza|Bearer\s+)[\w*.~+/=-]{4,}", re.IGNORECASE)
"""Pattern of the services' API keys."""


class VisionSession:
    """A conversation with one model about pages.

    Args:
        client: `"openai"`, `"anthropic"` or `"google"` (the SDK is imported now and reads its key
            from the environment); an async client of one of these SDKs (`AsyncOpenAI`,
            `AsyncAnthropic`, `genai.Client`); or an async function that takes the body of a request
            and returns the response as a JSON object.
        model: name of the model, as used by the service.
        api: format of the bodies; required for a function. For OpenAI's SDK the default is
            `openai-responses`; the alternative is `openai-chat`.
        family: model family whose rules size the images, for a model without known rules
            (`viewmark models`).
        system: instructions that precede the conversation.
        keep: maximum number of images in a request. With 1, an image is sent only once.
        step: see `History`.
        folder: folder that stores the image as a private file during a request; None: in memory.
        max_output: maximum tokens of a reply.
        timeout: seconds for one request including all retries.
        options: further members of the body, such as `tools`.

    Raises:
        UnknownModel: no rules are known for the model, and no `family` was given.
        ExtraMissing: the SDK is not installed.
        InvalidOption: an option is invalid, or this kind of client is not supported.
    """

    def __init__(
        self,
        client: Any,
        *,
        model: str,
        api: Api | None = None,
        family: str | None = None,
        system: str = "",
        keep: int = 1,
        step: int = 1,
        folder: str | Path | None = None,
        max_output: int = 1024,
        timeout: float = 120.0,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.rules: ModelRules = rules_of(family or model)
        if isinstance(timeout, bool) or not isinstance(timeout, (int, float)) or timeout <= 0:
            raise InvalidOption(f"timeout must be above 0 s, not {timeout!r:.40}.")
        self.api, self._send, self._client = sender(client, api)
        self.model, self.system = model, system
        self.history = History(keep=keep, step=step)
        self._max_output, self._timeout = max_output, timeout
        self._options = dict(options or {})
        self._slot = ScreenshotSlot(None if folder is None else Path(folder))
        self._turn = asyncio.Lock()

    def __repr__(self) -> str:
        return f"VisionSession(api={self.api!r}, model={self.model!r}, {self.history!r})"

    async def ask(self, text: str = "", look: Look | None = None) -> ModelReply:
        """Ask the model about a page; concurrent questions run one after the other.

        The image is scaled to the model's size, stored for as long as the request and its retries
        take, and then deleted, whatever the outcome. A failed request leaves the conversation
        unchanged.

        Args:
            text: the question, or the outcome of the last action.
            look: an observation, a screenshot, or a result of `prepare`.

        Raises:
            ModelRequestFailed: the service rejected the request, failed or did not respond, even
                after retries; `status` is the HTTP status, if there was one.
            InvalidOption: neither text nor look was given.
        """
        async with self._turn:
            before = self.history.snapshot()
            try:
                reply = await self._ask(text, look)
            # also reached on cancellation, so that the conversation is always restored
            except BaseException:
                self.history.restore(before)
                raise
            self.history.assistant(reply.text)
            if self.history.keep == 1:
                self.history.supersede()
            return reply

    async def _ask(self, text: str, look: Look | None) -> ModelReply:
        if look is None or look.base64 is None:
            self.history.user(text, look)
            return await self._request()
        picture = look if isinstance(look, ModelPicture) else prepare(look, self.rules)
        stored = self._slot.put(b64decode(picture.base64), format=picture.format)
        with self._slot.lease(stored.id) as data:
            self.history.user(text, replace(picture, base64=b64encode(data).decode()))
            return await self._request()

    async def _request(self) -> ModelReply:
        messages = self.history.messages(self.api)
        body = body_of(self.api, self.model, self.system, messages, self._max_output)
        problem, status = "", None
        try:
            raw = await asyncio.wait_for(self._send(body | self._options), self._timeout)
        except asyncio.TimeoutError:
            problem = f"no answer within {self._timeout:g} s"
        except ViewmarkError:
            raise
        except Exception as error:  # each SDK raises its own errors
            status = getattr(error, "status_code", None) or getattr(error, "code", None)
            problem = self._redact_reason(f"{type(error).__name__}: {error}")
        else:
            return read_reply(self.api, raw)
        # Raised outside of the `except` block, so that the SDK's error, which contains the request
        # and its key, is not chained.
        raise ModelRequestFailed(
            f"The request to {self.model} failed: {problem}.",
            status=status if isinstance(status, int) else None,
        )

    def _redact_reason(self, words: str) -> str:
        """Return the service's error text without keys, on one line and limited in length."""
        for secret in known_secrets(self._client):
            words = words.replace(secret, "***")
        return one_line(_KEY.sub("***", words)).rstrip(".")

    async def close(self) -> None:
        """Delete the remaining images. The client stays open, because it belongs to the caller."""
        self._slot.close()

    async def __aenter__(self) -> VisionSession:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()
