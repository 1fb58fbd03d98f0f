"""A conversation with a model: images are deleted, keys never leak, questions are in order."""

from __future__ import annotations

import asyncio
import json
import logging
from pathlib import Path
from typing import Any

import pytest
from agent import SERVICES, plain_http
from delivery import ENDINGS, cell, check, files
from made_looks import look
from model_server import KEY, ModelServer

from viewmark.errors import ExtraMissing, InvalidOption, ModelRequestFailed, UnknownModel
from viewmark.vision import VisionSession
from viewmark.vision.clients import body_of
from viewmark.vision.history import SUPERSEDED

MODELS = {"openai": "gpt-6-astra", "anthropic": "claude-opus-5-5", "gemini": "gemini-3.8-flash"}


def session_of(service: str, server: ModelServer, **options: Any) -> VisionSession:
    send = plain_http(service, base=server.url, wait=0.001, tries=3)
    return VisionSession(send, api=SERVICES[service][0], model=MODELS[service], **options)


@pytest.mark.parametrize("service", MODELS)
@pytest.mark.parametrize("ending", ENDINGS)
async def test_no_picture_file_is_left_whatever_comes_of_the_request(
    model_server: ModelServer, tmp_path: Path, service: str, ending: str
) -> None:
    base = tmp_path / "pictures"
    found = await cell(
        ending, model_server, base, lambda **options: session_of(service, model_server, **options)
    )
    check(found)


@pytest.mark.parametrize("service", MODELS)
async def test_the_key_goes_into_the_header_and_nowhere_else(
    model_server: ModelServer, service: str, caplog: pytest.LogCaptureFixture
) -> None:
    model_server.begin("ok", "refuse")
    caplog.set_level(logging.DEBUG)
    session = session_of(service, model_server)
    await session.ask("Hello")
    with pytest.raises(ModelRequestFailed) as caught:
        await session.ask("Hello again")
    assert any(KEY in value for value in model_server.asked[0].headers.values())
    assert KEY not in json.dumps(model_server.asked[0].body)
    assert KEY not in caplog.text + str(caught.value) + repr(caught.value.data) + repr(session)


async def test_words_of_a_service_are_told_without_keys_on_one_line() -> None:
    async def send(_: dict[str, Any]) -> Any:
        raise RuntimeError("Incorrect API key: sk-proj-abc_def-123\nAIzaSyA1234567 Bearer abcd.ef")

    session = VisionSession(send, api="anthropic", model="claude")
    with pytest.raises(ModelRequestFailed) as caught:
        await session.ask("x")
    told = str(caught.value)
    assert "RuntimeError: Incorrect API key: *** *** ***" in told
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None, "the SDK's error has the request, and that the key"


@pytest.mark.parametrize("service", MODELS)
async def test_a_conversation_sends_each_picture_once(
    model_server: ModelServer, service: str
) -> None:
    model_server.begin()
    session = session_of(service, model_server, system="Be brief.")
    for number in range(3):
        await session.ask(f"question {number}", look(320, 200 + number))
    assert [len(each.pictures) for each in model_server.asked] == [1, 1, 1]
    assert len({each.pictures[0] for each in model_server.asked}) == 3
    last = model_server.asked[-1].text
    assert last.count(SUPERSEDED) == 2
    assert "question 0" in last
    assert "Be brief." in json.dumps(model_server.asked[0].body)
    await session.ask("and now?")
    assert model_server.asked[-1].pictures == []


async def test_keep_carries_earlier_pictures_along(
    model_server: ModelServer, tmp_path: Path
) -> None:
    model_server.begin()
    session = session_of("anthropic", model_server, keep=2, folder=tmp_path / "p")
    for number in range(3):
        await session.ask("", look(320, 200 + number))
        assert files(tmp_path) == []
    assert [len(each.pictures) for each in model_server.asked] == [1, 2, 2]
    await session.close()


async def test_questions_asked_at_once_go_one_after_the_other(model_server: ModelServer) -> None:
    model_server.begin()
    session = session_of("openai", model_server)
    await asyncio.gather(*(session.ask(f"q{n}", look(320, 200 + n)) for n in range(4)))
    assert [len(each.pictures) for each in model_server.asked] == [1] * 4
    assert [each.text.count("q") for each in model_server.asked] == [1, 2, 3, 4]


async def test_a_large_picture_is_sent_in_the_size_of_the_model(model_server: ModelServer) -> None:
    from viewmark import imaging

    model_server.begin()
    session = session_of("anthropic", model_server, family="claude-standard")
    await session.ask("", look(3000, 1500))
    (picture,) = model_server.asked[0].pictures
    assert imaging.probe(picture)[1:] == (1568, 784)


def test_impossible_sessions_are_refused() -> None:
    async def send(_: dict[str, Any]) -> Any:
        return {}

    with pytest.raises(UnknownModel):
        VisionSession(send, api="anthropic", model="parrot")
    assert VisionSession(send, api="anthropic", model="parrot", family="claude").rules
    with pytest.raises(InvalidOption, match="needs api="):
        VisionSession(send, model="claude")
    with pytest.raises(InvalidOption, match="openai, anthropic, google"):
        VisionSession("parrot", model="claude")
    with pytest.raises(InvalidOption, match="not int"):
        VisionSession(3, model="claude")
    with pytest.raises(InvalidOption, match="timeout"):
        VisionSession(send, api="anthropic", model="claude", timeout=0)


@pytest.mark.parametrize("name", ["openai", "anthropic", "google"])
def test_a_missing_sdk_is_named_with_its_extra(name: str) -> None:
    with pytest.raises(ExtraMissing, match=rf'pip install "viewmark\[{name}\]"'):
        VisionSession(name, model="claude")


def test_bodies_of_bedrock_and_litellm_have_their_members() -> None:
    body = body_of("bedrock-converse", "m", "brief", [], 9)
    assert body["inferenceConfig"] == {"maxTokens": 9}
    assert body["system"] == [{"text": "brief"}]
    assert body_of("litellm", "m", "brief", [], 9)["messages"][0]["role"] == "system"
