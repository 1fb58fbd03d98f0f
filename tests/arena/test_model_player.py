"""The model player with a local server: it reads, calls and answers; everything is recorded."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.request import Request, urlopen

import pytest
from arena.model import RULES, interval, play, said
from arena.tasks import load
from model_server import Asked, ModelServer

from viewmark.vision import VisionSession

TASK = next(task for task in load("more") if task.id == "table")


def think(asked: Asked) -> str:
    """Simulate a model that reads all results so far; return its next message."""
    text = asked.text
    if "Departures  http" not in text:
        url = re.search(r"It begins at (\S+)", text)
        assert url is not None
        call = {"call": "interact", "arguments": {"what": "navigate", "url": url[1]}}
        return f"I go there.\n```json\n{json.dumps(call)}\n```"
    row = re.search(r"08:20[^\n]*?(@[\w.-]+)", text)
    if row is None:
        return '{"call": "observe", "arguments": {"what": "snapshot"}}'
    if "Refused: " not in text:
        return '{"call": "interact", "arguments": {"what": "click", "ref": "@nothing"}}'
    if "click button 'Book'" not in text:
        return json.dumps({"call": "interact", "arguments": {"what": "click", "ref": row[1]}})
    return '{"answer": "booked"}'


@pytest.fixture
def server() -> Iterator[ModelServer]:
    started = ModelServer()
    started.think = think
    yield started
    started.close()


@pytest.mark.browser
async def test_a_model_plays_a_task_and_every_turn_is_kept(server: ModelServer) -> None:
    def post(body: dict[str, Any]) -> dict[str, Any]:
        head = {"Content-Type": "application/json"}
        question = Request(f"{server.url}/v1/messages", json.dumps(body).encode(), head)
        with urlopen(question) as reply:
            return json.load(reply)  # type: ignore[no-any-return]

    async def service(body: dict[str, Any]) -> dict[str, Any]:
        return await asyncio.to_thread(post, body)

    def session(seed: int) -> VisionSession:
        return VisionSession(service, model="claude-opus-5-5", api="anthropic", system=RULES)

    (one,) = await play("viewmark", TASK, session, runs=1, seed=7)
    assert one.solved, (one.why, one.transcript[-2:])
    assert (one.seed, one.counts["refusals"]) == (7, 1)
    assert one.turns == len(server.asked) == len(one.transcript) // 2
    assert one.counts["calls"] == one.turns - 1
    assert one.transcript[-1]["model"] == '{"answer": "booked"}'
    assert TASK.goal in one.transcript[0]["user"]


def test_what_a_model_says_is_read_also_out_of_a_fence() -> None:
    assert said('```json\n{"answer": "5"}\n```') == {"answer": "5"}
    for text in ("", "five", "{", '{"think": 1}', "[1]"):
        assert said(text) is None


def test_an_interval_holds_the_mean_and_narrows_with_the_tries() -> None:
    few, many = interval([0.0, 1.0] * 3), interval([0.0, 1.0] * 100)
    assert few[0] <= 0.5 <= few[1]
    assert many[1] - many[0] < few[1] - few[0]
    assert interval([1.0] * 5) == (1.0, 1.0)
    assert interval([]) == (0.0, 0.0)
