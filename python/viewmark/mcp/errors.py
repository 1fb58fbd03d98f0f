"""Formats errors as answers: a sentence, a hint, and JSON with a call that recovers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from viewmark.errors import ConnectionLost, DialogOpen
from viewmark.mcp.content import Answer, compact

if TYPE_CHECKING:
    from viewmark.errors import ViewmarkError

__all__ = ["error_answer", "error_text"]

_OBSERVE = ("observe", {"what": "page", "annotate_screenshot": True})
_RECOVERY: dict[str, tuple[str, dict[str, Any]]] = {
    "dialog_open": ("interact", {"what": "answer_dialog", "accept": False}),
    "ref_stale": _OBSERVE,
    "ref_ambiguous": _OBSERVE,
    "element_not_found": _OBSERVE,
    "tab_not_found": ("observe", {"what": "tabs"}),
}
"""The call that helps, by error code: tool and arguments."""
_HINTS: dict[type[ViewmarkError], str] = {
    DialogOpen: (
        "interact answer_dialog accepts it, with accept: false dismisses it, and with text "
        "answers a prompt."
    ),
    ConnectionLost: "The next call opens a new browser.",
}
"""Hints that differ from the library's."""
_DATA = (
    ("param", "param"),
    ("next_allowed_in", "nextAllowedIn"),
    ("candidates", "candidates"),
    ("changes", "changes"),
)


def error_answer(error: ViewmarkError) -> Answer:
    """The failed answer for an error."""
    return Answer(text=error_text(error), failed=True)


def error_text(error: ViewmarkError) -> str:
    """The sentence with its hint, a line break, and JSON."""
    hint = _HINTS.get(type(error), error.hint)
    facts: dict[str, Any] = {
        "error_code": error.code,
        "message": error.message,
        "hint": hint,
        "retryable": error.retryable,
    }
    facts |= {name: error.data[key] for key, name in _DATA if error.data.get(key) is not None}
    if recovery := _RECOVERY.get(error.code):
        facts["recovery_tool_call"] = {"tool": recovery[0], "arguments": recovery[1]}
    return f"{error.message} {hint}\n{compact(facts)}"
