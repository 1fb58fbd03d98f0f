"""The example agent does five tasks on the demo page with a scripted model that reads the lines."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from agent import SERVICES, SYSTEM, plain_http, pursue
from model_server import KEY, Asked, ModelServer

import viewmark
from viewmark import demo
from viewmark.vision import VisionSession

AGENT = Path(__file__).parents[2] / "examples" / "agent.py"
MODELS = {"openai": "gpt-6-astra", "anthropic": "claude-opus-5-5", "gemini": "gemini-3.8-flash"}

# Goal; the model's actions as (action, role, name, value); the expression that proves success.
TASKS: dict[str, tuple[list[tuple[str, str, str, Any]], str]] = {
    "Fill in a new order for Polar Foods, 30 crates, by air, and create it": (
        [
            ("fill", "textbox", "Customer", "Polar Foods"),
            ("fill", "spinbutton", "Crates", "30"),
            ("click", "radio", "Air", None),
            ("click", "button", "Create order", None),
        ],
        """customer.value === 'Polar Foods' && count.value === '30' && air.checked
           && window.clicked.includes('Create order')""",
    ),
    "Show the orders of this month": (
        [("fill", "combobox", "Period", "This month")],
        "document.querySelector('[aria-label=Period]').value === 'This month'",
    ),
    "Select the orders that are late": (
        [("click", "checkbox", "Select 1051", None)],
        """[...document.querySelectorAll('tbody :checked')].map(b => b.ariaLabel).join()
           === 'Select 1048,Select 1051'""",
    ),
    "Open the order of Polar Foods": (
        [("click", "link", "1049", None)],
        "location.hash === '#1049'",
    ),
    "Invite ann@harbour.example as an editor": (
        [
            ("fill", "textbox", "Colleague's e-mail", "ann@harbour.example"),
            ("fill", "combobox", "Role", "Editor"),
            ("click", "button", "Invite", None),
        ],
        """document.querySelector("[aria-label^=Colleague]").value === 'ann@harbour.example'
           && document.querySelector('[aria-label=Role]').value === 'Editor'
           && window.clicked.includes('Invite')""",
    ),
}


class Reader:
    """A scripted model: it knows the actions, but finds each mark in the lines that it receives."""

    def __init__(self, goal: str) -> None:
        self.steps, _ = TASKS[goal]
        self.turn = 0

    def __call__(self, asked: Asked) -> str:
        assert len(asked.pictures) == 1, "one picture, the newest"
        assert asked.text.startswith("The goal:") or "The goal:" in asked.text
        if self.turn:
            assert "It was done:" in asked.text.rpartition("page ")[2], asked.text[-300:]
        if self.turn == len(self.steps):
            return "All of it.\n" + json.dumps({"do": "done", "answer": "finished"})
        deed, role, name, value = self.steps[self.turn]
        self.turn += 1
        newest = asked.text.rpartition("\npicture ")[2]
        found = re.search(rf'^\[(\d+)\] @\S+ {role} "{re.escape(name)}"', newest, re.MULTILINE)
        assert found, (role, name, newest)
        step = {"do": deed, "mark": int(found[1])} | ({} if value is None else {"value": value})
        return json.dumps(step)


@pytest.mark.parametrize(("goal", "service"), [*zip(TASKS, cycle(SERVICES), strict=False)])
async def test_the_agent_does_its_task(
    chromium: Any, model_server: ModelServer, goal: str, service: str
) -> None:
    model_server.begin("limit", "ok")
    model_server.think = reader = Reader(goal)
    send = plain_http(service, base=model_server.url, wait=0.001)
    with demo.serve() as url:
        raw = await chromium.page(url)
        page = viewmark.Page(raw)
        await raw.session.send(
            "Runtime.evaluate",
            {
                "expression": """window.clicked = []; addEventListener('click', (event) =>
                    clicked.push(event.target.textContent.trim()))"""
            },
        )
        session = VisionSession(
            send, api=SERVICES[service][0], model=MODELS[service], system=SYSTEM
        )
        async with session:
            assert await pursue(page, session, goal, steps=8) == "finished"
        assert reader.turn == len(reader.steps)
        asked = {"expression": TASKS[goal][1], "returnByValue": True}
        proof = await raw.session.send("Runtime.evaluate", asked)
        assert proof["result"]["value"] is True, proof
        await raw.close()


async def test_answers_that_are_no_steps_are_told_to_the_model(
    chromium: Any, model_server: ModelServer
) -> None:
    said = iter(
        ["I will click.", '{"do": "fly"}', '{"do": "click", "mark": 999}', '{"do": "done"}']
    )
    model_server.begin()
    model_server.think = lambda _: next(said, '{"do": "done", "answer": "enough"}')
    send = plain_http("anthropic", base=model_server.url)
    with demo.serve() as url:
        raw = await chromium.page(url)
        session = VisionSession(send, api="anthropic", model="claude", system=SYSTEM)
        assert await pursue(viewmark.Page(raw), session, "x") == "enough"
        assert await pursue(viewmark.Page(raw), session, "x", steps=0) is None
        await raw.close()
    told = model_server.asked[-1].text
    assert "That is not one of the JSON objects" in told
    assert "There is no 'fly'" in told
    assert "It was not done:" in told


def test_the_agent_is_one_small_file_and_says_how_it_is_called() -> None:
    assert len(AGENT.read_text().splitlines()) < 150
    done = subprocess.run([sys.executable, str(AGENT)], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "usage: agent.py openai|anthropic|gemini MODEL URL GOAL" in done.stderr
    assert KEY not in AGENT.read_text()
