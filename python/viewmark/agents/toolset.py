"""Creates the tools of a page, as viewmark's own objects or as those of a framework."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Literal

from viewmark.agents.actions import ACTIONS
from viewmark.agents.running import Runner
from viewmark.agents.tool import FunctionTool
from viewmark.errors import InvalidOption

Framework = Literal["openai_agents", "langchain", "pydantic_ai", "smolagents", "google_adk"]
_FRAMEWORKS = ("openai_agents", "langchain", "pydantic_ai", "smolagents", "google_adk")


def tools(
    page: Any, *, framework: Framework | None = None, only: Sequence[str] | None = None
) -> list[Any]:
    """Create the tools for a page.

    Args:
        page: a `viewmark.Page`, or a page of `viewmark.sync`.
        framework: framework whose tool objects to create; None creates `FunctionTool`s: callables
            with `name`, `description`, `parameters` (JSON schema) and `run(arguments)`.
        only: names of the tools to create; all if omitted.

    Raises:
        InvalidOption: `page` is not a page, or the framework or one of the tools is unknown.
        ExtraMissing: the framework is not installed.
    """
    if framework is not None:
        if framework not in _FRAMEWORKS:
            raise InvalidOption(
                f"framework is {framework!r:.40}.", hint=f"It may be {', '.join(_FRAMEWORKS)}."
            )
        made: list[Any] = import_module(f"viewmark.agents.{framework}").tools(page, only=only)
        return made
    runner = Runner(page)
    found = [FunctionTool(action, runner) for action in ACTIONS]
    if only is None:
        return found
    by_name = {each.name: each for each in found}
    if unknown := [name for name in only if name not in by_name]:
        raise InvalidOption(
            f"There is no tool {str(unknown[0])!r:.40}.", hint=f"There are {', '.join(by_name)}."
        )
    return [by_name[name] for name in only]
