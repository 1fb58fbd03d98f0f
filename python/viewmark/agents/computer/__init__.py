"""Adapters for computer-use models: run their actions on a page and return results for the API.

Each adapter keeps the last screenshot that the model received. Coordinates refer to that
screenshot, and are rejected if the page was scrolled since it was taken. Failures are reported in
the result.
"""

from __future__ import annotations

from viewmark.agents.computer.anthropic import AnthropicComputer
from viewmark.agents.computer.gemini import GeminiComputer
from viewmark.agents.computer.openai import OpenAIComputer

__all__ = [
    "AnthropicComputer",
    "GeminiComputer",
    "OpenAIComputer",
    "anthropic",
    "gemini",
    "openai",
]

# public names: the classes, not the modules of the same names
anthropic, gemini, openai = AnthropicComputer, GeminiComputer, OpenAIComputer
