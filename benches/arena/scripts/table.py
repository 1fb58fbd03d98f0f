"""The scripts of tasks: for all tools, for a single tool, or the reason why there is no script."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

__all__ = ["GENERAL", "LOST", "OWN", "of", "script"]

Script = Any
"""An async function of a reader."""
GENERAL: dict[str, Script] = {}
"""Scripts for all tools, keyed by task."""
OWN: dict[tuple[str, str], Script] = {}
"""Scripts that replace the general script, keyed by tool and task."""
LOST: dict[tuple[str, str], str] = {}
"""Reasons why no sequence of calls was found by hand, keyed by tool and task."""


def script(task: str, *tools: str) -> Callable[[Any], Any]:
    """Register a script for a task, for all tools or only the given ones."""

    def kept(function: Callable[[Any], Awaitable[None]]) -> Any:
        if tools:
            OWN.update({(tool, task): function for tool in tools})
        else:
            GENERAL[task] = function
        return function

    return kept


def of(tool: str, task: str) -> Script | None:
    """Return the script of a tool for a task, or None."""
    return OWN.get((tool, task)) or GENERAL.get(task)
