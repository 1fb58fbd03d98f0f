"""The text form of an observation: the same lines in every interface, and their header."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from viewmark import agents
from viewmark.api.page import Page
from viewmark.page.observation_text import observation_text
from viewmark.vision.blocks import words

PAGE = "<title>Shop</title><button>Buy</button><p style='height:3000px'><input aria-label=City>"


async def test_agents_and_models_read_the_same_lines(
    page_of: Callable[[str], Awaitable[Any]],
) -> None:
    page = Page(await page_of(PAGE))
    seen = await page.observe(annotate=True)
    (tool,) = agents.tools(page, only=["look"])
    rows = seen.lines()
    assert rows.startswith("[1] @e")
    for text in (observation_text(seen), words(seen), (await tool.run({})).text):
        head, facts, *lines = text.splitlines()
        assert head.startswith("Shop  ")
        assert facts.endswith("image 1280x720 scale 1  2 of 2 elements")
        assert "\n".join(lines) == rows
    assert seen.frame_id in observation_text(seen)
    assert seen.frame_id not in words(seen), "labels are those of the newest"


async def test_the_head_says_which_part_of_the_page_was_seen(
    page_of: Callable[[str], Awaitable[Any]],
) -> None:
    page = Page(await page_of(PAGE))
    await page.scroll(dy=300)
    head = observation_text(await page.observe(), frame_id=False).splitlines()[1]
    assert head == "viewport 1280x720  scrolled to x=0 y=300  0 of 0 elements"
