"""Which script does which task: one for all tools, one for a tool, or why there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

__all__ = ["GENERAL", "LOST", "OWN", "of", "script"]

Script = Any
"""An async function of a reader."""
GENERAL: dict[str, Script] = {}
"""By task."""
OWN: dict[tuple[str, str], Script] = {}
"""By tool and task, instead of the general one."""
LOST: dict[tuple[str, str], str] = {}
"""By tool and task: tried by hand, and no sequence of its calls was found; why."""


def script(task: str, *tools: str) -> Callable[[Any], Any]:
    """A script for a task; with tools, for these alone."""

    def kept(function: Callable[[Any], Awaitable[None]]) -> Any:
        if tools:
            OWN.update({(tool, task): function for tool in tools})
        else:
            GENERAL[task] = function
        return function

    return kept


def of(tool: str, task: str) -> Script | None:
    """The script of a tool for a task; None: there is none."""
    return OWN.get((tool, task)) or GENERAL.get(task)
