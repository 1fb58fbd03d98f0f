"""Adapters for computer-use models: their actions on a page, their results in the API's shape.

Each keeps the picture that the model saw last; coordinates are read from it, and refused when the
page was scrolled since. What fails is told in the result.
"""

from __future__ import annotations

from typing import Any

from viewmark.agents.computer.anthropic import AnthropicComputer
from viewmark.agents.computer.gemini import GeminiComputer
from viewmark.agents.computer.openai import WAIT, OpenAIComputer
from viewmark.agents.computer.turn import Confirm
from viewmark.imaging import Format

__all__ = [
    "AnthropicComputer",
    "GeminiComputer",
    "OpenAIComputer",
    "anthropic",
    "gemini",
    "openai",
]


def anthropic(
    page: Any,
    *,
    pictures: bool = True,
    format: Format = "jpeg",
    max_side: int = 1_568,
    scale: float = 1.0,
) -> AnthropicComputer:
    """Anthropic's computer use on a page.

    Args:
        page: a `viewmark.Page`, or one of `viewmark.sync`.
        pictures: with a picture after every turn, not only where the model asked for one.
        format: of pictures.
        max_side: image px; no side is longer. Claude's API makes larger ones smaller by itself,
            and coordinates would be of those.
        scale: image px per CSS px, if that keeps within `max_side`.
    """
    return AnthropicComputer(
        page, pictures=pictures, screen={"format": format, "max_side": max_side, "scale": scale}
    )


def openai(
    page: Any,
    *,
    confirm: Confirm | None = None,
    wait: float = WAIT,
    format: Format = "png",
    max_side: int = 2_000,
    scale: float = 1.0,
) -> OpenAIComputer:
    """OpenAI's computer use on a page.

    Args:
        page: a `viewmark.Page`, or one of `viewmark.sync`.
        confirm: asked with the pending safety checks of a call; without it, such a call is not
            done.
        wait: seconds of a `wait` action.
        format: of pictures.
        max_side: image px; no side is longer.
        scale: image px per CSS px, if that keeps within `max_side`.
    """
    return OpenAIComputer(
        page,
        confirm=confirm,
        wait=wait,
        screen={"format": format, "max_side": max_side, "scale": scale},
    )


def gemini(
    page: Any,
    *,
    confirm: Confirm | None = None,
    as_json: bool = False,
    search: str = "https://www.google.com",
    format: Format = "png",
    max_side: int = 2_000,
    scale: float = 1.0,
) -> GeminiComputer:
    """Gemini's computer use on a page.

    Args:
        page: a `viewmark.Page`, or one of `viewmark.sync`.
        confirm: asked with the `safety_decision` of a call; without it, such a call is not done.
        as_json: pictures as base64 text, for requests as JSON; else as bytes, as Google's SDK takes
            them.
        search: where the function `search` of older models leads.
        format: of pictures.
        max_side: image px; no side is longer.
        scale: image px per CSS px, if that keeps within `max_side`.
    """
    return GeminiComputer(
        page,
        confirm=confirm,
        as_json=as_json,
        search=search,
        screen={"format": format, "max_side": max_side, "scale": scale},
    )
