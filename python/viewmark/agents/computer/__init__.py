"""Adapters for computer-use models: their actions on a page, their results in the API's shape.

Each keeps the picture that the model saw last; coordinates are read from it, and refused when the
page was scrolled since. A failure is reported in the result.
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

anthropic, gemini, openai = AnthropicComputer, GeminiComputer, OpenAIComputer  # over the modules
